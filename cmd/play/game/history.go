package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/session"
)

// Past is a point of a play in the list of all.
type Past struct {
	Point  session.Point `json:"point"`
	Indent int           `json:"indent,omitempty"` // how many branches off the way to the present point it is
	Passed bool          `json:"passed,omitempty"` // it is on that way
	Here   bool          `json:"here,omitempty"`   // it is the present point
}

// History returns all points, each behind the one from which it was found. Other branches
// stand, further in, before the way on which the player went last.
func (d *Game) History() []Past {
	passed := make([]bool, d.Len())
	for _, at := range d.Path() {
		passed[at] = true
	}
	var out []Past
	left := []Past{{Point: session.Start}}
	for len(left) > 0 {
		p := left[len(left)-1]
		left = left[:len(left)-1]
		p.Passed, p.Here = passed[p.Point], p.Point == d.At()
		out = append(out, p)
		left = append(left, d.after(p, passed)...)
	}
	return out
}

// after returns the points after one, the one that is to come first last.
func (d *Game) after(p Past, passed []bool) []Past {
	children := d.Children(p.Point)
	if len(children) == 0 {
		return nil
	}
	main := slices.IndexFunc(children, func(c session.Point) bool { return passed[c] })
	if main < 0 {
		main = len(children) - 1
	}
	out := []Past{{Point: children[main], Indent: p.Indent}}
	for i, c := range slices.Backward(children) {
		if i != main {
			out = append(out, Past{Point: c, Indent: p.Indent + 1})
		}
	}
	return out
}
