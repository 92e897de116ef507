package render

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

func lanesViews() []View { return []View{Threads, Storyline} }

// In lanes time goes to the right: causes stand left of their effects, whoever takes part.
func TestTimeGoesRight(t *testing.T) {
	for _, v := range lanesViews() {
		rapid.Check(t, func(t *rapid.T) {
			g := randomTown(t)
			p := mustDraw(t, g, Options{View: v, Select: randomSelect(t, g)})
			at := make(map[causal.Event]float64)
			for _, n := range p.Nodes {
				if n.Stands == 1 {
					at[causal.Event(n.Born-1)] = n.At.X
				}
			}
			for a, x := range at {
				for b, y := range at {
					require.True(t, !g.Before(a, b) || x < y, "%s at %.0f and %s at %.0f", g.Step(a).ID, x, g.Step(b).ID, y)
				}
			}
		})
	}
}

// The line of a character leads to all events that mention it and to no other; in the
// storyline it leads by those that only speak of it, but every event is on a line.
func TestLinesAreThreads(t *testing.T) {
	for _, v := range lanesViews() {
		rapid.Check(t, func(t *rapid.T) {
			g := randomTown(t)
			p := mustDraw(t, g, Options{View: v})
			if g.Len() == 0 {
				return // no characters are followed
			}
			cast, err := cast.Find(g, cast.Options{})
			require.NoError(t, err)
			var mentioning, drawn []int
			for i, thread := range g.Threads(cast) {
				var want, got []int
				for _, e := range thread.Events {
					want = append(want, int(e)+1)
				}
				mentioning = append(mentioning, want...)
				for _, e := range p.Edges {
					if e.Hue == i+1 && slices.Contains(e.Classes, "thread") {
						got = append(got, bornOf(p, e.From)...)
						got = append(got, bornOf(p, e.To)...)
					}
				}
				slices.Sort(got)
				drawn = append(drawn, got...)
				if got = slices.Compact(got); v == Threads {
					require.Equal(t, want, got, thread.Character)
				}
				require.Subset(t, want, got, thread.Character)
			}
			slices.Sort(mentioning)
			slices.Sort(drawn)
			require.Equal(t, slices.Compact(mentioning), slices.Compact(drawn))
		})
	}
}

// bornOf is the event that a node of a lane, or a part of it, is of; nil for none.
func bornOf(p *Picture, node int) []int {
	if n := p.Nodes[node]; n.Born > 0 && n.Shape != diagram.Plain {
		return []int{n.Born}
	}
	return nil
}

// castBy returns the characters of a run.
func castBy(t require.TestingT, g *causal.Graph, c cast.Options) *causal.Cast {
	cast, err := cast.Find(g, c)
	require.NoError(t, err)
	return &cast
}

// people returns the persons of a run, who are at places.
func people(t require.TestingT, g *causal.Graph) *causal.Cast {
	return castBy(t, g, cast.Options{By: "person", Place: "at"})
}

// lined returns those of some events that are on lines.
func lined(t require.TestingT, g *causal.Graph, events []causal.Event, by string) (on []causal.Event) {
	cast, err := cast.Find(g, cast.Options{By: by})
	require.NoError(t, err)
	threads := g.Threads(cast)
	for _, e := range events {
		if slices.ContainsFunc(threads, func(t causal.Thread) bool { return slices.Contains(t.Events, e) }) {
			on = append(on, e)
		}
	}
	return on
}

// Where the end of a run is left out, a note says how much is drawn.
func TestNoteOfLanes(t *testing.T) {
	form := regexp.MustCompile(`^only the first (\d+) of (\d+) events(?: with characters)?, up to t(\d+)$`)
	for _, v := range lanesViews() {
		rapid.Check(t, func(t *rapid.T) {
			g := randomTown(t)
			o := Options{View: v, Select: randomSelect(t, g), MaxNodes: rapid.IntRange(1, 30).Draw(t, "most")}
			p := mustDraw(t, g, o)
			if p.Folding == nil {
				return // no characters are followed
			}
			selected, groups := mustSelect(t, g, o.Select).Events, make(map[int]bool)
			drawn, all := lined(t, g, p.Folding.Selection.Events, ""), lined(t, g, selected, "")
			for _, e := range drawn {
				groups[p.Folding.Group(e)] = true
			}
			require.LessOrEqual(t, len(groups), o.MaxNodes)
			if len(all) > o.MaxNodes { // or else all are drawn by themselves
				require.GreaterOrEqual(t, 3*len(groups), o.MaxNodes)
			}
			i := slices.IndexFunc(said(p), form.MatchString)
			require.Equal(t, len(drawn) < len(all), i >= 0, "%d of %d: %v", len(drawn), len(all), p.Notes)
			if i < 0 {
				return
			}
			require.Equal(t, len(all) < len(selected), strings.Contains(said(p)[i], "with characters"))
			require.Contains(t, p.Title, titleGap+strings.TrimPrefix(said(p)[i], "only "), "the picture says so, too")
			last := int(g.Step(drawn[len(drawn)-1]).ID)
			require.Equal(t, []string{strconv.Itoa(len(drawn)), strconv.Itoa(len(all)), strconv.Itoa(last)},
				form.FindStringSubmatch(said(p)[i])[1:])
			for _, n := range p.Nodes {
				require.LessOrEqual(t, n.Born, last)
			}
		})
	}
}

// TestCrowd: of too many characters the busiest are drawn, unless all are asked for.
func TestCrowd(t *testing.T) {
	const all = MaxNodes + 5
	tr := &trace.Trace{Header: trace.Header{Format: trace.Format}, Steps: []trace.Step{{ID: 1, Rule: "meet"}}}
	for i := range all {
		id, who := trace.ResourceID(i+1), trace.Const(fmt.Sprintf("c%03d", i))
		tr.Resources = append(tr.Resources, trace.Resource{ID: id, Pred: "in", Args: []trace.Term{who}})
		tr.Steps[0].Reads = append(tr.Steps[0].Reads, id)
	}
	tr.Steps = append(tr.Steps, trace.Step{ID: 2, Rule: "leave", Consumes: []trace.ResourceID{all}})
	require.NoError(t, trace.Validate(tr))
	for _, v := range lanesViews() {
		for most, want := range map[int]int{2: MaxNodes, all - 1: all - 1, 0: all} {
			p := mustDraw(t, causal.New(tr), Options{View: v, MaxNodes: most})
			drawn := make(map[string]bool)
			for _, e := range p.Edges {
				if slices.Contains(e.Classes, "thread") {
					drawn[e.Tip] = true
				}
			}
			require.Len(t, drawn, want, "%s of %d", v, most)
			require.True(t, drawn["c304"], "it acts twice")
			note := fmt.Sprintf("only %d of 305 characters are drawn, those with the most events", want)
			require.Equal(t, want < all, slices.Contains(said(p), note), said(p))
		}
	}
}

// TestLanesOfFewInALongRun: events without followed characters take no room, so the lanes of a few
// are drawn to the end.
func TestLanesOfFewInALongRun(t *testing.T) {
	g := newTown(20, 400, false, rand.New(rand.NewPCG(1, 2)).IntN)
	for _, v := range lanesViews() {
		o := Options{View: v, Cast: castBy(t, g, cast.Options{By: "p1", Place: "at"}), MaxNodes: 60}
		p := mustDraw(t, g, o)
		require.Empty(t, said(p))
		on := lined(t, g, mustSelect(t, g, o.Select).Events, "p1")
		require.Less(t, len(on), 60)
		require.Greater(t, int(on[len(on)-1]), 60)
		require.True(t, v == Storyline || len(who(p)) == len(on))
	}
}

// who returns the characters with lines through each event.
func who(p *Picture) map[int][]string {
	out := make(map[int][]string)
	for _, e := range p.Edges {
		if !slices.Contains(e.Classes, "thread") {
			continue
		}
		for _, end := range []int{e.From, e.To} {
			for _, born := range bornOf(p, end) {
				if !slices.Contains(out[born], e.Tip) {
					out[born] = append(out[born], e.Tip)
				}
			}
		}
	}
	return out
}

// TestStorylineTellsWhoIsThere: a storyline ties only the characters present to an event, not
// those it mentions.
func TestStorylineTellsWhoIsThere(t *testing.T) {
	const begin = "type person ann bob cy\ntype place hall road\ninit at ann hall, at bob hall, at cy road, fears ann " +
		"bob, fears ann cy, fears bob cy, ill ann\n"
	for name, c := range map[string]struct {
		story string
		want  []string // at the last event
	}{
		"thought of":           {"leave ann bob cy : - at ann hall, $ fears ann cy, $ fears ann bob", []string{"ann", "bob"}},
		"far from all":         {"leave cy ann bob : - at cy road, $ fears ann cy, $ fears bob cy", []string{"cy"}},
		"read of":              {"greet ann bob : $ at ann hall, $ at bob hall, $ fears ann cy", []string{"ann", "bob"}},
		"left out":             {"sigh ann : $ at ann hall, $ fears ann bob", []string{"ann"}},
		"nobody named":         {"storm : $ fears ann bob, - at ann hall, + at ann road", []string{"ann"}},
		"named without places": {"dream bob cy : $ fears bob cy", []string{"bob"}},
		"goes to another":      {"visit ann cy : - at ann hall, + at ann road, $ at cy road", []string{"ann", "cy"}},
		"sees off a visitor": {"visit ann bob cy : - at ann hall, + at ann road, $ at bob hall, $ at cy road",
			[]string{"ann", "cy"}},
		"sees off a traveller": {"leave ann bob : - at ann hall, + at ann road, $ at bob hall", []string{"ann", "bob"}},
		"sent elsewhere": {"part ann cy : - at ann hall, + at ann cell, - at cy road, + at cy attic",
			[]string{"ann", "cy"}},
		"moved from afar": {"call cy ann bob : $ at cy road, - at ann hall, + at ann road", []string{"ann", "cy"}},
		"gone": {"leave ann : - at ann hall\nmourn bob ann : $ at bob hall, $ fears ann bob",
			[]string{"bob"}},
		"gone, by itself": {"leave ann : - at ann hall\nhaunt ann : - ill ann", []string{"ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := tell(t, begin+c.story)
			require.ElementsMatch(t, c.want, who(mustDraw(t, g, Options{View: Storyline, Cast: people(t, g)}))[g.Len()])
		})
	}
}

// TestWildcardsNameNobody: a wildcard of a rule names no character.
func TestWildcardsNameNobody(t *testing.T) {
	g := tell(t, "type person ann bob\ntype place hall\nrule sigh\ninit at ann hall, at bob hall, fears ann bob\nsigh "+
		"ann bob : $ at ann hall, $ fears ann bob")
	o := Options{View: Storyline, Cast: people(t, g)}
	require.ElementsMatch(t, []string{"ann", "bob"}, who(mustDraw(t, g, o))[1])
	g.Trace.Program.Rules[0].Params = []trace.Param{{Name: "C"}, {Name: "_1"}}
	require.Equal(t, []string{"ann"}, who(mustDraw(t, g, o))[1])
}

// The line of who leaves for good ends there, and says so.
func TestStorylineEndsWithLeaving(t *testing.T) {
	const story = "type person ann bob\ntype place hall\ninit at ann hall, at bob hall, fears bob ann\nleave ann : - at " +
		"ann hall\nwait bob : $ at bob hall"
	draw := func(story string) *Picture {
		g := tell(t, story)
		return mustDraw(t, g, Options{View: Storyline, Cast: people(t, g)})
	}
	marked := func(p *Picture) bool {
		return slices.ContainsFunc(p.Nodes, func(n diagram.Node) bool { return n.ID == "c1-died" })
	}
	legend := func(p *Picture) bool {
		return slices.ContainsFunc(p.Legend, func(e diagram.Entry) bool { return e.Text == "a character goes" })
	}
	p := draw(story)
	require.True(t, marked(p) && legend(p))
	require.Len(t, p.Bands, 1)
	p = draw(story + "\nreturn ann : + at ann hall")
	require.False(t, marked(p) || legend(p), "she comes back")
	require.ElementsMatch(t, []string{"hall", "elsewhere"}, []string{p.Bands[0].Text, p.Bands[1].Text})
}

// TestLegendOfManyLines: the legend has a line for characters, and another for characters that
// share a colour.
func TestLegendOfManyLines(t *testing.T) {
	p := mustDraw(t, newTown(20, 60, false, rand.New(rand.NewPCG(1, 2)).IntN), Options{View: Threads})
	strokes := make(map[string]diagram.Stroke)
	for _, e := range p.Legend {
		if e.Edge != nil {
			strokes[e.Text] = e.Edge.Stroke
		}
	}
	require.Equal(t, map[string]diagram.Stroke{"the line of a character": diagram.Solid, "a line whose colour is " +
		"another's, too": diagram.Dashed}, strokes)
}
