package render

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/themes"
)

// artist makes one drawing of one graph.
type artist struct {
	Options
	*drawing
	graph *causal.Graph
	look  *themes.Picture
}

// title says what the picture shows: `verona: causal view`.
func (a *artist) title() string {
	title := cmp.Or(plain(a.Title), string(a.View)+" view")
	if p := a.graph.Trace.Program; p != nil && p.Name != "" {
		title = short(p.Name) + ": " + title
	}
	return title
}

// finish adds what depends on the whole drawing.
func (a *artist) finish() {
	if len(a.nodes) == 0 {
		a.node("empty", attr{"label", "Nothing happened."}, attr{"shape", "plaintext"}, attr{"fontcolor", a.look.Ink})
	}
	s := a.size()
	direction := "TB"
	if s.isBroad() {
		direction = "LR"
	}
	a.whole = append(a.whole, attr{"rankdir", direction})
	if s.total() > quickSize {
		a.whole = append(a.whole, attr{"nslimit", "0.2"}, attr{"mclimit", "0.1"}, attr{"splines", "line"})
	}
}

// event adds the box of a step: with its id, by which it can be asked about, but for
// the threads, which are told to readers.
func (a *artist) event(step *trace.Step, shape themes.Shape) {
	label := short(step.Rule)
	if a.View != Threads {
		label = step.ID.String() + " " + label
	}
	if args := termsOf(step.Args); args != "" {
		label += "\n" + wrap(args)
	}
	side := a.sideOf(step)
	a.node(step.ID.String(), slices.Concat(attrs{
		{"id", step.ID.String()}, {"tooltip", a.story(step)}, {"class", "transition " + class("rule", step.Rule) + side.class()},
	}, box(label), style(side.shape(shape, a.look), side.outline("filled,rounded")), a.link(step))...)
}

// box returns the outline of a node for an event or a rule.
func box(label string) attrs {
	return append(attrs{{"shape", "box"}, {"label", label}}, width(label, 11, 1)...)
}

// oval returns the outline of a node for anything else.
func oval(label string, points int) attrs {
	as := attrs{{"shape", "oval"}, {"label", label}, {"fontsize", strconv.Itoa(points)}}
	return append(as, width(label, points, math.Sqrt2)...)
}

// width returns the least width for a label, where Graphviz has to be told. An
// outline that narrows to its ends is slack times as wide as what it holds.
func width(label string, points int, slack float64) attrs {
	ems := breadth(label)
	if ems == 0 {
		return nil
	}
	inches := (ems + 1) * float64(points) / 72 * slack // a margin of half an em on each side
	return attrs{{"width", strconv.FormatFloat(inches, 'f', 2, 64)}}
}

// eventShape tells moves from stage to stage from what happens in a stage.
func (a *artist) eventShape(step *trace.Step) themes.Shape {
	for _, id := range step.Consumes {
		if a.graph.Resource(id).StageToken() {
			return a.look.Link
		}
	}
	return a.look.Event
}

func style(s themes.Shape, how string) attrs {
	return attrs{{"style", how}, {"fillcolor", s.Fill}, {"color", s.Border}, {"fontcolor", s.Ink}}
}

func (a *artist) link(step *trace.Step) attrs {
	if a.Link == nil {
		return nil
	}
	if url := a.Link(step); url != "" {
		return attrs{{"URL", plain(url)}}
	}
	return nil
}

// story tells a step in full: what it is, what it did, and its rule.
func (a *artist) story(step *trace.Step) string {
	lines := []string{step.ID.String() + " " + plain(step.String())}
	for _, part := range []struct {
		what string
		ids  []trace.ResourceID
	}{{"used up", step.Consumes}, {"needed", step.Reads}, {"made", step.Produces}} {
		if facts := a.facts(part.ids); facts != "" {
			lines = append(lines, part.what+": "+facts)
		}
	}
	if text := a.ruleText(step.Rule); text != "" {
		lines = append(lines, "", layout(text))
	}
	return strings.Join(lines, "\n")
}

// facts lists resources, stage tokens only where they are drawn.
func (a *artist) facts(ids []trace.ResourceID) string {
	var facts []string
	for _, id := range ids {
		if r := a.graph.Resource(id); a.shows(r) {
			facts = append(facts, plain(r.String()))
		}
	}
	return strings.Join(facts, ", ")
}

func (a *artist) shows(r *causal.Resource) bool { return a.StageTokens || !r.StageToken() }

// ruleText returns the rule as written, or "" where the trace does not have it.
func (a *artist) ruleText(rule string) string {
	p := a.graph.Trace.Program
	if p == nil {
		return ""
	}
	for i := range p.Rules {
		if p.Rules[i].Name == rule {
			return p.Rules[i].Text
		}
	}
	return ""
}

// termsOf returns terms as programs write arguments.
func termsOf(terms []trace.Term) string {
	return strings.TrimPrefix(trace.Step{Args: terms}.String(), " ")
}
