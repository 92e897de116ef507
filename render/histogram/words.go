package histogram

import (
	"fmt"
	"math"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// words writes the labels of the bins and the names of the metrics, and decides how large the
// picture is.
func (d *drawer) words() {
	end, line := d.end(), diagram.EdgeFont*diagram.Leading
	for i, b := range d.r.Y.Bins {
		at := d.corner(0, i)
		d.text(fmt.Sprintf("row-%d", i+1), d.cut(b.Label), at.X-between, at.Y+d.high/2, right)
	}
	below := end.Y + between + line/2
	below = d.columns(below)
	d.text("x-metric", d.r.X.Metric+" →", (d.at.X+end.X)/2, below+line, middle)
	d.text("y-metric", "↑ "+d.r.Y.Metric, d.at.X-between, d.at.Y-between-line/2, right)
	d.Height = below + line*1.5 + margin
	d.Width = end.X + between + barSpace + margin
	d.shift(d.width(d.r.Y.Metric+"↑ ") + margin + between - d.at.X)
}

// shift makes room at the left, if the name of a metric needs it, for at most a long label.
func (d *drawer) shift(by float64) {
	if by = min(by, mostLabel); by > 0 {
		d.Move(diagram.Point{X: by})
		d.Width += by
	}
}

// cut shortens a label that would be wider than the room for it.
func (d *drawer) cut(text string) string {
	runes := []rune(text)
	for len(runes) > 1 && d.width(string(runes)) > mostLabel {
		runes = append(runes[:len(runes)-2], '…')
	}
	return string(runes)
}

// columns writes the labels of the bins of x: every one where they have room, every second or third
// otherwise. Names without room are letters, and the names are told in the legend.
func (d *drawer) columns(y float64) (below float64) {
	widest := 0.0
	for _, b := range d.r.X.Bins {
		widest = max(widest, d.width(b.Label)+between)
	}
	every := int(math.Ceil(widest / d.wide))
	letters := !d.r.X.Numeric() && every > 1
	for i, b := range d.r.X.Bins {
		text := b.Label
		switch {
		case letters:
			text = expressive.Letter(i)
		case i%every != 0:
			continue
		}
		d.text(fmt.Sprintf("column-%d", i+1), text, d.corner(i, 0).X+d.wide/2, y, middle)
	}
	if letters {
		for i, b := range d.r.X.Bins {
			d.Legend = append(d.Legend, diagram.Entry{Text: expressive.Letter(i) + ": " + visible.Picture(b.Label)})
		}
	}
	return y
}

// side is the point of a text whose place is given.
type side int

const (
	middle side = iota
	right
)

// text writes a line with its middle, or the middle of its right side, at a point.
func (d *drawer) text(id, text string, x, y float64, at side) {
	n := diagram.Node{ID: id, Shape: diagram.Plain, Look: diagram.Text, FontSize: diagram.EdgeFont,
		Text: []string{visible.Picture(text)}, Classes: []string{"label"}}
	n.W, n.H = diagram.Size(d.Font, n.Text, n.FontSize)
	if at == right {
		x -= n.W / 2
	}
	n.At = diagram.Point{X: x, Y: y}
	d.Nodes = append(d.Nodes, n)
}

// legend explains shades and hues.
func (d *drawer) legend() {
	sample := func(text string, side int, shade float64) {
		d.Legend = append(d.Legend, diagram.Entry{Text: text,
			Node: &diagram.Node{Shape: diagram.Bar, Look: diagram.Event, Hue: side + 1, Shade: shade}})
	}
	if len(d.parts) > 1 {
		for i, p := range d.parts {
			sample(visible.Picture(p.Program+" "+p.From), i, 0)
		}
	}
	for i := range d.levels {
		text := expressive.Between(d.levels, i, d.most)
		if i == len(d.levels)-1 {
			text += " " + english.Noun(d.most, "run")
		}
		sample(text, 0, d.shade(d.levels[i]))
	}
}
