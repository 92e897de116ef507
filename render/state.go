package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// state draws the facts that hold after a step as a graph of what they are about:
// constants are boxes, a fact about two of them is an arrow with its predicate, a
// fact about one, with numbers or by itself, a line in its box, and a fact about more
// an oval between them.
func (a *artist) state() error {
	at := causal.Event(a.graph.Len() - 1) // the last event that has happened, [causal.Outside] for none
	if a.At != 0 {
		var ok bool
		if at, ok = a.graph.Event(a.At); !ok {
			return fmt.Errorf("there is no step %s", a.At)
		}
	}
	selection, err := a.selection()
	if err != nil {
		return err
	}
	facts, hidden := a.held(at, selection.Shows)
	s := &stateGraph{artist: a, boxes: make(map[string]int), arrows: make(map[[2]int]*arrow), told: make(map[string]int)}
	left := 0
	for _, f := range facts {
		if a.MaxNodes > 0 && len(a.Nodes)+s.needs(f[0]) > a.MaxNodes {
			left += len(f)
		} else {
			s.fact(f)
		}
	}
	if hidden > 0 {
		s.note(NotAsked, "%s of the state not shown: permanent from the start, or hidden", counted(hidden, "fact"))
	}
	if left > 0 {
		s.note(TooMany, "%s left out", counted(left, "fact"))
	}
	return nil
}

// alike are facts that say the same.
type alike []*causal.Resource

// as writes a fact with how often it is there, if that is more than once: `3 × owes ann 5`, for
// behind a number it would be another one.
func (f alike) as(text string) string {
	if len(f) == 1 {
		return text
	}
	return grouped(len(f)) + " × " + text
}

func (f alike) String() string { return f.as(visible.Picture(f[0].String())) }

// held returns the facts that hold after an event, those together that say the same, and
// how many are not shown. The mark of a stage, which there is in most states, is none that
// anybody would miss.
func (a *artist) held(at causal.Event, shows func(*causal.Resource) bool) (facts []alike, hidden int) {
	index := make(map[string]int)
	for i := range a.graph.Resources {
		r := &a.graph.Resources[i]
		switch {
		case r.Producer > at || r.Consumer != causal.Outside && r.Consumer <= at: // does not hold
			continue
		case !shows(r):
			if !r.StageToken() {
				hidden++
			}
			continue
		}
		k, known := index[r.String()]
		if !known {
			k = len(facts)
			index[r.String()] = k
			facts = append(facts, nil)
		}
		facts[k] = append(facts[k], r)
	}
	return facts, hidden
}

// stateGraph gathers the facts of a state.
type stateGraph struct {
	*artist
	boxes  map[string]int    // nodes, by constant
	arrows map[[2]int]*arrow // by their ends
	told   map[string]int    // how many facts a tooltip tells, by what it is of
}

// arrow is the edge of all facts about two constants.
type arrow struct {
	edge  int
	preds []tallied // in the order in which they come
}

// needs is how many nodes a fact adds.
func (s *stateGraph) needs(r *causal.Resource) int {
	names, n := constants(r.Args), 0
	for _, name := range names {
		if _, there := s.boxes[name]; !there {
			n++
		}
	}
	if isHub(names, r) {
		n++
	}
	return n
}

// isHub reports whether a fact is a node by itself.
func isHub(names []string, r *causal.Resource) bool {
	return len(names) != 1 && !(len(names) == 2 && len(r.Args) == 2)
}

// fact enters a fact, however often it is there.
func (s *stateGraph) fact(f alike) {
	names := constants(f[0].Args)
	switch {
	case isHub(names, f[0]):
		s.hub(names, f)
	case len(names) == 1:
		s.attribute(s.box(names[0]), f)
	default:
		s.arrow(s.box(names[0]), s.box(names[1]), f)
	}
}

// box returns the node of a constant.
func (s *stateGraph) box(name string) int {
	if i, ok := s.boxes[name]; ok {
		return i
	}
	i := s.add(diagram.Node{
		ID: "c" + strconv.Itoa(len(s.boxes)+1), Look: diagram.Event, Text: []string{s.short(name)},
		Tip:     visible.Picture(name),
		Classes: []string{"constant", class("who", name)},
	})
	s.boxes[name] = i
	return i
}

// mostLines is how many facts stand in a box; all are in its tooltip.
const mostLines = 8

// attribute enters a fact into the box of the one constant it is about, without that: `restless`,
// `coins 3`.
func (s *stateGraph) attribute(box int, f alike) {
	n := &s.Nodes[box]
	s.tell(&n.Tip, n.ID, f.String())
	if len(n.Text) > mostLines {
		n.Text[mostLines] = "…"
		return
	}
	r := f[0]
	words := []string{trace.Resource{Pred: r.Pred, Persistent: r.Persistent}.String()}
	for _, t := range r.Args {
		if len(t.Args) > 0 || len(constants([]trace.Term{t})) == 0 {
			words = append(words, t.String())
		}
	}
	n.Text = append(n.Text, f.as(s.short(strings.Join(words, " "))))
}

// mostFacts is how many facts a tooltip tells.
const mostFacts = 100

// tell adds a fact to a tooltip, up to some.
func (s *stateGraph) tell(tip *string, of, fact string) {
	s.told[of]++
	switch n := s.told[of]; {
	case n <= mostFacts:
		*tip += "\n" + fact
	case n == mostFacts+1:
		*tip += "\n…"
	}
}

// arrow enters a fact about two constants, without these: `likes`, `wants (forged _)`. Facts about
// the same two share an arrow, which says how many there are of a predicate, if that is more than one.
func (s *stateGraph) arrow(from, to int, f alike) {
	key := [2]int{from, to}
	a, known := s.arrows[key]
	if !known {
		a = &arrow{edge: len(s.Edges)}
		s.arrows[key] = a
		s.Edges = append(s.Edges, diagram.Edge{From: from, To: to, Look: diagram.Line,
			Classes: []string{"fact", class("pred", f[0].Pred)}, Pull: 1})
	}
	e := &s.Edges[a.edge]
	s.tell(&e.Tip, fmt.Sprint(key), f.String())
	e.Tip = strings.TrimPrefix(e.Tip, "\n")
	fact := trace.Resource{Pred: f[0].Pred, Persistent: f[0].Persistent}
	for _, t := range f[0].Args {
		if len(t.Args) > 0 {
			fact.Args = append(fact.Args, blanked(t))
		}
	}
	a.count(fact.String(), len(f))
	e.Text = nil
	for _, p := range a.preds[:min(len(a.preds), wrapLines)] {
		line := s.short(p.name)
		if p.count > 1 {
			line += " " + grouped(p.count) + "×"
		}
		e.Text = append(e.Text, line)
	}
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

// count enters facts that read alike.
func (a *arrow) count(pred string, n int) {
	i := slices.IndexFunc(a.preds, func(t tallied) bool { return t.name == pred })
	if i < 0 {
		i = len(a.preds)
		a.preds = append(a.preds, tallied{name: pred})
	}
	a.preds[i].count += n
}

// hub enters a fact about more than two constants, or about none, as an oval.
func (s *stateGraph) hub(names []string, f alike) {
	n := s.resource(f[0])
	n.Born, n.Gone = 0, 0
	n.Text[0] = f.as(n.Text[0])
	s.told[n.ID] = 1
	for _, r := range f[1:] {
		s.tell(&n.Tip, n.ID, r.ID.String()+" "+visible.Picture(r.String()))
	}
	hub := s.add(n)
	for _, name := range names {
		s.Edges = append(s.Edges, diagram.Edge{
			From: hub, To: s.box(name), Look: diagram.Faint, Head: diagram.NoHead, Classes: []string{"about"}, Pull: 1,
		})
	}
}
