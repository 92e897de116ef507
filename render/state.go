package render

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// state draws the facts that hold after a step by what they are about. Constants are boxes, their
// shape and colour for their kind. Places are rooms, with those in them who are there. A fact
// about one constant is a line in its box, a fact about two of them an arrow with its predicate,
// and facts about none are listed in a corner.
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
	s := newStateGraph(a)
	s.findPlaces(facts)
	for _, f := range s.stand(facts) {
		s.fact(f)
	}
	hidden = slices.DeleteFunc(hidden, s.permanentWay)
	s.walkedWays()
	s.settle()
	s.tellArrows()
	s.draw()
	if len(hidden) > 0 {
		s.note(NotAsked, "%s of the state not shown: permanent from the start, or hidden", counted(len(hidden), "fact"))
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

// told returns facts as tips tell them.
func (s *stateGraph) told(f alike) string { return f.as(s.artist.fact(f[0].Resource)) }

// line returns the fact without some constants, for the box of one of them: `restless`, `coins 3`.
func (f alike) line(names ...string) line {
	var left []trace.Term
	for _, t := range f[0].Args {
		if k := slices.Index(names, t.String()); k >= 0 {
			names = slices.Delete(slices.Clone(names), k, k+1)
		} else {
			left = append(left, t)
		}
	}
	return line{predOf(f[0]), termsOf(left), len(f)}
}

// held returns the facts that hold after an event, those together that say the same, and
// those that are not shown. The mark of a stage, which there is in most states, is none that
// anybody would miss.
func (a *artist) held(at causal.Event, shows func(*causal.Resource) bool) (facts []alike, hidden []*causal.Resource) {
	index := make(map[string]int)
	for i := range a.graph.Resources {
		r := &a.graph.Resources[i]
		switch {
		case r.Producer > at || r.Consumer != causal.Outside && r.Consumer <= at: // does not hold
			continue
		case !shows(r):
			if !r.StageToken() {
				hidden = append(hidden, r)
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
	cast   causal.Cast
	kinds  kindsOfThings
	things []*thing // in the order in which they are drawn
	index  map[string]*thing
	places map[string]bool // names of places, where these are rooms
	arrows []*relation
	ways   []*way
	wayOf  map[[2]string]*way
	list   []alike // facts about nothing that has a name
}

// thing is a constant of the state, or the term of a place.
type thing struct {
	name  string
	kind  *kindOfThings
	place *thing // where it is; nil for nowhere
	lines []line // facts about it alone
	facts []string
	ends  int // arrows that it has
	node  int
}

// relation is a fact about two things.
type relation struct {
	from, to *thing
	fact     alike
}

// way leads from place to place: by facts, or because characters went there.
type way struct {
	ends  [2]*thing
	facts []string
	pred  string // pred is "" where there are no facts, or facts of several predicates
}

func newStateGraph(a *artist) *stateGraph {
	s := &stateGraph{artist: a, index: make(map[string]*thing), places: make(map[string]bool),
		wayOf: make(map[[2]string]*way)}
	if company, err := castOf(a.graph, a.Options); err == nil {
		s.cast = *company
	}
	s.kinds = a.kindsOfThings(s.cast)
	return s
}

// thing returns the thing of a name.
func (s *stateGraph) thing(name string) *thing {
	t, known := s.index[name]
	if !known {
		t = &thing{name: name, kind: s.kinds.of(name, s.places[name])}
		s.index[name] = t
		s.things = append(s.things, t)
	}
	return t
}

// mostRooms is how many places are rooms. If there are more, only those that facts name are, and
// if there are still more, none.
const mostRooms = 60

// findPlaces makes places rooms: all that the run names, so that they have the same positions at
// any moment.
func (s *stateGraph) findPlaces(facts []alike) {
	if !s.cast.Location.Known() {
		return
	}
	var all, held []string
	all = append(all, s.cast.Location.Places(s.graph.Trace.Program).Constants...)
	for i := range s.graph.Resources {
		if _, where, ok := s.cast.Location.Of(s.graph.Resources[i].Resource); ok {
			all = append(all, where.String())
		}
	}
	for _, f := range facts {
		if _, where, ok := s.cast.Location.Of(f[0].Resource); ok {
			held = append(held, where.String())
		}
	}
	for _, names := range [][]string{all, held} {
		slices.Sort(names)
		names = slices.Compact(names)
		names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(s.cast.Names, n) })
		if len(names) > mostRooms {
			continue
		}
		for _, name := range names {
			s.places[name] = true
		}
		for _, name := range names {
			s.thing(name)
		}
		return
	}
}

// stand puts things into the rooms that facts say they are in: characters where they are, and
// other things where one fact that can change has them: `lies key hall`. It returns the facts that
// are left.
func (s *stateGraph) stand(facts []alike) []alike {
	homes := make(map[string]int) // facts by thing
	for _, f := range facts {
		if name, _, ok := s.home(f); ok {
			homes[name]++
		}
	}
	return slices.DeleteFunc(facts, func(f alike) bool {
		name, where, ok := s.home(f)
		if !ok || homes[name] > 1 {
			return false
		}
		t := s.thing(name)
		t.place = s.thing(where)
		t.facts = append(t.facts, s.told(f))
		if !s.cast.Location.Tells(f[0].Pred) {
			t.lines = append(t.lines, f.line(name, where))
		}
		return true
	})
}

// home returns the thing that a fact says is in a room.
func (s *stateGraph) home(f alike) (name, where string, ok bool) {
	r := f[0]
	if who, at, ok := s.cast.Location.Of(r.Resource); ok && s.places[at.String()] && !s.places[who] {
		return who, at.String(), true
	}
	names := s.names(r.Args)
	if len(names) != 2 || r.Persistent || s.places[names[0]] == s.places[names[1]] {
		return "", "", false
	}
	if s.places[names[0]] {
		slices.Reverse(names)
	}
	return names[0], names[1], !slices.Contains(s.cast.Names, names[0])
}

// fact enters a fact, however often it is there.
func (s *stateGraph) fact(f alike) {
	names := s.names(f[0].Args)
	switch {
	case len(names) == 0:
		s.list = append(s.list, f)
	case len(names) == 2 && len(f[0].Args) == 2 && s.places[names[0]] && s.places[names[1]]:
		s.way(names[0], names[1]).fact(f[0].Pred, s.told(f))
	case len(names) == 2 && len(f[0].Args) > 1:
		s.arrows = append(s.arrows, &relation{s.thing(names[0]), s.thing(names[1]), f})
	default:
		s.tell(s.thing(s.subject(names)), f)
	}
}

// names returns the things that arguments name, each once: places as they are written, and
// constants.
func (s *stateGraph) names(args []trace.Term) []string {
	var names []string
	for _, t := range args {
		of := []string{t.String()}
		if !s.places[of[0]] {
			of = constants([]trace.Term{t})
		}
		for _, name := range of {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// subject returns which of several things a fact stands with: the first character, or the first of
// all.
func (s *stateGraph) subject(names []string) string {
	for _, name := range names {
		if slices.Contains(s.cast.Names, name) {
			return name
		}
	}
	return names[0]
}

// tell enters a fact as a line of a thing.
func (s *stateGraph) tell(t *thing, f alike) {
	t.lines = append(t.lines, f.line(t.name))
	t.facts = append(t.facts, s.told(f))
}

// way returns the way between two places.
func (s *stateGraph) way(from, to string) *way {
	key := [2]string{min(from, to), max(from, to)}
	w, known := s.wayOf[key]
	if !known {
		w = &way{ends: [2]*thing{s.thing(from), s.thing(to)}}
		s.wayOf[key] = w
		s.ways = append(s.ways, w)
	}
	return w
}

func (w *way) fact(pred, text string) {
	if len(w.facts) == 0 {
		w.pred = pred
	} else if w.pred != pred {
		w.pred = ""
	}
	w.facts = append(w.facts, text)
}

// permanentWay enters a fact that is not shown if it is about two places, and reports whether it is.
func (s *stateGraph) permanentWay(r *causal.Resource) bool {
	if !r.Persistent || len(r.Args) != 2 {
		return false
	}
	from, to := r.Args[0].String(), r.Args[1].String()
	if from == to || !s.places[from] || !s.places[to] {
		return false
	}
	s.way(from, to).fact(r.Pred, s.artist.fact(r.Resource))
	return true
}

// walkedWays enters the ways that characters went in the run: at a step that used up that a
// character was at one place, and made that it is at another one. Where they went from nearly
// everywhere to everywhere, there are none.
func (s *stateGraph) walkedWays() {
	known := len(s.ways)
	for e := range s.graph.Len() {
		if len(s.places) == 0 || len(s.ways)-known > 2*len(s.places) {
			s.ways = s.ways[:known]
			return
		}
		step := s.graph.Step(causal.Event(e))
		left := make(map[string]string)
		for _, id := range step.Consumes {
			if who, where, ok := s.cast.Location.Of(s.graph.Resource(id).Resource); ok {
				left[who] = where.String()
			}
		}
		for _, id := range step.Produces {
			who, where, ok := s.cast.Location.Of(s.graph.Resource(id).Resource)
			if from, to := left[who], where.String(); ok && from != to && s.places[from] && s.places[to] {
				s.way(from, to)
			}
		}
	}
}

// settle puts things that are nowhere to where all things are that facts relate them to: a sword to
// the one who has it.
func (s *stateGraph) settle() {
	for range 2 { // what lies in a chest is where the chest is
		near := make(map[*thing][]*thing)
		for _, r := range s.arrows {
			near[r.from] = append(near[r.from], r.to.place)
			near[r.to] = append(near[r.to], r.from.place)
		}
		for _, t := range s.things {
			if places := slices.Compact(near[t]); t.place == nil && !t.kind.place && !t.kind.cast && len(places) == 1 {
				t.place = places[0]
			}
		}
	}
}

// leastArrows is how many arrows a picture may have in any case: else as many as there are things,
// so that each can be followed.
const leastArrows = 12

// tellArrows tells facts about two things in the box of the first, where arrows would be too many:
// those of the most frequent predicate first. If places are rooms, facts of a thing that is in
// none, such as a secret, stand with the characters.
func (s *stateGraph) tellArrows() {
	s.tellIf(func(r *relation) bool { return len(s.places) > 0 && (r.from.isHomeless() || r.to.isHomeless()) })
	for len(s.arrows) > max(leastArrows, len(s.things)) {
		preds := tally(len(s.arrows), func(i int) string { return predOf(s.arrows[i].fact[0]) })
		s.tellIf(func(r *relation) bool { return predOf(r.fact[0]) == preds[0].name })
	}
	for _, r := range s.arrows {
		r.from.ends++
		r.to.ends++
	}
}

// isHomeless reports whether a thing other than a character is in no room.
func (t *thing) isHomeless() bool { return t.place == nil && !t.kind.place && !t.kind.cast }

// tellIf tells some relations in words.
func (s *stateGraph) tellIf(told func(*relation) bool) {
	s.arrows = slices.DeleteFunc(s.arrows, func(r *relation) bool {
		if !told(r) {
			return false
		}
		if r.from.isHomeless() && r.to.kind.cast {
			s.tell(r.to, r.fact)
		} else {
			s.tell(r.from, r.fact)
		}
		return true
	})
}
