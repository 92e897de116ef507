package lanes

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Sizes of lanes, in points.
const (
	boxGap  = 16.0 // between what follows each other
	laneGap = 12.0 // between boxes of neighbouring lanes
	passGap = 6.0  // beside a meeting that only passes a lane
	linkW   = 2.0
)

// Threads returns a picture with a lane for each character; characters that meet often are
// neighbours. An event stands on the lane of its character, a meeting over the lanes of all its
// characters; if other lanes lie between, it has dots on the remaining ones, and ties to them.
//
// Every event stands as far to the left as its causes and its lanes allow. Concurrent events of a
// lane stand one after another, fewest causes first; only the tooltips show that they are
// concurrent. Events without characters are left out.
func Threads(chart *Chart, f *fonts.Font) *diagram.Diagram {
	p := newPlan(chart)
	sized := diagram.Diagram{Nodes: slices.Clone(chart.Nodes)}
	sized.Measure(f)
	b := &board{canvas: newCanvas(p, f), sized: sized.Nodes, high: nameFont * diagram.Leading,
		right: make([]float64, len(chart.Nodes)), marks: make([]ends, len(chart.Cast))}
	b.across = linkW
	b.order(arrange(len(chart.Cast), p.companies()))
	for event, n := range b.sized {
		if b.drawn(event) {
			b.high = max(b.high, n.H)
		}
	}
	b.names()
	for _, event := range p.order {
		b.event(event)
	}
	return b.finish()
}

// board is where events are set on lanes.
type board struct {
	*canvas
	sized []diagram.Node // the events, measured
	lane  []int          // by character
	high  float64        // the highest box
	free  []float64      // by lane: where it is free from
	right []float64      // by event: its right border, or the last of its causes if it is not drawn
	marks []ends         // by character
}

func (b *board) order(order []int) {
	b.lane, b.free = make([]int, len(order)), make([]float64, len(order))
	for lane, i := range order {
		b.lane[i] = lane
	}
}

func (b *board) y(lane int) float64 {
	return margin + (float64(lane)+.5)*(b.high+laneGap)
}

// names writes the names to the left of the lanes, flush with their beginning.
func (b *board) names() {
	width := 0.0
	for i := range b.Cast {
		n := b.name(i, "", diagram.Point{Y: b.y(b.lane[i])})
		width = max(width, n.W)
		b.marks[i] = ends{start: b.add(n), birth: -1, death: -1, end: -1}
	}
	for i := range b.Cast {
		n := &b.nodes[b.marks[i].start]
		n.At.X = margin + width - n.W/2
		b.free[b.lane[i]] = margin + width
		if b.lives[i].birth {
			b.marks[i].start = -1
		}
	}
}

// event sets an event as far to the left as can be.
func (b *board) event(event int) {
	left := 0.0 // no border may be left of it
	for _, c := range b.causes(event) {
		left = max(left, b.right[c])
	}
	if !b.drawn(event) {
		b.right[event] = left
		return
	}
	n := b.sized[event]
	participants := b.participants(event)
	n.At.X = max(left+boxGap+n.W/2, b.room(event, n.W, participants))
	b.right[event] = n.At.X + n.W/2
	b.meet(event, n, participants)
	b.take(event, &n, participants)
}

// participants returns the participants of an event by lane.
func (b *board) participants(event int) []participant {
	participants := make([]participant, len(b.who[event]))
	for part, i := range b.who[event] {
		participants[part] = participant{part, b.lane[i], b.y(b.lane[i])}
	}
	slices.SortStableFunc(participants, func(a, b participant) int { return cmp.Compare(a.row, b.row) })
	return participants
}

// halves calls a function for each lane that an event reaches, with half its width
// there and the character, -1 for a lane that it only passes.
func (b *board) halves(event int, width float64, participants []participant, do func(lane, who int, half float64)) {
	runs := neighbours(participants)
	chief := longest(runs)
	next := participants[0].row
	for i, run := range runs {
		for ; next < run[0].row; next++ {
			do(next, -1, linkW/2)
		}
		half := dotSize / 2
		if i == chief {
			half = width / 2
		}
		for _, s := range run {
			do(s.row, b.who[event][s.part], half)
		}
		next = run[len(run)-1].row + 1
	}
}

// room returns the first place for the middle of an event on its lanes.
func (b *board) room(event int, width float64, participants []participant) float64 {
	x := 0.0
	b.halves(event, width, participants, func(lane, who int, half float64) {
		gap := boxGap
		switch {
		case who < 0:
			gap = passGap
		case b.isBirth(who, event):
			gap += markGap
		}
		x = max(x, b.free[lane]+gap+half)
	})
	return x
}

// take occupies the lanes, and sets marks of birth and death beside the event.
func (b *board) take(event int, n *diagram.Node, participants []participant) {
	b.halves(event, n.W, participants, func(lane, who int, half float64) {
		b.free[lane] = n.At.X + half
		if who < 0 {
			return
		}
		at := diagram.Point{X: n.At.X, Y: b.y(lane)}
		if b.isBirth(who, event) {
			at.X -= half + markGap
			b.marks[who].birth = b.add(b.mark(who, false, at))
		}
		if b.isDeath(who, event) {
			at.X = n.At.X + half + markGap
			b.marks[who].death = b.add(b.mark(who, true, at))
			b.free[lane] = at.X
		}
	})
}

func (l *life) isBirth(event int) bool { return l.birth && l.stops[l.born].Node == event }

func (l *life) isDeath(event int) bool { return l.death && l.stops[l.died].Node == event }

func (c *canvas) isBirth(who, event int) bool { return c.lives[who].isBirth(event) }

func (c *canvas) isDeath(who, event int) bool { return c.lives[who].isDeath(event) }

// finish repeats the names of surviving characters on the right, and draws the lines and lanes.
func (b *board) finish() *diagram.Diagram {
	x := margin
	for _, free := range b.free {
		x = max(x, free)
	}
	x += boxGap
	width := x
	for i := range b.Cast {
		if b.lives[i].death {
			continue
		}
		n := b.name(i, "-end", diagram.Point{X: x, Y: b.y(b.lane[i])})
		b.marks[i].end = b.add(n)
		width = max(width, x+n.W)
	}
	for i := range b.Cast {
		b.follow(i, b.marks[i], b.level)
	}
	b.ground(width + margin)
	return b.done(width+margin, b.y(len(b.Cast))-(b.high+laneGap)/2+margin)
}

func (b *board) level(who int, from, to float64) []diagram.Point {
	y := b.y(b.lane[who])
	return straight(diagram.Point{X: from, Y: y}, diagram.Point{X: to, Y: y})
}

// ground draws the lanes.
func (b *board) ground(width float64) {
	half := (b.high + laneGap) / 2
	b.bands = make([]diagram.Band, len(b.Cast))
	for i, person := range b.Cast {
		y := b.y(b.lane[i])
		b.bands[b.lane[i]] = diagram.Band{
			Hue: person.Hue, Look: diagram.Faint, Classes: append([]string{"lane"}, person.Classes...), Tip: person.Name,
			Min: diagram.Point{X: margin / 2, Y: y - half}, Max: diagram.Point{X: width - margin/2, Y: y + half},
		}
	}
}
