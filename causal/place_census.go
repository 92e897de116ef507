package causal

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// candidate is a way to read facts that may say where characters are.
type candidate struct {
	Location
	rejected bool
	named    bool     // a character is at a place that is named
	called   likeness // what the names of predicate and type say
	moves    bool     // a step takes a character from one place to another
	settled  bool     // a character that comes to a place does not leave it for none
	meetings int      // steps that need two characters to be at the same place, and leave one there
	facts    int      // of the characters
	ways     waysBetween
}

// possible reports whether the facts may say where characters are, or what they have to do with.
// Where these stand second, as in `kept sword romeo`, that takes more than that each is with
// something else.
func (c *candidate) possible() bool { return c.facts > 0 && (c.Who == 0 || c.isPlace()) }

// isPlace reports whether there are signs that the facts say where characters are: ways lead from
// place to place, characters meet there, or predicate and type are called as places are. Moods,
// topics and throws are shared and change, too. They are told from places by their names, by having
// only one successor each, or by being given up before the next is taken.
func (c *candidate) isPlace() bool {
	switch {
	case c.facts == 0:
		return false
	case c.named:
		return true
	case c.called == otherwise:
		return false
	case c.ways.isMap(), c.meetings > 0 && (c.moves || c.settled):
		return true
	}
	return c.called == surely || c.called == asPlaces && c.moves
}

func (c *candidate) compare(o *candidate) int {
	return cmp.Or(one(c.named)-one(o.named), cmp.Compare(c.called, o.called), one(c.ways.isMap())-one(o.ways.isMap()),
		cmp.Compare(c.meetings, o.meetings), cmp.Compare(c.facts, o.facts))
}

func one(so bool) int {
	if so {
		return 1
	}
	return 0
}

// census weighs the candidates.
type census struct {
	trace    *trace.Trace
	names    map[string]bool // of the characters
	somebody map[string]bool // they, and all others of their types
	places   []string        // that are named
	order    []*candidate    // as their predicates come up in the trace
	of       map[string][]*candidate
	needs    []trace.ResourceID // of the step that is looked at
}

// takeCensus weighs all predicates with facts that may locate constants.
func takeCensus(t *trace.Trace, names, places []string) *census {
	c := newCensus(t, names, places)
	for i := range t.Resources {
		if pred := t.Resources[i].Pred; len(t.Resources[i].Args) == 2 && c.of[pred] == nil {
			c.add(Location{Pred: pred}, pred)
			c.add(Location{Pred: pred, Who: 1}, pred)
		}
	}
	return c.take()
}

// censusOfOwn weighs whether some predicates, which are characters, say where each is.
func censusOfOwn(t *trace.Trace, own, places []string) *census {
	c := newCensus(t, own, places)
	c.add(Location{Own: own}, own...)
	return c.take()
}

// add enters a candidate that reads the facts of some predicates.
func (c *census) add(l Location, preds ...string) {
	x := &candidate{Location: l, called: likenessOf(l, c.trace), ways: newWays()}
	c.order = append(c.order, x)
	for _, pred := range preds {
		c.of[pred] = append(c.of[pred], x)
	}
}

// take counts all facts and steps for the candidates.
func (c *census) take() *census {
	for i := range c.trace.Resources {
		c.judge(&c.trace.Resources[i])
	}
	c.walk(c.trace)
	for _, x := range c.order {
		if len(x.ways.by) > 0 {
			x.ways.addAll(c.trace)
		}
	}
	return c
}

// best returns the best candidate of those that may be.
func (c *census) best(may func(*candidate) bool) Location {
	var best *candidate
	for _, x := range c.order {
		if !x.rejected && may(x) && (best == nil || x.compare(best) > 0) {
			best = x
		}
	}
	if best == nil {
		return Location{}
	}
	return best.Location
}

func newCensus(t *trace.Trace, names, places []string) *census {
	c := &census{
		trace: t, names: make(map[string]bool), somebody: make(map[string]bool), places: places,
		of: make(map[string][]*candidate),
	}
	for _, name := range names {
		c.names[name], c.somebody[name] = true, true
	}
	if t.Program == nil {
		return c
	}
	for _, typ := range t.Program.Types {
		if !slices.ContainsFunc(typ.Constants, func(name string) bool { return c.names[name] }) {
			continue
		}
		for _, name := range typ.Constants {
			c.somebody[name] = true
		}
	}
	return c
}

// judge counts a fact for the candidates of its predicate, and rejects those by which it is
// no place of a character.
func (c *census) judge(r *trace.Resource) {
	for _, x := range c.of[r.Pred] {
		who, where, ok := x.Of(r)
		if !ok || len(where.Args) > 0 || c.somebody[where.String()] || !c.somebody[who] && len(r.Args[x.Who].Args) == 0 {
			x.rejected = true
			continue
		}
		if c.names[who] {
			x.facts++
			x.named = x.named || slices.Contains(c.places, where.String())
		}
	}
}

// walk goes through the run: it rejects candidates by which a character has two places at a
// time, counts meetings, and notes which characters go from one place to another and along which
// ways, and which only come by one and lose it.
func (c *census) walk(t *trace.Trace) {
	h := &hold{
		census: c, facts: factsOf(t), now: make(map[holder]int),
		gained: make(map[holder]bool), left: make(map[holder]trace.Term), passed: make(map[holder]bool),
	}
	for i := range t.Resources {
		if r := &t.Resources[i]; r.By == 0 {
			h.take(r)
		}
	}
	for i := range t.Steps {
		c.meet(h.facts, &t.Steps[i])
		h.step(&t.Steps[i])
	}
	for of := range h.now {
		of.settled = of.settled || !h.passed[of]
	}
}

// hold is which character has what, by each candidate, while a run is gone through.
type hold struct {
	*census
	facts  factIndex
	now    map[holder]int
	gained map[holder]bool       // what a step gave to a character that had none
	left   map[holder]trace.Term // in the current step
	passed map[holder]bool       // what was gained and left for nothing else
}

type holder struct {
	*candidate
	who string
}

// each calls f for each holder of a fact, by the remaining candidates.
func (h *hold) each(r *trace.Resource, f func(of holder, where trace.Term)) {
	for _, x := range h.of[r.Pred] {
		if who, where, ok := x.Of(r); ok && !x.rejected {
			f(holder{x, who}, where)
		}
	}
}

func (h *hold) take(r *trace.Resource) {
	h.each(r, func(of holder, _ trace.Term) {
		h.now[of]++
		of.rejected = h.now[of] > 1
	})
}

func (h *hold) step(s *trace.Step) {
	clear(h.left)
	for _, id := range s.Consumes {
		h.each(h.facts.of(id), func(of holder, where trace.Term) {
			h.now[of]--
			h.left[of] = where
		})
	}
	for _, id := range s.Produces {
		h.take(h.facts.of(id))
		h.each(h.facts.of(id), func(of holder, where trace.Term) {
			from, had := h.left[of]
			if had && !from.Equal(where) {
				of.moves = true
				h.findWays(of.candidate, s, from, where)
			}
			h.gained[of] = h.gained[of] || !had
			delete(h.left, of)
		})
	}
	for of := range h.left {
		h.passed[of] = h.passed[of] || h.gained[of]
	}
}

// findWays enters the ways along which a step takes a character from one place to another: facts
// that it needs and proofs that have both.
func (h *hold) findWays(x *candidate, s *trace.Step, from, to trace.Term) {
	for _, ids := range [][]trace.ResourceID{s.Consumes, s.Reads} {
		for _, id := range ids {
			if r := h.facts.of(id); !x.Tells(r.Pred) {
				x.ways.find(r.Pred, r.Args, from, to)
			}
		}
	}
	for i := range s.Proves {
		x.ways.find(s.Proves[i].Pred, s.Proves[i].Args, from, to)
	}
}

// meet counts a step for the candidates by which two characters meet there.
func (c *census) meet(facts factIndex, s *trace.Step) {
	c.needs = append(append(c.needs[:0], s.Consumes...), s.Reads...)
	var met []*candidate
	for i, id := range c.needs {
		for _, x := range c.of[facts.of(id).Pred] {
			if !x.rejected && !slices.Contains(met, x) && c.meets(x, facts, s, i) {
				met = append(met, x)
				x.meetings++
			}
		}
	}
}

// meets reports whether a step needs a fact and one before it to be of two characters at the same
// place, at which one of them stays. Two variables of the rule that stand for the place do so by
// chance: the rule would take two places as well.
func (c *census) meets(x *candidate, facts factIndex, s *trace.Step, nth int) bool {
	who, where, ok := x.Of(facts.of(c.needs[nth]))
	if !ok || count(s.Args, where) > 1 {
		return false
	}
	for i, id := range c.needs[:nth] {
		other, there, ok := x.Of(facts.of(id))
		if ok && other != who && there.Equal(where) && (c.stays(x, facts, s, i) || c.stays(x, facts, s, nth)) {
			return true
		}
	}
	return false
}

// stays reports whether a step leaves a fact that it needs, or makes it again.
func (c *census) stays(x *candidate, facts factIndex, s *trace.Step, nth int) bool {
	fact := facts.of(c.needs[nth])
	return nth >= len(s.Consumes) || slices.ContainsFunc(s.Produces, func(id trace.ResourceID) bool {
		r := facts.of(id)
		return r.Pred == fact.Pred && slices.EqualFunc(r.Args, fact.Args, trace.Term.Equal)
	})
}

// count returns how many of some terms are equal to another.
func count(terms []trace.Term, to trace.Term) int {
	n := 0
	for _, t := range terms {
		if t.Equal(to) {
			n++
		}
	}
	return n
}
