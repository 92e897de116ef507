package lesson

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// move is a move of a blocks world with one arm: a thing comes to another place.
type move struct {
	thing int
	to    place
}

// moves returns the moves of a blocks world where things are at some places: the oracle for a program. The arm takes
// a thing with nothing on it, or puts the one that it holds on the table or on another with nothing on it.
func moves(things []string, at where) (all []move) {
	clear := func(i int) bool { return at[i] != air && !slices.Contains(at, things[i]) }
	held := slices.Index(at, air)
	for i := range things {
		switch {
		case held < 0 && clear(i):
			all = append(all, move{i, air})
		case held >= 0 && clear(i):
			all = append(all, move{held, things[i]})
		}
	}
	if held >= 0 {
		all = append(all, move{held, table})
	}
	return all
}

// after returns where things are after a move.
func (w where) after(m move) where {
	out := slices.Clone(w)
	out[m.thing] = m.to
	return out
}

// told says what a move does, from some places: `take b from the table`.
func told(things []string, at where, m move) string {
	switch x := things[m.thing]; {
	case m.to == air && at[m.thing] == table:
		return "take " + x + " from the table"
	case m.to == air:
		return "take " + x + " off " + at[m.thing]
	case m.to == table:
		return "put " + x + " on the table"
	default:
		return "put " + x + " on " + m.to
	}
}

func (c *check) start() string {
	r, reason := rolesOf(c.prog)
	if r == nil {
		return reason
	}
	start := startOf(c.prog)
	above, _ := r.read(start)
	if len(r.things) < least {
		return fmt.Sprintf("The start mentions %s only; the world has %d blocks.", english.List(r.things), least)
	}
	var tops []string // with nothing on them
	for _, x := range r.things {
		covered := false
		for _, f := range start.Context.Facts {
			covered = covered || f.Fact.Pred == r.on && f.Fact.Args[1].String() == x
		}
		if !covered {
			tops = append(tops, x)
		}
	}
	for _, p := range takes(c.prog, r.of, 1) {
		if found := subjects(start, p); p != r.table && len(found) > 0 {
			if !sameThings(found, tops) {
				return fmt.Sprintf("At the start, nothing is on %s: they are clear, and no others. The facts say %s of %s.",
					english.List(tops), p.Name, english.List(found))
			}
			c.says = fmt.Sprintf("At the start, %s is on another block, and %s are clear.", english.List(above),
				english.List(tops))
		}
	}
	if c.says == "" {
		return fmt.Sprintf("Nothing says yet that %s are clear: nothing is on them.", english.List(tops))
	}
	for _, p := range takes(c.prog, r.of, 0) {
		if slices.ContainsFunc(start.Context.Facts, ofPred(p)) {
			return ""
		}
	}
	return "Nothing says yet that the arm is free."
}

func sameThings(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}

// wrong returns what is wrong with the moves of the program in a state, compared with those of a blocks world; "" for
// nothing. Some are the moves that it has of these.
func (w *world) wrong(s explore.State) (says string, some []move) {
	right := moves(w.things, w.at[s])
	for _, e := range w.next[s] {
		label := w.Label(e.Move)
		if f := w.fault[e.To]; f != "" {
			return fmt.Sprintf("%s, %s is possible. Then %s.", w.way(s), label, f), nil
		}
		i := slices.IndexFunc(right, func(m move) bool { return slices.Equal(w.at[s].after(m), w.at[e.To]) })
		switch {
		case i >= 0:
			some = append(some, right[i])
		case slices.Equal(w.at[s], w.at[e.To]):
			return fmt.Sprintf("%s, %s is possible, and no block is elsewhere then.", w.way(s), label), nil
		case len(w.aloft(e.To)) > 1:
			return fmt.Sprintf("%s, %s is possible. Then %s are in the air at once, but there is one arm.",
				w.way(s), label,
				english.List(w.aloft(e.To))), nil
		default:
			return fmt.Sprintf("%s, %s is possible, but no arm can do this: it moves one block, with nothing on it, to a place "+
				"with nothing on it.", w.way(s), label), nil
		}
	}
	return "", some
}

func (c *check) pick(w *world) string {
	wrong, some := w.wrong(0)
	if wrong != "" {
		return wrong
	}
	for _, m := range moves(w.things, w.at[0]) {
		if w.at[0][m.thing] != table {
			continue
		}
		if !slices.Contains(some, m) {
			return fmt.Sprintf("At the start, it must be possible to %s. %s", told(w.things, w.at[0], m), why(0))
		}
		// What it used up shows in what can happen next: the arm is not free.
		for _, e := range w.next[0] {
			if wrong, _ := w.wrong(e.To); wrong != "" {
				return wrong
			}
		}
	}
	if len(some) == 0 {
		return "Nothing can be picked up yet."
	}
	c.says = "A block can be picked up from the table."
	return ""
}

// why says what a missing move in a state may come of.
func why(s explore.State) string {
	if s == 0 {
		return "No rule does this yet."
	}
	return "No rule does this yet, or a step before has not made all that it needs."
}

func (c *check) rules(w *world) string {
	for s := range explore.State(w.Looked) {
		wrong, some := w.wrong(s)
		if wrong != "" {
			return wrong
		}
		for _, m := range moves(w.things, w.at[s]) {
			if !slices.Contains(some, m) {
				return fmt.Sprintf("%s, it must be possible to %s. %s", w.way(s), told(w.things, w.at[s], m), why(s))
			}
		}
	}
	if missing := w.whole(); missing != "" {
		return missing
	}
	c.can = w.lifted(nil)
	c.says = fmt.Sprintf("All moves are there: the world has %s.", english.Count(w.Len(), "state"))
	return ""
}
