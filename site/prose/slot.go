package prose

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/words"
)

// A slot is what stands between braces: `C`, or `C.they`.
type slot struct {
	name   string // with ASCII primes; empty where the braces hold no variable
	form   string // the form behind the point; empty for the name
	begins bool   // it begins a sentence
	named  bool   // what it says last of the variable, before this, is its name
	owns   bool   // the name is that of an owner
}

// The forms that have no capital letter, as they are the ends of words.
const formS, formES = "s", "es"

// forms returns all that can be said of a character. All but the ends of words may have
// a capital letter.
func forms() []string {
	return []string{"name", "they", "them", "their", "theirs", "themself", "is", "was", "has", "does", formS, formES}
}

// unknownForm reports whether the form of the slot does not exist.
func (s slot) unknownForm() bool {
	return s.form != "" && !slices.Contains(forms(), s.form) &&
		(s.form == english.Capital(formS) || s.form == english.Capital(formES) ||
			!slices.Contains(forms(), words.Lower(s.form)))
}

// text returns what a slot says.
func (s slot) text(values map[string]Value) string {
	value := values[s.name]
	switch s.form {
	case "name":
		return value.Text
	case formS, formES:
		return s.agree(value, s.form)
	}
	text := value.Text
	plain := words.Lower(s.form)
	if s.form != "" && plain != "name" {
		text = s.agree(value, plain)
	}
	if s.owns {
		text = words.Possessive(text, value.Plural)
	}
	if s.begins || plain != s.form {
		return english.Capital(text)
	}
	return text
}

// agree returns a pronoun, or a verb as it stands behind what was said last: behind a name
// it is that of one, if the name is. “Themself” is for one who is they.
func (s slot) agree(value Value, form string) string {
	if s.named && isVerb(form) {
		return Pronouns{Plural: value.Plural}.verb(form)
	}
	said := value.Pronouns.say(form)
	if value.Plural && said == "themself" {
		return "themselves"
	}
	return said
}

// nameFirst returns what to say for the variables of a text, which are in order, where that
// is read by itself: the name for the first pronoun, unless it stands before.
func nameFirst(vars []*variable) map[*variable]slot {
	instead := make(map[*variable]slot)
	known, named := make(map[string]bool), make(map[string]bool)
	for _, v := range vars {
		said := v.slot
		switch form := words.Lower(v.form); {
		case isVerb(form):
			said.named = v.named || named[v.name]
		case known[v.name] || isName(form):
			named[v.name] = false
			known[v.name] = true
		default:
			if said.form, said.owns = "", form == "their" || form == "theirs"; form != v.form {
				said.form = "Name"
			}
			known[v.name], named[v.name] = true, true
		}
		instead[v] = said
	}
	return instead
}

func isVerb(form string) bool {
	return slices.Contains([]string{"is", "was", "has", "does", formS, formES}, form)
}

// refer notes for the variables of a text, which are in order, whether a name or a pronoun
// stands last before each; before the first of them, whether one comes next, as in “say{C.s}
// {C}”.
func refer(vars []*variable) {
	named := make(map[string]bool)
	for i, v := range vars {
		was, known := named[v.name]
		if !known {
			next := slices.IndexFunc(vars[i:], func(o *variable) bool {
				return o.name == v.name && !isVerb(words.Lower(o.form))
			})
			was = next >= 0 && isName(words.Lower(vars[i+next].form))
		}
		v.named = was
		if form := words.Lower(v.form); !isVerb(form) {
			named[v.name] = isName(form)
		}
	}
}

func isName(form string) bool { return form == "" || form == "name" }

// variableName returns the name with spaces around it dropped and typographic
// primes made ASCII, or "" where s is no name.
func variableName(s string) string {
	s = VariableName(strings.TrimSpace(s))
	first, _ := utf8.DecodeRuneInString(s)
	if first != '_' && !unicode.IsLetter(first) {
		return ""
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(`_'/\-`, r) {
			return ""
		}
	}
	return s
}

// VariableName returns the name of a variable as prose writes it, with ASCII primes.
func VariableName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("’′‘ʹʼ", r) {
			return '\''
		}
		return r
	}, s)
}

// factText returns a fact of a condition as programs write it: with ASCII primes in names. The text of
// string literals stays.
func factText(s string) string {
	var b strings.Builder
	for s != "" {
		n := strings.IndexByte(s, '"')
		if n < 0 {
			n = len(s)
		}
		b.WriteString(VariableName(s[:n]))
		if s = s[n:]; s != "" {
			n = wordLength(s)
			b.WriteString(s[:n])
			s = s[n:]
		}
	}
	return b.String()
}

// A sentence says how far a sentence has got, so that the name that begins it gets a
// capital letter.
type sentence int

const (
	sentenceStart sentence = iota
	sentenceMiddle
	sentenceEnd // behind its mark
)

// after returns how far it is behind more text. Quotation marks, brackets and dashes
// change nothing.
func (s sentence) after(text string) sentence {
	for _, r := range text {
		switch {
		case strings.ContainsRune(".!?", r):
			s = sentenceEnd
		case unicode.IsSpace(r):
			if s == sentenceEnd {
				s = sentenceStart
			}
		case r == ',' || r == ';' || r == ':' || r == '…' || !unicode.IsPunct(r):
			s = sentenceMiddle
		}
	}
	return s
}
