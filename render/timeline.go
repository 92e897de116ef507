package render

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/timeline"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// timeline draws the course of the run over time: from left to right as many spans of time as fit;
// above, the numbers in facts, as lines; and in rows the number of events in each stage, the
// firings of each rule in each span, and the most facts of each kind. Every row has a scale of its
// own, so that rare ones are seen as well; numbers of a kind share one. The width of the picture
// does not depend on the length of the run.
func (a *artist) timeline() error {
	s, err := a.selection()
	if err != nil || len(s.Events) == 0 {
		return err
	}
	timeline := timeline.Of(a.graph, s.Events, mostSlots, a.kindsOf(a.graph))
	a.draft(timeline, a.rows(timeline))
	return nil
}

// row is what a timeline shows of one thing.
type row struct {
	group      group
	id, name   string
	says       string // how much it is in all
	look       diagram.Look
	class, tip string
	url        string
	weight     int              // how much it has to tell, if not all rows are drawn
	values     []int            // by span
	number     *timeline.Number // of lines; nil of bars
}

// group is what rows stand together.
type group int

const (
	ofNumbers group = iota
	ofStages
	ofRules
	ofFacts
)

// rows returns what there is to show; where that is too much, the rules that fire most
// and the facts that change most.
func (a *artist) rows(c *timeline.Timeline) []row {
	var rows []row
	for i := range c.Numbers {
		rows = append(rows, a.numberRow(i, &c.Numbers[i]))
	}
	if len(c.Stages) > 1 {
		for i, s := range c.Stages {
			name := visible.Picture(cmp.Or(s.Stage, "no stage"))
			rows = append(rows, row{
				group: ofStages, id: fmt.Sprintf("s%d", i+1), name: a.short(name), says: grouped(s.Count),
				look: diagram.Link, class: class("stage", s.Stage),
				tip: "stage " + name + "\n" + counted(s.Count, "event"), weight: s.Count, values: s.Events,
			})
		}
	}
	for i, r := range c.Rules {
		step := a.graph.Step(r.First)
		rows = append(rows, row{
			group: ofRules, id: ruleName(i), name: a.short(r.Rule), says: grouped(r.Count) + "×",
			look: a.eventLook(step), class: class("rule", r.Rule),
			tip:    a.ruleTip(r.Rule, fmt.Sprintf("fired %d×, first as %s", r.Count, step.ID)),
			weight: r.Count, values: r.Firings, url: a.link(step),
		})
	}
	for i, f := range c.Facts {
		rows = append(rows, row{
			group: ofFacts, id: fmt.Sprintf("k%d", i+1), name: a.short(f.Kind),
			says: fmt.Sprintf("%s → %s", grouped(f.Start), grouped(f.End)), look: diagram.Line, class: "fact",
			tip: fmt.Sprintf("%s\n%d at the start, %d at the end; at least %d, at most %d", visible.Picture(f.Kind),
				f.Start, f.End, f.Least, f.Most),
			weight: f.Most - f.Least, values: f.Peaks,
		})
	}
	return a.telling(rows)
}

// telling leaves out the rows that have least to tell, where there are too many.
func (a *artist) telling(rows []row) []row {
	if a.MaxNodes == 0 || len(rows) <= a.MaxNodes {
		return rows
	}
	weights := make([]int, len(rows))
	for i, r := range rows {
		weights[i] = r.weight
	}
	slices.SortFunc(weights, func(x, y int) int { return cmp.Compare(y, x) })
	least, room := weights[a.MaxNodes-1], a.MaxNodes
	for _, w := range weights {
		if w > least {
			room--
		}
	}
	kept := slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
		if r.weight == least {
			room--
			return room < 0
		}
		return r.weight < least
	})
	a.leave("{n} of {all}", "n", grouped(len(kept)), "all", a.counted(len(rows), "row"))
	a.note(TooMany, "only %s of %s are drawn, those in which most happens", grouped(len(kept)), counted(len(rows), "row"))
	return kept
}

// Sizes of timelines, in points.
const (
	mostSlots  = 80    // spans of time
	chartWidth = 640.0 // of all spans
	widestSlot = 24.0  // of one, in short runs
	rowHeight  = 20.0
	barHeight  = 15.0 // barHeight is the height of a row's maximum
	leastBar   = 1.5  // leastBar is the height of the smallest nonzero bar
	groupGap   = 10.0 // groupGap separates rows of stages, rules and facts
	edgeGap    = 12.0 // edgeGap is around the picture, and beside labels
	tickRoom   = 56.0 // tickRoom is between the ids of steps at the top
	tickHeight = 16.0
)

// draft is a timeline in the making.
type draft struct {
	*artist
	timeline *timeline.Timeline
	font     *fonts.Font
	names    float64 // where the names of rows end
	left     float64 // where the spans begin
	width    float64 // of one
	y        float64 // the top of the row at hand
}

// draft draws rows below the ids of steps.
func (a *artist) draft(c *timeline.Timeline, rows []row) {
	d := &draft{artist: a, timeline: c, font: a.font(), width: min(chartWidth/float64(len(c.Spans)), widestSlot)}
	panels, bars := panelsOf(rows, len(a.Theme.Light.Picture.Threads))
	for i := range bars {
		d.names = max(d.names, edgeGap+d.wide(bars[i].name, diagram.NodeFont))
		d.left = max(d.left, d.wide(bars[i].says, diagram.EdgeFont))
	}
	for _, p := range panels {
		d.names = max(d.names, edgeGap+d.wide(d.kind(&p), diagram.NodeFont))
		d.left = max(d.left, d.wide(grouped(p.least), diagram.EdgeFont), d.wide(grouped(p.most), diagram.EdgeFont))
	}
	d.left += d.names + 2*edgeGap
	d.ticks()
	for _, p := range panels {
		d.panel(p)
	}
	for i := range bars {
		if i > 0 && bars[i].group != bars[i-1].group || i == 0 && len(panels) > 0 {
			d.y += groupGap
		}
		d.row(&bars[i])
	}
	a.Placed, a.Flow = true, diagram.Right
	a.Height = d.y + edgeGap
	a.legendOfTime(c, rows)
}

// wide returns how wide a line is.
func (d *draft) wide(line string, size float64) float64 {
	w, _ := diagram.Size(d.font, []string{line}, size)
	return w
}

// x returns where a span begins.
func (d *draft) x(span int) float64 { return d.left + d.width*float64(span) }

// ticks says with which step every so many spans begin.
func (d *draft) ticks() {
	d.y = edgeGap
	every := int(tickRoom/d.width) + 1
	for i := 0; i < len(d.timeline.Spans); i += every {
		id := d.graph.Step(d.timeline.Spans[i].From).ID.String()
		n := diagram.Node{
			ID: "time", Look: diagram.Faint, Text: []string{id}, FontSize: diagram.EdgeFont, Classes: []string{"tick"},
			Tip: "from here on: " + d.slot(i),
		}
		if i > 0 {
			n.ID, n.PartOf = fmt.Sprintf("time-%d", i+1), n.ID
		}
		d.words(n, d.x(i), left)
	}
	d.y += tickHeight
}

// slot names a span by its steps.
func (d *draft) slot(i int) string {
	s := d.timeline.Spans[i]
	first, last := d.graph.Step(s.From).ID, d.graph.Step(s.To-1).ID
	if first == last {
		return first.String()
	}
	return fmt.Sprintf("%s to %s", first, last)
}

// row draws a row: its label, its ground and its bars.
func (d *draft) row(r *row) {
	base := d.y + rowHeight - (rowHeight-barHeight)/2
	d.words(diagram.Node{
		ID: r.id, Look: diagram.Text, Text: []string{r.name}, Classes: []string{"row", r.class}, Tip: r.tip, URL: r.url,
		Chart: r.chart(),
	}, d.names, right)
	d.words(diagram.Node{
		ID: r.id + "-all", PartOf: r.id, Look: diagram.Faint, Text: []string{r.says}, FontSize: diagram.EdgeFont,
		Classes: []string{"sum", r.class}, Tip: r.tip,
	}, d.left-edgeGap, right)
	d.Bands = append(d.Bands, diagram.Band{
		Look: r.look, Classes: []string{"row", r.class}, Tip: r.tip,
		Min: diagram.Point{X: d.left, Y: base - barHeight}, Max: diagram.Point{X: d.x(len(r.values)), Y: base},
	})
	for from := 0; from < len(r.values); {
		to := from + 1
		for r.group != ofRules && to < len(r.values) && r.values[to] == r.values[from] {
			to++ // what stays is one bar
		}
		if r.values[from] > 0 {
			d.bar(r, from, to, base)
		}
		from = to
	}
	d.words(diagram.Node{
		ID: r.id + "-most", PartOf: r.id, Look: diagram.Faint, Text: []string{grouped(r.most())}, FontSize: diagram.EdgeFont,
		Classes: []string{"most", r.class}, Tip: "the most in this row",
	}, d.x(len(r.values))+edgeGap/2, left)
	d.y += rowHeight
}

// On which side of words the place is that they stand at.
const (
	left  = 0.5
	right = -0.5
)

// words writes a line beside a place in the row at hand.
func (d *draft) words(n diagram.Node, x, side float64) {
	n.Shape = diagram.Plain
	n.W, n.H = diagram.Size(d.font, n.Text, n.Size())
	n.At = diagram.Point{X: x + side*n.W, Y: d.y + rowHeight/2}
	d.Width = max(d.Width, n.At.X+n.W/2+edgeGap)
	d.add(n)
}

// bar draws how much there is in some spans.
func (d *draft) bar(r *row, from, to int, base float64) {
	h := max(barHeight*float64(r.values[from])/float64(r.most()), leastBar)
	n := diagram.Node{
		ID: fmt.Sprintf("%s-%d", r.id, from+1), PartOf: r.id, Shape: diagram.Bar, Look: r.look,
		Classes: []string{"bar", r.class},
		W:       d.x(to) - d.x(from), H: h, At: diagram.Point{X: (d.x(from) + d.x(to)) / 2, Y: base - h/2},
		Tip: fmt.Sprintf("%s: %s\n%s", r.name, grouped(r.values[from]), d.slot(from)),
	}
	if to-from > 1 {
		n.Tip += " and on to the end of " + d.slot(to-1)
	}
	if r.group == ofRules {
		n.Stands, n.Tip = r.values[from], fmt.Sprintf("%s: %s×\n%s", r.name, grouped(r.values[from]), d.slot(from))
	}
	d.add(n)
}

// most is the greatest value of a row.
func (r *row) most() int { return slices.Max(r.values) }

// chart returns the values as parts of the greatest.
func (r *row) chart() *diagram.Chart {
	c, most := &diagram.Chart{Bars: make([]float64, len(r.values)), Says: r.says}, float64(max(r.most(), 1))
	for i, v := range r.values {
		c.Bars[i] = float64(v) / most
	}
	return c
}

// legendOfTime says how bars are to be read.
func (a *artist) legendOfTime(c *timeline.Timeline, rows []row) {
	steps := c.Spans[0].To - c.Spans[0].From
	span := "a step"
	if last := c.Spans[len(c.Spans)-1]; steps > 1 || last.To-last.From > 1 {
		span = fmt.Sprintf("about %s steps", grouped(int(max(steps, last.To-last.From))))
	}
	said := make(map[diagram.Look]bool)
	if slices.ContainsFunc(rows, func(r row) bool { return r.group == ofNumbers }) {
		a.explain("a number in a fact, as it changed; its first and its last value stand on the right", nil, numberLine(1))
	}
	for i := range rows {
		r := &rows[i]
		if r.group == ofNumbers || said[r.look] || r.most() == 0 {
			continue
		}
		said[r.look] = true
		text := "how often a rule fired in " + span + "; the highest of its row stands on the right"
		switch r.look {
		case diagram.Line:
			text = "how many facts of a kind there were at most"
		case diagram.Link:
			text = "links, and events in a stage"
		}
		a.explain(text, &diagram.Node{Shape: diagram.Bar, Look: r.look}, nil)
	}
}
