package causal

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Names tell what signs in a run leave open: in a mood people may meet as in a room, and change it
// as they change rooms. They only help: there must be other signs, and names in other languages
// say nothing.

// likeness is whether something is called as places are.
type likeness int

const (
	otherwise likeness = iota - 1 // as moods, topics and things are
	unclear
	asPlaces // by the predicate or by the type
	surely   // by both
)

// likenessOf returns whether the names of a predicate and of its type of places suit places;
// contrary evidence comes first. Words such as "at" stand between the character and the place. A
// place has no place itself: `on cell mark` gives the content of a cell. People are no places,
// though `it ann` moves from one to the other in a game of tag.
func likenessOf(l Location, t *trace.Trace) likeness {
	typ, pred, own := wordsOf(l.typeOfPlaces(t)), wordsOf(l.Pred), wordsOf(strings.Join(l.Own, " "))
	isOther := isAny(slices.Concat(typ, pred, own), wordsForOthers) || isAny(typ, wordsForPeople)
	if isOther || calledPlaces(l.typeOfCharacters(t)) {
		return otherwise
	}
	says := isAny(pred, wordsForPlaces) ||
		l.Who == 0 && len(pred) > 0 && every(pred, func(w string) bool { return isAny([]string{w}, wordsOfPlace) })
	return unclear + likeness(one(says)+one(isAny(typ, wordsForPlaces)))
}

// calledPlaces reports whether a type is called as places are.
func calledPlaces(typ string) bool { return isAny(wordsOf(typ), wordsForPlaces) }

// typeOfCharacters returns the name of the type of the characters, as the predicate is declared; ""
// where that says nothing.
func (l Location) typeOfCharacters(t *trace.Trace) string {
	if t.Program == nil || l.Pred == "" {
		return ""
	}
	p := predicateOf(t.Program, l.Pred)
	if p == nil || l.Who >= len(p.Args) {
		return ""
	}
	return p.Args[l.Who]
}

// typeOfPlaces returns the name of the type of the places: as the predicate is declared, or else that
// of a place in its facts.
func (l Location) typeOfPlaces(t *trace.Trace) string {
	if t.Program == nil {
		return ""
	}
	if typ := l.Places(t.Program).Name; typ != "" {
		return typ
	}
	i := slices.IndexFunc(t.Resources, func(r trace.Resource) bool { return l.Tells(r.Pred) })
	if i < 0 {
		return ""
	}
	_, where, _ := l.Of(&t.Resources[i])
	i = slices.IndexFunc(t.Program.Types, func(typ trace.Type) bool { return slices.Contains(typ.Constants, where.String()) })
	if i < 0 {
		return ""
	}
	return t.Program.Types[i].Name
}

// isAny reports whether some words have one of others, which stand with spaces between.
func isAny(words []string, others string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(strings.Fields(others), w) })
}

// Word lists, in the singular: names for places, names for people, words that make up predicates
// of location, names for other attributes of a character, and names among these for attributes
// that cannot be characters.
const (
	wordsForPlaces = "place location loc room hall house town city village region area zone area site spot square cell tile " +
		"pos field island harbour harbor port station street street planet floor position where whereabout"
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
