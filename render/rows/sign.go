package rows

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/shorten"
)

const (
	signGap   = 3.0 // between a sign and the line
	signWidth = 24  // of a sign, in characters
	// signPrefix begins the ids of signs.
	signPrefix = "w"
	// signsMean explains signs in the legend.
	signsMean = "at the borders: where an arrow goes on, or comes from"
)

// place is where signs stand: at the end of a row, or at the beginning of one.
type place struct {
	row   int
	atEnd bool
}

// sign is a label at the border of a row for a line that goes on beyond it.
type sign struct {
	place
	node diagram.Node
	y    float64
	at   int // at is its index among the nodes, once it is set
}

// signs are those that are set.
type signs struct {
	*score
	names  map[int]*diagram.Node // of characters, by hue
	labels shorten.Labels
	all    []*sign
}

// port returns where an arrow that ends at a point begins or ends beside the sign.
func (s *sign) port(at diagram.Point) diagram.Point {
	n := &s.node
	at.Y = min(max(at.Y, n.At.Y-n.H/4), n.At.Y+n.H/4)
	if side := n.W/2 + signGap; s.atEnd {
		at.X = max(at.X, n.At.X-side)
	} else {
		at.X = min(at.X, n.At.X+side)
	}
	return at
}

func newSigns(s *score) *signs {
	names := make(map[int]*diagram.Node)
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.Hue > 0 && n.Shape == diagram.Plain && names[n.Hue] == nil {
			names[n.Hue] = n
		}
	}
	return &signs{score: s, names: names}
}

// between sets the signs of an edge that ends in one row and goes on in another.
func (g *signs) between(a, b *piece) {
	if a.row == b.row {
		return
	}
	out, in := a.Path[len(a.Path)-1], b.Path[0]
	here, there := place{a.row, a.row < b.row}, place{b.row, a.row > b.row}
	if isLine(&a.Edge) {
		if name := g.names[a.Hue]; name != nil {
			n := *name
			n.PartOf, n.At.X = name.ID, 0
			b.start = g.add(there, n, in.Y)
		}
		return
	}
	onward := "→"
	if g.down {
		onward = "↓"
	}
	text := cmp.Or(g.Signs, signsMean)
	if !slices.ContainsFunc(g.Legend, func(e diagram.Entry) bool { return e.Text == text }) {
		g.Legend = append(g.Legend, diagram.Entry{Text: text})
	}
	to, from := &g.Nodes[b.To], &g.Nodes[a.From]
	a.end = g.add(here, g.pointer(to, onward+" "+g.called(to)), out.Y)
	b.start = g.add(there, g.pointer(from, g.called(from)+" "+onward), in.Y)
}

// add enters a sign, once for all that leads to it of one node, and returns it. An arrow that leads
// elsewhere would begin or end at nothing, and has one of its own.
func (g *signs) add(at place, n diagram.Node, y float64) *sign {
	for _, s := range g.all {
		if s.place == at && s.node.PartOf == n.PartOf && math.Abs(s.y-y) <= max(s.node.H, n.H)/2 {
			return s
		}
	}
	s := &sign{place: at, node: n, y: y}
	g.all = append(g.all, s)
	return s
}

// pointer returns a sign that speaks of a node.
func (g *signs) pointer(of *diagram.Node, text string) diagram.Node {
	n := diagram.Node{
		Shape: diagram.Plain, Look: diagram.Text, Text: []string{text}, FontSize: diagram.EdgeFont,
		Classes: []string{"onward"}, Tip: of.Tip, PartOf: cmp.Or(of.PartOf, of.ID), Born: of.Born, Gone: of.Gone,
	}
	w, h := diagram.Size(g.font, n.Text, n.FontSize)
	if n.W, n.H = w, h; g.down {
		n.W, n.H = h, w+2*signGap
	}
	return n
}

// called returns the name of a node on a sign.
func (g *signs) called(n *diagram.Node) string {
	return g.labels.Line(cmp.Or(strings.Join(n.Text, " "), n.ID), func(text string) string {
		name := []rune(text)
		if len(name) > signWidth {
			name = append(name[:signWidth-1], '…')
		}
		return string(name)
	})
}

// set gives the signs their places, side by side at the border, and adds them to the
// drawing.
func (g *signs) set() {
	slices.SortStableFunc(g.all, func(a, b *sign) int {
		return cmp.Or(a.row-b.row, order(a.atEnd, b.atEnd), cmp.Compare(a.y, b.y))
	})
	for start := 0; start < len(g.all); {
		end := start
		for end < len(g.all) && g.all[end].place == g.all[start].place {
			end++
		}
		g.spread(g.all[start:end])
		start = end
	}
	drawn := len(g.Nodes)
	known := 0 // the last sign of an earlier break
	for i := range g.Nodes {
		if number, isSign := strings.CutPrefix(g.Nodes[i].ID, signPrefix); isSign {
			n, _ := strconv.Atoi(number) // we made it
			known = max(known, n)
		}
	}
	for i, s := range g.all {
		s.node.ID, s.at = signPrefix+strconv.Itoa(known+i+1), len(g.Nodes)
		s.node.At.X = g.cuts[s.row] - (s.node.W/2 + signGap) // beyond the border of the row
		if s.atEnd {
			s.node.At.X = g.cuts[s.row+1] + (s.node.W/2 + signGap)
		}
		g.clear(s, drawn)
		g.Nodes, g.row = append(g.Nodes, s.node), append(g.row, s.row)
	}
}

// clear moves a sign outwards, off the nodes through which its row was cut; they are among the nodes
// that were drawn.
func (g *signs) clear(s *sign, drawn int) {
	for moved := true; moved; {
		moved = false
		for i := range drawn {
			n := &g.Nodes[i]
			near := math.Abs(n.At.X-s.node.At.X) < (n.W+s.node.W)/2 && math.Abs(n.At.Y-s.node.At.Y) < (n.H+s.node.H)/2
			if g.row[i] != s.row || !near {
				continue
			}
			beyond := (n.W+s.node.W)/2 + signGap
			if !s.atEnd {
				beyond = -beyond
			}
			s.node.At.X, moved = n.At.X+beyond, true
		}
	}
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// spread moves the signs of a border apart, and all of them back by as much on the whole.
func (g *signs) spread(some []*sign) {
	free, off := math.Inf(-1), 0.0
	for _, s := range some {
		s.node.At.Y = max(s.y, free+s.node.H/2)
		free = s.node.At.Y + s.node.H/2
		off += s.node.At.Y - s.y
	}
	for i := range some {
		some[i].node.At.Y -= off / float64(len(some))
	}
}
