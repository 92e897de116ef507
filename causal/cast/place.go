package cast

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// location returns the facts that say where characters are: the facts of the predicate that the
// options name, or without such a name the facts that the finder picks.
func (f *finder) location(cast causal.Cast, o Options) (causal.Location, error) {
	switch o.Place {
	case "":
		return f.place(cast, o.Places...), nil
	case None:
		return causal.Location{}, nil
	}
	if l := (causal.Location{Own: f.ownPlaces(cast.Predicates)}); l.Tells(o.Place) {
		return l, nil
	}
	l := f.locationIn(cast, o.Place)
	places := func(r trace.Resource) bool {
		who, _, ok := l.Of(&r)
		return ok && slices.Contains(cast.Names, who)
	}
	if !slices.ContainsFunc(f.trace.Resources, places) {
		return causal.Location{}, f.placeError(cast, o.Place)
	}
	return l, nil
}

// place returns the facts that locate characters: linear facts, each of a character and a
// constant that names no character, of which no character ever has two at a time, and that show
// signs of a place ([candidate.isPlace]). All constants of the types of characters count as
// characters here: if two of many are followed, the facts of the others show the places of these
// two.
//
// Of several predicates it prefers one with a character at a named place, then one with a name
// that suits places, then one with facts along which ways lead, then the one by which characters
// meet most often, then the one with the most facts of the characters; ties go to the first in the
// trace.
//
// Characters that are predicates are located by their own facts, if each names a constant and none
// is permanent, no character has two, and together they show signs of a place; or, if other
// characters are located constants, if their places are among the places of these.
func (f *finder) place(cast causal.Cast, places ...string) causal.Location {
	var l causal.Location
	switch names := constants(cast); {
	case len(names) == 0:
	case cast.Type != "" && len(places) == 0:
		l = f.census(trace.Type{Name: cast.Type, Constants: names}).best((*candidate).isPlace)
	default:
		l = f.takeCensus(names, places).best((*candidate).isPlace)
	}
	return f.withOwn(l, cast, places)
}

// constants returns the characters that are no predicates.
func constants(c causal.Cast) []string {
	return slices.DeleteFunc(slices.Clone(c.Names), c.IsPredicate)
}

// withOwn adds to the location of constants the characters that are predicates and have places.
func (f *finder) withOwn(l causal.Location, cast causal.Cast, places []string) causal.Location {
	l.Own = f.ownPlaces(cast.Predicates)
	switch {
	case len(l.Own) == 0:
	case l.Pred != "":
		l.Own = slices.DeleteFunc(l.Own, func(name string) bool { return !f.sharesPlaces(l, name) })
	case !f.ownCandidate(l.Own, places).isPlace():
		l.Own = nil
	}
	return l
}

// sharesPlaces reports whether the places of a predicate are places of a location: of the same type
// or, without declarations, shared with some other character.
func (f *finder) sharesPlaces(l causal.Location, pred string) bool {
	here, there := f.predicate(l.Pred), f.predicate(pred)
	if here != nil && there != nil {
		return here.Args[1-l.Who] == there.Args[0]
	}
	places := make(map[string]bool)
	for i := range f.trace.Resources {
		if r := &f.trace.Resources[i]; r.Pred == l.Pred {
			_, where, ok := l.Of(r)
			places[where.String()] = ok
		}
	}
	return slices.ContainsFunc(f.trace.Resources, func(r trace.Resource) bool {
		return r.Pred == pred && places[r.Args[0].String()]
	})
}

// locationIn returns how the facts of a predicate, which is given, say where characters are:
// by which of their arguments more of them are about a character. It is not known where none is.
// Characters that are predicates are where [finder.place] has them.
func (f *finder) locationIn(cast causal.Cast, pred string) causal.Location {
	names := constants(cast)
	var first, second int
	for i := range f.trace.Resources {
		r := &f.trace.Resources[i]
		if r.Pred != pred || len(r.Args) != 2 {
			continue
		}
		first += one(slices.Contains(names, causal.Unwrap(r.Args[0]).String()))
		second += one(slices.Contains(names, causal.Unwrap(r.Args[1]).String()))
	}
	if first+second == 0 {
		return causal.Location{}
	}
	return f.withOwn(causal.Location{Pred: pred, Who: one(second > first)}, cast, nil)
}

// ownPlaces returns which of some predicates have facts that say where they are.
func (f *finder) ownPlaces(names []string) []string {
	if len(names) == 0 {
		return nil
	}
	of := make(map[trace.ResourceID]string) // from facts to their owners
	now, most := make(map[string]int), make(map[string]int)
	count := func(id trace.ResourceID, by int) {
		name := of[id]
		now[name] += by
		most[name] = max(most[name], now[name])
	}
	for i := range f.trace.Resources {
		r := &f.trace.Resources[i]
		if !slices.Contains(names, r.Pred) {
			continue
		}
		of[r.ID] = r.Pred
		if !mayBePlace(r) {
			most[r.Pred] = 2
		}
		if r.By == 0 {
			count(r.ID, 1)
		}
	}
	for i := range f.trace.Steps {
		for _, id := range f.trace.Steps[i].Consumes {
			count(id, -1)
		}
		for _, id := range f.trace.Steps[i].Produces {
			count(id, 1)
		}
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return most[name] != 1 })
}

// mayBePlace reports whether a fact may say where its predicate is.
func mayBePlace(r *trace.Resource) bool {
	if len(r.Args) != 1 || r.Persistent {
		return false
	}
	place := r.Args[0]
	_, literal := place.Literal()
	return !place.Number && !literal && len(place.Args) == 0
}

// placeError returns what to say where the facts of a predicate say nothing of where characters
// are: which predicate does, if any, or else what predicates there are.
func (f *finder) placeError(cast causal.Cast, pred string) error {
	if own := f.place(cast).Pred; own != "" {
		return PlacelessError(fmt.Sprintf("no fact of %q says where a character is; those of %s do",
			pred, visible.Line(own)))
	}
	if d := newDirectory(f.trace); !d.isPredicate(pred) {
		return PlacelessError(fmt.Sprintf("no predicate %q in the trace%s", pred, instead(pred, d.predicates, nil)))
	}
	return PlacelessError(fmt.Sprintf("no fact of %q says where a character is", pred))
}
