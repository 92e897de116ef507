package tell

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render/shorten"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// Names turns the names of a program into words for readers: those that the author
// gave, or else the names with their parts as words.
type Names struct {
	people map[string]string // names of the cast
	front  prose.Front
	hero   bool // of the cast is one, and a predicate says where
	// kinds are the constructors around those of the cast who always stand in the same one,
	// as in `guest romeo`: it says of what kind they are, and nothing of them.
	kinds map[string]string
	// Text has the author's words for facts; nil has none.
	Text *prose.Prose
	// Words are the fixed words around names, in the language of the front matter.
	Words    *locale.Words
	location causal.Location // of the cast
	places   map[string]bool // constants of the type of the places where the cast are
	rooms    bool            // that type is of rooms
	// Shapes are which terms are numbers and lists. They are told in their short forms.
	Shapes *shape.Set
	labels shorten.Labels // of all texts that are cut
}

// NewNames names a cast: `lady_capulet` is "Lady Capulet", if the author has no other
// name for her. Where that would be the name of two, both keep the ones they have in
// the program.
func NewNames(cast causal.Cast, front prose.Front) *Names {
	n := &Names{people: make(map[string]string, len(cast.Names)), front: front, location: cast.Location,
		hero:  cast.Lone && len(cast.Predicates) > 0,
		Words: locale.For(front.Language, front.Words)}
	sharers := make(map[string]int)
	for _, c := range cast.Names {
		sharers[n.called(c)]++
	}
	for _, c := range cast.Names {
		if n.people[c] = n.called(c); sharers[n.people[c]] > 1 {
			n.people[c] = words.Clean(c)
		}
	}
	return n
}

func (n *Names) called(character string) string {
	if words.Spaced(character) == "" {
		return n.Words.Say("nameless")
	}
	if name := words.Clean(n.front.Characters[character].Name); name != "" {
		return name
	}
	if n.hero {
		return n.heroOf(character)
	}
	return words.Capitals(words.Spaced(character))
}

// ofPlaces are names of predicates that give a character's place, and do not name the character.
var ofPlaces = []string{"at", "in", "is", "on", "inside", "here", "where", "current", "location", "loc", "place",
	"position", "pos", "room"}

// heroOf returns the character that a predicate gives places to: "Player" for `player_at`, and "the
// hero" if the predicate does not name it.
func (n *Names) heroOf(predicate string) string {
	said := slices.DeleteFunc(strings.Fields(words.Spaced(predicate)), func(word string) bool {
		return slices.Contains(ofPlaces, strings.ToLower(word))
	})
	if len(said) == 0 {
		return n.Words.Say("hero")
	}
	return words.Capitals(strings.Join(said, " "))
}

// Learn finds out which terms of a run are numbers and lists, which constants are places, and which
// constructors say of what kind a character is.
func (n *Names) Learn(t *trace.Trace) {
	n.Shapes = shape.Find(t)
	places := n.location.Places(t.Program)
	n.rooms, n.places = places.Name == "room", make(map[string]bool, len(places.Constants))
	for _, name := range places.Constants {
		n.places[name] = true
	}
	n.kinds = make(map[string]string)
	several := make(map[string]bool)
	var look func(terms []trace.Term)
	look = func(terms []trace.Term) {
		for _, t := range terms {
			look(t.Args)
			if len(t.Args) != 1 || len(t.Args[0].Args) > 0 || !n.Knows(t.Args[0].Head) {
				continue
			}
			who := t.Args[0].Head
			several[who] = several[who] || n.kinds[who] != "" && n.kinds[who] != t.Head
			n.kinds[who] = t.Head
		}
	}
	for i := range t.Resources {
		look(t.Resources[i].Args)
	}
	for who := range several {
		if several[who] {
			delete(n.kinds, who)
		}
	}
}

// Who returns who of the cast a term stands for: one of them, or one in the constructor that
// says of what kind they are.
func (n *Names) Who(t trace.Term) (character string, ok bool) {
	if len(t.Args) == 1 && len(t.Args[0].Args) == 0 {
		who := t.Args[0].Head
		return who, n.Knows(who) && n.kinds[who] == t.Head
	}
	return t.Head, len(t.Args) == 0 && n.Knows(t.Head)
}

// Knows reports whether a character has that name in the program.
func (n *Names) Knows(name string) bool {
	_, ok := n.people[name]
	return ok
}

// Person returns what a character is called.
func (n *Names) Person(character string) string { return n.Label(trace.Const(character)) }

// Term returns a term as running text shows it: characters, places and things by the
// names that the author gave, other characters in capitals, other constants in plain
// words, string literals without their quotes, numbers and lists in their short forms, and other compound
// terms as programs write them.
func (n *Names) Term(t trace.Term) string { return cmp.Or(n.term(t), n.Words.Say("nameless")) }

func (n *Names) term(t trace.Term) string {
	text, literal := t.Literal()
	who, person := n.Who(t)
	switch {
	case person:
		return n.people[who]
	case literal:
		return words.Clean(text)
	}
	if name, ok := n.given(t.Head); ok && len(t.Args) == 0 {
		return name
	}
	switch t = n.Shapes.Short(t); {
	case t.Head == trace.List:
		elements := make([]string, len(t.Args))
		for i, element := range t.Args {
			elements[i] = n.term(element)
		}
		return "[" + strings.Join(elements, ", ") + "]"
	case len(t.Args) > 0 || t.Number:
		return words.Clean(t.String())
	}
	return words.Spaced(t.Head)
}

// given returns the name that the author gave a constant outside of the cast.
func (n *Names) given(constant string) (string, bool) {
	name := words.Clean(cmp.Or(n.front.Places[constant], n.front.Names[constant], n.front.Characters[constant].Name))
	return name, name != ""
}

// Given reports whether the author has names for all of some terms.
func (n *Names) Given(terms []trace.Term) bool {
	return !slices.ContainsFunc(terms, func(t trace.Term) bool { _, ok := n.given(t.Head); return !ok || len(t.Args) > 0 })
}

// Place returns a place as it stands behind a preposition: by the author's name for it,
// or else "the tomb".
func (n *Names) Place(t trace.Term) string {
	label := n.Label(t)
	first, _ := utf8.DecodeRuneInString(label)
	if _, given := n.given(t.Head); given || len(t.Args) > 0 || t.Number || !unicode.IsLower(first) {
		return label
	}
	return n.Words.Say("place", "place", label)
}

// In returns a place where somebody stays: "in the tomb", "on the terrace".
func (n *Names) In(t trace.Term) string {
	place := n.Place(t)
	return n.Words.Say("in-place", "preposition", english.Locative(place), "place", place)
}

// Thing returns a term that is neither a character nor the place of the scene, as it stands in a
// list: other places as Place has them, so that all items of a list have one form.
func (n *Names) Thing(t trace.Term) string {
	if n.places[t.String()] {
		return n.Place(t)
	}
	return n.Label(t)
}

// Things returns the terms as Thing has them.
func (n *Names) Things(terms []trace.Term) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = n.Thing(t)
	}
	return out
}

// Value returns what stands in a text for a variable with that value.
func (n *Names) Value(t trace.Term) prose.Value {
	who, _ := n.Who(t)
	return prose.Value{Text: n.Term(t), Pronouns: n.front.Characters[who].Pronouns, Plural: n.front.Characters[who].Plural}
}

// Label is Term, cut as Short does.
func (n *Names) Label(t trace.Term) string { return n.Short(n.Term(t)) }

// Short cuts a text to the length of a heading or a link. Texts that were different stay different,
// whatever they are about, for pages list them together.
func (n *Names) Short(text string) string { return n.labels.Line(text, words.Shorten) }

// Labels returns the labels of terms.
func (n *Names) Labels(terms []trace.Term) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = n.Label(t)
	}
	return out
}

// People lists characters: "Romeo, Juliet and Lady Capulet".
func (n *Names) People(cast []string) string {
	terms := make([]trace.Term, len(cast))
	for i, c := range cast {
		terms[i] = trace.Const(c)
	}
	return n.Words.List(n.Labels(terms))
}

// Company says who is in a scene, and of whom it speaks: "Juliet, about Romeo".
func (n *Names) Company(s *scenes.Scene) string {
	here, others := n.People(s.Cast), n.Others(s)
	switch {
	case others == "":
		return here
	case here == "":
		return english.Capital(others)
	}
	return n.Words.Say("company", "people", here, "others", others)
}

// Others lists the characters that a scene mentions and that are not there: "about Tybalt and Romeo",
// or "" if there are none.
func (n *Names) Others(s *scenes.Scene) string {
	people := slices.Clone(s.InMind)
	for _, stay := range s.Elsewhere {
		people = append(people, stay.Character)
	}
	if len(people) == 0 {
		return ""
	}
	return n.Words.Say("about", "people", n.People(people))
}
