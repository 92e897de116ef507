package main

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/export"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
	"github.com/ceptre-graph/ceptre/lang"
)

// The data that DOT holds of the runs of examples reads back unchanged.
func TestExamplesComeBackFromDOT(t *testing.T) {
	eachExample(t, func(t *testing.T, p *lang.Program) {
		for _, start := range p.Traces {
			for seed := range uint64(seeds) {
				requireComesBack(t, runExample(t, p, start, seed))
			}
		}
	})
}

// The data that DOT holds of any run reads back unchanged, with any names.
func TestRunsComeBackFromDOT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { requireComesBack(t, drawRun(t)) })
}

func requireComesBack(t require.TestingT, tr *trace.Trace) {
	var text bytes.Buffer
	_, err := export.Write(&text, "dot", causal.New(tr), causal.Cast{})
	require.NoError(t, err)
	dot := text.String()
	back, _, err := foreign.Read("run.dot", &text, nil)
	require.NoError(t, err, dot)
	require.Equal(t, heldByDOT(tr), back, dot)
}

// heldByDOT returns the data that DOT holds of a trace, with steps that count from 1.
func heldByDOT(tr *trace.Trace) *trace.Trace {
	held := &trace.Trace{Header: trace.Header{Format: trace.Format}, Steps: []trace.Step{}}
	held.Resources = append([]trace.Resource{}, tr.Resources...)
	ids := make(map[trace.StepID]trace.StepID)
	for i, s := range tr.Steps {
		id := trace.StepID(i + 1)
		ids[s.ID] = id
		held.Steps = append(held.Steps, trace.Step{ID: id, Rule: s.Rule, Args: s.Args, Stage: s.Stage, Consumes: s.Consumes,
			Reads: s.Reads, Produces: s.Produces})
	}
	for i := range held.Resources {
		held.Resources[i].By = ids[held.Resources[i].By]
	}
	return held
}

// unkind are names that mean something in DOT, and such as programs cannot have, but traces.
var unkind = rapid.SampledFrom([]string{"ann", "do/mourn", "C'", "été", "<b>", "a&b", "&lt;", "a;b", "[x]", "{,}",
	"#35;", `\`, `\n`, "a\\", "->", "--", "x1", "t1", "//", "strict", "007", "!",
	"a b", " ", "a\u00a0b", "(a)", `say "ah"`, `a"`, "\n", "\x1b", "\u2028", "qui", "7", `a\\"`})

func unkindTerms() *rapid.Generator[[]trace.Term] {
	literals := rapid.Map(rapid.StringMatching(`"([ a-z(}\];,é!<&]|\\"|\\\\|\\n)*"`), trace.Const)
	numerals := rapid.Map(rapid.StringMatching(`0|[1-9][0-9]{0,20}`), func(digits string) trace.Term {
		return trace.Term{Head: digits, Number: true}
	})
	odd := rapid.Map(rapid.SampledFrom([]string{`a"b`, `\`, "a\x1b"}),
		trace.Text) // in the spelling that readers give them
	simple := rapid.OneOf(rapid.Map(unkind, trace.Const), literals, odd, numerals)
	compound := rapid.Map(rapid.SliceOfN(simple, 1, 2), func(args []trace.Term) trace.Term {
		return trace.Term{Head: "s", Args: []trace.Term{{Head: `c\`, Args: args}}}
	})
	return rapid.Map(rapid.SliceOfN(rapid.OneOf(simple, compound), 0, 2), func(terms []trace.Term) []trace.Term {
		return slices.Clip(append([]trace.Term(nil), terms...))
	})
}

// drawn is a run in the making.
type drawn struct {
	*rapid.T
	trace.Trace
	alive  []trace.ResourceID
	staged bool
}

// drawRun draws a run in a single stage, with a token that each step reads, or in none.
func drawRun(t *rapid.T) *trace.Trace {
	d := &drawn{T: t, staged: rapid.Bool().Draw(t, "staged")}
	d.Format = trace.Format
	if d.staged {
		d.Resources = []trace.Resource{{ID: 1, Pred: trace.StagePred, Args: []trace.Term{trace.Const("day")}}}
	}
	for range rapid.IntRange(0, 5).Draw(t, "initial") {
		d.alive = append(d.alive, d.make(0))
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "steps") {
		d.fire(trace.StepID(3*i + 2))
	}
	return &d.Trace
}

func (d *drawn) make(by trace.StepID) trace.ResourceID {
	id := trace.ResourceID(2*len(d.Resources) + 1)
	d.Resources = append(d.Resources, trace.Resource{
		ID: id, By: by, Pred: unkind.Draw(d.T, "predicate"), Args: unkindTerms().Draw(d.T, "arguments"),
		Persistent: rapid.IntRange(0, 3).Draw(d.T, "permanent") == 0,
	})
	return id
}

func (d *drawn) fire(id trace.StepID) {
	s := trace.Step{ID: id, Rule: unkind.Draw(d.T, "rule"), Args: unkindTerms().Draw(d.T, "arguments")}
	if d.staged {
		s.Stage, s.Reads = "day", []trace.ResourceID{1}
	}
	d.alive = slices.DeleteFunc(d.alive, func(x trace.ResourceID) bool {
		switch use := rapid.IntRange(0, 2).Draw(d.T, "use"); {
		case use == 0 && !d.Resources[x/2].Persistent:
			s.Consumes = append(s.Consumes, x)
			return true
		case use == 1:
			s.Reads = append(s.Reads, x)
		}
		return false
	})
	for range rapid.IntRange(0, 3).Draw(d.T, "makes") {
		s.Produces = append(s.Produces, d.make(id))
	}
	d.alive = append(d.alive, s.Produces...)
	d.Steps = append(d.Steps, s)
}
