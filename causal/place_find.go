package causal

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// findPlace returns the facts that locate characters: linear facts, each of a character and a
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
func findPlace(t *trace.Trace, cast Cast, places ...string) Location {
	return findCommon(t, cast.constants(), places).among(t, cast, places)
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
	return takeCensus(t, names, places).best((*candidate).isPlace)
}

// among returns where those of a cast are, too, who are predicates.
func (l Location) among(t *trace.Trace, cast Cast, places []string) Location {
	l.Own = ownPlaces(t, cast.Predicates)
	switch {
	case len(l.Own) == 0:
	case l.Pred != "":
		l.Own = slices.DeleteFunc(l.Own, func(name string) bool { return !l.meets(t, name) })
	case !censusOfOwn(t, l.Own, places).order[0].isPlace():
		l.Own = nil
	}
	return l
}

// meets reports whether the places of a predicate are places of others: of the same type or,
// without declarations, shared with some other character.
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
	if l := (Location{Own: ownPlaces(t, cast.Predicates)}); l.Tells(c.Place) {
		return l, nil
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
	return l.among(t, cast, nil)
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
	of := make(map[trace.ResourceID]string) // of maps facts to their owners
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

// placeError returns what to say where the facts of a predicate say nothing of where characters
// are: which predicate does, if any, or else what predicates there are.
func placeError(t *trace.Trace, cast Cast, pred string) error {
	if own := findPlace(t, cast).Pred; own != "" {
		return PlacelessError(fmt.Sprintf("no fact of %q says where a character is; those of %s do", pred, trace.Visible(own)))
	}
	if d := newDirectory(t); !d.isPredicate(pred) {
		return PlacelessError(fmt.Sprintf("no predicate %q in the trace%s", pred, instead(pred, d.predicates, nil)))
	}
	return PlacelessError(fmt.Sprintf("no fact of %q says where a character is", pred))
}
