package causal

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// drawEvent draws an event of a run that has any.
func drawEvent(t *rapid.T, g *Graph) Event {
	if g.Len() == 0 {
		t.Skip("nothing happened")
	}
	return Event(rapid.IntRange(0, g.Len()-1).Draw(t, "event"))
}

// An explanation holds the makers of all that it uses, and nothing else; with the
// events that merely came first it is the causal past.
func TestWhyIsTheMakers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		e := drawEvent(t, g)
		w := g.Why([]Target{{Event: e}}, Reach{Stages: true})
		owed := map[Event]bool{e: true}
		for _, later := range slices.Backward(inOrder(g.Len())) {
			for _, used := range slices.Concat(g.Step(later).Consumes, g.Step(later).Reads) {
				if maker := g.Resource(used).Producer; owed[later] && maker != Outside {
					owed[maker] = true
				}
			}
		}
		for _, a := range inOrder(g.Len()) {
			require.Equal(t, owed[a], w.Has(a))
		}
		require.True(t, slices.IsSorted(w.Merely()))
		past := slices.Sorted(slices.Values(slices.Concat(w.Events, w.Merely())))
		require.Equal(t, append(g.Past(e), e), past)
		require.Empty(t, w.Ends)
	})
}

// Events that merely came first are told in their order, wherever they branch off.
func TestMerelyIsInOrder(t *testing.T) {
	type ids = []trace.ResourceID
	g := New(&trace.Trace{
		Resources: []trace.Resource{{ID: 1, Pred: "lamp"}, {ID: 2, Pred: "bell"}, {ID: 3, Pred: "dark", By: 3},
			{ID: 4, Pred: "end", By: 4}},
		Steps: []trace.Step{
			{ID: 1, Rule: "listen", Reads: ids{2}}, {ID: 2, Rule: "look", Reads: ids{1}},
			{ID: 3, Rule: "snuff", Consumes: ids{1}, Produces: ids{3}},
			{ID: 4, Rule: "toll", Consumes: ids{2, 3}, Produces: ids{4}},
		},
	})
	for _, last := range []Event{2, 3} {
		merely := g.Why([]Target{{Event: last}}, Reach{}).Merely()
		require.Equal(t, map[Event][]Event{2: {1}, 3: {0, 1}}[last], merely)
	}
}

// What led to an event replays alone, and with it the event.
func TestExcerptsReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		e := drawEvent(t, g)
		reach := Reach{Stages: true, Depth: rapid.IntRange(0, 3).Draw(t, "depth")}
		if rapid.Bool().Draw(t, "until") {
			reach.Until = "a"
		}
		w := g.Why([]Target{{Event: e}}, reach)
		part := g.Excerpt(w.Events)
		require.NoError(t, trace.Validate(part))
		require.Equal(t, g.Step(e).ID, part.Steps[len(part.Steps)-1].ID)
	})
}

// What stops short goes on from its ends: together they hold all.
func TestWhyGoesOnFromItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		e := drawEvent(t, g)
		whole := g.Why([]Target{{Event: e}}, Reach{})
		short := g.Why([]Target{{Event: e}}, Reach{Depth: rapid.IntRange(1, 3).Draw(t, "depth")})
		all := slices.Clone(short.Events)
		for _, end := range short.Ends {
			rest := g.Why([]Target{{Event: end}}, Reach{}).Events
			fresh := slices.DeleteFunc(slices.Clone(rest), short.Has)
			n, counted := short.Beyond(end)
			require.True(t, counted)
			require.Len(t, fresh, n)
			all = append(all, rest...)
		}
		slices.Sort(all)
		require.Equal(t, whole.Events, slices.Compact(all))
	})
}

func TestPartingDividesTheEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		a, b := g.Why([]Target{{Event: drawEvent(t, g)}}, Reach{}), g.Why([]Target{{Event: drawEvent(t, g)}}, Reach{})
		p := Part(a, b)
		require.Equal(t, a.Events, slices.Sorted(slices.Values(slices.Concat(p.Both, p.Left))))
		require.Equal(t, b.Events, slices.Sorted(slices.Values(slices.Concat(p.Both, p.Right))))
		for _, e := range p.Both {
			goesOn := slices.ContainsFunc(slices.Concat(p.Left, p.Right),
				func(l Event) bool { return slices.Contains(g.makers(l, false), e) })
			require.Equal(t, goesOn, slices.Contains(p.Forks, e))
		}
	})
}

func TestProofText(t *testing.T) {
	g := New(quarrel())
	found, err := g.Find("sulk")
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, g.Why(found, Reach{}).Fprint(&b))
	require.Equal(t, `sulk ← t4 sulk
├─ anger ← t1 insult ann
│  ├─ $at ann (start)
│  └─ $at bob (start)
└─ $at bob (start)
`, b.String())

	b.Reset()
	require.NoError(t, g.Why(found, Reach{Depth: 1}).Fprint(&b))
	require.Equal(t, "sulk ← t4 sulk (1 more step before it)\n", b.String())

	b.Reset()
	found, err = g.Find("x7")
	require.NoError(t, err)
	require.NoError(t, g.Why(found, Reach{}).Fprint(&b))
	require.Equal(t, `!gone ← t3 leave
└─ at ann (start)

Came before only because they read what a later step used up: t1 and t2
`, b.String())

	b.Reset()
	tell := func(e Event) string { return g.Step(e).Rule + "!" }
	fact := func(r *Resource) string { return r.Fact().String() }
	words := Words{Tell: tell, Fact: fact}
	require.NoError(t, g.Why(found, Reach{}).Sentences(&b, words))
	require.Equal(t, "gone, because of 1.\n1. leave! (t3)\n", b.String())

	b.Reset()
	found, err = g.Find("sulk")
	require.NoError(t, err)
	require.NoError(t, g.Why(found, Reach{}).Sentences(&b, words))
	require.Equal(t, "sulk, because of 1.\n1. sulk! (t4, because of 2)\n2. insult! (t1)\n", b.String())

	b.Reset()
	require.NoError(t, g.Why(found, Reach{Depth: 1}).Sentences(&b, words))
	require.Equal(t, "sulk, because of 1.\n1. sulk! (t4, to which 1 more step led)\n", b.String())

	b.Reset()
	found, err = g.Find("x1")
	require.NoError(t, err)
	require.NoError(t, g.Why(found, Reach{}).Sentences(&b, words))
	require.Equal(t, "at ann, from the start.\n", b.String())
}

// TestProofOfAbsence: what had to be absent stands behind what was used, before what was proved; of much
// of it the sentences name some. Where an explanation stops, nothing is said of it.
func TestProofOfAbsence(t *testing.T) {
	none := trace.Fact{Pred: "rain"}
	two := trace.Term{Head: "s", Args: []trace.Term{{Head: "s", Args: []trace.Term{trace.Const("z")}}}}
	tr := quarrel()
	tr.Steps[0].Absent = []trace.Fact{none, {Pred: "wall", Args: []trace.Term{trace.Const("ann"), two}}}
	tr.Steps[0].Proves = []trace.Fact{{Pred: "near"}}
	for range 7 {
		tr.Steps[3].Absent = append(tr.Steps[3].Absent, none)
	}
	require.NoError(t, trace.Validate(tr))
	g := New(tr)
	found, err := g.Find("t1")
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, g.Why(found, Reach{}).Fprint(&b))
	require.Equal(t, `t1 insult ann
├─ $at ann (start)
├─ $at bob (start)
├─ rain does not hold
├─ there is no wall ann (s (s z))
└─ near (derived)
`, b.String())

	words := Words{
		Tell: func(e Event) string { return g.Step(e).Rule + "!" }, Fact: func(r *Resource) string { return r.Pred },
		Absent: func(f trace.Fact) string { return "no " + f.Pred },
	}
	found, err = g.Find("sulk")
	require.NoError(t, err)
	b.Reset()
	require.NoError(t, g.Why(found, Reach{}).Sentences(&b, words))
	require.Equal(t, `sulk, because of 1.
1. sulk! (t4, because of 2, and because no rain, no rain, no rain, no rain, no rain and 2 more facts did not hold)
2. insult! (t1, because no rain and no wall)
`, b.String())
	b.Reset()
	require.NoError(t, g.Why(found, Reach{Depth: 1}).Sentences(&b, words))
	require.NotContains(t, b.String(), "rain")
}

// A long chain is not indented without end.
func TestProofOfALongChain(t *testing.T) {
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}, Resources: []trace.Resource{{ID: 1, Pred: "p"}}}
	for i := 1; i <= 10_000; i++ {
		tr.Resources = append(tr.Resources, trace.Resource{ID: trace.ResourceID(i + 1), Pred: "p", By: trace.StepID(i)})
		tr.Steps = append(tr.Steps, trace.Step{ID: trace.StepID(i), Rule: "go", Consumes: ids{trace.ResourceID(i)},
			Produces: ids{trace.ResourceID(i + 1)}})
	}
	g := New(tr)
	var b strings.Builder
	require.NoError(t, g.Why([]Target{{Event: 9_999}}, Reach{}).Fprint(&b))
	lines := strings.Split(b.String(), "\n")
	require.Greater(t, len(lines), 10_000)
	for _, line := range lines {
		require.Less(t, len([]rune(line)), 80)
	}
}

func TestFindErrors(t *testing.T) {
	g := New(quarrel())
	for text, want := range map[string]string{
		"t9":       "no step t9: the last is t5",
		"x99":      "no resource x99: the last is x9",
		"agner":    "no fact or rule agner in the run; did you mean anger?",
		"at bop":   "no at bop in the run; did you mean at bob?",
		"at z y":   "no at z y in the run; the run has at ann and at bob",
		"at zyx q": "no at zyx q in the run; the run has at ann and at bob",
		"xyzzy":    "no fact or rule xyzzy in the run; the run has at, stage, anger, gone, sulk and 3 more",
		"4":        "no fact or rule 4 in the run; the step would be t4, the resource x4",
		"at (":     `"at (", column 5: a name is missing`,
		"at ann z": "no at ann z in the run; did you mean at ann?",
	} {
		_, err := g.Find(text)
		require.EqualError(t, err, want)
	}
	told := quarrel()
	told.Program = &trace.Program{Predicates: []trace.Predicate{{Name: "angel"}}, Rules: []trace.Rule{{Name: "angle"}}}
	_, err := New(told).Find("angel ann")
	require.EqualError(t, err, "no fact of angel in the run, though the program has the predicate")
	_, err = New(told).Find("angle")
	require.EqualError(t, err, "the rule angle does not fire in the run")
	told.Program = &trace.Program{
		Predicates: []trace.Predicate{{Name: "near", Mode: trace.Backward}}, Stages: []trace.Stage{{Name: "day"}},
		Types: []trace.Type{{Name: "person", Constants: []string{"ann", "zoe"}}},
	}
	told.Steps[2].Proves = []trace.Fact{{Pred: "near", Args: []trace.Term{trace.Const("ann")}}}
	for text, want := range map[string]string{
		"near _":   "near _ is proved, not a fact of the state; it was needed by t3",
		"near zoe": "near zoe is proved, not a fact of the state; no step of the run needed it",
		"day":      "day is a stage; the mark of it is the fact stage day",
		"ann":      "ann is a term of the type person, not a fact or rule; a fact about it is at ann",
		"zoe":      "zoe is a term of the type person, not a fact or rule",
	} {
		_, err := New(told).Find(text)
		require.EqualError(t, err, want)
	}
	found, err := g.Find("at ann")
	require.NoError(t, err)
	require.Equal(t, "x1 and x6", g.Names(found))
	found, err = g.Find("insult _")
	require.NoError(t, err)
	require.Equal(t, "t1 and t2", g.Names(found))
}

// Of facts that are as much like what was asked for, the one with the nearest number is meant,
// and a list of them is in the order of the run.
func TestFindNearestNumber(t *testing.T) {
	tr := &trace.Trace{}
	for i, n := range []string{"0", "1", "9", "2", "7"} {
		tr.Resources = append(tr.Resources,
			trace.Resource{ID: trace.ResourceID(i + 1), Pred: "wrecks", Args: []trace.Term{trace.Atomic(n)}})
	}
	for text, want := range map[string]string{
		"wrecks 3":        "no wrecks 3 in the run; did you mean wrecks 2?",
		"wrecks 8":        "no wrecks 8 in the run; did you mean wrecks 9?",
		"wrecks 5":        "no wrecks 5 in the run; did you mean wrecks 7?",
		"wrecks what now": "no wrecks what now in the run; the run has wrecks 0, wrecks 1, wrecks 9, wrecks 2 and wrecks 7",
	} {
		_, err := New(tr).Find(text)
		require.EqualError(t, err, want)
	}
}

// What the outside was told, and what it answered, is found with the steps.
func TestFindWhatTheOutsideSaid(t *testing.T) {
	tr := quarrel()
	tr.Steps[1].Acts = []trace.Fact{{Pred: "say", Args: []trace.Term{trace.Const("hello")}}}
	tr.Steps[2].Sensed = []trace.Fact{{Pred: "hear", Args: []trace.Term{trace.Const("go")}}}
	g := New(tr)
	for text, want := range map[string]string{"say hello": "t2", "say": "t2", "hear _": "t3"} {
		found, err := g.Find(text)
		require.NoError(t, err)
		require.Equal(t, want, g.Names(found))
	}
	_, err := g.Find("say hallo")
	require.EqualError(t, err, "no say hallo in the run; did you mean say hello?")
}

// Beyond many ends lies the same past. It is counted for the first of them, and not
// for all, which would take time quadratic in the length of the run.
func TestWhyDoesNotCountWithoutEnd(t *testing.T) {
	g := New(watched(3_000))
	looks, err := g.Find("look")
	require.NoError(t, err)
	w := g.Why(looks, Reach{Depth: 1})
	require.Len(t, w.Ends, 3_000)
	n, counted := w.Beyond(w.Ends[99])
	require.True(t, counted)
	require.Equal(t, 100, n)
	var out strings.Builder
	require.NoError(t, w.Fprint(&out))
	require.Contains(t, out.String(), "t200 look (100 more steps before it)\n")
	require.Contains(t, out.String(), "t6000 look (more steps before it)\n")
}

// watched returns a run in which one character walks and another looks on after each step.
func watched(steps int) *trace.Trace {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}, Resources: []trace.Resource{{ID: 1, Pred: "at"}}}
	for i := 1; i <= steps; i++ {
		walk, at := trace.StepID(2*i-1), trace.ResourceID(i+1)
		t.Resources = append(t.Resources, trace.Resource{ID: at, Pred: "at", By: walk})
		t.Steps = append(t.Steps,
			trace.Step{ID: walk, Rule: "walk", Consumes: []trace.ResourceID{at - 1}, Produces: []trace.ResourceID{at}},
			trace.Step{ID: walk + 1, Rule: "look", Reads: []trace.ResourceID{at}})
	}
	return t
}

// The end rests on what led to any of the facts that are left, each asked about by itself.
func TestOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := New(randomTrace(t))
		stages := rapid.Bool().Draw(t, "stages")
		o := g.Outcome(stages)
		led := make(map[Event]bool)
		var left []string
		for _, r := range g.Trace.Final() {
			if r.Pred == trace.StagePred && !stages {
				continue
			}
			left = append(left, r.ID.String())
			found, err := g.Find(r.ID.String())
			require.NoError(t, err)
			for _, e := range g.Why(found, Reach{Stages: stages}).Events {
				led[e] = true
			}
		}
		var names []string
		for _, r := range o.Left {
			names = append(names, r.ID.String())
		}
		require.Equal(t, left, names)
		for e := range Event(g.Len()) {
			require.Equal(t, led[e], slices.Contains(o.RestsOn, e))
			leaves, makes := false, false
			for _, id := range g.Step(e).Consumes {
				leaves = leaves || g.Resource(id).Pred == trace.StagePred
			}
			for _, id := range g.Step(e).Produces {
				makes = makes || g.Resource(id).Pred != trace.StagePred
			}
			moves := !led[e] && !stages && leaves && !makes
			require.Equal(t, moves, slices.Contains(o.Moves, e))
			require.Equal(t, !led[e] && !moves, slices.Contains(o.DeadEnds, e))
		}
	})
}

func BenchmarkOutcome(b *testing.B) {
	g := New(longRun(1000, 100_000))
	for b.Loop() {
		require.NotEmpty(b, g.Outcome(false).RestsOn)
	}
}
