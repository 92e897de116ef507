package render

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// What holds of every picture, of random runs with random options.

// randomSelect draws what of a run is looked at.
func randomSelect(t *rapid.T, g *causal.Graph) fold.Options {
	o := fold.Options{StageTokens: rapid.Bool().Draw(t, "tokens"), Persistent: rapid.Bool().Draw(t, "permanent")}
	if g.Len() == 0 {
		return o
	}
	some := func(what string) trace.StepID { return trace.StepID(rapid.IntRange(1, g.Len()).Draw(t, what)) }
	switch rapid.IntRange(0, 5).Draw(t, "select") {
	case 0:
		o.From = some("from")
	case 1:
		o.To = some("to")
	case 2:
		o.Past = []string{some("past").String()}
	case 3:
		o.Ignore = []string{some("ignore").String(), some("ignore").String()}
	case 4:
		o.Focus, o.HidePredicates = []string{some("focus").String()}, []string{"at"}
	}
	return o
}

// randomOptions draws how a view of a run is drawn.
func randomOptions(t *rapid.T, g *causal.Graph, v View) Options {
	o := Options{View: v, Select: randomSelect(t, g)}
	o.Collapse = rapid.SliceOfN(rapid.SampledFrom(fold.Methods()), 0, 2).Draw(t, "collapse")
	o.MaxNodes = rapid.SampledFrom([]int{0, 0, 1, 5, 10, 20, 40}).Draw(t, "most")
	if g.Len() > 0 {
		o.At = trace.StepID(rapid.IntRange(0, g.Len()).Draw(t, "at"))
	}
	if v == Causal || v == Steps {
		o.Brief = rapid.Bool().Draw(t, "brief")
		o.Glance = rapid.SampledFrom([]int{0, 0, 7}).Draw(t, "glance")
	}
	if v == Causal {
		o.Reads = rapid.SampledFrom(showing.Modes()).Draw(t, "reads")
	}
	if v == Why { // goes by the run it explains
		o.Select = fold.Options{StageTokens: o.Select.StageTokens, Persistent: o.Select.Persistent}
		o.Of = []string{g.Trace.Resources[rapid.IntRange(0, len(g.Resources)-1).Draw(t, "fact")].ID.String()}
		if g.Len() > 0 && rapid.Bool().Draw(t, "event") {
			o.Of[0] = trace.StepID(rapid.IntRange(1, g.Len()).Draw(t, "of")).String()
		}
	}
	return o
}

// mustDraw draws a view. For a board, people and places make a grid, or the first arguments of all facts a line.
func mustDraw(t fataler, g *causal.Graph, o Options) *Picture {
	t.Helper()
	if o.View == Board && o.Grid == nil {
		form := "_ C"
		if slices.ContainsFunc(g.Trace.Resources, func(r trace.Resource) bool { return r.Pred == "at" && len(r.Args) == 2 }) {
			form = "at R C"
		}
		at, err := grid.ParsePattern(form)
		require.NoError(t, err)
		o.Grid, o.Select.HidePredicates = []grid.Pattern{at}, nil
	}
	p, err := Draw(g, o)
	require.NoError(t, err)
	return p
}

func fontOf(p *Picture) *fonts.Font { return fonts.Like(p.Theme.Fonts.Picture) }

// everyPicture checks pictures of some views.
func everyPicture(t *testing.T, views []View, check func(t *rapid.T, g *causal.Graph, o Options, p *Picture)) {
	for _, v := range views {
		t.Run(string(v), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := randomTown(t)
				o := randomOptions(t, g, v)
				check(t, g, o, mustDraw(t, g, o))
			})
		})
	}
}

func TestNodesAreSound(t *testing.T) {
	everyPicture(t, Views(), func(t *rapid.T, g *causal.Graph, _ Options, p *Picture) {
		ids := make(map[string]bool)
		require.NotEmpty(t, p.Nodes)
		for _, n := range p.Nodes {
			require.Regexp(t, `^[a-z]+[0-9]*(-[a-z0-9]+)?$`, n.ID)
			require.False(t, ids[n.ID], "%s is there twice", n.ID)
			ids[n.ID] = true
			require.Positive(t, n.W)
			require.Positive(t, n.H)
			for _, c := range n.Classes {
				require.Regexp(t, `^[a-zA-Z0-9_-]+$`, c)
			}
			require.True(t, n.Gone == 0 || n.Gone > n.Born && n.Gone <= g.Len(), "%s is there from %d to %d", n.ID,
				n.Born, n.Gone)
		}
		for _, f := range p.Frames {
			for _, n := range f.Nodes {
				require.Less(t, n, len(p.Nodes))
			}
		}
	})
}

func TestEdgesAreSound(t *testing.T) {
	everyPicture(t, Views(), func(t *rapid.T, _ *causal.Graph, _ Options, p *Picture) {
		for _, e := range p.Edges {
			require.True(t, e.From >= 0 && e.From < len(p.Nodes) && e.To >= 0 && e.To < len(p.Nodes))
			require.NotEmpty(t, e.Classes)
		}
	})
}

// aside is how much farther off a sign may stand than a node: signs side by side move each other off
// the ends of their arrows.
const aside = 12

// All that is placed is in the picture, and edges lead from border to border, or to a sign that
// says where they go on.
func TestPlacesAreSound(t *testing.T) {
	everyPicture(t, Views(), func(t *rapid.T, _ *causal.Graph, _ Options, p *Picture) {
		require.NoError(t, p.Place(t.Context()))
		inside := func(what string, at diagram.Point, w, h float64) {
			require.False(t, math.IsNaN(at.X) || math.IsNaN(at.Y), what)
			require.True(t, at.X-w/2 >= -1 && at.X+w/2 <= p.Width+1 && at.Y-h/2 >= -1 && at.Y+h/2 <= p.Height+1,
				"%s at %v, %.1f × %.1f, in %.1f × %.1f", what, at, w, h, p.Width, p.Height)
		}
		for _, n := range p.Nodes {
			inside(n.ID, n.At, n.W, n.H)
		}
		for i, e := range p.Edges {
			require.Equal(t, 1, len(e.Path)%3)
			require.NotEmpty(t, e.Path)
			for _, end := range []struct {
				at          diagram.Point
				node, other *diagram.Node
			}{{e.Path[0], &p.Nodes[e.From], &p.Nodes[e.To]}, {e.Path[len(e.Path)-1], &p.Nodes[e.To], &p.Nodes[e.From]}} {
				inside(fmt.Sprintf("edge %d", i), end.at, 0, 0)
				off := offBorder(end.at, end.node)
				for _, f := range p.Frames { // a way between rooms ends at their walls
					if f.Room && &p.Nodes[f.Nodes[0]] == end.node {
						size := f.Max.Minus(f.Min)
						off = offBorder(end.at, &diagram.Node{At: f.Min.Plus(size.Times(0.5)), W: size.X, H: size.Y})
					}
				}
				for _, sign := range p.Nodes { // in a picture that is broken into rows
					if slices.Contains(sign.Classes, "onward") && (sign.PartOf == end.node.ID || sign.PartOf == end.other.ID) {
						off = min(off, offBorder(end.at, &sign)-aside)
					}
					// The line of a character goes on in another row behind its name, which stands beside the
					// node there, or at the height of the line.
					if e.Hue > 0 && sign.Hue == e.Hue && sign.Shape == diagram.Plain && sign.PartOf != "" &&
						(math.Abs(sign.At.Y-end.node.At.Y) <= (sign.H+end.node.H)/2 || math.Abs(sign.At.Y-end.at.Y) <= sign.H) {
						off = 0
					}
				}
				require.LessOrEqual(t, off, 3.0, "edge %d ends %v from %s", i, off, end.node.ID)
			}
		}
	})
}

// offBorder returns how far outside of a node a point is, 0 or less if it is inside.
func offBorder(at diagram.Point, n *diagram.Node) float64 {
	return max(math.Abs(at.X-n.At.X)-n.W/2, math.Abs(at.Y-n.At.Y)-n.H/2)
}

// No label stands over another, and none is wider than what it stands in.
func TestLabelsDoNotOverlap(t *testing.T) {
	everyPicture(t, Views(), func(t *rapid.T, _ *causal.Graph, _ Options, p *Picture) {
		require.NoError(t, p.Place(t.Context()))
		for i, a := range p.Nodes {
			w, h := diagram.Size(fontOf(p), a.Text, a.Size())
			require.True(t, w <= a.W+0.5 && h <= a.H+0.5, "the label of %s sticks out", a.ID)
			for _, b := range p.Nodes[:i] {
				if a.PartOf != "" && b.Shape == diagram.Bar && (b.ID == a.PartOf || b.PartOf == a.PartOf) {
					continue // a piece stands on a square
				}
				x := (a.W+b.W)/2 - math.Abs(a.At.X-b.At.X)
				y := (a.H+b.H)/2 - math.Abs(a.At.Y-b.At.Y)
				require.LessOrEqual(t, min(x, y), 0.5, "%s (%v) stands over %s (%v)", a.ID, a.Text, b.ID, b.Text)
			}
		}
	})
}

// Times are those of the trace, for views that have any.
func TestBornAndGone(t *testing.T) {
	everyPicture(t, []View{Causal, Steps, Threads, Storyline}, func(t *rapid.T, g *causal.Graph, _ Options, p *Picture) {
		for _, n := range p.Nodes {
			kind, number := n.ID[:1], 0
			if _, err := fmt.Sscanf(n.ID[1:], "%d", &number); err != nil {
				continue
			}
			switch kind {
			case "t", "g": // ids of steps count from 1, as times do
				require.Equal(t, number, n.Born, n.ID)
				require.Zero(t, n.Gone)
			case "x":
				born, gone := lifeOf(g.Trace, trace.ResourceID(number))
				require.Equal(t, born, n.Born, n.ID)
				require.Equal(t, gone, n.Gone, n.ID)
			}
		}
	})
}

// lifeOf looks up which steps make a resource and use it up; 0 for none.
func lifeOf(tr *trace.Trace, id trace.ResourceID) (born, gone int) {
	for _, s := range tr.Steps {
		if slices.Contains(s.Produces, id) {
			born = int(s.ID)
		}
		if slices.Contains(s.Consumes, id) {
			gone = int(s.ID)
		}
	}
	return born, gone
}

func mustSelect(t fataler, g *causal.Graph, o fold.Options) *fold.Selection {
	s, err := fold.Select(g, o)
	require.NoError(t, err)
	return s
}

// TestNumbersAddUp: the contents of boxes add up to the selection, and the note agrees.
func TestNumbersAddUp(t *testing.T) {
	everyPicture(t, []View{Causal, Steps, Rules}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		events := mustSelect(t, g, o.Select).Events
		sum, together, boxes := 0, 0, 0
		for _, n := range p.Nodes {
			if sum += n.Stands; n.Stands > 1 {
				together += n.Stands
				boxes++
			}
		}
		if o.View == Rules {
			requireBusiest(t, p, o, len(events), sum)
			return
		}
		require.Equal(t, len(events), sum)
		require.Contains(t, p.Desc, counted(len(events), "event"))
		if o.MaxNodes == 0 {
			require.Empty(t, lacking(p))
		}
		for _, note := range lacking(p) {
			said := regexp.MustCompile(
				`^(\d+) events?(?:, (?:(\d+) of them|all) in (\d+) box(?:es)?)?(?:; their (\d+) facts? are not drawn)?(?:; ` +
					`(\d+) facts? in (\d+) ovals?)?(?:; (\d+) facts? inside the boxes)?$`).FindStringSubmatch(note)
			require.NotNil(t, said, note)
			require.Equal(t, strconv.Itoa(len(events)), said[1])
			if together == len(events) {
				together = 0 // all
			}
			require.Equal(t, []string{orEmpty(together), orEmpty(boxes)}, said[2:4], note)
			if together > 0 {
				require.Contains(t, p.Title, counted(together, "step")+" in "+counted(boxes, "box"))
			}
			if said[4] != "" {
				require.Equal(t, strconv.Itoa(countFacts(g, events, o.Select)), said[4])
			}
			if said[5] != "" && o.View == Causal {
				require.Equal(t, countFacts(g, events, o.Select), digits(said[5])+digits(said[7]), note)
			}
		}
	})
}

// requireBusiest checks that all rules are drawn, or a note says that some are not.
func requireBusiest(t *rapid.T, p *Picture, o Options, events, sum int) {
	if len(p.Notes) == 0 {
		require.Equal(t, events, sum)
		return
	}
	require.Len(t, p.Nodes, o.MaxNodes)
	require.Less(t, sum, events)
	require.Regexp(t, `^only \d+ of \d+ rules are drawn, those that fire most often$`, said(p)[0])
}

func digits(of string) int {
	n, _ := strconv.Atoi(of) // none are 0
	return n
}

func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// countFacts counts the facts that events touch and that are shown, one by one.
func countFacts(g *causal.Graph, events []causal.Event, o fold.Options) int {
	touched := make(map[trace.ResourceID]bool)
	for _, e := range events {
		s := g.Step(e)
		for _, id := range slices.Concat(s.Consumes, s.Reads, s.Produces) {
			r := g.Trace.Resources[id-1]
			hidden := r.Pred == trace.StagePred && !o.StageTokens || r.Persistent && r.By == 0 && !o.Persistent
			if !hidden && !slices.Contains(o.HidePredicates, r.Pred) {
				touched[id] = true
			}
		}
	}
	return len(touched)
}

// There are no more nodes than asked for.
func TestMaxNodes(t *testing.T) {
	everyPicture(t, []View{Causal, Steps, Rules, Why}, func(t *rapid.T, _ *causal.Graph, o Options, p *Picture) {
		if o.MaxNodes > 0 && !isGlance(p) {
			require.LessOrEqual(t, len(p.Nodes), max(o.MaxNodes, 1))
		}
	})
}

// Pictures of events alone that would have had too many have at least a third as many as there
// may be.
func TestLeastNodes(t *testing.T) {
	everyPicture(t, []View{Causal, Steps}, func(t *rapid.T, _ *causal.Graph, o Options, p *Picture) {
		if facts := len(p.Nodes) - len(p.Folding.Groups); len(lacking(p)) > 0 && facts == 0 {
			require.GreaterOrEqual(t, 3*len(p.Nodes), min(o.MaxNodes, 3*len(p.Folding.Selection.Events)))
		}
	})
}

// No picture is coarser than it has to be: what fits is drawn as it is asked for.
func TestWhatFitsIsDrawn(t *testing.T) {
	everyPicture(t, []View{Causal, Steps}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		o.MaxNodes = 0
		all := mustDraw(t, g, o)
		o.MaxNodes = len(all.Nodes)
		fits := mustDraw(t, g, o)
		require.Empty(t, lacking(fits))
		require.Equal(t, all.Diagram, fits.Diagram)
	})
}

// With nothing folded each selected event is in the SVG once, by its id, and no other.
func TestEachEventOnce(t *testing.T) {
	for _, v := range []View{Causal, Steps, Threads, Storyline} {
		t.Run(string(v), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := randomTown(t)
				o := Options{View: v, Select: randomSelect(t, g)}
				var want, got []string
				for _, e := range mustSelect(t, g, o.Select).Events {
					if v == Causal || v == Steps || hasCharacter(g, e) {
						want = append(want, g.Step(e).ID.String())
					}
				}
				for id, n := range read(t, mustSVG(t, g, o)).ids {
					require.Equal(t, 1, n, id)
					if regexp.MustCompile(`^[tg]\d+$`).MatchString(id) {
						got = append(got, id)
					}
				}
				require.ElementsMatch(t, want, got)
			})
		})
	}
}

// hasCharacter reports whether a character of the cast takes part in an event.
func hasCharacter(g *causal.Graph, e causal.Event) bool {
	cast, err := cast.Find(g, cast.Options{})
	return err == nil && slices.ContainsFunc(g.Threads(cast), func(t causal.Thread) bool {
		return slices.Contains(t.Events, e)
	})
}

// TestLegend: the legend explains each look in the picture, once, and no other.
func TestLegend(t *testing.T) {
	everyPicture(t, Views(), func(t *rapid.T, _ *causal.Graph, o Options, p *Picture) {
		if o.View == Threads || o.View == Storyline {
			stops := slices.ContainsFunc(p.Nodes, func(n diagram.Node) bool { return n.Stands > 0 })
			require.Equal(t, stops, len(p.Legend) > 0) // it is the same for all
			return
		}
		texts := make(map[string]bool)
		defer func() {
			require.Equal(t, o.View == Rules && len(p.Frames) > 0, texts["rules in a frame feed each other"])
		}()
		for _, entry := range p.Legend {
			require.False(t, texts[entry.Text], entry.Text)
			texts[entry.Text] = true
			if strings.HasPrefix(entry.Text, "rules in a frame ") {
				require.NotEmpty(t, p.Frames)
				continue
			}
			if o.View == State && entry.Node != nil { // the colour of a sample may be that of a thing in a box of several
				n := *entry.Node
				n.Hue, entry.Node = 0, &n
			}
			require.True(t, p.Shows(&entry), entry.Text)
		}
		for i := range p.Nodes {
			if n := &p.Nodes[i]; o.View != State && o.View != Timeline && speaks(n) {
				require.True(t, slices.ContainsFunc(p.Legend, func(e diagram.Entry) bool { return e.ExplainsNode(n) }),
					"%s %s is not explained", n.ID, n.Look)
			}
		}
		for i := range p.Edges {
			if e := &p.Edges[i]; o.View != State && (e.Stroke != diagram.Solid || e.Head == diagram.Tee) {
				require.True(t, slices.ContainsFunc(p.Legend, func(l diagram.Entry) bool { return l.ExplainsEdge(e) }),
					"%v is not explained", e.Classes)
			}
		}
	})
}

// speaks reports whether the look of a node has a meaning that nobody knows without a legend.
func speaks(n *diagram.Node) bool {
	return n.Hue > 0 || n.Double || len(n.Told) > 0 ||
		slices.Contains([]diagram.Look{diagram.Link, diagram.Persistent, diagram.Idle}, n.Look)
}

// reach is what can be reached from each node along arrows.
func reach(next map[string][]string) map[string]map[string]bool {
	all := make(map[string]map[string]bool)
	var walk func(from, at string)
	walk = func(from, at string) {
		for _, to := range next[at] {
			if !all[from][to] {
				all[from][to] = true
				walk(from, to)
			}
		}
	}
	for from := range maps.Keys(next) {
		all[from] = make(map[string]bool)
		walk(from, from)
	}
	return all
}

// TestArrowsAreTheOrder: the arrows of a picture lead from one box to another exactly if events of
// the one precede events of the other, directly or not; the order that layouts get beside
// counts for arrows. In the causal view the order of the readers of a fact before its consumer is
// shown by their arrows from the fact.
func TestArrowsAreTheOrder(t *testing.T) {
	everyPicture(t, []View{Causal, Steps}, func(t *rapid.T, g *causal.Graph, o Options, p *Picture) {
		if p.Nodes[0].ID == "r1" || p.Folding.Cyclic {
			return // no order
		}
		boxes := make(map[string]bool)
		order := make(map[string][]string)
		for i := range p.Folding.Groups {
			boxes[p.Nodes[i].ID] = true
			for _, a := range p.Folding.Groups[i].Events {
				for j := range p.Folding.Groups {
					if i != j && slices.ContainsFunc(p.Folding.Groups[j].Events, func(b causal.Event) bool { return g.Before(a, b) }) {
						order[p.Nodes[i].ID] = append(order[p.Nodes[i].ID], p.Nodes[j].ID)
					}
				}
			}
		}
		got := reach(arrows(p))
		want := reach(order)
		for a := range boxes {
			for b := range boxes {
				require.Equal(t, want[a][b], got[a][b], "%s before %s", a, b)
			}
		}
	})
}

// arrows are the edges of a picture, and those from what reads to what uses up.
func arrows(p *Picture) map[string][]string {
	next := make(map[string][]string)
	for _, e := range p.Edges {
		next[p.Nodes[e.From].ID] = append(next[p.Nodes[e.From].ID], p.Nodes[e.To].ID)
	}
	for _, pair := range p.Before {
		next[p.Nodes[pair[0]].ID] = append(next[p.Nodes[pair[0]].ID], p.Nodes[pair[1]].ID)
	}
	for _, use := range p.Edges {
		for _, read := range p.Edges {
			if use.From == read.From && use.From >= len(p.Folding.Groups) && // a fact
				slices.Contains(use.Classes, "consume") && slices.Contains(read.Classes, "read") {
				next[p.Nodes[read.To].ID] = append(next[p.Nodes[read.To].ID], p.Nodes[use.To].ID)
			}
		}
	}
	return next
}

// In the causal view with nothing folded the arrows at facts, and the reads that are told, are those of
// the trace.
func TestArrowsAreTheTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomTown(t)
		p := mustDraw(t, g, Options{Select: fold.Options{StageTokens: true, Persistent: true},
			Reads: rapid.SampledFrom(showing.Modes()).Draw(t, "reads")})
		var want, got []string
		for _, s := range g.Trace.Steps {
			for _, id := range s.Consumes {
				want = append(want, "consume "+id.String()+" "+s.ID.String())
			}
			for _, id := range s.Reads {
				want = append(want, "read "+id.String()+" "+s.ID.String())
			}
			for _, id := range s.Produces {
				want = append(want, "produce "+s.ID.String()+" "+id.String())
			}
		}
		for _, e := range slices.Concat(p.Edges, p.told) {
			got = append(got, strings.Join([]string{e.Classes[0], p.Nodes[e.From].ID, p.Nodes[e.To].ID}, " "))
		}
		require.ElementsMatch(t, want, got)
	})
}

// lacking returns the notes on what is missing, which no words in the picture tell.
func lacking(p *Picture) []string {
	var texts []string
	for _, n := range p.Notes {
		if n.For != ReadsTold && n.For != AtGlance {
			texts = append(texts, n.Text)
		}
	}
	return texts
}

// isGlance reports whether a picture shows turning points alone: see TestGlance.
func isGlance(p *Picture) bool {
	return slices.ContainsFunc(p.Notes, func(n Note) bool { return n.For == AtGlance })
}

// said returns the texts of the notes.
func said(p *Picture) []string {
	var texts []string
	for _, n := range p.Notes {
		texts = append(texts, n.Text)
	}
	return texts
}
