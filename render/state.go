package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render/diagram"
)

// state draws the facts that hold after a step as a graph of what they are about:
// constants are boxes, a fact about two of them is an arrow with its predicate, a
// fact about one, with numbers or by itself, a line in its box, and a fact about more
// an oval between them.
func (a *artist) state() error {
	at, err := a.moment()
	if err != nil {
		return err
	}
	selection, err := a.selection()
	if err != nil {
		return err
	}
	s := &stateGraph{artist: a, boxes: make(map[string]int), arrows: make(map[[2]int]int), hubs: make(map[string]int), told: make(map[string]int)}
	hidden, left := 0, 0
	for i := range a.graph.Resources {
		switch r := &a.graph.Resources[i]; {
		case !holds(r, at):
		case !selection.Shows(r):
			hidden++
		case a.MaxNodes > 0 && len(a.Nodes)+s.needs(r) > a.MaxNodes:
			left++
		default:
			s.fact(r)
		}
	}
	s.say(hidden, left)
	return nil
}

// moment returns the last event that has happened, [causal.Outside] for none.
func (a *artist) moment() (causal.Event, error) {
	if a.At == 0 {
		return causal.Event(a.graph.Len() - 1), nil
	}
	e, ok := a.graph.Event(a.At)
	if !ok {
		return 0, fmt.Errorf("there is no step %s", a.At)
	}
	return e, nil
}

func holds(r *causal.Resource, at causal.Event) bool {
	return r.Producer <= at && (r.Consumer == causal.Outside || r.Consumer > at)
}

// stateGraph gathers the facts of a state.
type stateGraph struct {
	*artist
	boxes  map[string]int // nodes, by constant
	arrows map[[2]int]int // edges, by their ends
	hubs   map[string]int // nodes of facts by themselves, by fact
	told   map[string]int // how many facts a tooltip tells, by what it is of
}

func (s *stateGraph) say(hidden, left int) {
	if hidden > 0 {
		s.note(NotAsked, "%s of the state not shown: permanent from the start, marks of stages, or hidden", counted(hidden, "fact"))
	}
	if left > 0 {
		s.note(TooMany, "%s left out", counted(left, "fact"))
	}
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

// fact enters one fact.
func (s *stateGraph) fact(r *causal.Resource) {
	names := constants(r.Args)
	switch {
	case isHub(names, r):
		s.hub(names, r)
	case len(names) == 1:
		s.attribute(s.box(names[0]), r)
	default:
		s.arrow(s.box(names[0]), s.box(names[1]), r)
	}
}

// box returns the node of a constant.
func (s *stateGraph) box(name string) int {
	if i, ok := s.boxes[name]; ok {
		return i
	}
	i := s.add(diagram.Node{
		ID: "c" + strconv.Itoa(len(s.boxes)+1), Look: diagram.Event, Text: []string{short(name)}, Tip: plain(name),
		Classes: []string{"constant", class("who", name)},
	})
	s.boxes[name] = i
	return i
}

// mostLines is how many facts stand in a box; all are in its tooltip.
const mostLines = 8

// attribute enters a fact into the box of the one constant it is about.
func (s *stateGraph) attribute(box int, r *causal.Resource) {
	n := &s.Nodes[box]
	s.tell(&n.Tip, n.ID, plain(r.String()))
	if len(n.Text) > mostLines {
		n.Text[mostLines] = "…"
		return
	}
	n.Text = append(n.Text, short(about(r)))
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

// about writes a fact about one constant without it: `restless`, `coins 3`.
func about(r *causal.Resource) string {
	words := []string{trace.Resource{Pred: r.Pred, Persistent: r.Persistent}.String()}
	for _, t := range r.Args {
		if len(t.Args) > 0 || len(constants([]trace.Term{t})) == 0 {
			words = append(words, t.String())
		}
	}
	return strings.Join(words, " ")
}

// arrow enters a fact about two constants. Facts about the same two share an arrow.
func (s *stateGraph) arrow(from, to int, r *causal.Resource) {
	pred := short(trace.Resource{Pred: r.Pred, Persistent: r.Persistent}.String())
	key := [2]int{from, to}
	if i, ok := s.arrows[key]; ok {
		e := &s.Edges[i]
		s.tell(&e.Tip, fmt.Sprint(key), plain(r.String()))
		if len(e.Text) < wrapLines && !slices.Contains(e.Text, pred) {
			e.Text = append(e.Text, pred)
		}
		return
	}
	s.arrows[key] = len(s.Edges)
	s.Edges = append(s.Edges, diagram.Edge{
		From: from, To: to, Look: diagram.Line, Text: []string{pred}, Tip: plain(r.String()), Classes: []string{"fact", class("pred", r.Pred)}, Pull: 1,
	})
}

// hub enters a fact about more than two constants, or about none, as an oval.
func (s *stateGraph) hub(names []string, r *causal.Resource) {
	if i, ok := s.hubs[r.String()]; ok {
		s.tell(&s.Nodes[i].Tip, s.Nodes[i].ID, r.ID.String()+" "+plain(r.String()))
		return
	}
	n := s.resource(r)
	n.Born, n.Gone = 0, 0
	hub := s.add(n)
	s.hubs[r.String()] = hub
	for _, name := range names {
		s.Edges = append(s.Edges, diagram.Edge{
			From: hub, To: s.box(name), Look: diagram.Faint, Head: diagram.NoHead, Classes: []string{"about"}, Pull: 1,
		})
	}
}
