package report

import "github.com/ceptre-graph/ceptre/exec/rename"

// RenamingData is a name that is another one now, as data.
type RenamingData struct {
	What string `json:"what"`
	Was  string `json:"was"`
	Now  string `json:"now"`
}

// RenamingsData returns names as data. The list is never nil.
func RenamingsData(all []rename.Renaming) []RenamingData {
	return each(all, func(r rename.Renaming) RenamingData { return RenamingData(r) })
}
