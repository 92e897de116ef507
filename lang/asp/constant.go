package asp

import (
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// constants are the constants of all sources by name. They stand for their values wherever their name is a term
// without arguments.
type constants map[string]*constant

// constant is a name for a term, which may contain other constants.
type constant struct {
	file     *file
	span     syntax.Span
	value    *node
	override bool
	state    progress
	result   logic.Term // nil if there is none, because of an error
}

// progress says how far the value of a constant is calculated.
type progress int

const (
	untouched progress = iota
	started
	finished
)

// define adds a constant, or reports that it is there already.
func (c constants) define(name string, next *constant) {
	old := c[name]
	switch {
	case old == nil, next.override && !old.override:
		c[name] = next
	case next.override == old.override:
		note := syntax.Note{Msg: "it has a value already, in " + old.file.source.String() + ":" + old.span.Start.String()}
		if old.file == next.file {
			note = syntax.Note{Span: old.span, Msg: "it has a value already"}
		}
		next.file.report(syntax.DeclaredTwice, next.span, "`"+name+"` is defined twice", note)
	}
}

// resolve calculates the values, and reports constants without one.
func (c constants) resolve() {
	for _, name := range slices.Sorted(maps.Keys(c)) {
		c.of(name)
	}
}

// of returns the value of a constant, and nil if the name is no constant or has no value.
func (c constants) of(name string) logic.Term {
	k := c[name]
	switch {
	case k == nil || k.state == finished:
	case k.state == started:
		k.state = finished
		k.file.report(syntax.BadConstant, k.span, "the value of `"+name+"` depends on itself")
	default:
		k.state = started
		u := newUnfolder(&statement{file: k.file, Span: k.span}, c)
		values := u.term(k.value)
		if k.state == started && len(values) == 1 && len(values[0].ranges) == 0 && isGround(values[0].value) {
			k.result = values[0].value
		} else if k.state == started {
			k.file.report(syntax.BadConstant, k.span, "`"+name+"` has no value", syntax.Note{
				Msg: "a constant is one term without variables, whose calculations have a result: `#const n = 2*5.`"})
		}
		k.state = finished
	}
	if k == nil || k.result == nil {
		return nil
	}
	return k.result
}

// isGround reports whether a term has neither variables nor calculations.
func isGround(t logic.Term) bool {
	switch t := t.(type) {
	case *logic.Variable, *logic.Calculation:
		return false
	case *logic.Compound:
		return !slices.ContainsFunc(t.Args, func(a logic.Term) bool { return !isGround(a) })
	}
	return true
}
