// Package lanes draws the lines of characters through a run, from left to right, in
// two ways: [Threads] gives each character a lane, on which its events stand;
// [Storyline] lets lines run together while their characters are together, as in
// Munroe's "Movie Narrative Charts" (xkcd 657).
//
// It is handed plain data, a [Chart], and returns a diagram that is placed.
package lanes

import (
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Chart is who is drawn, and in what they take part.
type Chart struct {
	// Nodes are the events, in an order with causes before effects, such as that of firing. Events
	// without characters are not drawn, but still keep their causes left of their effects.
	Nodes []diagram.Node
	// Causes are for each node the nodes before it that have to stand left of it.
	Causes [][]int
	// Hues is the number of colours for characters. Lines in excess are dashed in every other
	// round, so that they differ. 0 is any number.
	Hues int
	// Cast are the characters, in the order that is kept where nothing speaks
	// against it.
	Cast []Character
	// Elsewhere is the title of the strip of characters in no named place, if there are other strips; "elsewhere"
	// where empty.
	Elsewhere string
}

// Character is one of the cast.
type Character struct {
	Name    string
	Hue     int      // from 1, the colour of the line
	Tip     string   // all there is to know
	Classes []string // of its names and lines
	Stops   []Stop   // where it takes part, by node, ascending
	// Start is the place where the character is at the beginning; "" is unknown.
	Start string
	// Born are the nodes of which the first brings the character to life, and Died those of which
	// the last ends it. Born is empty for characters of the initial state, Died for those of the
	// final state.
	Born, Died []int
}

// Stop is an event on the way of a character.
type Stop struct {
	Node  int
	Place string // Place of the character after it; "" is unknown
	// From is the place of the character before it, if it moved since the last stop; "" is the
	// place after the last stop.
	From string
	// Gone says that the character is nowhere after it.
	Gone bool
}

// Sizes, in points.
const (
	margin   = 12.0 // around the picture
	nameFont = 10.0
	nameMax  = 160.0 // nameMax is the width of names; wider ones are cut
	thread   = 2.5   // thread is the width of a character's line
	dotSize  = 8.0
	markGap  = 9.0 // from the border of an event to the middle of the mark of a birth or death
)
