// Package showing names what pictures of runs may show as arrows or only in words, what colours may mean, and the
// sizes of pages.
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

// Followed is how many events a person can follow one by one: longer runs show their turning points first.
const Followed = 40

// Colours says what the colours of events in the causal view and that of steps mean. Where none is asked
// for, they mean stages if events are in several, rules if there are no more of these than colours,
// and else nothing.
type Colours string

// The meanings of colours.
const (
	ByStage     Colours = "stage"
	ByRule      Colours = "rule"
	ByCharacter Colours = "character" // the first that an event names, in the colour of its line
	NoColours   Colours = "none"
)

// Meanings returns all meanings of colours.
func Meanings() []Colours { return []Colours{ByStage, ByRule, ByCharacter, NoColours} }

// Sheet is a size in which pictures are shown.
type Sheet string

// The sheets.
const (
	Slide Sheet = "slide" // Slide is 16 to 9, 13.33 inches wide
	A4    Sheet = "a4"    // A4 is paper, upright or lying as fits better
)

// Sheets returns all sheets.
func Sheets() []Sheet { return []Sheet{Slide, A4} }

// Words say the fixed texts of a picture in another language than English.
type Words interface {
	// Say returns what stands in the place of an English text, with values in the place of the placeholders. Behind
	// the text stand their names, each with its value.
	Say(text string, values ...any) string
	// Count returns a number of things, with the English noun for one of them: "3 events".
	Count(noun string, n int) string
}
