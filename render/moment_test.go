package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// replay returns the facts after a number of steps, by running them.
func replay(tr *trace.Trace, steps int) []trace.Resource {
	there := make(map[trace.ResourceID]bool)
	for _, r := range tr.Resources {
		there[r.ID] = r.By == 0
	}
	for _, s := range tr.Steps[:steps] {
		for _, id := range s.Consumes {
			there[id] = false
		}
		for _, id := range s.Produces {
			there[id] = true
		}
	}
	var facts []trace.Resource
	for _, r := range tr.Resources {
		if there[r.ID] {
			facts = append(facts, r)
		}
	}
	return facts
}

// each returns a fact as often as a tip says that it is there.
func each(fact string) []string {
	times, text, several := strings.Cut(fact, " × ")
	n, err := strconv.Atoi(times)
	if err != nil || !several {
		return []string{fact}
	}
	return slices.Repeat([]string{text}, n)
}

// told lists the facts that tips of a state tell, with what of them is no constant.
func told(p *Picture) []string {
	var facts []string
	for _, n := range p.Nodes {
		if n.ID == "empty" {
			continue
		}
		lines := strings.Split(n.Tip, "\n")
		if n.ID != "facts" {
			lines = lines[1:] // after the names
		}
		for _, line := range lines {
			facts = append(facts, each(line)...)
		}
	}
	for _, e := range p.Edges {
		for line := range strings.SplitSeq(e.Tip, "\n") {
			if line != "" {
				facts = append(facts, each(line)...)
			}
		}
	}
	return facts
}

// The state after a step has the facts that running the steps up to it leaves.
func TestStateIsTheReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomTown(t)
		at := g.Len()
		o := Options{View: State, Select: fold.Options{StageTokens: true, Persistent: true}}
		if g.Len() > 0 && rapid.Bool().Draw(t, "moment") {
			at = rapid.IntRange(1, g.Len()).Draw(t, "at")
			o.At = trace.StepID(at)
		}
		var want []string
		for _, r := range replay(g.Trace, at) {
			want = append(want, r.String())
		}
		require.ElementsMatch(t, want, told(mustDraw(t, g, o)))
	})
}

// What the state does not show is counted.
func TestStateCountsWhatItHides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomTown(t)
		o := Options{View: State, MaxNodes: rapid.IntRange(0, 20).Draw(t, "most")}
		p := mustDraw(t, g, o)
		hidden := -len(told(p))
		for _, r := range replay(g.Trace, g.Len()) {
			if r.Pred != trace.StagePred {
				hidden++
			}
		}
		notes := strings.Join(said(p), "\n") + "\n"
		require.Equal(t, hidden > 0, strings.Contains(notes, counted(hidden, "fact")+" of the state not shown"), notes)
	})
}

// Facts are about constants: numbers and compound terms say more of them.
func TestStateShapes(t *testing.T) {
	number := func(digits string) trace.Term { return trace.Term{Head: digits, Number: true} }
	facts := []trace.Resource{
		{Pred: "at", Args: []trace.Term{trace.Const("romeo"), trace.Const("square")}},
		{Pred: "loves", Args: []trace.Term{trace.Const("romeo"), trace.Const("romeo")}},
		{Pred: "coins", Args: []trace.Term{trace.Const("romeo"), number("3")}},
		{Pred: "rain"},
		{Pred: "wants", Args: []trace.Term{trace.Const("romeo"),
			{Head: "forged", Args: []trace.Term{trace.Const("ring"), number("2")}}}},
		{Pred: "met", Args: []trace.Term{trace.Const("romeo"), trace.Const("juliet"), trace.Const("square")}},
	}
	for i := range facts {
		facts[i].ID = trace.ResourceID(i + 1)
	}
	p := mustDraw(t, causal.New(&trace.Trace{Resources: facts}), Options{View: State})
	var got []string
	for _, n := range p.Nodes {
		got = append(got, strings.Join(slices.Concat(n.Text, n.Told), "/"))
	}
	require.ElementsMatch(t, []string{"romeo/loves romeo/coins 3/met juliet square", "square", "rain", "ring"}, got)
	got = nil
	for _, e := range p.Edges {
		got = append(got, p.Nodes[e.From].Text[0]+" "+strings.Join(e.Text, "/")+" "+p.Nodes[e.To].Text[0])
	}
	require.ElementsMatch(t, []string{"romeo at square", "romeo wants (forged _ 2) ring"}, got)
}

// TestStateCounts: a multiple fact has its count in front, since the fact may end in a number.
func TestStateCounts(t *testing.T) {
	g := tell(t, `type person ann bob cy
		init fears ann bob, fears ann bob, likes ann bob, coin ann, coin ann, coin ann, rain, rain, `+
		`met ann bob cy, met ann bob cy, fears bob ann`)
	p := mustDraw(t, g, Options{View: State})
	var got []string
	for _, n := range p.Nodes {
		got = append(got, strings.Join(slices.Concat(n.Text, n.Told), "/"))
	}
	require.ElementsMatch(t, []string{"ann/3 × coin/2 × met bob cy", "bob", "2 × rain"}, got)
	got = nil
	for _, e := range p.Edges {
		if len(e.Text) > 0 {
			got = append(got, strings.Join(e.Text, "/")+": "+e.Tip)
		}
	}
	require.ElementsMatch(t, []string{"fears 2×/likes: 2 × fears ann bob\nlikes ann bob", "fears: fears bob ann"}, got)
}

// TestStateRooms: places hold who and what is there, with ways between them; what a thing that is
// nowhere has to do with characters is told with these.
func TestStateRooms(t *testing.T) {
	g := tell(t, `type person ann bob
		type place hill town well
		type item key ring
		type secret birth
		init at ann town, at bob town, !road hill town, lies key hill, has ann ring, knows ann birth, knows bob birth, `+
		`likes bob ann, day 7
		walk ann : - at ann town, + at ann hill
		walk ann : - at ann hill, + at ann well`)
	p := mustDraw(t, g, Options{View: State})
	var got []string
	for _, f := range p.Frames {
		require.True(t, f.Room)
		var texts []string
		for _, n := range f.Nodes {
			texts = append(texts, strings.Join(slices.Concat(p.Nodes[n].Text, p.Nodes[n].Told), "/"))
		}
		got = append(got, strings.Join(texts, ", "))
	}
	require.Equal(t, []string{"hill, key/lies", "town, bob/knows birth", "well, ann/knows birth, ring"}, got)
	got = nil
	for _, e := range p.Edges {
		got = append(got, strings.Join(append([]string{e.Classes[0]}, p.Nodes[e.From].Text[0], p.Nodes[e.To].Text[0]), " "))
	}
	require.Equal(t, []string{"way hill town", "way hill well", "fact ann ring", "fact bob ann"}, got)
	require.Equal(t, []string{"day 7"}, p.Nodes[len(p.Nodes)-1].Text)
	require.NoError(t, p.Place(t.Context()))
}

// TestStateOfCrowds: things that are alike share a box, and so do as many as there is no room for;
// no fact is lost.
func TestStateOfCrowds(t *testing.T) {
	var text strings.Builder
	text.WriteString("init at p0 p0_home")
	for i := range 40 {
		fmt.Fprintf(&text, ", tired q%d, likes q%d q%d", i, i, (i+1)%40)
	}
	for i := range 30 {
		fmt.Fprintf(&text, ", calm r%d", i)
	}
	g := tell(t, text.String())
	all := mustDraw(t, g, Options{View: State, MaxNodes: MaxNodes})
	require.Contains(t, textsOf(all), "r0, r1, r2, 27 more/calm")
	few := mustDraw(t, g, Options{View: State, MaxNodes: 30})
	require.LessOrEqual(t, len(few.Nodes), 12)
	require.ElementsMatch(t, told(all), told(few))
	require.Contains(t, strings.Join(said(few), "\n"), "stand in boxes of several")
}

// textsOf returns the words of the nodes of a picture.
func textsOf(p *Picture) []string {
	var texts []string
	for _, n := range p.Nodes {
		texts = append(texts, strings.Join(slices.Concat(n.Text, n.Told), "/"))
	}
	return texts
}

// Facts that have nothing to do with each other do not stand in one long row, and do not
// overlap.
func TestStateOfLooseFacts(t *testing.T) {
	var text strings.Builder
	text.WriteString("type person ann bob\n\tinit likes ann bob")
	for i := range 20 {
		fmt.Fprintf(&text, ", weather%d", i)
	}
	p := mustDraw(t, tell(t, text.String()), Options{View: State})
	require.NoError(t, p.Place(t.Context()))
	require.Less(t, p.Width, 3*p.Height)
	for i, a := range p.Nodes {
		for _, b := range p.Nodes[:i] {
			apart := math.Abs(a.At.X-b.At.X) >= (a.W+b.W)/2 || math.Abs(a.At.Y-b.At.Y) >= (a.H+b.H)/2
			require.True(t, apart, "%v and %v", a.Text, b.Text)
		}
	}
}

// TestWhyIsWhy: the why view draws exactly the result of [causal.Graph.Why], with the targets
// highlighted.
func TestWhyIsWhy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomTown(t)
		o := Options{View: Why, Of: []string{trace.ResourceID(rapid.IntRange(1, len(g.Resources)).Draw(t, "fact")).String()}}
		o.Select.StageTokens = rapid.Bool().Draw(t, "tokens")
		targets, err := g.Find(o.Of[0])
		require.NoError(t, err)
		var want, got []string
		for _, e := range g.Why(targets, causal.Reach{Stages: o.Select.StageTokens}).Events {
			want = append(want, g.Step(e).ID.String())
		}
		for _, n := range mustDraw(t, g, o).Nodes {
			if n.Stands > 0 {
				got = append(got, n.ID)
			}
			require.Equal(t, n.ID == o.Of[0], slices.Contains(n.Classes, "right"), n.ID)
		}
		require.Equal(t, want, got)
	})
}
