package foreign_test

import (
	"fmt"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// words are names that all formats can hold.
var words = rapid.SampledFrom([]string{"ann", "b'", "do/mourn", "été", "x1", "-", "t0", "qu"})

var literals = rapid.Map(rapid.StringMatching(`"([ a-z(}\];,é!<&]|\\"|\\\\|\\n)*"`), trace.Const)

// terms draws terms of words, numerals and what else there is.
func terms(depth int, others ...*rapid.Generator[trace.Term]) *rapid.Generator[trace.Term] {
	kinds := append([]*rapid.Generator[trace.Term]{rapid.Map(words, trace.Const), numerals()}, others...)
	if depth > 0 {
		kinds = append(kinds, rapid.Custom(func(t *rapid.T) trace.Term {
			args := rapid.SliceOfN(terms(depth-1, others...), 1, 3).Draw(t, "args")
			return trace.Term{Head: words.Draw(t, "constructor"), Args: args}
		}))
	}
	return rapid.OneOf(kinds...)
}

func numerals() *rapid.Generator[trace.Term] {
	return rapid.Map(rapid.StringMatching(`0|[1-9][0-9]{0,20}`), func(digits string) trace.Term {
		return trace.Term{Head: digits, Number: true}
	})
}

// shape says what runs to draw.
type shape struct {
	distinct bool // no two facts are equal
	reads    bool // steps read linear facts, too
	terms    *rapid.Generator[trace.Term]
}

// story is a run in the making. It has no stage tokens.
type story struct {
	*rapid.T
	shape
	trace trace.Trace
	alive []trace.Resource
}

// stories draws runs with ascending ids.
func stories(s shape) *rapid.Generator[*trace.Trace] {
	return rapid.Custom(func(t *rapid.T) *trace.Trace {
		r := &story{T: t, shape: s}
		r.trace.Format = trace.Format
		for range rapid.IntRange(0, 5).Draw(t, "initial") {
			r.make(0)
		}
		for i := range rapid.IntRange(0, 8).Draw(t, "steps") {
			r.fire(trace.StepID(i + 1))
		}
		return &r.trace
	})
}

// make adds a resource and returns its id.
func (r *story) make(by trace.StepID) trace.ResourceID {
	n := len(r.trace.Resources) + 1
	x := trace.Resource{ID: trace.ResourceID(n), By: by, Pred: "p" + words.Draw(r.T, "predicate")}
	x.Args = rapid.SliceOfN(r.terms, 0, 2).Draw(r.T, "arguments")
	if r.distinct {
		x.Args = append(x.Args, trace.Term{Head: strconv.Itoa(n), Number: true})
	} else {
		x.Pred, x.Args = "coin", x.Args[:0]
	}
	if len(x.Args) == 0 {
		x.Args = nil
	}
	x.Persistent = rapid.IntRange(0, 3).Draw(r.T, "permanent") == 0
	if x.Persistent && !r.distinct {
		x.Pred = fmt.Sprintf("law%d", n) // permanent facts are a set
	}
	r.trace.Resources = append(r.trace.Resources, x)
	r.alive = append(r.alive, x)
	return x.ID
}

// fire adds a step that uses some of the resources alive.
func (r *story) fire(id trace.StepID) {
	s := trace.Step{ID: id, Rule: "r" + words.Draw(r.T, "rule")}
	if args := rapid.SliceOfN(r.terms, 0, 2).Draw(r.T, "arguments"); len(args) > 0 {
		s.Args = args
	}
	r.alive = slices.DeleteFunc(r.alive, func(x trace.Resource) bool {
		switch use := rapid.IntRange(0, 2).Draw(r.T, "use"); {
		case use == 0 && !x.Persistent:
			s.Consumes = append(s.Consumes, x.ID)
			return true
		case use == 1 && (r.reads || x.Persistent):
			s.Reads = append(s.Reads, x.ID)
		}
		return false
	})
	for range rapid.IntRange(0, 3).Draw(r.T, "makes") {
		s.Produces = append(s.Produces, r.make(id))
	}
	r.trace.Steps = append(r.trace.Steps, s)
}

// renumbered gives resources the ids 1, 2, … in their order.
func renumbered(tr *trace.Trace) *trace.Trace {
	ids := make(map[trace.ResourceID]trace.ResourceID)
	out := &trace.Trace{Header: tr.Header}
	for i, x := range tr.Resources {
		ids[x.ID] = trace.ResourceID(i + 1)
		x.ID = ids[x.ID]
		out.Resources = append(out.Resources, x)
	}
	all := func(of []trace.ResourceID) []trace.ResourceID {
		var to []trace.ResourceID
		for _, id := range of {
			to = append(to, ids[id])
		}
		return to
	}
	for _, s := range tr.Steps {
		s.Consumes, s.Reads, s.Produces = all(s.Consumes), all(s.Reads), all(s.Produces)
		out.Steps = append(out.Steps, s)
	}
	return out
}
