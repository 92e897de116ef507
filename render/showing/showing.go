// Package showing names what pictures of runs may show as arrows or only in words.
package showing

// Reads says which reads of facts are arrows in the causal view. The others are told: the box of the
// reader names the fact.
type Reads string

// The ways of showing reads.
const (
	// NearReads draws the arrows of a fact to its nearest readers, where these are short.
	NearReads Reads = "near"
	// AllReads draws all arrows.
	AllReads Reads = "all"
	// NoReads draws none.
	NoReads Reads = "none"
)

// Modes returns all ways of showing reads, the default first.
func Modes() []Reads { return []Reads{NearReads, AllReads, NoReads} }
