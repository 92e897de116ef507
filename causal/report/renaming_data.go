package report

import "github.com/ceptre-graph/ceptre/causal/inquiry"

// RenamingData is a name that is another one now, as data.
type RenamingData struct {
	What string `json:"what"`
	Was  string `json:"was"`
	Now  string `json:"now"`
}

// RenamingsData returns names as data. The list is never nil.
func RenamingsData(all []inquiry.Renaming) []RenamingData {
	return each(all, func(r inquiry.Renaming) RenamingData { return RenamingData(r) })
}
