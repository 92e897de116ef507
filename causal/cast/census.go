package cast

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// census weighs the candidates for the location of some characters, in one pass over the run.
type census struct {
	*finder
	names      map[string]bool // of the characters
	characters map[string]bool // of the characters and all others of their types
	places     []string        // that are named
	order      []*candidate    // as their predicates come up in the trace
	of         map[string][]*candidate

	needs  []trace.ResourceID    // of the current step: what it consumes, then what it reads
	now    map[holder]int        // how many places there are
	gained map[holder]bool       // a step gave a place where there was none
	left   map[holder]trace.Term // places left in the current step
	passed map[holder]bool       // a place that was gained was left for no other
}

// holder is a character by the reading of a candidate.
type holder struct {
	*candidate
	who string
}

// takeCensus weighs all predicates with facts that may locate constants.
func (f *finder) takeCensus(names, places []string) *census {
	c := f.newCensus(names, places)
	for i := range f.trace.Resources {
		if pred := f.trace.Resources[i].Pred; len(f.trace.Resources[i].Args) == 2 && c.of[pred] == nil {
			c.add(causal.Location{Pred: pred}, pred)
			c.add(causal.Location{Pred: pred, Who: 1}, pred)
		}
	}
	c.count()
	return c
}

// ownCandidate weighs whether some predicates, which are characters, say where each is.
func (f *finder) ownCandidate(own, places []string) *candidate {
	c := f.newCensus(own, places)
	c.add(causal.Location{Own: own}, own...)
	c.count()
	return c.order[0]
}

func (f *finder) newCensus(names, places []string) *census {
	c := &census{
		finder: f, names: make(map[string]bool), characters: make(map[string]bool), places: places,
		of: make(map[string][]*candidate), now: make(map[holder]int),
		gained: make(map[holder]bool), left: make(map[holder]trace.Term), passed: make(map[holder]bool),
	}
	for _, name := range names {
		c.names[name], c.characters[name] = true, true
	}
	for _, typ := range f.program.Types {
		if hasAny(typ.Constants, c.names) {
			for _, name := range typ.Constants {
				c.characters[name] = true
			}
		}
	}
	return c
}

// add adds a candidate that reads the facts of some predicates.
func (c *census) add(l causal.Location, preds ...string) {
	x := &candidate{Location: l, called: c.likeness(l), ways: ways{by: make(map[way]bool), exits: make(map[string]string)}}
	c.order = append(c.order, x)
	for _, pred := range preds {
		c.of[pred] = append(c.of[pred], x)
	}
}

// best returns the best of the candidates that satisfy a condition.
func (c *census) best(may func(*candidate) bool) causal.Location {
	var best *candidate
	for _, x := range c.order {
		if !x.rejected && may(x) && (best == nil || x.compare(best) > 0) {
			best = x
		}
	}
	if best == nil {
		return causal.Location{}
	}
	return best.Location
}

// count counts all facts and goes through the run: it rejects candidates by which a character has
// two places at a time, counts meetings, and notes which characters go from one place to another and
// along which ways, and which only come by one and lose it.
func (c *census) count() {
	for i := range c.trace.Resources {
		c.countFact(&c.trace.Resources[i])
	}
	for i := range c.trace.Resources {
		if r := &c.trace.Resources[i]; r.By == 0 {
			c.arrive(r)
		}
	}
	for i := range c.trace.Steps {
		c.countMeetings(&c.trace.Steps[i])
		c.countMoves(&c.trace.Steps[i])
	}
	for of := range c.now {
		of.settled = of.settled || !c.passed[of]
	}
	for _, x := range c.order {
		x.ways.addAll(c.trace)
	}
}

// countFact counts a fact for the candidates of its predicate, and rejects candidates by which it is
// no place of a character.
func (c *census) countFact(r *trace.Resource) {
	for _, x := range c.of[r.Pred] {
		who, where, ok := x.Of(r)
		if !ok || len(where.Args) > 0 || c.characters[where.String()] || !c.characters[who] && len(r.Args[x.Who].Args) == 0 {
			x.rejected = true
			continue
		}
		if c.names[who] {
			x.facts++
			x.named = x.named || slices.Contains(c.places, where.String())
		}
	}
}

// each calls f for each holder of a fact, by the remaining candidates.
func (c *census) each(r *trace.Resource, f func(of holder, where trace.Term)) {
	for _, x := range c.of[r.Pred] {
		if who, where, ok := x.Of(r); ok && !x.rejected {
			f(holder{x, who}, where)
		}
	}
}

// fact returns the resource of an id.
func (c *census) fact(id trace.ResourceID) *trace.Resource { return c.graph.Resource(id).Resource }

// arrive counts a fact that begins to hold.
func (c *census) arrive(r *trace.Resource) {
	c.each(r, func(of holder, _ trace.Term) {
		c.now[of]++
		of.rejected = c.now[of] > 1
	})
}

// countMoves notes which characters a step takes from place to place.
func (c *census) countMoves(s *trace.Step) {
	clear(c.left)
	for _, id := range s.Consumes {
		c.each(c.fact(id), func(of holder, where trace.Term) {
			c.now[of]--
			c.left[of] = where
		})
	}
	for _, id := range s.Produces {
		c.arrive(c.fact(id))
		c.each(c.fact(id), func(of holder, where trace.Term) {
			from, had := c.left[of]
			if had && !from.Equal(where) {
				of.moves = true
				for _, id := range c.needs { // facts that have both places may be ways
					if r := c.fact(id); !of.Tells(r.Pred) {
						of.ways.find(r.Pred, r.Args, from, where)
					}
				}
				for _, p := range s.Proves {
					of.ways.find(p.Pred, p.Args, from, where)
				}
			}
			c.gained[of] = c.gained[of] || !had
			delete(c.left, of)
		})
	}
	for of := range c.left {
		c.passed[of] = c.passed[of] || c.gained[of]
	}
}

// countMeetings counts a step for the candidates by which two characters meet there.
func (c *census) countMeetings(s *trace.Step) {
	c.needs = append(append(c.needs[:0], s.Consumes...), s.Reads...)
	var met []*candidate
	for i, id := range c.needs {
		for _, x := range c.of[c.fact(id).Pred] {
			if !x.rejected && !slices.Contains(met, x) && c.meets(x, s, i) {
				met = append(met, x)
				x.meetings++
			}
		}
	}
}

// meets reports whether a step needs a fact and one before it to be of two characters at the same
// place, at which one of them stays. Two variables of the rule that stand for the place do so by
// chance: the rule would take two places as well.
func (c *census) meets(x *candidate, s *trace.Step, nth int) bool {
	who, where, ok := x.Of(c.fact(c.needs[nth]))
	if !ok || count(s.Args, where) > 1 {
		return false
	}
	for i, id := range c.needs[:nth] {
		other, there, ok := x.Of(c.fact(id))
		if ok && other != who && there.Equal(where) && (c.stays(s, i) || c.stays(s, nth)) {
			return true
		}
	}
	return false
}

// stays reports whether a step leaves a fact that it needs, or makes it again.
func (c *census) stays(s *trace.Step, nth int) bool {
	fact := c.fact(c.needs[nth])
	return nth >= len(s.Consumes) || slices.ContainsFunc(s.Produces, func(id trace.ResourceID) bool {
		r := c.fact(id)
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
