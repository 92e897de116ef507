package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// Bounds of what stands in one box.
const (
	mostLines = 8   // mostLines is how many lines a box has
	mostList  = 16  // mostList is that of the list of facts about nothing
	mostFacts = 100 // mostFacts is how many facts a tooltip tells
	mostNames = 3   // mostNames is how many things a box of several names, and facts a line
	mostTwins = 3   // mostTwins is how many things that are alike have a box each
)

// line is what a fact says in a box.
type line struct {
	pred, rest string
	count      int
}

func (l line) String() string {
	text := strings.TrimSuffix(l.pred+" "+l.rest, " ")
	if l.count > 1 {
		return grouped(l.count) + " × " + text
	}
	return text
}

// fewer returns lines as texts, up to some (0 for all). If there are more, those of a predicate share one, and
// if there are still more, the last says how many.
func fewer(lines []line, most int) []string {
	if most == 0 || len(lines) <= most {
		return texts(lines)
	}
	var out []string
	var counts []int // of lines in each text
	for _, pred := range tally(len(lines), func(i int) string { return lines[i].pred }) {
		var of []line
		for _, l := range lines {
			if l.pred == pred.name {
				of = append(of, l)
			}
		}
		if len(of) <= 2 {
			for _, text := range texts(of) {
				out, counts = append(out, text), append(counts, 1)
			}
			continue
		}
		rests := make([]line, len(of)) // as lines without the predicate
		for i, l := range of {
			rests[i] = line{l.rest, "", l.count}
		}
		out, counts = append(out, pred.name+" "+listed(texts(rests))), append(counts, len(of))
	}
	if len(out) <= most {
		return out
	}
	left := 0
	for _, n := range counts[most-1:] {
		left += n
	}
	return append(out[:most-1], grouped(left)+" more")
}

func texts(lines []line) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = l.String()
	}
	return out
}

// listed lists the first of some names, and how many more there are.
func listed(names []string) string {
	if len(names) <= mostNames+1 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:mostNames], ", ") + ", " + grouped(len(names)-mostNames) + " more"
}

// figure is the box of a thing, or of several.
type figure struct {
	things []*thing
	alike  bool // facts say the same of all of them
}

// draw makes boxes, rooms and edges.
func (s *stateGraph) draw() {
	s.things = slices.DeleteFunc(s.things, func(t *thing) bool {
		return len(t.facts) == 0 && t.ends == 0 && !t.kind.place // told with others
	})
	slices.SortStableFunc(s.things, func(a, b *thing) int {
		return cmp.Or(cmp.Compare(a.kind.rank, b.kind.rank), cmp.Compare(s.kinds.hue[a.name], s.kinds.hue[b.name]))
	})
	s.legendOfKinds()
	figures := s.figures()
	for _, of := range figures {
		if of.things[0].kind.place {
			s.room(of.things[0], figures)
		}
	}
	for _, of := range figures {
		if t := of.things[0]; !t.kind.place && t.place == nil {
			s.figure(of)
		}
	}
	if i := slices.IndexFunc(figures, func(f *figure) bool { return len(f.things) > 1 }); i >= 0 {
		look := figures[i].things[0].kind.node.Look
		s.explain("several of a kind in one box", &diagram.Node{Look: look, Double: true}, nil)
	}
	s.corner()
	s.drawWays()
	s.drawArrows()
	s.describeTips()
}

// figures returns what has a box: each thing, but several that are alike, and where there would be
// too many boxes, several of a kind that are in the same place.
func (s *stateGraph) figures() []*figure {
	figures := merged(s.things, func(t *thing) string {
		if s.MaxNodes == 0 || t.kind.place || t.ends > 0 {
			return ""
		}
		return strings.Join(texts(t.lines), "\n")
	}, mostTwins)
	for _, f := range figures {
		f.alike = true
	}
	if s.MaxNodes == 0 || len(figures) <= s.mostBoxes() {
		return figures
	}
	keep := s.spread(figures)
	s.tellCrowds(keep)
	together := 0
	figures = merged(s.things, func(t *thing) string {
		if t.kind.place || keep[t] {
			return ""
		}
		together++
		return "more"
	}, 1)
	s.note(TooMany, "%s stand in boxes of several", counted(together, "thing"))
	s.leave("{things} in boxes of several", "things", s.counted(together, "thing"))
	return figures
}

// tellCrowds tells facts about two things as a line of one that keeps a box of its own, where the
// other does not.
func (s *stateGraph) tellCrowds(keep map[*thing]bool) {
	alone := func(t *thing) bool { return t.kind.place || keep[t] }
	s.arrows = slices.DeleteFunc(s.arrows, func(r *relation) bool {
		switch {
		case alone(r.from) && alone(r.to):
			return false
		case alone(r.to):
			s.tell(r.to, r.fact)
		default:
			s.tell(r.from, r.fact)
		}
		return true
	})
}

// mostBoxes is how many boxes of things there are. They hold more words than those of events, so
// fewer can be read.
func (s *stateGraph) mostBoxes() int { return (s.MaxNodes + 2) / 3 }

// spread returns which things keep a box of their own: the first few of each kind in each place.
func (s *stateGraph) spread(figures []*figure) map[*thing]bool {
	type container struct {
		place *thing
		kind  *kindOfThings
	}
	before := make(map[container]int)
	rank := make(map[*figure]int)
	for _, f := range figures {
		c := container{f.things[0].place, f.things[0].kind}
		rank[f] = before[c]
		before[c]++
	}
	boxes := s.mostBoxes() - len(before) // each may get a box of several
	for _, t := range s.things {
		if t.kind.place {
			boxes--
		}
	}
	sorted := slices.Clone(figures)
	slices.SortStableFunc(sorted, func(a, b *figure) int { return cmp.Compare(rank[a], rank[b]) })
	keep := make(map[*thing]bool)
	for _, f := range sorted {
		if t := f.things[0]; len(f.things) == 1 && !t.kind.place && boxes > 0 {
			keep[t] = true
			boxes--
		}
	}
	return keep
}

// merged returns things as figures: those of a kind and a place with the same key together, if there
// are more than most; those with no key by themselves.
func merged(things []*thing, key func(*thing) string, most int) []*figure {
	type group struct {
		place *thing
		kind  *kindOfThings
		key   string
	}
	groups := make(map[group]*figure)
	var figures []*figure
	for _, t := range things {
		g := group{t.place, t.kind, key(t)}
		f, known := groups[g]
		if !known || g.key == "" {
			f = &figure{}
			figures = append(figures, f)
			if g.key != "" {
				groups[g] = f
			}
		}
		f.things = append(f.things, t)
	}
	var out []*figure
	for _, f := range figures {
		if len(f.things) > most {
			out = append(out, f)
			continue
		}
		for _, t := range f.things {
			out = append(out, &figure{things: []*thing{t}})
		}
	}
	return out
}

// room draws a place with what is there.
func (s *stateGraph) room(place *thing, figures []*figure) {
	nodes := []int{s.figure(&figure{things: []*thing{place}})}
	for _, f := range figures {
		if f.things[0].place == place {
			nodes = append(nodes, s.figure(f))
		}
	}
	s.Frames = append(s.Frames, diagram.Frame{Nodes: nodes, Room: true, Look: diagram.Persistent,
		Tip: visible.Picture(place.name), Classes: []string{"place", class("who", place.name)}})
}

// figure draws the box of a thing or of several.
func (s *stateGraph) figure(f *figure) int {
	first := f.things[0]
	n := s.look(first)
	n.ID = "c" + strconv.Itoa(len(s.Nodes)+1)
	n.Classes = []string{"constant", class("kind", first.kind.name), class("who", first.name)}
	n.Text = []string{s.short(first.name)}
	n.Told = s.shortened(fewer(first.lines, s.atMost(mostLines)))
	if len(f.things) > 1 {
		names := make([]string, len(f.things))
		for i, t := range f.things {
			names[i] = visible.Picture(t.name)
		}
		n.Text, n.Double, n.Classes = s.wrap(listed(names)), true, n.Classes[:2]
		if first.kind.cast {
			n.Hue = 0
		}
		if !f.alike {
			facts := 0
			for _, t := range f.things {
				facts += len(t.facts)
			}
			n.Told = nil
			if facts > 0 {
				n.Told = []string{counted(facts, "fact")}
			}
		}
	}
	i := s.add(n)
	for _, t := range f.things {
		t.node = i
	}
	return i
}

// atMost returns a bound, 0 where all is to be drawn.
func (s *stateGraph) atMost(n int) int {
	if s.MaxNodes == 0 {
		return 0
	}
	return n
}

func (s *stateGraph) shortened(lines []string) []string {
	for i := range lines {
		lines[i] = s.short(lines[i])
	}
	return lines
}

// corner lists the facts about nothing that has a name.
func (s *stateGraph) corner() {
	if len(s.list) == 0 {
		return
	}
	lines := make([]line, len(s.list))
	facts := make([]string, len(s.list))
	for i, f := range s.list {
		lines[i], facts[i] = f.line(), s.told(f)
	}
	s.add(diagram.Node{ID: "facts", Look: diagram.Resource, FontSize: resourceFont, Aside: true,
		Text: s.shortened(fewer(lines, s.atMost(mostList))), Classes: []string{"facts"}, Tip: tip("", facts)})
}

// tip lists facts below a heading.
func tip(head string, facts []string) string {
	if len(facts) > mostFacts {
		facts = append(slices.Clone(facts[:mostFacts]), "…")
	}
	return strings.TrimPrefix(head+"\n"+strings.Join(facts, "\n"), "\n")
}

// describeTips gives boxes of things their tooltips, when all facts have their places.
func (s *stateGraph) describeTips() {
	heads, facts := make(map[int][]string), make(map[int][]string)
	for _, t := range s.things {
		heads[t.node] = append(heads[t.node], visible.Picture(t.name))
		facts[t.node] = append(facts[t.node], t.facts...)
	}
	for i, names := range heads {
		s.Nodes[i].Tip = strings.TrimSuffix(tip(strings.Join(names[:min(len(names), mostFacts)], ", "), facts[i]), "\n")
	}
}

// drawWays draws lines between places.
func (s *stateGraph) drawWays() {
	same := len(s.ways) > 0 // all ways have one predicate, which need not be said
	for _, w := range s.ways {
		same = same && w.pred == s.ways[0].pred
	}
	for _, w := range s.ways {
		e := wayEdge()
		e.From, e.To, e.Tip = w.ends[0].node, w.ends[1].node, tip("", w.facts)
		if !same && w.pred != "" {
			e.Text = []string{s.short(w.pred)}
		}
		s.Edges = append(s.Edges, e)
	}
}

// arrow is the edge of all facts about two things.
type arrow struct {
	edge  int
	preds []tallied // in the order in which they come
	facts []string
}

// drawArrows draws facts about two things, without these: `likes`, `wants (forged _)`. Facts about
// the same two share an arrow, which says how many there are of a predicate, if that is more than one.
func (s *stateGraph) drawArrows() {
	arrows := make(map[[2]int]*arrow)
	for _, r := range s.arrows {
		key := [2]int{r.from.node, r.to.node}
		a, known := arrows[key]
		if !known {
			a = &arrow{edge: len(s.Edges)}
			arrows[key] = a
			s.Edges = append(s.Edges, diagram.Edge{From: key[0], To: key[1], Look: diagram.Line,
				Classes: []string{"fact", class("pred", r.fact[0].Pred)}, Pull: 1})
		}
		a.facts = append(a.facts, s.told(r.fact))
		a.count(withoutNames(r.fact[0].Resource), len(r.fact))
		e := &s.Edges[a.edge]
		e.Tip, e.Text = tip("", a.facts), nil
		for _, p := range a.preds[:min(len(a.preds), wrapLines)] {
			line := s.short(p.name)
			if p.count > 1 {
				line += " " + grouped(p.count) + "×"
			}
			e.Text = append(e.Text, line)
		}
	}
}

// count enters facts that read alike.
func (a *arrow) count(pred string, n int) {
	i := slices.IndexFunc(a.preds, func(t tallied) bool { return t.name == pred })
	if i < 0 {
		i = len(a.preds)
		a.preds = append(a.preds, tallied{name: pred})
	}
	a.preds[i].count += n
}

// withoutNames returns a fact without constants, or with a blank for those inside of terms.
func withoutNames(r *trace.Resource) string {
	fact := trace.Resource{Pred: r.Pred, Persistent: r.Persistent}
	for _, t := range r.Args {
		if b := blanked(t); b.Head != "_" {
			fact.Args = append(fact.Args, b)
		}
	}
	return fact.String()
}

// blanked returns a term with a blank for each constant.
func blanked(t trace.Term) trace.Term {
	if len(t.Args) == 0 && !t.Number && t.Head != trace.List && !isText(t.Head) {
		return trace.Const("_")
	}
	args := make([]trace.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = blanked(a)
	}
	t.Args = args
	return t
}
