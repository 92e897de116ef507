package inquiry

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

func whatIf(t require.TestingT, s replaytest.Subject, g *causal.Graph, c Change) *Counterfactual {
	would, err := WhatIf(context.Background(), s.Program, g, c)
	require.NoError(t, err)
	return would
}

// someChange takes away up to two steps and two facts of the initial state, one
// thing at least.
func someChange(r *rand.Rand, g *causal.Graph) Change {
	var c Change
	for _, e := range someEvents(r, g, 1+r.IntN(2)) {
		c.Steps = append(c.Steps, g.Step(e).ID)
	}
	var facts []trace.ResourceID
	for _, x := range g.Trace.Initial() {
		if x.Pred != trace.StagePred {
			facts = append(facts, x.ID)
		}
	}
	r.Shuffle(len(facts), func(i, j int) { facts[i], facts[j] = facts[j], facts[i] })
	if c.Resources = facts[:min(len(facts), r.IntN(3))]; len(c.Resources) > 0 && r.IntN(2) == 0 {
		c.Steps = nil
	}
	return c
}

// withFacts adds up to two facts of the run to the initial state.
func withFacts(r *rand.Rand, g *causal.Graph, c Change) Change {
	holds := make(map[string]bool)
	for _, x := range g.Trace.Initial() {
		if !slices.Contains(c.Resources, x.ID) {
			holds[x.String()] = true
		}
	}
	for range r.IntN(3) {
		x := replaytest.Pick(r, g.Trace.Resources)
		if x.Pred == trace.StagePred || x.Persistent && holds[x.String()] {
			continue
		}
		holds[x.String()] = true
		x.By = 0
		c.Facts = append(c.Facts, x)
	}
	return c
}

// affected returns the causal future of the removed parts, including removed steps.
func affected(g *causal.Graph, c Change) map[trace.StepID]bool {
	out := make(map[trace.StepID]bool)
	add := func(e causal.Event) {
		out[g.Step(e).ID] = true
		for _, f := range g.Future(e) {
			out[g.Step(f).ID] = true
		}
	}
	for _, id := range c.Steps {
		e, _ := g.Event(id)
		add(e)
	}
	for _, id := range c.Resources {
		for _, e := range g.Resource(id).Users() {
			add(e)
		}
	}
	return out
}

// Where nothing changes, everything happens as it did. Of what a step takes only the
// order is not kept.
func TestWhatIfNothing(t *testing.T) {
	for _, s := range lawRuns(t) {
		for _, strict := range []bool{false, true} {
			would := whatIf(t, s, causal.New(s.Run), Change{Strict: strict})
			for i, step := range would.Trace.Steps {
				before := s.Run.Steps[i]
				require.ElementsMatch(t, before.Consumes, step.Consumes)
				require.ElementsMatch(t, before.Reads, step.Reads)
				step.Consumes, step.Reads, step.Choices = before.Consumes, before.Reads, before.Choices
				require.Equal(t, before, step)
			}
			require.Equal(t, s.Run.Resources, would.Trace.Resources)
			require.Len(t, would.Trace.Steps, len(s.Run.Steps))
			would.Trace = nil
			require.Equal(t, &Counterfactual{}, would)
		}
	}
}

// TestWhatIfKeepsWhatIsNotConcerned: steps outside the future of the removed parts happen as
// before and make the same resources. A step may make more: a permanent fact that lost its maker.
func TestWhatIfKeepsWhatIsNotConcerned(t *testing.T) {
	r := replaytest.Rand(6)
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		for range 4 {
			c := someChange(r, g)
			would := whatIf(t, s, g, c).Trace
			h := causal.New(would)
			concerned := affected(g, c)
			for _, x := range s.Run.Resources {
				if !concerned[x.By] && !slices.Contains(c.Resources, x.ID) {
					require.Contains(t, would.Resources, x)
				}
			}
			for i := range s.Run.Steps {
				step := &s.Run.Steps[i]
				if concerned[step.ID] {
					continue
				}
				e, survives := h.Event(step.ID)
				require.True(t, survives, "%v\n%s", step, s.Program.Source.Text)
				now := h.Step(e)
				require.ElementsMatch(t, step.Consumes, now.Consumes)
				require.ElementsMatch(t, step.Reads, now.Reads)
				require.Subset(t, now.Produces, step.Produces)
			}
		}
	}
}

// With facts added, the same steps survive, though a permanent fact that holds
// from the start is not made again.
func TestWhatIfWithFactsKeepsSteps(t *testing.T) {
	r := replaytest.Rand(7)
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		for range 4 {
			c := withFacts(r, g, someChange(r, g))
			would := whatIf(t, s, g, c)
			concerned := affected(g, c)
			for _, lost := range would.Lost {
				require.True(t, concerned[lost.Step.ID], "%v", lost.Step)
			}
		}
	}
}

// TestWhatIfIsARun: the machine accepts a changed run in its order, except links and ordered rules
// that come too early, which the run reports. If these wait, [replay.Verify] accepts the run. It has the
// original steps in their order, without those removed or lost, and its end differs by the lost
// and the new resources.
func TestWhatIfIsARun(t *testing.T) {
	r := replaytest.Rand(8)
	tooEarly := 0
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		for range 4 {
			c := withFacts(r, g, someChange(r, g))
			would := whatIf(t, s, g, c)
			requireParts(t, g, c, would)
			_, early := refire(t, s.Program, would.Trace)
			for _, e := range would.Early {
				require.Equal(t, e.Step.ID, early[0])
				early = early[1:]
				tooEarly++
			}
			require.Empty(t, early)
			if len(would.Early) == 0 {
				require.NoError(t, verify(s.Program, would.Trace))
			}

			c.Strict = true
			would = whatIf(t, s, g, c)
			requireParts(t, g, c, would)
			require.Empty(t, would.Early)
			require.NoError(t, verify(s.Program, would.Trace))
		}
	}
	require.Greater(t, tooEarly, 10, "the test draws changes after which a link comes too early")
}

// requireParts checks the parts of a changed run against each other.
func requireParts(t require.TestingT, g *causal.Graph, c Change, would *Counterfactual) {
	require.NoError(t, trace.Validate(would.Trace))
	left := slices.Clone(c.Steps)
	for _, lost := range would.Lost {
		left = append(left, lost.Step.ID)
	}
	var kept, now []trace.StepID
	for _, step := range g.Trace.Steps {
		if !slices.Contains(left, step.ID) {
			kept = append(kept, step.ID)
		}
	}
	for _, step := range would.Trace.Steps {
		now = append(now, step.ID)
	}
	require.Equal(t, kept, now)
	require.Len(t, g.Trace.Steps, len(kept)+len(left))
	require.ElementsMatch(t, append(texts(g.Trace.Final()), texts(would.New)...),
		append(texts(would.Trace.Final()), texts(would.Gone)...))
	h := causal.New(would.Trace)
	for _, a := range would.Adapted {
		e, ok := h.Event(a.Step.ID)
		require.True(t, ok)
		require.NotEmpty(t, a.Changed)
		now := h.Step(e)
		require.Equal(t, a.Step.Rule, now.Rule)
		differ := 0
		for i, arg := range now.Args {
			if arg.String() != a.Step.Args[i].String() {
				require.True(t, arg.Number)
				differ++
			}
		}
		require.Len(t, a.Changed, differ)
	}
	for _, swap := range would.Swaps {
		e, _ := h.Event(swap.Step)
		require.Contains(t, taken(h.Step(e)), swap.New.ID)
		require.NotContains(t, taken(h.Step(e)), swap.Old.ID)
		before, _ := g.Event(swap.Step)
		require.Contains(t, taken(g.Step(before)), swap.Old.ID)
		require.Equal(t, swap.Old.Fact(), swap.New.Fact())
	}
}

// TestWhatIfLosesOnlyWhatItMust: a lost step is impossible with any choice of resources that
// [Counterfactual] allows.
func TestWhatIfLosesOnlyWhatItMust(t *testing.T) {
	r := replaytest.Rand(9)
	missing, other := 0, 0
	for _, s := range lawRuns(t) {
		g := causal.New(s.Run)
		for range 6 {
			c := withFacts(r, g, someChange(r, g))
			c.Strict = r.IntN(4) == 0
			would := whatIf(t, s, g, c)
			for _, lost := range would.Lost {
				b := newBereft(g, c, would, lost.Step)
				rule, _ := replay.NewNames(s.Program).Rule(lost.Step)
				possible := b.possible(s.Program, rule)
				if len(lost.Missing) > 0 {
					missing++
					require.False(t, possible, "%v: %v\n%s", lost.Step, lost.Missing, s.Program.Source.Text)
					continue
				}
				other++
				require.True(t, possible)
				require.True(t, c.Strict || b.stage != rule.Stage.Name, "%v: %v\n%s", lost.Step, lost.Err, s.Program.Source.Text)
			}
		}
	}
	require.Greater(t, missing, 100)
	require.Greater(t, other, 100)
}

// bereft is a step of a run that did not happen in a changed one, with the state
// in which it would have.
type bereft struct {
	step  *trace.Step
	stage string
	there []trace.Resource
	free  map[trace.ResourceID]bool // that may be used up
}

func newBereft(g *causal.Graph, c Change, would *Counterfactual, step *trace.Step) *bereft {
	b := &bereft{step: step, free: make(map[trace.ResourceID]bool)}
	before := &trace.Trace{
		Steps: slices.DeleteFunc(slices.Clone(would.Trace.Steps), func(s trace.Step) bool { return s.ID > step.ID }),
	}
	for _, x := range would.Trace.Resources {
		if x.By < step.ID {
			before.Resources = append(before.Resources, x)
		}
	}
	for _, x := range before.Final() {
		if x.Pred == trace.StagePred {
			b.stage = x.Args[0].String()
			continue
		}
		b.there = append(b.there, x)
		b.free[x.ID] = true
	}
	for _, s := range g.Trace.Steps {
		if s.ID > step.ID && !slices.Contains(c.Steps, s.ID) {
			for _, id := range taken(&s) {
				b.free[id] = false
			}
		}
	}
	return b
}

// possible reports whether the premises on the state can be met.
func (b *bereft) possible(p *lang.Program, rule *lang.Rule) bool {
	args, err := replay.NewNames(p).Args(rule, b.step.Args)
	if err != nil {
		return false
	}
	known := slices.Repeat([]bool{true}, len(args))
	return b.meet(&exec.NearMiss{Rule: rule, Args: args, Known: known}, rule.Premises, nil)
}

// meet tries all resources for each premise.
func (b *bereft) meet(n *exec.NearMiss, premises []lang.Premise, used []trace.ResourceID) bool {
	if len(premises) == 0 {
		return true
	}
	p, rest := &premises[0], premises[1:]
	if !p.Kind.OnState() {
		return b.meet(n, rest, used)
	}
	for _, x := range b.there {
		if x.Fact().String() == n.Fact(p.Atom).String() && b.may(p.Kind, x, used) &&
			b.meet(n, rest, append(slices.Clone(used), x.ID)) {
			return true
		}
	}
	return false
}

// may reports whether a resource may meet a premise beside those used. What the step
// took and is still there, it takes as it did.
func (b *bereft) may(kind lang.PremiseKind, x trace.Resource, used []trace.ResourceID) bool {
	switch {
	case x.Persistent:
		return true
	case slices.Contains(used, x.ID):
		return false
	case kind == lang.Consume:
		return b.free[x.ID] && !slices.Contains(b.step.Reads, x.ID) || slices.Contains(b.step.Consumes, x.ID)
	}
	return kind == lang.Keep
}

// changes writes the differences of a changed run, one a line.
func (would *Counterfactual) changes() []string {
	var out []string
	for _, l := range would.Lost {
		out = append(out, fmt.Sprint("lost ", l.Step.ID, " ", l.Step, " ", l.Missing, l.Err))
	}
	for _, a := range would.Adapted {
		out = append(out, fmt.Sprint(a.Step.ID, ": ", a.Written(nil)))
	}
	for _, s := range would.Swaps {
		out = append(out, fmt.Sprint(s.Step, " takes ", s.New.ID, " for ", s.Old.ID))
	}
	for _, e := range would.Early {
		out = append(out, fmt.Sprint(e.Step.ID, " before ", e.First))
	}
	return append(out, fmt.Sprint("gone ", texts(would.Gone)), fmt.Sprint("new ", texts(would.New)))
}

// money is a world of numbers, up to the facts of its #trace.
const money = `num : type. #builtin NAT num. who : type. ann : who. bob : who.
gold num : pred. sword : pred. coin num who : pred.
stage s = {
  gift : gold N -o gold (N + 3).
  buy : gold (N + 5) -o gold N * sword.
  pay : coin N ann -o ().
}
#trace 2 s `

func TestWhatIf(t *testing.T) {
	for _, c := range []struct {
		name, program string
		order         []string
		without       Change
		want          []string
	}{
		{"another stands in, one that nobody needs",
			"cake : pred. full : pred. fed : pred. stage s = { eat : cake -o full. feed : cake -o fed. } #trace 2 s { cake, " +
				"cake, cake }.",
			[]string{"eat", "feed"}, Change{Resources: []trace.ResourceID{1}},
			[]string{"t1 takes x3 for x1", "gone [cake]", "new []"}},
		{"what a step would use up that is taken away is free",
			"cake : pred. full : pred. fed : pred. stage s = { eat : cake -o full. feed : cake -o fed. } #trace _ s { cake, " +
				"cake }.",
			[]string{"eat", "feed"}, Change{Resources: []trace.ResourceID{1}, Steps: []trace.StepID{2}},
			[]string{"t1 takes x2 for x1", "gone [fed]", "new []"}},
		{"what a later step needs is not",
			"cake : pred. full : pred. fed : pred. stage s = { eat : cake -o full. feed : cake -o fed. } #trace _ s { cake, " +
				"cake }.",
			[]string{"eat", "feed"}, Change{Resources: []trace.ResourceID{1}},
			[]string{"lost t1 eat [cake] <nil>", "gone [full]", "new []"}},
		{"rather what is there only now than what was left over",
			"cake : pred. full : pred. stage s = { eat : cake -o full. } #trace 1 s { cake, cake }.",
			[]string{"eat"}, Change{Resources: []trace.ResourceID{1}, Facts: []trace.Resource{{Pred: "cake"}}},
			[]string{"t1 takes x5 for x1", "gone []", "new []"}},
		{"rather what is left by a step that is lost",
			"cake : pred. hungry : pred. full : pred. fed : pred. stage s = { feed : cake * hungry -o fed. eat : cake -o " +
				"full. } #trace 2 s { hungry, cake, cake, cake, cake }.",
			[]string{"feed (x4)", "eat (x5)"}, Change{Resources: []trace.ResourceID{1, 5}},
			[]string{"lost t1 feed [hungry] <nil>", "t2 takes x4 for x5", "gone [fed]", "new []"}},
		{"for a permanent fact that met several premises several stand in",
			"cake : pred. full : pred. stage s = { eat : cake * $cake -o full. } #trace 1 s { !cake }.",
			[]string{"eat"}, Change{Resources: []trace.ResourceID{1}, Facts: []trace.Resource{{Pred: "cake"}, {Pred: "cake"}}},
			[]string{"t1 takes x4 for x1", "gone [!cake]", "new [cake]"}},
		{"but one is not enough",
			"cake : pred. full : pred. stage s = { eat : cake * $cake -o full. } #trace 1 s { !cake }.",
			[]string{"eat"}, Change{Resources: []trace.ResourceID{1}, Facts: []trace.Resource{{Pred: "cake"}}},
			[]string{"lost t1 eat [!cake] <nil>", "gone [!cake full]", "new [cake]"}},
		{"a link that comes too early",
			"cake : pred. full : pred. stage s = { eat : cake -o full. } stage u = { rest : full -o (). } go : qui * stage s " +
				"-o stage u. #trace _ s { cake, full }.",
			[]string{"eat", "go", "rest (x4)", "rest"}, Change{Steps: []trace.StepID{1}},
			[]string{"lost t3 rest [full] <nil>", "t2 before eat", "gone []", "new [cake]"}},
		{"a link that waits",
			"cake : pred. full : pred. stage s = { eat : cake -o full. } stage u = { rest : full -o (). } go : qui * stage s " +
				"-o stage u. #trace _ s { cake, full }.",
			[]string{"eat", "go", "rest (x4)", "rest"}, Change{Steps: []trace.StepID{1}, Strict: true},
			[]string{
				"lost t2 go [] a link waits until no rule applies, and eat does",
				"lost t3 rest [full] <nil>",
				"lost t4 rest [] it belongs to stage u, and the run is in stage s",
				"gone [stage u]", "new [cake full stage s]",
			}},
		{"another maker of a permanent fact",
			"day : pred. bell : pred. woke : pred. stage s = { ring : day -o !bell. wake : day * $bell -o woke. } #trace _ s " +
				"{ day, day, day }.",
			[]string{"ring", "ring", "wake"}, Change{Steps: []trace.StepID{1}},
			[]string{"t3 takes x7 for x5", "gone []", "new [day]"}},
		{"with other numbers",
			money + "{ gold 10 }.",
			[]string{"gift 10", "buy 8"}, Change{Steps: []trace.StepID{1}},
			[]string{"t2: N is 5 now, was 8", "gone [gold 8]", "new [gold 5]"}},
		{"with too small ones",
			money + "{ gold 4 }.",
			[]string{"gift 4", "buy 2"}, Change{Steps: []trace.StepID{1}},
			[]string{"lost t2 buy 2 [gold 7] <nil>", "gone [gold 2 sword]", "new [gold 4]"}},
		{"with the first that fit",
			money + "{ coin 1 ann, coin 3 bob, coin 2 ann, coin 4 ann, gold 0 }.",
			[]string{"pay 1", "gift 0"}, Change{Resources: []trace.ResourceID{1}},
			[]string{"t1: N is 2 now, was 1: the first of 2 choices of numbers that fit", "gone [coin 2 ann]", "new []"}},
		{"with those that nobody needs",
			money + "{ coin 1 ann, coin 2 ann }.",
			[]string{"pay 1", "pay 2"}, Change{Resources: []trace.ResourceID{1}},
			[]string{"lost t1 pay 1 [coin 1 ann] <nil>", "gone []", "new []"}},
		{"but not where they would have to wait",
			"num : type. #builtin NAT num. hold : pred. gold num : pred. stage s = { free : hold -o (). buy : gold (N + 5) -o " +
				"gold N. } #ordered s. #trace 2 s { hold, gold 10 }.",
			[]string{"free", "buy 5"}, Change{Steps: []trace.StepID{1}, Resources: []trace.ResourceID{2},
				Facts: []trace.Resource{{Pred: "gold", Args: []trace.Term{{Head: "6", Number: true}}}}, Strict: true},
			[]string{"lost t2 buy 5 [gold 10] <nil>", "gone [gold 5]", "new [hold gold 6]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := replaytest.Load(t, c.program)
			s := replaytest.Subject{Program: p, Run: replaytest.Firing(t, p, c.order...)}
			require.Equal(t, c.want, whatIf(t, s, causal.New(s.Run), c.without).changes())
		})
	}
}

// TestWhatIfFindsFirstWhatIsUsedUp: resources to consume are chosen first, since one only to be
// read may be needed by a later step.
func TestWhatIfFindsFirstWhatIsUsedUp(t *testing.T) {
	p := replaytest.Load(t, "cake : pred. hungry : pred. full : pred. stage s = { eat : $cake * cake -o full. feed : "+
		"cake * hungry -o full. } #trace _ s {}.")
	run := &trace.Trace{
		Header: trace.Header{Format: trace.Format},
		Resources: []trace.Resource{
			{ID: 1, Pred: "cake", Persistent: true}, {ID: 2, Pred: "cake"}, {ID: 3, Pred: "cake"}, {ID: 4, Pred: "cake"},
			{ID: 5, Pred: "hungry"},
			{ID: 6, Pred: trace.StagePred, Args: []trace.Term{trace.Const("s")}},
			{ID: 7, Pred: "full", By: 1}, {ID: 8, Pred: "full", By: 2},
		},
		Steps: []trace.Step{
			{ID: 1, Rule: "eat", Reads: []trace.ResourceID{2, 1, 6}, Produces: []trace.ResourceID{7}},
			{ID: 2, Rule: "feed", Consumes: []trace.ResourceID{4, 5}, Reads: []trace.ResourceID{6},
				Produces: []trace.ResourceID{8}},
		},
	}
	require.NoError(t, verify(p, run))
	would := whatIf(t, replaytest.Subject{Program: p, Run: run}, causal.New(run),
		Change{Resources: []trace.ResourceID{1, 2}})
	require.Empty(t, would.Lost)
	require.Equal(t, []trace.ResourceID{3}, would.Trace.Steps[0].Consumes)
	require.Equal(t, []trace.ResourceID{4, 6}, would.Trace.Steps[0].Reads)
}
