// Package render draws the causal graph of a run.
//
// A view of the graph becomes a [diagram.Diagram]: nodes and edges with their words
// and looks. A layout places it: Graphviz's dot where the picture is small enough for
// its best efforts, our own layered one beyond, and the lanes of characters by
// themselves. Then it is written, as SVG, as a page, as DOT, as text, as a bitmap, as
// PDF or as JSON. No view knows a layout, and no writer knows a view: one file per
// view here, one package below for each layout and each family of formats.
//
// Names in a trace may be anything; in a picture they stand as plain text.
package render

import (
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/grid"
	"github.com/ceptre-graph/ceptre/causal/influence"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/board"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/ceptre-graph/ceptre/themes"
)

// View is a way of looking at a run.
type View string

// The views.
const (
	// Causal shows every event with the resources it consumes, reads (dashed)
	// and makes, and what else it follows as stages follow each other (dotted).
	Causal View = "causal"
	// Steps shows the events alone, each below those that had to come before it.
	Steps View = "steps"
	// Rules shows each rule once, how often one fed another, which loops gain or
	// lose, and how moves between stages followed each other (dotted).
	Rules View = "rules"
	// Net shows the rules between the facts that they use up and make, as a Petri net.
	Net View = "net"
	// Threads shows a lane for each character, and meetings across lanes.
	Threads View = "threads"
	// Storyline shows the company of characters over time: lines that run together.
	Storyline View = "storyline"
	// Timeline shows what happened how often in the course of the run, and how the
	// number of facts changed, and the numbers in them. It is as large for a long run as for a short one.
	Timeline View = "timeline"
	// State shows the facts at one moment, as a graph of what they are about.
	State View = "state"
	// Board shows a grid with what stands on it, at one moment, or at several with marks where something
	// changed.
	Board View = "board"
	// Why shows what led to something.
	Why View = "why"
)

// Views returns all views, the default first.
func Views() []View {
	return []View{Causal, Steps, Rules, Net, Threads, Storyline, Timeline, State, Board, Why}
}

// MaxNodes is how many nodes a person can read in one picture.
const MaxNodes = 300

// Options say how to draw.
type Options struct {
	// View is Causal where empty.
	View View
	// Title says what the picture shows; the view, the seed and the number of steps where empty.
	Title string
	// Theme is the default theme where nil.
	Theme *themes.Theme
	// Select says which part of the run is looked at; all of it where zero.
	Select fold.Options
	// Only are the events of these to draw, ascending; nil for all.
	Only []causal.Event
	// Collapse says which events stand in one box.
	Collapse []fold.Method
	// What an [Atlas] settles for a page: the selection, into how many pieces it is
	// folded (0 for none), and the URL of an event that is on another page.
	within    *fold.Selection
	pieces    int
	elsewhere func(causal.Event) string
	// MaxNodes is how many nodes there may be before events are put together, so
	// that as much as possible is seen; 0 for any number.
	MaxNodes int
	// Rows is into how many rows (of what leads down: columns) a picture is broken; 0 for as many as
	// read well, 1 for none.
	Rows int
	// Cast is the characters of the Threads and the Storyline, and where they are; nil for
	// those that package cast finds.
	Cast *causal.Cast
	// At is the step after which the State or the Board is shown; 0 for the end, or for several moments.
	At trace.StepID
	// Sheet is what the Board is for, so that its moments stand in rows of that breadth; "" for a screen.
	Sheet showing.Sheet
	// Grid says which facts put things on the Board; those that package grid finds where there is none.
	Grid []grid.Pattern
	// Of is what the Why view explains, as [causal.Graph.Find] takes it.
	Of []string
	// Colour says what the colours of events mean; stages or rules, as there are, where empty.
	Colour showing.Colours
	// Brief tells in the boxes of the Causal and the Steps view, other than one with an Overlay, what hides
	// more than it shows: facts that nothing uses, and order by stages between events that are far apart.
	Brief bool
	// Glance shows, where these are Brief, the turning points of runs of more than so many events, or of
	// more boxes and ovals than fit a screen, and puts the other events into boxes between them; 0 does
	// not. It goes before MaxNodes, and after Collapse.
	Glance int
	// Reads says which reads are arrows in the Rules view and the Causal one, other than one with an
	// Overlay, which draws all; [showing.NearReads] where empty.
	Reads showing.Reads
	// Rules are drawn in the Rules view, in the place of those of the graph: what the
	// rules of a program can do for each other. Nil for those of the graph.
	Rules *rules.Graph
	// Net is drawn in the Net view, in the place of that of the graph; nil for that.
	Net *rules.Net
	// Kinds are the kinds of facts that the Rules, Net and Timeline views tell apart; nil for
	// those that the run does.
	Kinds kinds.Table
	// Possible and Preventions are drawn in the Rules view: what could have passed
	// between rules and did not (faint), and which rules kept others from firing
	// (dotted). Rules that never fired appear with them.
	Possible    []rules.Link
	Preventions []rules.Prevention
	// Influences are drawn in the Rules view, between the rules of Options.Rules, in the place of what passed between
	// them: how often steps follow from rules in many runs. Nil draws none.
	Influences []influence.Pair
	// Arrows are the kinds of arrows that are drawn in the Rules view; nil for all.
	Arrows []Arrow
	// Overlay says which of two sides each part of the Causal view belongs to; nil
	// where there are none.
	Overlay *Overlay
	// Link returns the URL of a step's page, or "" where it has none. Nil
	// makes no links. A rule of the Rules view links to its first firing, a fact to the
	// step that made it or, if it was there, that first used it. An [Atlas] calls it
	// from several goroutines.
	Link func(*trace.Step) string
	// Fact returns a fact as a sentence, for tips. Nil tells facts as programs write them. An [Atlas] calls it
	// from several goroutines, and Event, too.
	Fact func(*trace.Resource) string
	// Event returns what happened in a step as a sentence, for tips; "" or nil names the rule alone.
	Event func(*trace.Step) string
	// Words say all fixed texts; nil for English. Notes are English in any case.
	Words showing.Words
}

// Draw returns a view of the graph. The error reports an unknown view, a selection without a
// match, or a view of threads for a trace without characters.
func Draw(g *causal.Graph, o Options) (*Picture, error) {
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
	whole := g.Readable()
	a := &artist{Options: o, Diagram: new(diagram.Diagram), graph: whole, whole: whole, chosen: whole.Len(),
		nodes: make(map[string]int), texts: make(map[string]string)}
	if p := g.Trace.Program; p != nil {
		for i, r := range p.Rules {
			a.texts[g.Rules().Label(i)] = r.Text
		}
	}
	if err := a.draw(); err != nil {
		return nil, err
	}
	a.finish()
	if a.View == Board {
		o.Rows = 1 // moments stand in rows already
	}
	return &Picture{Diagram: a.Diagram, Theme: o.Theme, Folding: a.folding, Notes: a.notes, rows: o.Rows,
		loose: o.View == State, glance: a.points != nil, either: o.View == Rules || o.View == Net, told: a.told,
		texts: a.boards, signs: a.signs}, nil
}

// draw fills the diagram of the view.
func (a *artist) draw() error {
	switch a.View {
	case Causal:
		return a.causal()
	case Steps:
		return a.steps()
	case Rules:
		return a.rules()
	case Net:
		return a.net()
	case Threads, Storyline:
		return a.drawLines()
	case Timeline:
		return a.timeline()
	case State:
		return a.state()
	case Board:
		return a.board()
	case Why:
		return a.why()
	}
	var names []string
	for _, v := range Views() {
		names = append(names, string(v))
	}
	return fmt.Errorf("unknown view %q: want one of %s", a.View, strings.Join(names, ", "))
}

// board draws what stands on the grid after a step, or at the moments of the run at which that changes.
func (a *artist) board() error {
	if len(a.graph.Resources) == 0 {
		return nil
	}
	a.Select.Persistent = true // such as walls
	selection, err := a.selection()
	if err != nil {
		return err
	}
	g, err := grid.Find(a.graph, grid.Options{Patterns: a.Grid, Shows: selection.Shows})
	if err != nil {
		return err
	}
	o := board.Options{
		Font: a.font(), Rows: a.Rows, Say: a.say, Fact: func(r *causal.Resource) string { return a.fact(r.Resource) },
		Link: func(e causal.Event) string { return a.link(a.graph.Step(e)) }, Story: a.story,
	}
	var frames []board.Frame
	if a.At != 0 {
		at, ok := a.graph.Event(a.At)
		if !ok {
			return fmt.Errorf("there is no step %s", a.At)
		}
		frames = board.Film(a.graph, g, []grid.Moment{{After: at - 1}, {After: at, Events: []causal.Event{at}}}, o)[1:]
	} else {
		all := g.Moments(selection.Events)
		few := board.Few(all, board.Fit(g, a.font()))
		if a.MaxNodes == 0 {
			few = all
		}
		if len(few) < len(all) {
			a.note(TooMany, "only %s of %s are drawn", grouped(len(few)), counted(len(all), "moment"))
			a.leave("{n} of {all}", "n", grouped(len(few)), "all", a.counted(len(all), "moment"))
		}
		frames = board.Film(a.graph, g, few, o)
	}
	if a.Sheet != "" {
		o.Wide = sizes(a.Sheet)[0].X / leastOnSheet * diagram.EdgeFont
	}
	*a.Diagram = *board.Draw(g, frames, o)
	a.boards, a.signs = board.Texts(g, frames, o)
	a.says = a.say("{rows} and {columns}, {moments}.", "rows", a.counted(len(g.Rows), "row"),
		"columns", a.counted(len(g.Columns), "column"), "moments", a.counted(len(frames), "moment"))
	for _, form := range g.Others {
		a.note(NotAsked, "`%s` could be places on a grid, too; drawn is `%s`", visible.Picture(form),
			visible.Picture(g.From[0]))
	}
	return nil
}

// leastOnSheet is the size of letters on a sheet, in points, see [rows.OnSheet].
const leastOnSheet = 8.0

// font returns the font that sizes are made for.
func (o *Options) font() *fonts.Font { return fonts.Like(o.Theme.Fonts.Picture) }

// finish adds what depends on the whole picture.
func (a *artist) finish() {
	a.Diagram.Title = a.title()
	if len(a.Nodes) == 0 {
		says := a.say("There is nothing to draw.")
		if a.graph.Len() == 0 {
			says = a.say("Nothing happened.")
		}
		a.add(diagram.Node{ID: "empty", Shape: diagram.Plain, Look: diagram.Text, Text: []string{says}})
	}
	if !a.Placed && extentOf(a.Diagram).isBroad() {
		a.Flow = diagram.Right
	}
	a.Measure(a.font())
	a.Desc = a.describe()
	a.Signs = a.say("at the borders: where an arrow goes on, or comes from")
}

// say returns a fixed text of the picture.
func (o *Options) say(text string, values ...any) string {
	if o.Words != nil {
		return o.Words.Say(text, values...)
	}
	var pairs []string
	for i := 0; i+1 < len(values); i += 2 {
		pairs = append(pairs, fmt.Sprintf("{%v}", values[i]), fmt.Sprint(values[i+1]))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// counted returns a number of things: `1 event`, `2,000 events`.
func (o *Options) counted(n int, noun string) string {
	if o.Words != nil {
		return o.Words.Count(noun, n)
	}
	return counted(n, noun)
}

// fact returns a fact as tips tell it: in words, if there are some, or as programs write it.
func (o *Options) fact(r *trace.Resource) string {
	if o.Fact != nil {
		return visible.Picture(o.Fact(r))
	}
	return visible.Picture(r.String())
}

// sentence returns what happened in a step in words, "" where there are none.
func (o *Options) sentence(step *trace.Step) string {
	if o.Event == nil {
		return ""
	}
	return visible.Picture(o.Event(step))
}

// change returns a change of facts or of a quantity, as [rules.Change.String] has it in English.
func (o *Options) change(c rules.Change) string {
	if o.Words == nil || !c.Quantity && c.Exact() {
		return visible.Picture(c.String())
	}
	by := func(n int) string {
		switch {
		case !c.Quantity:
			return fmt.Sprintf("%+d", n)
		case n < 0:
			return o.say("{n} less", "n", -n)
		}
		return o.say("{n} more", "n", n)
	}
	text := by(c.Least)
	if !c.Exact() {
		text = o.say("{from} to {to}", "from", text, "to", by(c.Most))
	}
	if c.Quantity {
		return visible.Picture(c.Kind) + " " + text
	}
	return text + " " + visible.Picture(c.Fact())
}
