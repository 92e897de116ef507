package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Going round a cycle once means to fire each of its rules once. The net effect is the sum of
// their changes, in any order. The effect on linear facts and on the quantities in them decides
// the kind of loop:
//
//	engine     some number or quantity gains, and none loses
//	drain      some loses, and none gains
//	neutral    the numbers stay as they are
//	converter  some gains, and some loses
//	varies     the rules' firings differ so much that it may be this or that
//
// Permanent facts do not count, for they are never consumed and made only once. Counts are of
// kinds, and quantities are sums over the facts of a kind: a neutral loop may end with other facts
// than it began with. The kind describes one round, not whether it can be repeated: an engine's
// rules may need facts that are missing.

// LoopKind is what going round a cycle does to the number of linear facts.
type LoopKind string

// The kinds of loops.
const (
	Engine    LoopKind = "engine"
	Drain     LoopKind = "drain"
	Neutral   LoopKind = "neutral"
	Converter LoopKind = "converter"
	Varies    LoopKind = "varies"
)

// Around returns the net effect of going round a cycle once, from the incidences
// of all rules by their index.
func Around(cycle []int, incidences []Incidence) Incidence {
	var changes []Change
	for _, rule := range cycle {
		changes = append(changes, incidences[rule]...)
	}
	return NewIncidence(changes)
}

// Kind returns the kind of a loop with the given net effect.
func (n Incidence) Kind() LoopKind {
	linear := n.Told().Linear()
	some := func(f func(Change) bool) bool { return slices.ContainsFunc(linear, f) }
	gains, loses := some(Change.gains), some(Change.loses)
	mayGain := some(func(c Change) bool { return c.Most > 0 })
	mayLose := some(func(c Change) bool { return c.Least < 0 })
	switch {
	case gains && loses:
		return Converter
	case gains && !mayLose:
		return Engine
	case loses && !mayGain:
		return Drain
	case !mayGain && !mayLose:
		return Neutral
	}
	return Varies
}

// gains and loses report that there are more facts, or fewer, in any case.
func (c Change) gains() bool { return c.Least > 0 }
func (c Change) loses() bool { return c.Most < 0 }

// Sentence says what going round does: `engine: gains 2 coin each round`,
// `converter: 3 ore into 1 coin each round; makes at most 1 !rich`.
func (n Incidence) Sentence() string {
	n = n.Told()
	linear := n.Linear()
	out := string(n.Kind()) + ": " + linear.round()
	if permanent := n[len(linear):]; len(permanent) > 0 {
		out += "; makes " + permanent.list(Change.amount)
	}
	return out
}

// round says what happens to the linear facts, and to the quantities in them, in a round.
func (n Incidence) round() string {
	kind := n.Kind()
	switch {
	case kind == Neutral:
		return "leaves the numbers as they are"
	case slices.ContainsFunc(n, func(c Change) bool { return c.Quantity }):
		return n.list(Change.String) + " each round"
	case kind == Engine:
		return "gains " + n.list(Change.amount) + " each round"
	case kind == Drain:
		return "loses " + n.list(Change.amount) + " each round"
	case kind == Converter:
		out := n.only(Change.loses).list(Change.amount) + " into " + n.only(Change.gains).list(Change.amount) + " each round"
		if rest := n.only(func(c Change) bool { return !c.gains() && !c.loses() }); len(rest) > 0 {
			out += ", and " + rest.list(Change.String)
		}
		return out
	}
	return n.list(Change.String) + " each round"
}

// list joins the text of each change.
func (n Incidence) list(text func(Change) string) string {
	words := make([]string, len(n))
	for i, c := range n {
		words[i] = text(c)
	}
	return strings.Join(words, ", ")
}

func (n Incidence) only(keep func(Change) bool) Incidence {
	return slices.DeleteFunc(slices.Clone(n), func(c Change) bool { return !keep(c) })
}

// amount returns how many facts there are more or fewer: `2 coin`, `1 to 3 coin`.
func (c Change) amount() string {
	low, high := c.Least, c.Most
	if high <= 0 {
		low, high = -high, -low
	}
	switch {
	case low == high:
		return fmt.Sprintf("%d %s", low, c.Fact())
	case low == 0:
		return fmt.Sprintf("at most %d %s", high, c.Fact())
	}
	return fmt.Sprintf("%d to %d %s", low, high, c.Fact())
}
