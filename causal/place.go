package causal

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Location is which facts say where characters are: those of a predicate of two arguments,
// one for who it is and the other for the place; or, where characters are predicates, those
// of one argument that are their own, as in `tamara kitchen`.
type Location struct {
	Pred string   // "" for none
	Who  int      // which argument is the character: 0, as in `at romeo town`, or 1, as in `inside town romeo`
	Own  []string // the characters who are predicates, and have places
}

// Known reports whether any facts say where characters are.
func (l Location) Known() bool { return l.Pred != "" || len(l.Own) > 0 }

// Tells reports whether the facts of a predicate say where characters are.
func (l Location) Tells(pred string) bool {
	return l.Pred == pred && pred != "" || slices.Contains(l.Own, pred)
}

// Of returns whom a fact is about, and where they are; false where it is no such fact. A
// constructor around somebody, as in `at (guest romeo) town`, says of what kind they are.
func (l Location) Of(r *trace.Resource) (who string, where trace.Term, ok bool) {
	if len(r.Args) == 1 && slices.Contains(l.Own, r.Pred) {
		return r.Pred, r.Args[0], true
	}
	if r.Pred != l.Pred || len(r.Args) != 2 || r.Persistent {
		return "", trace.Term{}, false
	}
	somebody, where := Within(r.Args[l.Who]), r.Args[1-l.Who]
	if len(somebody.Args) > 0 || where.Number {
		return "", trace.Term{}, false
	}
	return somebody.String(), where, true
}

// Within returns what stands in constructors of one argument.
func Within(t trace.Term) trace.Term {
	for len(t.Args) == 1 {
		t = t.Args[0]
	}
	return t
}

// FindPlace returns which facts say where characters are: linear ones, each of somebody and
// a constant that is nobody's name, of which nobody ever has two at a time. Somebody is a
// character, or of the type of one: whoever follows two of many wants to know where these
// two are. Of several predicates it is one that has somebody at one of the places that are
// named, if any are; then the one by which characters meet most often: in most steps
// facts of two of them have the same place, which is seldom so of what people have or feel.
// Then it is the one with the most facts of the characters, of equals the first in the
// trace. Of characters that are predicates it is their own facts, where each is of a
// constant and none is for good, and there are never two of one character; and where others
// are constants, who are somewhere, they are at places of these.
func FindPlace(t *trace.Trace, cast Cast, places ...string) Location {
	return findCommon(t, cast.constants(), places).among(t, cast)
}

// constants returns the characters that are no predicates.
func (c Cast) constants() []string {
	return slices.DeleteFunc(slices.Clone(c.Names), c.IsPredicate)
}

// findCommon is FindPlace for constants.
func findCommon(t *trace.Trace, names, places []string) Location {
	if len(names) == 0 {
		return Location{}
	}
	c := newCensus(t.Program, names, places)
	for i := range t.Resources {
		c.judge(&t.Resources[i])
	}
	c.walk(t)
	var best *candidate
	for _, x := range c.order {
		if !x.rejected && x.likely() && (best == nil || x.compare(best) > 0) {
			best = x
		}
	}
	if best == nil {
		return Location{}
	}
	return best.Location
}

// among returns where those of a cast are, too, who are predicates.
func (l Location) among(t *trace.Trace, cast Cast) Location {
	own := ownPlaces(t, cast.Predicates)
	if l.Pred != "" {
		own = slices.DeleteFunc(own, func(name string) bool { return !l.meets(t, name) })
	}
	l.Own = own
	return l
}

// meets reports whether a predicate is at places of others: of their type or, where nothing is
// declared, at one at which somebody is, too.
func (l Location) meets(t *trace.Trace, pred string) bool {
	if t.Program != nil {
		here, there := declared(t.Program, l.Pred), declared(t.Program, pred)
		if here != nil && there != nil {
			return here.Args[1-l.Who] == there.Args[0]
		}
	}
	places := make(map[string]bool)
	for i := range t.Resources {
		if r := &t.Resources[i]; r.Pred == l.Pred {
			_, where, ok := l.Of(r)
			places[where.String()] = ok
		}
	}
	return slices.ContainsFunc(t.Resources, func(r trace.Resource) bool { return r.Pred == pred && places[r.Args[0].String()] })
}

// declared returns what a program says of a predicate; nil for nothing.
func declared(program *trace.Program, pred string) *trace.Predicate {
	i := slices.IndexFunc(program.Predicates, func(p trace.Predicate) bool { return p.Name == pred })
	if i < 0 {
		return nil
	}
	return &program.Predicates[i]
}

// LocationIn returns how the facts of a predicate, which is given, say where characters are:
// by which of their arguments more of them are about somebody. It is not known where none is.
// Those who are predicates are where [FindPlace] has them.
func LocationIn(t *trace.Trace, cast Cast, pred string) Location {
	l := locationIn(t, cast.constants(), pred)
	if !l.Known() {
		return l
	}
	return l.among(t, cast)
}

// locationIn is LocationIn for constants.
func locationIn(t *trace.Trace, names []string, pred string) Location {
	var first, second int
	for i := range t.Resources {
		r := &t.Resources[i]
		if r.Pred != pred || len(r.Args) != 2 {
			continue
		}
		if slices.Contains(names, Within(r.Args[0]).String()) {
			first++
		}
		if slices.Contains(names, Within(r.Args[1]).String()) {
			second++
		}
	}
	switch {
	case second > first:
		return Location{Pred: pred, Who: 1}
	case first > 0:
		return Location{Pred: pred}
	}
	return Location{}
}

// ownPlaces returns which of some predicates have facts that say where they are.
func ownPlaces(t *trace.Trace, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	of := make(map[trace.ResourceID]string) // whose a fact is
	now, most := make(map[string]int), make(map[string]int)
	count := func(id trace.ResourceID, by int) {
		name := of[id]
		now[name] += by
		most[name] = max(most[name], now[name])
	}
	for i := range t.Resources {
		r := &t.Resources[i]
		if !slices.Contains(names, r.Pred) {
			continue
		}
		of[r.ID] = r.Pred
		if !isPlace(r) {
			most[r.Pred] = 2
		}
		if r.By == 0 {
			count(r.ID, 1)
		}
	}
	for i := range t.Steps {
		for _, id := range t.Steps[i].Consumes {
			count(id, -1)
		}
		for _, id := range t.Steps[i].Produces {
			count(id, 1)
		}
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return most[name] != 1 })
}

// isPlace reports whether a fact may say where its predicate is.
func isPlace(r *trace.Resource) bool {
	if len(r.Args) != 1 || r.Persistent {
		return false
	}
	place := r.Args[0]
	_, literal := place.Literal()
	return !place.Number && !literal && len(place.Args) == 0
}

// candidate is a way to read facts that may say where characters are.
type candidate struct {
	Location
	rejected bool
	named    bool // somebody is at a place that is named
	meetings int  // steps with facts of two characters that have the same place
	facts    int  // of the characters
}

// likely reports whether the facts may say where characters are. Where these stand second,
// as in `kept sword romeo`, that takes more than that each is with something else.
func (c *candidate) likely() bool {
	return c.facts > 0 && (c.Who == 0 || c.named || c.meetings > 0)
}

func (c *candidate) compare(o *candidate) int {
	return cmp.Or(one(c.named)-one(o.named), cmp.Compare(c.meetings, o.meetings), cmp.Compare(c.facts, o.facts))
}

func one(so bool) int {
	if so {
		return 1
	}
	return 0
}

// census weighs the candidates.
type census struct {
	names    map[string]bool // of the characters
	somebody map[string]bool // they, and all others of their types
	places   []string        // that are named
	order    []*candidate    // as their predicates come up in the trace
	of       map[string][]*candidate
}

func newCensus(program *trace.Program, names, places []string) *census {
	c := &census{names: make(map[string]bool), somebody: make(map[string]bool), places: places, of: make(map[string][]*candidate)}
	for _, name := range names {
		c.names[name], c.somebody[name] = true, true
	}
	if program == nil {
		return c
	}
	for _, typ := range program.Types {
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
	all, known := c.of[r.Pred]
	if !known {
		all = []*candidate{{Location: Location{Pred: r.Pred}}, {Location: Location{Pred: r.Pred, Who: 1}}}
		c.of[r.Pred] = all
		c.order = append(c.order, all...)
	}
	for _, x := range all {
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

// walk rejects candidates by which somebody has two places at a time, and counts meetings.
func (c *census) walk(t *trace.Trace) {
	type key struct {
		*candidate
		who string
	}
	held := make(map[key]int)
	count := func(r *trace.Resource, by int) {
		for _, x := range c.of[r.Pred] {
			if who, _, ok := x.Of(r); ok && !x.rejected {
				k := key{x, who}
				held[k] += by
				x.rejected = held[k] > 1
			}
		}
	}
	index := make(map[trace.ResourceID]*trace.Resource, len(t.Resources))
	for i := range t.Resources {
		r := &t.Resources[i]
		index[r.ID] = r
		if r.By == 0 {
			count(r, 1)
		}
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		c.meet(index, s)
		for _, id := range s.Consumes {
			count(index[id], -1)
		}
		for _, id := range s.Produces {
			count(index[id], 1)
		}
	}
}

// meet counts a step for the candidates by which two characters meet there.
func (c *census) meet(index map[trace.ResourceID]*trace.Resource, s *trace.Step) {
	needs := slices.Concat(s.Consumes, s.Reads)
	var met []*candidate
	for i, id := range needs {
		r := index[id]
		for _, x := range c.of[r.Pred] {
			if slices.Contains(met, x) || x.rejected {
				continue
			}
			who, where, ok := x.Of(r)
			if ok && c.names[who] && slices.ContainsFunc(needs[:i], func(id trace.ResourceID) bool {
				other, there, ok := x.Of(index[id])
				return ok && c.names[other] && other != who && there.Equal(where)
			}) {
				met = append(met, x)
				x.meetings++
			}
		}
	}
}
