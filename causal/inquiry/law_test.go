package inquiry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/story"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// lawWorlds is in how many random programs a law has to hold, beside those of
// [subjects].
const lawWorlds = 40

// lawRuns returns runs of random programs, of the town and of the examples.
func lawRuns(t *testing.T) []replaytest.Subject {
	out := replaytest.Subjects(t)
	for seed := range uint64(lawWorlds) {
		p := replaytest.Load(t, replaytest.World(replaytest.Rand(1000+seed)))
		if run := replaytest.RandomRun(t, p, seed, 25); len(run.Steps) > 0 {
			out = append(out, replaytest.Subject{Program: p, Run: run})
		}
	}
	return out
}

// inTurn reports whether no stage of a program is ordered. Where one is, it
// depends on the order of concurrent steps whether a rule's turn has come, of
// which a trace says nothing.
func inTurn(p *lang.Program) bool {
	return !slices.ContainsFunc(p.Stages, func(s *lang.Stage) bool { return s.Ordered })
}

// refire fires the steps of a trace on the machine, each with the resources that
// it names. It returns those before which another transition comes.
func refire(t require.TestingT, p *lang.Program, tr *trace.Trace) (*replay.Replay, []trace.StepID) {
	r, err := replay.New(p, tr, tr.Initial())
	require.NoError(t, err)
	var early []trace.StepID
	for i := range tr.Steps {
		s := &tr.Steps[i]
		found, err := r.Find(context.Background(), s)
		if fault, ok := err.(*replay.Fault); ok && fault.Kind == replay.TooEarly {
			early = append(early, s.ID)
			err = nil
		}
		require.NoError(t, err, "%s", p.Source.Text)
		_, err = r.Fire(found, s)
		require.NoError(t, err)
	}
	return r, early
}

// refireInTurn does so where nothing may come before a step.
func refireInTurn(t require.TestingT, p *lang.Program, tr *trace.Trace) *replay.Replay {
	r, early := refire(t, p, tr)
	if inTurn(p) {
		require.Empty(t, early, "%s", p.Source.Text)
	}
	return r
}

// stateOf returns the facts of a state and its stage.
func stateOf(r *replay.Replay, p *lang.Program) []string {
	stage := "none"
	if s := r.Machine.Stage(); s != nil {
		stage = s.Name
	}
	var facts []string
	for _, pred := range p.Preds {
		for _, x := range r.Machine.Context().Of(pred) {
			facts = append(facts, fmt.Sprint(x.Fact, x.Permanent))
		}
	}
	slices.Sort(facts)
	return append(facts, "in stage "+stage)
}

// linearize draws an order of the events that respects the causal order.
func linearize(r *rand.Rand, g *causal.Graph) []causal.Event {
	waits := make([]int, g.Len())
	var ready, order []causal.Event
	for e := range causal.Event(g.Len()) {
		if waits[e] = len(g.Causes(e)); waits[e] == 0 {
			ready = append(ready, e)
		}
	}
	for len(ready) > 0 {
		i := r.IntN(len(ready))
		e := ready[i]
		ready = slices.Delete(ready, i, i+1)
		order = append(order, e)
		for _, f := range g.Effects(e) {
			if waits[f]--; waits[f] == 0 {
				ready = append(ready, f)
			}
		}
	}
	return order
}

// Any order of the steps that respects the causal order replays to the same final
// state, and has the same hash; also if it is recorded anew, so that another step
// may be the first to assert a permanent fact. It is a run by [replay.Verify], too, but
// where rules of an ordered stage had to wait for their turn.
func TestEveryCausalOrderReplays(t *testing.T) {
	r := replaytest.Rand(1)
	otherMaker := 0
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		before, _ := refire(t, s.Program, s.Run)
		for range 3 {
			again := reorder(s.Run, linearize(r, g))
			require.NoError(t, trace.Validate(again))
			require.Equal(t, stateOf(before, s.Program), stateOf(refireInTurn(t, s.Program, again), s.Program))
			require.ElementsMatch(t, texts(s.Run.Final()), texts(again.Final()))
			if inTurn(s.Program) {
				require.NoError(t, verify(s.Program, again))
			}
			require.Equal(t, hash.Of(g), hash.Of(causal.New(again)))
			anew, err := WhatIf(context.Background(), s.Program, causal.New(again), Change{})
			require.NoError(t, err)
			require.Len(t, anew.Trace.Steps, g.Len())
			require.Equal(t, hash.Of(g), hash.Of(causal.New(anew.Trace)), "%s", s.Program.Source.Text)
			if makers(again) != makers(anew.Trace) {
				otherMaker++
			}
		}
	}
	require.Greater(t, otherMaker, 10, "the test draws orders in which another step makes a permanent fact")
}

// makers says which steps made which permanent facts.
func makers(t *trace.Trace) string {
	var out []string
	for _, x := range t.Resources {
		if x.Persistent {
			out = append(out, fmt.Sprint(x, x.By))
		}
	}
	slices.Sort(out)
	return strings.Join(out, ",")
}

// someEvents draws up to so many events.
func someEvents(r *rand.Rand, g *causal.Graph, n int) []causal.Event {
	var out []causal.Event
	for _, i := range r.Perm(g.Len())[:min(n, g.Len())] {
		out = append(out, causal.Event(i))
	}
	return out
}

// The past of an event replays alone and enables it: from the facts that it
// touches, and from the whole initial state. Links wait as they must, as all that
// was done in the stage that a link leaves is in the link's past.
func TestPastReplaysAlone(t *testing.T) {
	r := replaytest.Rand(2)
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		var initial []causal.Target
		for i := range g.Resources {
			if x := &g.Resources[i]; x.Producer == causal.Outside {
				initial = append(initial, causal.Target{Resource: x, Event: causal.Outside})
			}
		}
		for _, e := range someEvents(r, g, 5) {
			past := append(g.Past(e), e)
			for _, alone := range []*trace.Trace{g.Excerpt(past), g.Excerpt(past, initial...)} {
				require.NoError(t, trace.Validate(alone))
				refireInTurn(t, s.Program, alone)
			}
		}
	}
}

// So do explanations, which leave out steps that merely came first, and stories,
// which leave out still more. But then links may not have had to wait.
func TestExplanationsReplayAlone(t *testing.T) {
	r := replaytest.Rand(3)
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		stories := story.NewFinder(g)
		for _, e := range someEvents(r, g, 5) {
			target := []causal.Target{{Event: e}}
			why := g.Excerpt(g.Why(target, causal.Reach{Stages: true}).Events)
			require.NoError(t, trace.Validate(why))
			refire(t, s.Program, why)
			story := stories.Of(e).Trace
			require.NoError(t, trace.Validate(story))
			require.Equal(t, g.Step(e).ID, story.Steps[len(story.Steps)-1].ID)
			refire(t, s.Program, story)
		}
	}
}

// explanations returns all that is said of why events happened.
func explanations(t require.TestingT, g *causal.Graph, events []causal.Event, stories bool) []string {
	var out []string
	s := story.NewFinder(g)
	for _, e := range events {
		why := g.Why([]causal.Target{{Event: e}}, causal.Reach{Stages: true})
		var b strings.Builder
		require.NoError(t, why.Fprint(&b))
		past := g.Past(e)
		out = append(out, b.String(),
			fmt.Sprint(past, g.Future(e), why.Events, hash.Of(causal.New(g.Excerpt(append(past, e))))))
		if stories {
			story := s.Of(e)
			out = append(out, fmt.Sprint(story.Needs, story.Proved, hash.Of(causal.New(story.Trace))))
		}
	}
	return out
}

// TestUntouchedFactsExplainNothing: untouched facts of the initial state change no explanation.
// For stories a fact is untouched if no step needs an equal one: a story may take any of equal
// facts.
func TestUntouchedFactsExplainNothing(t *testing.T) {
	r := replaytest.Rand(4)
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		events := someEvents(r, g, 5)
		fresh := func() trace.Resource { return trace.Resource{Pred: "nobody_asks"} }
		linear := slices.DeleteFunc(slices.Clone(s.Run.Resources), func(x trace.Resource) bool { return x.Persistent })
		equal := func() trace.Resource { return replaytest.Pick(r, linear) }
		require.Equal(t, explanations(t, g, events, true), explanations(t, causal.New(with(t, s.Run, fresh)), events, true))
		require.Equal(t, explanations(t, g, events, false), explanations(t, causal.New(with(t, s.Run, equal)), events, false))
	}
}

// with returns a run with three more linear resources in the initial state.
func with(t require.TestingT, run *trace.Trace, fact func() trace.Resource) *trace.Trace {
	out := *run
	program := *run.Program
	program.Predicates = append(slices.Clone(program.Predicates), trace.Predicate{Name: "nobody_asks", Mode: trace.Linear})
	out.Program, out.End = &program, nil
	var more []trace.Resource
	for i := range 3 {
		x := fact()
		x.ID, x.By = trace.ResourceID(len(run.Resources)+i+1), 0
		more = append(more, x)
	}
	out.Resources = slices.Concat(more, run.Resources)
	require.NoError(t, trace.Validate(&out))
	return &out
}

// The same choices in a program that starts with facts of which no rule speaks
// give the same run with the same explanations.
func TestUntouchedFactsChangeNoRun(t *testing.T) {
	r := replaytest.Rand(5)
	for seed := range uint64(lawWorlds) {
		text := replaytest.World(replaytest.Rand(seed))
		p := replaytest.Load(t, text)
		more := replaytest.Load(t, text+"nobody_asks t : pred.\n")
		x := lang.Fact{Pred: more.Preds[len(more.Preds)-1],
			Args: []lang.Value{lang.NewValue(more.Types[0].Constructors[0], nil)}}
		for _, start := range more.Traces {
			start.Context.Facts = append([]lang.Initial{{Fact: x}, {Fact: x, Permanent: true}}, start.Context.Facts...)
		}
		g, h := causal.New(replaytest.RandomRun(t, p, seed, 25)), causal.New(replaytest.RandomRun(t, more, seed, 25))
		require.Equal(t, len(g.Resources)+2, len(h.Resources))
		events := someEvents(r, g, 5)
		require.Equal(t, explanations(t, g, events, true), explanations(t, h, events, true))
	}
}

// reorder returns a trace with its steps, and what they made, in another order.
func reorder(t *trace.Trace, order []causal.Event) *trace.Trace {
	out := &trace.Trace{Header: t.Header, End: t.End}
	for _, r := range t.Resources {
		if r.By == 0 {
			out.Resources = append(out.Resources, r)
		}
	}
	for _, e := range order {
		step := t.Steps[e]
		out.Steps = append(out.Steps, step)
		for _, r := range t.Resources {
			if r.By == step.ID {
				out.Resources = append(out.Resources, r)
			}
		}
	}
	return out
}

// verify reports whether a trace is a run of a program.
func verify(p *lang.Program, tr *trace.Trace) error {
	return replay.Verify(context.Background(), p, tr, replay.VerifyOptions{})
}
