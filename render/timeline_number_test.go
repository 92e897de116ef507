package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// market returns a run in which so many people have coins, of which each step takes one or brings
// two; the last one's are lost on the way.
func market(people int) *causal.Graph {
	t := &trace.Trace{Header: trace.Header{Format: trace.Format, Program: &trace.Program{}}}
	held := make([]trace.ResourceID, people)
	coins := make([]int, people)
	add := func(who int, by trace.StepID) {
		held[who] = trace.ResourceID(len(t.Resources) + 1)
		t.Resources = append(t.Resources, trace.Resource{ID: held[who], Pred: "coin", By: by, Args: []trace.Term{
			trace.Const("villager" + strconv.Itoa(who+1)), {Head: strconv.Itoa(coins[who]), Number: true},
		}})
	}
	for who := range people {
		coins[who] = 3 + who
		add(who, 0)
	}
	for i := range people * 9 {
		who := i % people
		s := trace.Step{ID: trace.StepID(i + 1), Rule: "trade", Consumes: []trace.ResourceID{held[who]}}
		if coins[who] += 2; i/people%3 == who%3 {
			coins[who] -= 3
		}
		if who > 0 && who == people-1 && i >= people*5 {
			if i >= people*6 {
				continue
			}
			s.Rule = "lose"
		} else {
			add(who, s.ID)
			s.Produces = []trace.ResourceID{held[who]}
		}
		s.ID = trace.StepID(len(t.Steps) + 1)
		if len(s.Produces) > 0 {
			t.Resources[len(t.Resources)-1].By = s.ID
		}
		t.Steps = append(t.Steps, s)
	}
	return causal.New(t)
}

// Numbers are lines above the rows, each with what it is of beside its end, however many there are.
func TestTimelineOfNumbers(t *testing.T) {
	for _, people := range []int{1, 5, 30} {
		p := mustDraw(t, market(people), Options{View: Timeline, MaxNodes: MaxNodes})
		require.NoError(t, p.Place(t.Context()))
		var charts []diagram.Node
		var labels []diagram.Node
		for i, n := range p.Nodes {
			w, h := diagram.Size(fontOf(p), n.Text, n.Size())
			require.True(t, w <= n.W+0.5 && h <= n.H+0.5, "the label of %s sticks out", n.ID)
			for _, m := range p.Nodes[:i] {
				over := min((n.W+m.W)/2-math.Abs(n.At.X-m.At.X), (n.H+m.H)/2-math.Abs(n.At.Y-m.At.Y))
				require.LessOrEqual(t, over, 0.5, "%s stands over %s", n.ID, m.ID)
			}
			if slices.Contains(n.Classes, "chart") {
				charts = append(charts, n)
			}
			if slices.Contains(n.Classes, "number") && n.PartOf == "" {
				labels = append(labels, n)
			}
		}
		require.Len(t, charts, (people+linesInChart-1)/linesInChart)
		require.Len(t, labels, people)
		require.Len(t, p.Edges, people, "no line has a gap")
		hues := make(map[string]bool)
		for _, e := range p.Edges {
			chart := p.Nodes[e.From]
			require.Equal(t, e.From, e.To)
			for _, at := range e.Path {
				require.LessOrEqual(t, math.Abs(at.Y-chart.At.Y), chart.H/2)
				require.LessOrEqual(t, math.Abs(at.X-chart.At.X), chart.W/2+1e-9)
			}
			hue := fmt.Sprint(chart.ID, e.Hue)
			require.False(t, hues[hue], "two lines of a chart have one colour")
			hues[hue] = true
		}
		require.Equal(t, "a number in a fact, as it changed; its first and its last value stand on the right",
			p.Legend[0].Text)
	}
}

// The line of a number goes through its values, on the scale that stands beside it.
func TestLinesAreTheNumbers(t *testing.T) {
	p := mustDraw(t, market(1), Options{View: Timeline})
	require.NoError(t, p.Place(t.Context()))
	at := make(map[string]float64)
	for _, n := range p.Nodes {
		if slices.Contains(n.Classes, "axis") {
			at[n.Text[0]] = n.At.Y
		}
	}
	require.Len(t, at, 3)
	path := p.Edges[0].Path
	var steps []float64
	for i := 3; i < len(path); i += 3 {
		if path[i].Y == path[i-3].Y && path[i].X > path[i-3].X {
			steps = append(steps, path[i].Y)
		}
	}
	want := []int{2, 4, 6, 5, 7, 9, 8, 10, 12}
	require.Len(t, steps, len(want))
	least, most := steps[0], slices.Min(steps)
	for i, y := range steps {
		require.InDelta(t, float64(want[i]-2)/float64(12-2), (least-y)/(least-most), 1e-9)
	}
	require.InDelta(t, at["12"], most, edgeGap/2, "the scale says which number it is")
}

// Where a fact is lost, its line ends, and text says so.
func TestLineOfAFactThatIsLost(t *testing.T) {
	p := mustDraw(t, market(2), Options{View: Timeline})
	text, err := p.Write(t.Context(), TextFormat)
	require.NoError(t, err)
	require.Regexp(t, `n1 coin villager1 3 → 12\n`, string(text))
	require.Regexp(t, `n2 coin villager2 4 → none\n`, string(text))
	require.NotContains(t, string(text), "n1 coin villager1 → n1")
}
