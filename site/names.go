package site

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// longestLabel is how many characters of a name fit a heading or a link.
const longestLabel = 60

// names turns the names of a program into words for readers. It holds what each
// of the cast is called; everything else is a thing.
type names map[string]string

// newNames names a cast: `lady_capulet` is "Lady Capulet". Where that would be
// the name of two, both keep the ones they have in the program.
func newNames(cast []string) names {
	sharers := make(map[string]int)
	for _, c := range cast {
		sharers[capitals(words(c))]++
	}
	n := make(names, len(cast))
	for _, c := range cast {
		if n[c] = capitals(words(c)); sharers[n[c]] > 1 {
			n[c] = clean(c)
		}
	}
	return n
}

// knows reports whether somebody of the cast has that name in the program.
func (n names) knows(name string) bool {
	_, ok := n[name]
	return ok
}

// term returns a term as running text shows it: characters in capitals, other
// constants in plain words, string literals without their quotes, compound
// terms as programs write them.
func (n names) term(t trace.Term) string {
	text, literal := t.Literal()
	switch {
	case len(t.Args) > 0 || t.Number:
		return clean(t.String())
	case literal:
		return clean(text)
	case n.knows(t.Head):
		return n[t.Head]
	}
	return words(t.Head)
}

// label is term, cut to the length of a label.
func (n names) label(t trace.Term) string { return shorten(n.term(t)) }

// labels returns the labels of terms.
func (n names) labels(terms []trace.Term) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = n.label(t)
	}
	return out
}

// people lists characters: "Romeo, Juliet and Lady Capulet".
func (n names) people(cast []string) string {
	terms := make([]trace.Term, len(cast))
	for i, c := range cast {
		terms[i] = trace.Const(c)
	}
	return list(n.labels(terms))
}

// company says who is in a scene: "Juliet, with Romeo in mind".
func (n names) company(s *Scene) string {
	here, others := n.people(s.Here), n.others(s)
	switch {
	case others == "":
		return here
	case here == "":
		return capital(others)
	}
	return here + ", " + others
}

// others says who is in a scene without being there: "with Tybalt in mind and
// Romeo elsewhere (orchard)", or nothing of nobody.
func (n names) others(s *Scene) string {
	var parts, away, places []string
	if len(s.InMind) > 0 {
		parts = append(parts, n.people(s.InMind)+" in mind")
	}
	for _, stay := range s.Elsewhere {
		away = append(away, stay.Character)
		places = appendNew(places, n.label(stay.Place))
	}
	if len(away) > 0 {
		parts = append(parts, fmt.Sprintf("%s elsewhere (%s)", n.people(away), list(places)))
	}
	if len(parts) == 0 {
		return ""
	}
	return "with " + strings.Join(parts, " and ")
}

// ruleTitle returns a rule's name as a heading: `do/insult` becomes "Insult",
// `flirt/in_secret` "Flirt, in secret". Left out are a first part "do", by which
// many programs mark what characters do, and a number at the end, by which
// rules without a name are told apart.
func ruleTitle(rule string) string {
	parts := strings.FieldsFunc(strings.TrimPrefix(rule, "do/"), func(r rune) bool { return r == '/' })
	if last := len(parts) - 1; last > 0 && strings.Trim(parts[last], "0123456789") == "" {
		parts = parts[:last]
	}
	for i, p := range parts {
		parts[i] = words(p)
	}
	if title := capital(strings.Join(parts, ", ")); title != "" {
		return shorten(title)
	}
	return clean(rule)
}

// words returns a name with its parts as words.
func words(name string) string {
	spaced := strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return ' '
		}
		return r
	}, name)
	if w := clean(spaced); w != "" {
		return w
	}
	return clean(name)
}

// clean returns a text on one line, with a mark in the place of every character
// that would not be seen or would turn the text around it.
func clean(s string) string { return strings.Join(strings.Fields(visible(s)), " ") }

// visible marks control characters, other than space and line ends, and
// controls of writing direction.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsControl(r) && !unicode.Is(unicode.Bidi_Control, r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// capital returns s with its first letter in upper case.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// capitals returns s with every word's first letter in upper case.
func capitals(s string) string {
	parts := strings.Fields(s)
	for i, p := range parts {
		parts[i] = capital(p)
	}
	return strings.Join(parts, " ")
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= longestLabel {
		return s
	}
	return string([]rune(s)[:longestLabel-1]) + "…"
}

// list joins words as English does: "a", "a and b", "a, b and c".
func list(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// count returns a number with its noun: "1 scene", "2 scenes".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// hourName returns "the first hour", "the 21st hour".
func hourName(hour int) string { return "the " + ordinal(hour) + " hour" }

func ordinal(n int) string {
	spelled := [...]string{"first", "second", "third", "fourth", "fifth", "sixth",
		"seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"}
	if n <= len(spelled) {
		return spelled[n-1]
	}
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
