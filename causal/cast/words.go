package cast

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Names settle what the signs in a run leave open: in a mood people may meet as in a room, and change
// it as they change rooms. They only help: there must be other signs, and names in other languages
// say nothing.

// likeness is whether something is called as places are.
type likeness int

const (
	unlike   likeness = iota - 1 // called as moods, topics and things are
	unclear                      // called neither way
	like                         // called as places are, by the predicate or by the type
	veryLike                     // called as places are by both
)

// likeness returns whether the names of a predicate and of its type of places suit places;
// contrary evidence comes first. Words such as "at" stand between the character and the place. A
// place has no place itself: `on cell mark` gives the content of a cell. People are no places,
// though `it ann` moves from one to the other in a game of tag.
func (f *finder) likeness(l causal.Location) likeness {
	typ, pred, own := wordsOf(f.typeOfPlaces(l)), wordsOf(l.Pred), wordsOf(strings.Join(l.Own, " "))
	if isAny(slices.Concat(typ, pred, own), wordsForOthers) || isAny(typ, wordsForPeople) {
		return unlike
	}
	if p := f.predicate(l.Pred); p != nil && l.Who < len(p.Args) && calledPlaces(p.Args[l.Who]) {
		return unlike
	}
	says := isAny(pred, wordsForPlaces) ||
		l.Who == 0 && len(pred) > 0 && every(pred, func(w string) bool { return isAny([]string{w}, wordsOfPlace) })
	return unclear + likeness(one(says)+one(isAny(typ, wordsForPlaces)))
}

// calledPlaces reports whether a type is called as places are.
func calledPlaces(typ string) bool { return isAny(wordsOf(typ), wordsForPlaces) }

// typeOfPlaces returns the name of the type of the places: as the predicate is declared, or else
// the type of a place in its facts.
func (f *finder) typeOfPlaces(l causal.Location) string {
	if typ := l.Places(f.program).Name; typ != "" {
		return typ
	}
	i := slices.IndexFunc(f.trace.Resources, func(r trace.Resource) bool { return l.Tells(r.Pred) })
	if i < 0 {
		return ""
	}
	_, where, _ := l.Of(&f.trace.Resources[i])
	for _, typ := range f.program.Types {
		if slices.Contains(typ.Constants, where.String()) {
			return typ.Name
		}
	}
	return ""
}

// isAny reports whether some words have one of others, which stand with spaces between.
func isAny(words []string, others string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(strings.Fields(others), w) })
}

// Word lists, in the singular: names for places, names for people, words that make up predicates
// of location, names for other attributes of a character, and names among these for attributes
// that cannot be characters.
const (
	wordsForPlaces = "place location loc room hall house town city village region area zone area site spot square cell " +
		"tile pos field island harbour harbor port station street street planet floor position where whereabout"
	wordsForPeople = "person people character char player actor agent who being human villager guest friend child"
	wordsOfPlace   = "at in on inside near is i be present located found stand stay sit live"
	wordsForOthers = wordsForValues + " feel card hand role job faction goal intent plan wish want own owner has " +
		"have hold carry wear love like hate know turn item thing object good tool weapon food"
	wordsForValues = "mood emotion feeling temper topic subject theme throw gesture choice colour color hue shade suit " +
		"opinion belief attitude phase season weather status growth direction dir"
)

// wordsOf returns the words of a name, in lower case and without a plural s.
func wordsOf(name string) []string {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	for i, w := range words {
		w = strings.ToLower(w)
		if len(w) > 3 {
			w = strings.TrimSuffix(w, "s")
		}
		words[i] = w
	}
	return words
}
