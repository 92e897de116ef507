package lanes

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

type view func(*Chart, *fonts.Font) *diagram.Diagram

// both checks a law of both views.
func both(t *testing.T, law func(t *rapid.T, c *Chart, d *diagram.Diagram)) {
	f := fonts.Like("")
	for name, v := range map[string]view{"threads": Threads, "storyline": Storyline} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				c := charts().Draw(t, "chart")
				law(t, c, v(c, f))
			})
		})
	}
}

// box is what something takes.
type box struct {
	what                     string
	left, top, right, bottom float64
}

func boxOf(n *diagram.Node) box {
	return box{n.ID, n.At.X - n.W/2, n.At.Y - n.H/2, n.At.X + n.W/2, n.At.Y + n.H/2}
}

func (a box) meets(b box) bool {
	const touch = 1e-6
	return a.left < b.right-touch && b.left < a.right-touch && a.top < b.bottom-touch && b.top < a.bottom-touch
}

// labels returns the boxes of all words, and those of nodes that have some.
func labels(d *diagram.Diagram) []box {
	f := fonts.Like("")
	var out []box
	for i := range d.Nodes {
		if n := &d.Nodes[i]; len(n.Text) > 0 {
			out = append(out, boxOf(n))
		}
	}
	for i := range d.Bands {
		if b := &d.Bands[i]; b.Text != "" {
			w, h := diagram.Size(f, []string{b.Text}, diagram.BandFont)
			out = append(out, box{"band " + b.Text, b.LabelAt.X, b.LabelAt.Y - h/2, b.LabelAt.X + w, b.LabelAt.Y + h/2})
		}
	}
	return out
}

func TestNoTwoLabelsOverlap(t *testing.T) {
	both(t, func(t *rapid.T, _ *Chart, d *diagram.Diagram) {
		boxes := labels(d)
		for i, a := range boxes {
			for _, b := range boxes[:i] {
				require.False(t, a.meets(b), "%v overlaps %v", a, b)
			}
		}
	})
}

func TestBoxesHoldTheirWords(t *testing.T) {
	f := fonts.Like("")
	both(t, func(t *rapid.T, _ *Chart, d *diagram.Diagram) {
		for i := range d.Nodes {
			n := &d.Nodes[i]
			w, h := diagram.Size(f, n.Text, n.Size())
			require.LessOrEqual(t, w, n.W+1e-6)
			require.LessOrEqual(t, h, n.H+1e-6)
		}
	})
}

func TestAllIsInThePicture(t *testing.T) {
	both(t, func(t *rapid.T, _ *Chart, d *diagram.Diagram) {
		all := labels(d)
		for i := range d.Nodes {
			all = append(all, boxOf(&d.Nodes[i]))
		}
		for _, b := range d.Bands {
			all = append(all, box{"band", b.Min.X, b.Min.Y, b.Max.X, b.Max.Y})
		}
		for _, e := range d.Edges {
			for _, p := range e.Path { // curves stay between the points that control them
				all = append(all, box{"edge", p.X, p.Y, p.X, p.Y})
			}
		}
		for _, b := range all {
			require.True(t, 0 <= b.left && b.left <= b.right && b.right <= d.Width, "%v in %v", b, d.Width)
			require.True(t, 0 <= b.top && b.top <= b.bottom && b.bottom <= d.Height, "%v in %v", b, d.Height)
		}
	})
}

func TestIDsAreUnique(t *testing.T) {
	both(t, func(t *rapid.T, _ *Chart, d *diagram.Diagram) {
		seen := make(map[string]bool)
		for _, n := range d.Nodes {
			require.False(t, seen[n.ID], n.ID)
			seen[n.ID] = true
		}
		for _, n := range d.Nodes {
			require.True(t, n.PartOf == "" || seen[n.PartOf] && n.PartOf != n.ID, n.PartOf)
		}
	})
}

func TestSameChartSamePicture(t *testing.T) {
	f := fonts.Like("")
	for _, v := range []view{Threads, Storyline} {
		rapid.Check(t, func(t *rapid.T) {
			c := charts().Draw(t, "chart")
			before := fmt.Sprint(*c)
			d := v(c, f)
			require.Equal(t, before, fmt.Sprint(*c), "the chart is as it was")
			require.Equal(t, d, v(c, f))
		})
	}
}

// isThread tells the lines of characters from what ties events.
func isThread(e *diagram.Edge) bool { return slices.Contains(e.Classes, "thread") }

func TestEdgesLeadFromBorderToBorder(t *testing.T) {
	both(t, func(t *rapid.T, _ *Chart, d *diagram.Diagram) {
		for i := range d.Edges {
			e := &d.Edges[i]
			require.GreaterOrEqual(t, len(e.Path), 4)
			require.Equal(t, 1, len(e.Path)%3)
			a, b := boxOf(&d.Nodes[e.From]), boxOf(&d.Nodes[e.To])
			first, last := e.Path[0], e.Path[len(e.Path)-1]
			if !isThread(e) {
				x := d.Nodes[e.From].At.X
				require.Equal(t, []float64{x, x}, []float64{first.X, last.X})
				want := []float64{a.bottom, b.top}
				if d.Nodes[e.To].At.Y < d.Nodes[e.From].At.Y {
					want = []float64{a.top, b.bottom}
				}
				require.Equal(t, want, []float64{first.Y, last.Y})
				continue
			}
			require.InDelta(t, a.right, first.X, 1e-9)
			require.InDelta(t, b.left, last.X, 1e-9)
			require.True(t, a.top <= first.Y && first.Y <= a.bottom, "%v begins at %v", a, first)
			require.True(t, b.top <= last.Y && last.Y <= b.bottom, "%v ends at %v", b, last)
			for k := range e.Path[1:] {
				require.LessOrEqual(t, e.Path[k].X, e.Path[k+1].X+1e-9, "time runs to the right")
			}
		}
	})
}

// eventOf returns the index of the event that a node is of, -1 for none.
func eventOf(d *diagram.Diagram, node int) int {
	id := d.Nodes[node].ID
	if part := d.Nodes[node].PartOf; part != "" {
		id = part
	}
	var n int
	if _, err := fmt.Sscanf(id, "t%d", &n); err != nil {
		return -1
	}
	return n - 1
}

func TestCausesStandLeftOfEffects(t *testing.T) {
	both(t, func(t *rapid.T, c *Chart, d *diagram.Diagram) {
		right := make([]float64, len(c.Nodes)) // of the event or, if it has no characters, of its causes
		left := make([]float64, len(c.Nodes))
		for n := range left {
			left[n] = math.Inf(1)
		}
		for i := range d.Nodes {
			if n := &d.Nodes[i]; eventOf(d, i) >= 0 && !slices.Contains(n.Classes, "name") {
				left[eventOf(d, i)] = min(left[eventOf(d, i)], boxOf(n).left)
				right[eventOf(d, i)] = max(right[eventOf(d, i)], boxOf(n).right)
			}
		}
		for n, causes := range c.Causes {
			for _, cause := range causes {
				require.Less(t, right[cause], left[n], "%d before %d", cause, n)
				if right[n] == 0 || math.IsInf(left[n], 1) {
					right[n] = max(right[n], right[cause])
				}
			}
		}
	})
}

func TestEventsOfNobodyKeepTheOrder(t *testing.T) {
	c := &Chart{
		Nodes: []diagram.Node{{ID: "t1", Text: []string{"a"}}, {ID: "t2", Text: []string{"nobody"}},
			{ID: "t3", Text: []string{"b"}}},
		Causes: [][]int{nil, {0}, {1}},
		Cast:   []Character{{Name: "a", Hue: 1, Stops: []Stop{{Node: 0}}}, {Name: "b", Hue: 2, Stops: []Stop{{Node: 2}}}},
	}
	for _, v := range []view{Threads, Storyline} {
		boxes := make(map[string]box)
		d := v(c, fonts.Like(""))
		for i := range d.Nodes {
			boxes[d.Nodes[i].ID] = boxOf(&d.Nodes[i])
		}
		require.NotContains(t, boxes, "t2")
		require.Less(t, boxes["t1"].right, boxes["t3"].left)
	}
}

// legs returns the lines of each character, in the order of time.
func legs(c *Chart, d *diagram.Diagram) [][]*diagram.Edge {
	out := make([][]*diagram.Edge, len(c.Cast))
	for i := range d.Edges {
		if e := &d.Edges[i]; isThread(e) {
			out[e.Hue-1] = append(out[e.Hue-1], e)
		}
	}
	return out
}

func TestLinesLeadThroughAllStops(t *testing.T) {
	both(t, func(t *rapid.T, c *Chart, d *diagram.Diagram) {
		for i, line := range legs(c, d) {
			var want, got []int
			for _, s := range c.Cast[i].Stops {
				want = append(want, s.Node)
			}
			for k, e := range line {
				if k == 0 && eventOf(d, e.From) >= 0 {
					got = append(got, eventOf(d, e.From))
				}
				if event := eventOf(d, e.To); event >= 0 {
					got = append(got, event)
				}
				require.True(t, k == 0 || line[k-1].To == e.From, "no piece is missing")
			}
			if len(line) == 0 && len(want) == 1 {
				continue // born and dead in the same event, see below
			}
			slices.Sort(got)
			require.Equal(t, want, got)
		}
	})
}

func TestLinesBeginWithBirthAndEndWithDeath(t *testing.T) {
	both(t, func(t *rapid.T, c *Chart, d *diagram.Diagram) {
		for i, line := range legs(c, d) {
			who := &c.Cast[i]
			require.NotEmpty(t, line)
			var solid []*diagram.Edge
			for _, e := range line {
				if e.Stroke != diagram.Dotted {
					solid = append(solid, e)
				}
			}
			require.NotEmpty(t, solid)
			from, to := d.Nodes[solid[0].From].ID, d.Nodes[solid[len(solid)-1].To].ID
			id := fmt.Sprint("c", i+1)
			if len(who.Born) > 0 {
				require.Equal(t, id+"-born", from)
			} else {
				require.Equal(t, id, from)
			}
			if to != id+"-end" {
				require.NotEmpty(t, who.Died)
				require.Equal(t, id+"-died", to)
			}
		}
	})
}

func TestOddCharts(t *testing.T) {
	f := fonts.Like("")
	long := strings.Repeat("wherefore art thou ", 600)
	nodes := []diagram.Node{{ID: "t1", Text: []string{"a"}}, {ID: "t2"}}
	for name, c := range map[string]*Chart{
		"nobody":    {Nodes: nodes},
		"nothing":   {},
		"one":       {Cast: []Character{{Name: "a", Hue: 1}}},
		"no causes": {Nodes: nodes, Cast: []Character{{Name: "a", Hue: 1, Stops: []Stop{{Node: 0}, {Node: 1}}}}},
		"long names": {Nodes: nodes,
			Cast: []Character{{Name: long, Hue: 1, Start: long, Stops: []Stop{{Node: 0, Place: long + "!"}}}}},
		"born in nothing": {Nodes: nodes, Cast: []Character{{Name: "a", Hue: 1, Born: []int{0}, Died: []int{1}}}},
		"dead before born": {Nodes: nodes,
			Cast: []Character{{Name: "a", Hue: 1, Stops: []Stop{{Node: 0}, {Node: 1}}, Born: []int{1}, Died: []int{0}}}},
	} {
		for _, v := range []view{Threads, Storyline} {
			d := v(c, f)
			require.True(t, d.Placed, name)
			require.Less(t, d.Width, 1000.0, name)
			require.Greater(t, d.Width, 0.0, name)
			require.Greater(t, d.Height, 0.0, name)
		}
	}
}

// What ties an event does not touch another one: that would look like one of both.
func TestTiesKeepClearOfOtherEvents(t *testing.T) {
	both(t, func(t *rapid.T, _ *Chart, d *diagram.Diagram) {
		for _, e := range d.Edges {
			if isThread(&e) {
				continue
			}
			event, a, b := eventOf(d, e.From), e.Path[0], e.Path[len(e.Path)-1]
			tie := box{fmt.Sprint("tie of ", event), a.X - e.Width/2, min(a.Y, b.Y), a.X + e.Width/2, max(a.Y, b.Y)}
			for i := range d.Nodes {
				if n := &d.Nodes[i]; eventOf(d, i) >= 0 && eventOf(d, i) != event && !slices.Contains(n.Classes, "name") {
					require.False(t, tie.meets(boxOf(n)), "%v meets %v", tie, boxOf(n))
				}
			}
		}
	})
}

// Every strip says what it is, where some have names.
func TestStripsHaveNames(t *testing.T) {
	stops := []Stop{{Node: 0, Place: "hall"}, {Node: 1, Gone: true}, {Node: 2, Place: "hall"}}
	c := &Chart{Nodes: []diagram.Node{{ID: "t1"}, {ID: "t2"}, {ID: "t3"}},
		Cast: []Character{{Name: "ann", Hue: 1, Start: "hall", Stops: stops}}}
	names := func() (out []string) {
		for _, b := range Storyline(c, fonts.Like("")).Bands {
			out = append(out, b.Text)
		}
		return out
	}
	require.ElementsMatch(t, []string{"hall", "elsewhere"}, names())
	c.Cast[0].Start, c.Cast[0].Stops = "", []Stop{{Node: 0}}
	require.Equal(t, []string{""}, names(), "nobody is in a place")
}

func TestLineEndsWhereSomebodyGoes(t *testing.T) {
	c := &Chart{Nodes: []diagram.Node{{ID: "t1"}},
		Cast: []Character{{Name: "ann", Hue: 1, Start: "hall", Stops: []Stop{{Node: 0, Gone: true}}, Died: []int{0}}}}
	d := Storyline(c, fonts.Like(""))
	require.Len(t, d.Bands, 1, "she does not go on anywhere")
	require.Equal(t, "c1-died", d.Nodes[d.Edges[len(d.Edges)-1].To].ID)
}
