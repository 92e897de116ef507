package render

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/timeline"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Sizes of charts with lines, in points.
const (
	linesInChart = 6    // in a chart; more could not be told apart
	chartHeight  = 72.0 // at the least
	lineHeight   = 15.0 // of the words beside a line
	chartGap     = 14.0 // below a chart
	lineWidth    = 1.75
)

// numberRow is the row of a number that stands in a fact.
func (a *artist) numberRow(i int, n *timeline.Number) row {
	r := row{
		group: ofNumbers, id: fmt.Sprintf("n%d", i+1), name: a.short(n.Fact), look: diagram.Line, class: "number",
		says: fmt.Sprintf("%s → %s", valueText(n.Start), valueText(n.End)), weight: n.Changes, number: n,
		tip: fmt.Sprintf("%s\n%s at the start, %s at the end; at least %s, at most %s", visible.Picture(n.Fact),
			valueText(n.Start), valueText(n.End), grouped(n.Least), grouped(n.Most)),
	}
	if n.Together > 1 {
		r.name += " (sum)"
		r.tip += fmt.Sprintf("\nthe sum of up to %s facts", grouped(n.Together))
	}
	for _, s := range n.Spans {
		r.values = append(r.values, s.Last.N)
	}
	return r
}

// valueText writes a number, or that there is none.
func valueText(v timeline.Value) string {
	if !v.There {
		return "none"
	}
	return grouped(v.N)
}

// panel is a chart with the lines of some numbers of a kind. All charts of a kind have the same
// scale.
type panel struct {
	rows        []row
	hues        []int
	least, most int // of the scale
}

// panelsOf returns the charts of rows, and the rows that are none of charts.
func panelsOf(rows []row, hues int) (panels []panel, bars []row) {
	kinds := make(map[string][]row)
	var order []string
	for _, r := range rows {
		if r.group != ofNumbers {
			bars = append(bars, r)
			continue
		}
		if kinds[r.number.Kind] == nil {
			order = append(order, r.number.Kind)
		}
		kinds[r.number.Kind] = append(kinds[r.number.Kind], r)
	}
	owners := make(map[string]int) // from 0, in order of their lines
	for _, kind := range order {
		all := kinds[kind]
		least, most := scaleOf(all)
		for part := range slices.Chunk(all, linesInChart) {
			p := panel{rows: part, least: least, most: most}
			for _, r := range part {
				owner, known := owners[r.number.Owner]
				if !known {
					owner = len(owners)
					owners[r.number.Owner] = owner
				}
				p.hues = append(p.hues, freeHue(owner, hues, p.hues))
			}
			panels = append(panels, p)
		}
	}
	return panels, bars
}

// freeHue returns the hue of an owner, which is the same in all charts, or the next one that no other
// line of a chart has.
func freeHue(owner, hues int, taken []int) int {
	for i := range hues {
		if hue := (owner+i)%hues + 1; !slices.Contains(taken, hue) {
			return hue
		}
	}
	return owner + 1
}

// scaleOf returns the least and the greatest of the numbers of some rows; from 0 on where that
// leaves the lines at least half of the height.
func scaleOf(rows []row) (least, most int) {
	least, most = rows[0].number.Least, rows[0].number.Most
	for _, r := range rows {
		least, most = min(least, r.number.Least), max(most, r.number.Most)
	}
	if least > 0 && least <= most/2 {
		least = 0
	}
	return least, most
}

// kind names what the lines of a panel are about.
func (d *draft) kind(p *panel) string { return d.short(p.rows[0].number.Kind) }

// height is that of the chart: there is room for words beside it.
func (p *panel) height() float64 { return max(chartHeight, lineHeight*float64(len(p.rows))) }

// panel draws a chart: its ground, the scale on the left, its lines, and on the right what they
// are of.
func (d *draft) panel(p panel) {
	h := p.height()
	top, end := d.y, d.x(len(d.timeline.Spans))
	first := p.rows[0].id
	d.Bands = append(d.Bands, diagram.Band{
		Look: diagram.Faint, Classes: []string{"row", "number"}, Tip: visible.Picture(p.rows[0].number.Kind),
		Min: diagram.Point{X: d.left, Y: top}, Max: diagram.Point{X: end, Y: top + h},
	})
	ground := d.add(diagram.Node{
		ID: first + "-chart", PartOf: first, Shape: diagram.Plain, Look: diagram.Text, Classes: []string{"chart"},
		W: end - d.left, H: h, At: diagram.Point{X: (d.left + end) / 2, Y: top + h/2},
		Tip: visible.Picture(p.rows[0].number.Kind),
	})
	y := func(n int) float64 {
		return top + h - 3 - (h-6)*float64(n-p.least)/float64(max(p.most-p.least, 1))
	}
	d.beside(diagram.Node{ID: first + "-kind", PartOf: first, Look: diagram.Text, Text: []string{d.kind(&p)},
		Classes: []string{"kind"}}, d.names, right, top+h/2)
	for j, n := range p.ticks() {
		d.beside(diagram.Node{
			ID: fmt.Sprintf("%s-at%d", first, j+1), PartOf: first, Look: diagram.Faint, Text: []string{grouped(n)},
			FontSize: diagram.EdgeFont, Classes: []string{"axis"}, Tip: "the scale",
		}, d.left-edgeGap/2, right, min(max(y(n), top+edgeGap/2), top+h-edgeGap/2))
	}
	for j := range p.rows {
		d.line(&p.rows[j], p.hues[j], ground, y)
	}
	d.labels(p, top, h, end, y)
	d.y = top + h + chartGap
}

// ticks are the numbers beside the scale.
func (p *panel) ticks() []int {
	middle := p.least + (p.most-p.least)/2
	return slices.Compact([]int{p.least, middle, p.most})
}

// line draws how a number went, with gaps where there was no fact. In a span of several steps it
// goes up and down between the least and the greatest value.
func (d *draft) line(r *row, hue, ground int, y func(int) float64) {
	var points []diagram.Point
	flush := func() {
		if len(points) > 1 {
			e := *numberLine(hue)
			e.From, e.To, e.Tip, e.Path = ground, ground, r.tip, straight(points)
			d.Edges = append(d.Edges, e)
		}
		points = nil
	}
	if v := r.number.Start; v.There {
		points = append(points, diagram.Point{X: d.x(0), Y: y(v.N)})
	}
	for i, s := range r.number.Spans {
		if s.Low.There {
			for _, v := range []timeline.Value{s.Low, s.High} {
				points = append(points, diagram.Point{X: d.x(i), Y: y(v.N)})
			}
		}
		if !s.Last.There {
			flush()
			continue
		}
		points = append(points, diagram.Point{X: d.x(i), Y: y(s.Last.N)}, diagram.Point{X: d.x(i + 1), Y: y(s.Last.N)})
	}
	flush()
}

// numberLine is a line of a chart, without its place.
func numberLine(hue int) *diagram.Edge {
	return &diagram.Edge{Look: diagram.Line, Hue: hue, Head: diagram.NoHead, Width: lineWidth, Classes: []string{"number"}}
}

// straight returns a way through points as curves, of which each is straight.
func straight(points []diagram.Point) []diagram.Point {
	points = slices.Compact(points)
	path := points[:1:1]
	for i := 1; i < len(points); i++ {
		path = append(path, points[i-1], points[i], points[i])
	}
	return path
}

// labels writes beside the lines what they are of, each as near to the end of its line as there is
// room.
func (d *draft) labels(p panel, top, height, end float64, y func(int) float64) {
	order := make([]int, len(p.rows))
	for i := range order {
		order[i] = i
	}
	last := func(i int) float64 { return y(p.rows[i].ends()) }
	slices.SortStableFunc(order, func(i, j int) int { return int(last(i)*16) - int(last(j)*16) })
	places := make([]float64, len(order))
	for k, i := range order {
		places[k] = max(last(i), top+lineHeight/2)
		if k > 0 {
			places[k] = max(places[k], places[k-1]+lineHeight)
		}
	}
	low := top + height - lineHeight/2
	for k := len(order) - 1; k >= 0; k-- {
		places[k] = min(places[k], low)
		low = places[k] - lineHeight
	}
	for k, i := range order {
		r := &p.rows[i]
		wide := d.wide(r.name, diagram.NodeFont)
		d.beside(diagram.Node{
			ID: r.id, Look: diagram.Text, Hue: p.hues[i], Text: []string{r.name}, Classes: []string{r.class}, Tip: r.tip,
			Chart: r.chart(),
		}, end+edgeGap/2, left, places[k])
		d.beside(diagram.Node{
			ID: r.id + "-all", PartOf: r.id, Look: diagram.Faint, Text: []string{r.says}, FontSize: diagram.EdgeFont,
			Classes: []string{"sum", r.class}, Tip: r.tip,
		}, end+edgeGap+wide, left, places[k])
	}
}

// ends returns the last value of a number that there was.
func (r *row) ends() int {
	for i := len(r.number.Spans) - 1; i >= 0; i-- {
		if s := r.number.Spans[i]; s.Low.There {
			if s.Last.There {
				return s.Last.N
			}
			return s.Low.N
		}
	}
	return r.number.Least
}

// beside writes a line beside a place.
func (d *draft) beside(n diagram.Node, x, side, y float64) {
	at := d.y
	d.y = y - rowHeight/2
	d.words(n, x, side)
	d.y = at
}
