package causal

import (
	"cmp"
	"fmt"
	"maps"
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

// String returns the facts that say where characters are, with C for the character and L for the
// place.
func (l Location) String() string {
	var facts []string
	switch {
	case l.Pred != "" && l.Who == 0:
		facts = append(facts, l.Pred+" C L")
	case l.Pred != "":
		facts = append(facts, l.Pred+" L C")
	}
	for _, name := range l.Own {
		facts = append(facts, name+" L")
	}
	if len(facts) == 0 {
		return None
	}
	return some(facts)
}

// Known reports whether any facts say where characters are.
func (l Location) Known() bool { return l.Pred != "" || len(l.Own) > 0 }

// Tells reports whether the facts of a predicate say where characters are.
func (l Location) Tells(pred string) bool {
	_, tells := l.Where(pred)
	return tells
}

// Where returns which argument of the facts of a predicate is the place, if they say where
// characters are.
func (l Location) Where(pred string) (arg int, tells bool) {
	if l.Pred == pred && pred != "" {
		return 1 - l.Who, true
	}
	return 0, slices.Contains(l.Own, pred)
}

// Places returns the type of the places with its constants, as far as a program says.
func (l Location) Places(program *trace.Program) trace.Type {
	if program == nil {
		return trace.Type{}
	}
	for _, p := range program.Predicates {
		arg, tells := l.Where(p.Name)
		if !tells {
			continue
		}
		for _, t := range program.Types {
			if t.Name == p.Args[arg] {
				return t
			}
		}
		return trace.Type{Name: p.Args[arg]}
	}
	return trace.Type{}
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

// findPlace returns which facts say where characters are: linear ones, each of somebody and
// a constant that is nobody's name, of which nobody ever has two at a time. Somebody is a
// character, or of the type of one: whoever follows two of many wants to know where these
// two are. Of several predicates it is one that has somebody at one of the places that are
// named, if any are; then the one by which characters meet most often: in most steps
// facts of two of them have the same place, which is seldom so of what people have or feel.
// Then it is the one with the most facts of the characters, of equals the first in the
// trace. What somebody comes by and loses again is no place if nobody is ever moved by a
// step from one to another, nor met there: it is what they want, or have in hand; and
// neither is then anything else that such things are said of and that never changes.
//
// Of characters that are predicates it is their own facts, where each is of a constant and
// none is for good, and there are never two of one character; and where others are
// constants, who are somewhere, they are at places of these.
func findPlace(t *trace.Trace, cast Cast, places ...string) Location {
	return findCommon(t, cast.constants(), places).among(t, cast)
}

// constants returns the characters that are no predicates.
func (c Cast) constants() []string {
	return slices.DeleteFunc(slices.Clone(c.Names), c.IsPredicate)
}

// findCommon is findPlace for constants.
func findCommon(t *trace.Trace, names, places []string) Location {
	if len(names) == 0 {
		return Location{}
	}
	c := takeCensus(t, names, places)
	things := c.things()
	return c.best(func(x *candidate) bool {
		return x.possible() && (x.shown() || !x.passes && !x.speaksOf(things))
	})
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
		here, there := predicateOf(t.Program, l.Pred), predicateOf(t.Program, pred)
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

// predicateOf returns what a program says of a predicate; nil for nothing.
func predicateOf(program *trace.Program, pred string) *trace.Predicate {
	i := slices.IndexFunc(program.Predicates, func(p trace.Predicate) bool { return p.Name == pred })
	if i < 0 {
		return nil
	}
	return &program.Predicates[i]
}

// location returns the facts that say where characters are: of the predicate that is named, if
// one is, or else those that are found.
func (c Casting) location(t *trace.Trace, cast Cast) (Location, error) {
	switch c.Place {
	case "":
		return findPlace(t, cast, c.Places...), nil
	case None:
		return Location{}, nil
	}
	l := locationIn(t, cast, c.Place)
	if !l.places(t, cast) {
		return Location{}, placeError(t, cast, c.Place)
	}
	return l, nil
}

// places reports whether any fact says where a character is.
func (l Location) places(t *trace.Trace, cast Cast) bool {
	return slices.ContainsFunc(t.Resources, func(r trace.Resource) bool {
		who, _, ok := l.Of(&r)
		return ok && slices.Contains(cast.Names, who)
	})
}

// locationIn returns how the facts of a predicate, which is given, say where characters are:
// by which of their arguments more of them are about a character. It is not known where none is.
// Characters that are predicates are where [findPlace] has them.
func locationIn(t *trace.Trace, cast Cast, pred string) Location {
	l := constantsIn(t, cast.constants(), pred)
	if !l.Known() {
		return l
	}
	return l.among(t, cast)
}

// constantsIn is locationIn for constants.
func constantsIn(t *trace.Trace, names []string, pred string) Location {
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
	several  bool            // somebody has two at a time, and so it is rejected
	named    bool            // somebody is at a place that is named
	moves    bool            // a step takes somebody from one place to another
	passes   bool            // somebody comes by one, and loses it again
	meetings int             // steps with facts of two characters that have the same place
	facts    int             // of the characters
	places   map[string]bool // of these facts
}

func newCandidate(pred string, who int) *candidate {
	return &candidate{Location: Location{Pred: pred, Who: who}, places: make(map[string]bool)}
}

// possible reports whether the facts may say where characters are. Where these stand second,
// as in `kept sword romeo`, that takes more than that each is with something else.
func (c *candidate) possible() bool {
	return c.facts > 0 && (c.Who == 0 || c.named || c.meetings > 0)
}

// shown reports whether the facts do as those do that say where somebody is.
func (c *candidate) shown() bool { return c.named || c.moves || c.meetings > 0 }

func (c *candidate) speaksOf(things map[string]bool) bool {
	for place := range c.places {
		if things[place] {
			return true
		}
	}
	return false
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
	needs    []trace.ResourceID // of the step that is looked at
}

func takeCensus(t *trace.Trace, names, places []string) *census {
	c := newCensus(t.Program, names, places)
	for i := range t.Resources {
		c.judge(&t.Resources[i])
	}
	c.walk(t)
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

// things returns what characters come by and lose, or have several of.
func (c *census) things() map[string]bool {
	things := make(map[string]bool)
	for _, x := range c.order {
		if x.several || x.passes && !x.shown() {
			maps.Copy(things, x.places)
		}
	}
	return things
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
		all = []*candidate{newCandidate(r.Pred, 0), newCandidate(r.Pred, 1)}
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
			x.places[where.String()] = true
			x.named = x.named || slices.Contains(c.places, where.String())
		}
	}
}

// walk goes through the run: it rejects candidates by which somebody has two places at a
// time, counts meetings, and notes who goes from one place to another, and who only comes
// by one and loses it.
func (c *census) walk(t *trace.Trace) {
	h := &hold{census: c, now: make(map[holder]int), gained: make(map[holder]bool), left: make(map[holder]trace.Term)}
	facts := factsOf(t)
	for i := range t.Resources {
		if r := &t.Resources[i]; r.By == 0 {
			h.take(r)
		}
	}
	for i := range t.Steps {
		c.meet(facts, &t.Steps[i])
		h.step(facts, &t.Steps[i])
	}
}

// hold is who has what, by each candidate, while a run is gone through.
type hold struct {
	*census
	now    map[holder]int
	gained map[holder]bool       // what a step gave to somebody who had none
	left   map[holder]trace.Term // in the current step
}

type holder struct {
	*candidate
	who string
}

// each calls f for all to whom a fact belongs, by the candidates that are left.
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
		of.several = h.now[of] > 1
		of.rejected = of.several
	})
}

func (h *hold) step(facts factIndex, s *trace.Step) {
	clear(h.left)
	for _, id := range s.Consumes {
		h.each(facts.of(id), func(of holder, where trace.Term) {
			h.now[of]--
			h.left[of] = where
		})
	}
	for _, id := range s.Produces {
		h.take(facts.of(id))
		h.each(facts.of(id), func(of holder, where trace.Term) {
			from, had := h.left[of]
			of.moves = of.moves || had && !from.Equal(where)
			h.gained[of] = h.gained[of] || !had
			delete(h.left, of)
		})
	}
	for of := range h.left {
		of.passes = of.passes || h.gained[of]
	}
}

// meet counts a step for the candidates by which two characters meet there.
func (c *census) meet(facts factIndex, s *trace.Step) {
	c.needs = append(append(c.needs[:0], s.Consumes...), s.Reads...)
	needs := c.needs
	var met []*candidate
	for i, id := range needs {
		r := facts.of(id)
		for _, x := range c.of[r.Pred] {
			if slices.Contains(met, x) || x.rejected {
				continue
			}
			who, where, ok := x.Of(r)
			if ok && c.names[who] && slices.ContainsFunc(needs[:i], func(id trace.ResourceID) bool {
				other, there, ok := x.Of(facts.of(id))
				return ok && c.names[other] && other != who && there.Equal(where)
			}) {
				met = append(met, x)
				x.meetings++
			}
		}
	}
}

// placeError returns what to say where the facts of a predicate say nothing of where characters
// are: which predicate does, if any, or else what predicates there are.
func placeError(t *trace.Trace, cast Cast, pred string) error {
	if own := findPlace(t, cast).Pred; own != "" {
		return fmt.Errorf("no fact of %q says where a character is; those of %s do", pred, trace.Visible(own))
	}
	if d := newDirectory(t); !d.isPredicate(pred) {
		return fmt.Errorf("no predicate %q in the trace%s", pred, instead(pred, d.predicates, nil))
	}
	return fmt.Errorf("no fact of %q says where a character is", pred)
}
