// Package render draws the causal graph of a run.
//
// A view of the graph becomes a [drawing]: an ordered list of nodes and edges
// with their attributes. From there it goes out as DOT, for Graphviz and tools
// like it, or as SVG, which Graphviz (linked in, no installation needed) lays
// out. One file per view, one for the order of stages, one for the drawing and
// the only place that quotes, one for text from outside, and one that touches
// Graphviz.
//
// Names in a trace may be anything; in a picture they stand as plain text.
package render

import (
	"context"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/themes"
)

// View is a way of looking at a run.
type View string

// The views.
const (
	// Causal shows every event with the resources it consumes, reads (dashed)
	// and makes, and what else it follows as stages follow each other (dotted).
	Causal View = "causal"
	// Rules shows each rule once, how often one fed another, and how moves
	// between stages followed each other (dotted).
	Rules View = "rules"
	// Order shows the events alone, each below those that had to come before it.
	Order View = "order"
	// Threads shows the line of each character from event to event.
	Threads View = "threads"
)

// Views returns all views, the default first.
func Views() []View { return []View{Causal, Order, Rules, Threads} }

// Options say how to draw.
type Options struct {
	// View is Causal where empty.
	View View
	// Title says what the picture shows; the name of the view where empty.
	Title string
	// Theme is the default theme where nil.
	Theme *themes.Theme
	// By names the characters of the threads, as [causal.FindCast] takes it.
	// Where it is empty, that chooses.
	By string
	// StageTokens says to draw the marks of the current stage, too, in the
	// Causal view. Otherwise dotted arrows stand for the order that they make,
	// where it does not follow from the others: from the last events of a stage
	// to the move out of it, and from there to the first of the next.
	StageTokens bool
	// Rules are drawn in the Rules view, in the place of those of the graph: what the
	// rules of a program can do for each other. Nil for those of the graph.
	Rules *causal.RuleGraph
	// Possible and Preventions are drawn in the Rules view: what could have passed
	// between rules and did not (faint), and which rules kept others from firing
	// (dotted). Rules that never fired appear with them.
	Possible    []causal.PossibleLink
	Preventions []causal.RulePrevention
	// Overlay says which of two sides each part of the Causal view belongs to; nil
	// where there are none.
	Overlay *Overlay
	// Link returns the URL of a step's page, or "" where it has none. Nil
	// makes no links. A rule of the Rules view links to its first firing.
	Link func(*trace.Step) string
}

// DOT returns a view of the graph in the language of Graphviz, in UTF-8. The
// same graph and options give the same bytes. The error is of an unknown view,
// or of threads asked of a trace without the characters for them.
func DOT(g *causal.Graph, o Options) ([]byte, error) {
	d, err := draw(g, o)
	if err != nil {
		return nil, err
	}
	return d.dot(), nil
}

// SVG returns a view of the graph as a picture that stands on its own. Events
// have the ids of their steps, resources theirs. Beyond the errors of [DOT] it
// refuses pictures beyond [MaxSize], and returns ctx.Err() as soon as the context
// ends.
//
// It may be called from several goroutines, which take turns.
func SVG(ctx context.Context, g *causal.Graph, o Options) ([]byte, error) {
	d, err := draw(g, o)
	if err != nil {
		return nil, err
	}
	if s := d.size(); s.total() > MaxSize {
		return nil, tooLarge(s, o.View)
	}
	svg, err := layOut(ctx, d.dot())
	if err != nil {
		return nil, err
	}
	return dress(svg, d.title, d.fonts), nil
}

func tooLarge(s size, v View) error {
	advice := "write it as DOT, for another tool"
	if v != Rules {
		advice = "draw less of it, or its rules, or " + advice
	}
	return fmt.Errorf("the picture would have %d nodes and %d edges in %d rows, too large to lay out (size %d of at most %d): %s",
		s.nodes, s.edges, s.rows, s.total(), MaxSize, advice)
}

// draw returns the drawing of the view.
func draw(g *causal.Graph, o Options) (*drawing, error) {
	if o.View == "" {
		o.View = Causal
	}
	if o.Theme == nil {
		theme, err := themes.Find("")
		if err != nil {
			return nil, err
		}
		o.Theme = theme
	}
	a := &artist{graph: g, Options: o, look: &o.Theme.Picture}
	a.drawing = newDrawing(a.look, a.title())
	var err error
	switch o.View {
	case Causal:
		a.causal()
	case Order:
		a.order()
	case Rules:
		a.rules()
	case Threads:
		err = a.threads()
	default:
		err = fmt.Errorf("no view %q: there is %s", o.View, listViews())
	}
	if err != nil {
		return nil, err
	}
	a.finish()
	return a.drawing, nil
}

func listViews() string {
	var names []string
	for _, v := range Views() {
		names = append(names, string(v))
	}
	return strings.Join(names, ", ")
}
