package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// The bounds of the search.
const (
	mostStates = 20_000
	patience   = 1500 * time.Millisecond // pages end an engine that goes on 2 s after they have given a request up
)

// roles are the predicates that say where things are: `on x y` that x stands on y, and `table x` that it stands on
// the table. A thing is in the air where no fact says that it stands anywhere.
type roles struct {
	of        *lang.Type
	on, table *lang.Pred
	things    []string // the things that the start mentions, in its order
}

// place is where a thing is: the name of the thing below it, or one of these.
type place = string

const (
	table place = ""
	air   place = "\x00"
)

// where is the place of each thing of [roles.things], in their order.
type where []place

// startOf returns where a program starts: its first run, or else its first stage and context.
func startOf(prog *lang.Program) *lang.Start {
	switch {
	case len(prog.Traces) > 0:
		return prog.Traces[0]
	case len(prog.Stages) > 0 && len(prog.Contexts) > 0:
		return &lang.Start{Stage: prog.Stages[0], Context: prog.Contexts[0]}
	}
	return nil
}

// rolesOf finds out which predicates say where things are, by the facts of the start. The reason says why there are
// none.
func rolesOf(prog *lang.Program) (r *roles, reason string) {
	start := startOf(prog)
	switch {
	case start == nil && len(prog.Contexts) == 0:
		return nil, "There are no facts to start with yet: add a context."
	case start == nil:
		return nil, "Nothing says how the program starts: add a run."
	case len(start.Context.Facts) == 0:
		return nil, "There are no facts at the start yet."
	}
	var names []string // of predicates that may say what stands on what
	for _, on := range prog.Preds {
		if len(on.Args) != 2 || on.Args[0] != on.Args[1] || !slices.ContainsFunc(start.Context.Facts, ofPred(on)) {
			continue
		}
		names = append(names, on.Name)
		r := &roles{of: on.Args[0], on: on}
		above, all := r.read(start)
		if r.table = bestTable(prog, r.of, start, above); r.table == nil {
			continue
		}
		standing := append(slices.Clone(above), subjects(start, r.table)...)
		if lost := slices.IndexFunc(all, func(x string) bool { return !slices.Contains(standing, x) }); lost >= 0 {
			return nil, fmt.Sprintf("At the start, %s is neither on another block nor on the table.", all[lost])
		}
		r.things = all
		return r, ""
	}
	if len(names) == 0 {
		return nil, "At the start, no block is on another: add a fact with on."
	}
	return nil,
		fmt.Sprintf("At the start, %s says what is on what, and no other fact which blocks are on the table. "+
			"A block that is on another is not on the table.", english.List(names))
}

func ofPred(p *lang.Pred) func(lang.Initial) bool {
	return func(f lang.Initial) bool { return f.Fact.Pred == p }
}

// read returns the things of the start that are on another, and all that the start mentions.
func (r *roles) read(start *lang.Start) (above, all []string) {
	for _, f := range start.Context.Facts {
		for i, v := range f.Fact.Args {
			if f.Fact.Pred.Args[i] != r.of {
				continue
			}
			if name := v.String(); !slices.Contains(all, name) {
				all = append(all, name)
			}
			if name := v.String(); f.Fact.Pred == r.on && i == 0 && !slices.Contains(above, name) {
				above = append(above, name)
			}
		}
	}
	return above, all
}

// subjects returns the things of which the start has a fact of a predicate.
func subjects(start *lang.Start, p *lang.Pred) (names []string) {
	for _, f := range start.Context.Facts {
		if f.Fact.Pred == p {
			names = append(names, f.Fact.Args[0].String())
		}
	}
	return names
}

// bestTable returns the predicate that says of the most things, and of none that is above another, that they are
// there; nil for none.
func bestTable(prog *lang.Program, of *lang.Type, start *lang.Start, above []string) (best *lang.Pred) {
	most := 0
	for _, p := range takes(prog, of, 1) {
		found := subjects(start, p)
		if len(found) <= most || slices.ContainsFunc(found, func(x string) bool {
			return slices.Contains(above,
				x)
		}) {
			continue
		}
		best, most = p, len(found)
	}
	return best
}

// places returns where things are in a state. The fault says in words of a thing that it is at two places, or that
// no fact mentions it any longer.
func (r *roles) places(v *explore.View) (w where, fault string) {
	w = make(where, len(r.things))
	for i := range w {
		w[i] = air
	}
	known := make(map[string]bool)
	put := func(x string, at place, copies uint32) {
		i := slices.Index(r.things, x)
		if i < 0 {
			return
		}
		if (w[i] != air || copies > 1) && fault == "" {
			fault = fmt.Sprintf("%s is at two places at once", x)
		}
		w[i] = at
	}
	for h := range v.All() {
		f := v.Fact(h.Fact)
		for i, a := range f.Args {
			if f.Pred.Args[i] == r.of {
				known[a.String()] = true
			}
		}
		switch f.Pred {
		case r.on:
			put(f.Args[0].String(), f.Args[1].String(), h.Copies)
		case r.table:
			put(f.Args[0].String(), table, h.Copies)
		}
	}
	for i, x := range r.things {
		if w[i] == air && !known[x] && fault == "" {
			fault = x + " has vanished"
		}
	}
	return w, fault
}

// world has the states that a program can reach.
type world struct {
	*roles
	*explore.Space
	at    []where             // of each state
	fault []string            // of each state, "" for none
	next  [][]explore.Edge    // from each state
	rules map[*lang.Rule]bool // that fire somewhere
}

// explored returns the world of a program, or why there is none.
func (c *check) explored() (w *world, reason string) {
	r, reason := rolesOf(c.prog)
	if r == nil {
		return nil, reason
	}
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	space, err := explore.Search(ctx, c.prog, startOf(c.prog), explore.Options{MaxStates: mostStates, KeepEdges: true,
		Limits: exec.Limits{ProofSteps: 1_000_000, MatchSteps: 10_000_000}})
	if failed, ok := errors.AsType[*explore.Error](err); ok {
		return nil, fmt.Sprintf("The program cannot be run to an end: %s.", failed.Unwrap())
	}
	if err != nil {
		return nil, fmt.Sprintf("The program cannot be run to an end: %s.", err)
	}
	w = &world{roles: r, Space: space, rules: make(map[*lang.Rule]bool), next: make([][]explore.Edge, space.Len())}
	for s := range explore.State(space.Len()) {
		at, fault := r.places(space.View(s))
		w.at, w.fault = append(w.at, at), append(w.fault, fault)
	}
	for _, e := range space.Edges {
		w.next[e.From] = append(w.next[e.From], e)
		w.rules[space.Rule(e.Move)] = true
	}
	return w, ""
}

// close ends the search, and frees its memory.
func (w *world) close() { _ = w.Close() } // nothing of it is in a file

// whole returns a sentence if not all states were found, else "".
func (w *world) whole() string {
	if w.Ended == explore.Complete {
		return ""
	}
	return fmt.Sprintf("The world has more than %d states. Perhaps a rule makes facts again and again.", w.Looked)
}

// aloft returns the things that are in the air in a state.
func (w *world) aloft(s explore.State) (names []string) {
	for i, at := range w.at[s] {
		if at == air {
			names = append(names, w.things[i])
		}
	}
	return names
}

// way tells of a shortest way to a state: `After pick_up b`.
func (w *world) way(to explore.State) string {
	var did []string
	from := explore.State(0)
	for _, s := range w.Way(to) {
		i := slices.IndexFunc(w.next[from], func(e explore.Edge) bool { return e.To == s })
		did = append(did, w.Label(w.next[from][i].Move))
		from = s
	}
	if len(did) == 0 {
		return "At the start"
	}
	return "After " + english.List(did)
}
