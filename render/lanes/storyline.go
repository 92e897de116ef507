package lanes

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// Sizes of the storyline, in points.
const (
	trackGap  = 14.0 // between lines that run together
	rowHead   = 16.0 // for the words at the top of a place
	rowFoot   = 8.0
	rowGap    = 10.0
	turn      = 34.0 // what a line takes to go from one place to another
	eventGap  = 14.0
	eventFont = 8.0
)

// Storyline returns a picture of who is with whom, when: a line for each character,
// which runs close to the lines of others while they are in the same place. Places lie
// below each other, those between which many move beside each other; a line keeps its
// track while it stays. An event is a dot, or a capsule across the lines of those who
// take part, with its name above them in the place where most of these are.
//
// Where nothing says where somebody is, places are companies: those who are in an event
// together stay together until one of them is in another.
func Storyline(chart *Chart, f *fonts.Font) *diagram.Diagram {
	s := &story{canvas: newCanvas(newPlan(chart), f), index: make(map[string]int)}
	s.journeys()
	s.arrangePlaces()
	s.spread()
	s.assignTracks()
	s.stack()
	return s.draw()
}

// story is a storyline in the making.
type story struct {
	*canvas
	places []place // in the order in which they are first seen; later in that of the picture
	index  map[string]int
	visits [][]visit // by character and stop
	nth    [][]int   // by event and part: which stop of the character it is
	x      []float64 // by event
	stays  [][]*stay // by character, in the order of time
	left   float64   // where lines begin
	right  float64   // where they end
}

// place is a strip of the picture.
type place struct {
	name   string // "" for the company of somebody who is nowhere
	tracks int
	busy   []float64 // by track: until when it is taken
	words  float64   // until where words stand at its top
	top    float64
}

// visit is where a character is before and after an event.
type visit struct{ before, after int }

// stay is the time that a character spends in a place.
type stay struct {
	who, place int
	from, to   float64
	track      int
	above      bool // whether it is entered from above
}

// place returns the index of a place.
func (s *story) place(key, name string) int {
	i, known := s.index[key]
	if !known {
		i = len(s.places)
		s.index[key] = i
		s.places = append(s.places, place{name: name})
	}
	return i
}

func (s *story) known(name string) int { return s.place("at "+name, name) }

func (s *story) home(who int) int { return s.place("home "+strconv.Itoa(who), "") }

// journeys finds out where everybody is before and after each stop.
func (s *story) journeys() {
	at := make([]int, len(s.Cast))
	next := make([]int, len(s.Cast)) // the stop that comes next
	s.visits, s.nth = make([][]visit, len(s.Cast)), make([][]int, len(s.Nodes))
	for i := range s.Cast {
		at[i] = s.home(i)
		if s.Cast[i].Start != "" {
			at[i] = s.known(s.Cast[i].Start)
		}
		s.visits[i] = make([]visit, len(s.lives[i].stops))
	}
	for _, event := range s.order {
		host := -1
		for _, i := range s.who[event] {
			v, after := visit{at[i], at[i]}, s.lives[i].stops[next[i]].Place
			switch {
			case after != "":
				v.after = s.known(after)
			case len(s.who[event]) == 1:
				v = visit{s.home(i), s.home(i)}
			default:
				if host < 0 {
					host = at[i]
				}
				v = visit{host, host}
			}
			s.visits[i][next[i]] = v
			s.nth[event] = append(s.nth[event], next[i])
			at[i] = v.after
			next[i]++
		}
	}
}

// arrangePlaces puts places in an order in which moves are short.
func (s *story) arrangePlaces() {
	moves := make(map[[2]int]int)
	var companies []company
	enter := func(a, b int) {
		if a == b {
			return
		}
		key := [2]int{min(a, b), max(a, b)}
		k, known := moves[key]
		if !known {
			k = len(companies)
			moves[key] = k
			companies = append(companies, company{who: []int{key[0], key[1]}})
		}
		companies[k].weight++
	}
	for _, visits := range s.visits {
		for k, v := range visits {
			enter(v.before, v.after)
			if k > 0 {
				enter(visits[k-1].after, v.before)
			}
		}
	}
	s.reorder(arrange(len(s.places), companies))
}

// reorder puts the places into an order.
func (s *story) reorder(order []int) {
	to, places := make([]int, len(order)), make([]place, len(order))
	for i, p := range order {
		to[p], places[i] = i, s.places[p]
	}
	s.places = places
	for i := range s.visits {
		for k := range s.visits[i] {
			v := &s.visits[i][k]
			v.before, v.after = to[v.before], to[v.after]
		}
	}
	for key, i := range s.index {
		s.index[key] = to[i]
	}
}

// start is where a character is at the beginning.
func (s *story) start(who int) int {
	if len(s.visits[who]) > 0 {
		return s.visits[who][0].before
	}
	if s.Cast[who].Start != "" {
		return s.known(s.Cast[who].Start)
	}
	return s.home(who)
}

// visitOf returns where one who takes part in an event is.
func (s *story) visitOf(event, part int) visit {
	return s.visits[s.who[event][part]][s.nth[event][part]]
}

// venue is the place where most of those are who take part in an event; of equals the
// uppermost.
func (s *story) venue(event int) int {
	count := make(map[int]int)
	best := -1
	for part := range s.who[event] {
		p := s.visitOf(event, part).before
		count[p]++
		if best < 0 || count[p] > count[best] || count[p] == count[best] && p < best {
			best = p
		}
	}
	return best
}

// spread finds how far to the right events stand: right of their causes, of what their
// characters did before, and of the words before them in the same place.
func (s *story) spread() {
	s.left = margin
	for i := range s.Cast {
		s.left = max(s.left, margin+s.name(i, "", diagram.Point{}).W)
	}
	for i := range s.places {
		s.places[i].words = max(s.left, margin+s.font.Width(s.places[i].name)*nameFont)
	}
	s.x = make([]float64, len(s.Nodes))
	ends := make([]float64, len(s.Nodes)) // by event: its right border
	free := make([]float64, len(s.Cast))
	at := make([]int, len(s.Cast))
	for i := range free {
		free[i], at[i] = s.left, s.start(i)
	}
	for _, event := range s.order {
		x := s.left + eventGap
		for _, i := range s.who[event] {
			if s.isBirth(i, event) {
				x = max(x, s.left+s.name(i, "", diagram.Point{}).W+2*markGap)
			}
		}
		for _, c := range s.causes(event) {
			x = max(x, ends[c]+eventGap)
		}
		if !s.drawn(event) {
			ends[event] = x - eventGap
			continue
		}
		for part, i := range s.who[event] {
			v := s.visitOf(event, part)
			x = max(x, free[i]+eventGap+s.journey(at[i], v.before))
		}
		venue := &s.places[s.venue(event)]
		x = max(x, venue.words+dotSize)
		venue.words = x - dotSize/2 + s.font.Width(s.label(event))*eventFont
		s.x[event], ends[event] = x, x+dotSize/2
		for part, i := range s.who[event] {
			v := s.visitOf(event, part)
			at[i] = v.after
			free[i] = x + dotSize/2 + s.journey(v.before, v.after)
		}
	}
	s.right = slices.Max(append(slices.Clone(free), s.left)) + eventGap
	for i := range s.places {
		s.right = max(s.right, s.places[i].words)
	}
}

// journey is the room that a line takes from a place to another.
func (s *story) journey(from, to int) float64 {
	if from == to {
		return 0
	}
	return turn
}

// label is what is written above an event: the first line of its text.
func (s *story) label(event int) string {
	if len(s.Nodes[event].Text) == 0 {
		return ""
	}
	return s.Nodes[event].Text[0]
}

// assignTracks gives each stay a track of its place. Lines that come from above take
// the upper tracks, those from below the lower ones, so that few cross.
func (s *story) assignTracks() {
	s.stays = make([][]*stay, len(s.Cast))
	var all []*stay
	for i := range s.Cast {
		s.stays[i] = s.staysOf(i)
		all = append(all, s.stays[i]...)
	}
	slices.SortStableFunc(all, func(a, b *stay) int { return cmp.Compare(a.from, b.from) })
	for _, t := range all {
		s.places[t.place].take(t)
	}
}

// staysOf returns where a character is, in the order of time.
func (s *story) staysOf(who int) []*stay {
	l := &s.lives[who]
	at := &stay{who: who, place: s.start(who), from: 0, above: true}
	if l.birth && l.born == 0 {
		at.from = s.birthday(who) - s.name(who, "", diagram.Point{}).W
	}
	stays := []*stay{at}
	move := func(to int, x float64) {
		if to == at.place {
			return
		}
		at.to = x
		at = &stay{who: who, place: to, from: x, above: at.place < to}
		stays = append(stays, at)
	}
	for k, stop := range l.stops {
		v := s.visits[who][k]
		move(v.before, s.x[stop.Node]-dotSize/2-turn/2)
		move(v.after, s.x[stop.Node]+dotSize/2+turn/2)
	}
	at.to = math.Inf(1)
	if l.death && l.died == len(l.stops)-1 {
		at.to = s.x[l.stops[l.died].Node] + dotSize/2 + 2*markGap
	}
	return stays
}

// birthday is where the mark of a birth has its left border.
func (s *story) birthday(who int) float64 {
	l := &s.lives[who]
	return s.x[l.stops[l.born].Node] - dotSize/2 - 2*markGap
}

// take gives a stay a free track: the first from where it comes, or a new one.
func (p *place) take(t *stay) {
	t.track = -1
	for k, until := range p.busy {
		if until <= t.from && (t.track < 0 || !t.above) {
			t.track = k
		}
	}
	if t.track < 0 {
		t.track = len(p.busy)
		p.busy = append(p.busy, 0)
	}
	p.busy[t.track] = t.to
	p.tracks = len(p.busy)
}

// stack lays the places below each other.
func (s *story) stack() {
	y := margin
	for i := range s.places {
		s.places[i].top = y
		if s.places[i].tracks > 0 {
			y += s.places[i].height() + rowGap
		}
	}
}

func (p *place) height() float64 {
	return rowHead + float64(p.tracks)*trackGap + rowFoot
}

func (s *story) y(t *stay) float64 {
	return s.places[t.place].top + rowHead + (float64(t.track)+0.5)*trackGap
}

// at returns where a character is at some time.
func (s *story) at(who int, x float64) *stay {
	stays := s.stays[who]
	i, _ := slices.BinarySearchFunc(stays, x, func(t *stay, x float64) int {
		if t.to <= x {
			return -1
		}
		return 1
	})
	return stays[min(i, len(stays)-1)]
}

// draw draws events, names, lines and places.
func (s *story) draw() *diagram.Diagram {
	marks := make([]ends, len(s.Cast))
	for i := range s.Cast {
		marks[i] = s.begin(i)
	}
	for _, event := range s.order {
		if s.drawn(event) {
			s.event(event, marks)
		}
	}
	width := s.right
	for i := range s.Cast {
		if s.lives[i].death {
			continue
		}
		n := s.name(i, "-end", diagram.Point{X: s.right, Y: s.y(s.at(i, s.right))})
		marks[i].end = s.add(n)
		width = max(width, s.right+n.W)
	}
	for i := range s.Cast {
		s.follow(i, marks[i], s.way)
	}
	s.strips(width + margin)
	last := &s.places[len(s.places)-1]
	return s.done(width+margin, last.top+last.height()+margin)
}

// begin writes a name where the line begins, flush with it.
func (s *story) begin(who int) ends {
	n := s.name(who, "", diagram.Point{Y: s.y(s.at(who, 0))})
	n.At.X = s.left - n.W/2
	l := &s.lives[who]
	if l.birth && l.born == 0 {
		n.At.X = s.birthday(who) - n.W/2
	}
	e := ends{start: s.add(n), birth: -1, death: -1, end: -1}
	if l.birth {
		e.start = -1
	}
	return e
}

// event draws an event across the lines of those who take part, its name, and marks of
// births and deaths beside it.
func (s *story) event(event int, marks []ends) {
	n := s.Nodes[event]
	n.Text, n.Shape, n.W, n.H, n.Double = nil, diagram.Dot, dotSize, dotSize, false
	n.At.X = s.x[event]
	seats := make([]seat, len(s.who[event]))
	for part, i := range s.who[event] {
		t := s.at(i, s.x[event])
		seats[part] = seat{part, t.place<<20 + t.track, s.y(t)}
	}
	slices.SortFunc(seats, func(a, b seat) int { return cmp.Compare(a.y, b.y) })
	s.meet(event, n, seats)
	s.write(event)
	for part, i := range s.who[event] {
		s.mortal(event, i, &marks[i], s.nodes[s.seats[event][part]].At.X, s.y(s.at(i, s.x[event])))
	}
}

// mortal marks a birth or a death.
func (s *story) mortal(event, who int, e *ends, x, y float64) {
	if s.isBirth(who, event) {
		e.birth = s.add(s.mark(who, false, diagram.Point{X: x - markGap, Y: y}))
	}
	if s.isDeath(who, event) {
		e.death = s.add(s.mark(who, true, diagram.Point{X: x + markGap, Y: y}))
	}
}

// write writes the name of an event at the top of its place.
func (s *story) write(event int) {
	text := s.label(event)
	if text == "" {
		return
	}
	w, h := diagram.Size(s.font, []string{text}, eventFont)
	s.add(diagram.Node{
		ID: s.Nodes[event].ID + "-name", PartOf: s.Nodes[event].ID, Shape: diagram.Plain, Look: diagram.Text, Text: []string{text}, FontSize: eventFont,
		Classes: []string{"name"}, Tip: s.Nodes[event].Tip, Born: s.Nodes[event].Born,
		At: diagram.Point{X: s.x[event] - dotSize/2 + w/2, Y: s.places[s.venue(event)].top + rowHead/2 + 2}, W: w, H: h,
	})
}

// way is a character's line from one x to another: level, but for turns from place to
// place.
func (s *story) way(who int, from, to float64) []diagram.Point {
	at := s.at(who, from)
	here := diagram.Point{X: from, Y: s.y(at)}
	path := []diagram.Point{here}
	level := func(x float64) {
		if x > here.X {
			path = append(path, straight(here, diagram.Point{X: x, Y: here.Y})[1:]...)
			here.X = x
		}
	}
	for _, t := range s.stays[who] {
		if t.from <= from || t.from >= to {
			continue
		}
		level(max(t.from-turn/2, from))
		end := diagram.Point{X: min(t.from+turn/2, to), Y: s.y(t)}
		half := (here.X + end.X) / 2
		path = append(path, diagram.Point{X: half, Y: here.Y}, diagram.Point{X: half, Y: end.Y}, end)
		here = end
	}
	level(to)
	if len(path) == 1 {
		path = append(path, here, here, here)
	}
	return path
}

// strips draws the places.
func (s *story) strips(width float64) {
	for i := range s.places {
		p := &s.places[i]
		if p.tracks == 0 {
			continue
		}
		b := diagram.Band{
			Text: p.name, Look: diagram.Faint, Classes: []string{"place"}, Tip: p.name, LabelAt: diagram.Point{X: margin, Y: p.top + rowHead/2 + 2},
			Min: diagram.Point{X: margin / 2, Y: p.top}, Max: diagram.Point{X: width - margin/2, Y: p.top + p.height()},
		}
		if p.name == "" {
			b.Classes = []string{"company"}
		}
		s.bands = append(s.bands, b)
	}
}
