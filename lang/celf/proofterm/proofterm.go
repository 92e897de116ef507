// Package proofterm reads the answers that Celf prints (Schack-Nielsen and Schürmann, “Celf — a logical framework for
// deductive and concurrent systems”, IJCAR 2008): proof terms, as trees with their places. It knows no program, so
// what a name stands for is left to others.
//
//	Solution: \!'ann. \!garden. \[X1, [@X2, !X3]]. {
//	    let {[X4, X5]} = walk !'ann !garden [X1, adj/sym !-2] in
//	    let {1} = rest X4 in
//	    [X2, [X5, 1]]}
//
// Grammar, where a name may have any characters but white space and `()[]{},!@\.`:
//
//	object  = { `\` pattern `.` } ( head { spine } | body )
//	body    = `{` { `let` `{` pattern `}` `=` head { spine } `in` } part `}`
//	pattern = `[` pattern `,` pattern `]` | [ `!` | `@` ] name | `1`
//	part    = `[` part `,` part `]` | [ `!` | `@` ] object | `1`
//	spine   = part, whose object is a name, a body, or in parentheses
//
// Nested pairs are lists here: the states of worlds are pairs as deep as they have facts.
package proofterm

import (
	"fmt"
	"iter"
	"strings"
)

// Object is a proof or a term: a head with its arguments, or a body; both under binders.
type Object struct {
	At      int // the offset in the text
	Binders []Binder
	Head    string // empty if there is a body
	Spine   []Part
	Body    *Body // nil if there is a head
	nests   bool  // see Nests
}

// Binder is `\pattern.`
type Binder struct{ Pattern []Bound }

// Bound is a name that a pattern binds, or a unit.
type Bound struct {
	At   int
	Mark Mark
	Name string // empty of the unit, `1`
}

// Part is an argument, or a part of what a body ends with: an object, a unit or a list of these.
type Part struct {
	At     int
	Mark   Mark
	Object *Object // nil of the unit, `1`, and of a pair
	Pair   []Part  // the parts of nested pairs, in their order, none of them a pair; nil of others
}

// Mark is the sign before a name or an object.
type Mark byte

// The marks.
const (
	Linear     Mark = 0
	Affine     Mark = '@'
	Persistent Mark = '!'
)

// Body is an expression in braces: steps, and the proof of the state in which they end.
type Body struct {
	At    int
	Lets  []Let
	Value Part
	End   int // the offset of the closing brace
}

// Let is a step: the names of the resources that it makes, and the rule, or the resource that it takes apart, with
// arguments.
type Let struct {
	At      int
	Pattern []Bound
	Rule    *Object // with a head, and without binders
}

// Error is a mistake in a text.
type Error struct {
	At  int // the offset in the text
	Msg string
}

// Error returns the message without the place.
func (e *Error) Error() string { return e.Msg }

func errorf(at int, format string, args ...any) error {
	return &Error{at, fmt.Sprintf(format, args...)}
}

// Leaves lists the parts in the order written, those of a pair one by one.
func Leaves(parts ...Part) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		for _, p := range parts {
			if p.Pair == nil {
				if !yield(p) {
					return
				}
				continue
			}
			for _, x := range p.Pair {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// IsResource reports whether the pattern names a resource here, and neither a fresh name nor a unit. Persistent names
// are those of resources only if Celf has made them up.
func (b Bound) IsResource() bool {
	return b.Name != "" && (b.Mark != Persistent || IsResource(b.Name))
}

// IsResource reports whether a name is one that Celf makes up for a resource: X and a number.
func IsResource(name string) bool {
	digits, ok := strings.CutPrefix(name, "X")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Nests reports whether there is a body in the object, or in an argument of it: whether it has steps, or is the proof
// of a stage.
func (o *Object) Nests() bool { return o.nests }
