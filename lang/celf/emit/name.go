package emit

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/naming"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// celfNames are the names of a program in a Celf file, which has one name space for everything.
type celfNames struct {
	taken      *naming.Set // all names of the file
	typ        map[*lang.Type]string
	con        map[*lang.Constructor]string
	pred       map[*lang.Pred]string
	rule       map[*lang.Rule]string // links included
	clauseName map[*lang.Clause]string
	stage      map[*lang.Stage]string
	context    map[*lang.Context]string
	text       map[string]string // of the texts in quotes
	texts      []string          // in the order of first use
	renamed    []string          // as a comment tells it: `bjorn is the constant björn`
}

// anonymous is the name that any number of declarations have.
const anonymous = "-"

// nameAll names what a program declares. What the author sees most keeps its name: a predicate before a rule, and a
// rule before a stage.
func nameAll(p *lang.Program, staged bool) celfNames {
	n := celfNames{taken: newNameSet(), typ: make(map[*lang.Type]string), con: make(map[*lang.Constructor]string),
		pred: make(map[*lang.Pred]string), rule: make(map[*lang.Rule]string), clauseName: make(map[*lang.Clause]string),
		stage: make(map[*lang.Stage]string), context: make(map[*lang.Context]string), text: make(map[string]string)}
	if staged {
		for _, name := range []string{phaseType, stageWord, runWord, doneWord, nextWord, overWord} {
			n.taken.Take(name)
		}
	}
	for _, t := range p.Types {
		n.typ[t] = n.take("type", t.Name)
	}
	for _, t := range p.Types {
		for _, c := range t.Constructors {
			n.con[c] = n.take("constant", c.Name)
		}
	}
	for _, d := range p.Preds {
		n.pred[d] = n.take("predicate", d.Name)
	}
	for _, r := range p.Rules() {
		n.rule[r] = n.label("rule", r.Name)
	}
	for _, d := range p.Preds {
		for _, c := range d.Clauses {
			if n.clauseName[c] = anonymous; c.Name != "" {
				n.clauseName[c] = n.label("clause", c.Name)
			}
		}
	}
	if staged {
		for _, s := range p.Stages {
			n.stage[s] = n.take("stage", s.Name)
		}
	}
	for _, c := range p.Contexts {
		if c.Name != "" {
			n.context[c] = n.take("context", c.Name)
		}
	}
	return n
}

// label names a rule or clause. Any number of them are called `-`.
func (n *celfNames) label(kind, name string) string {
	if name == anonymous {
		return anonymous
	}
	return n.take(kind, name)
}

// take names a declaration, and notes if the name is another one than in the program. If its name is taken, the kind
// is added to it: `door-stage`.
func (n *celfNames) take(kind, name string) string {
	out := n.taken.Take(lowered(folded(name)), "-"+kind)
	if out != name {
		n.renamed = append(n.renamed, fmt.Sprintf("%s is the %s %s", out, kind, name))
	}
	return out
}

// literal names a text in quotes by its first words: `text-good-morning`. Equal texts have the same name.
func (n *celfNames) literal(text string) string {
	if n.text[text] == "" {
		words := strings.FieldsFunc(folded(text), func(r rune) bool {
			return r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		slug := ""
		for _, w := range words {
			if len(slug)+len(w) > longestSlug {
				break
			}
			slug += "-" + strings.ToLower(w)
		}
		n.text[text] = n.taken.Take("text" + slug)
		n.texts = append(n.texts, text)
	}
	return n.text[text]
}

// longestSlug bounds how much of a text its constant shows.
const longestSlug = 40

// newNameSet returns a set without the words of Celf that are no names.
func newNameSet() *naming.Set {
	s := naming.New()
	for _, name := range []string{"type", "Pi", "PI", "Exists", "EXISTS", "let", "in", anonymous} {
		s.Take(name)
	}
	return s
}

// unaccented has letters of ASCII for others that names often have: words of Celf consist of ASCII alone.
var unaccented = strings.NewReplacer("ä", "a", "à", "a", "á", "a", "â", "a", "ã", "a", "å", "a", "æ", "ae", "ç", "c",
	"è", "e", "é", "e", "ê", "e", "ë", "e", "ì", "i", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ò", "o", "ó", "o",
	"ô", "o", "õ", "o", "ö", "o", "ø", "o", "ß", "ss", "ù", "u", "ú", "u", "û", "u", "ü", "u", "ý", "y", "ÿ", "y",
	"œ", "oe")

// folded returns a name in the characters of Celf's words: `_` stands for each letter without a counterpart, and a
// capital remains one.
func folded(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '\\':
			b.WriteByte('/')
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case unicode.IsUpper(r):
			b.WriteString(english.Capital(unaccented.Replace(string(unicode.ToLower(r)))))
		default:
			b.WriteString(unaccented.Replace(string(r)))
		}
	}
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '_'
		}
		return r
	}, b.String())
}

// lowered returns a name that begins with no capital, which would make it a variable.
func lowered(name string) string {
	switch {
	case name[0] == '_':
		return "x" + name
	case syntax.IsVariable(name):
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// variableNames names the variables of a rule or clause: as in the program, and wildcards by their types.
func variableNames(vars []lang.Var) (names []string, taken *naming.Set) {
	names, taken = make([]string, len(vars)), newNameSet()
	for i, v := range vars {
		if v.Name != "" && !strings.HasPrefix(v.Name, syntax.Wildcard) {
			names[i] = taken.Take(capital(folded(v.Name)))
		}
	}
	return names, taken
}

// capital returns a name that begins with a capital.
func capital(name string) string {
	if syntax.IsVariable(name) {
		return name
	}
	return "X" + name
}

// nameOfKind returns the name of a variable without one: the first letter of its type as a capital.
func nameOfKind(t *lang.Type) string {
	if t != nil {
		if first := folded(t.Name)[0]; unicode.IsLetter(rune(first)) {
			return strings.ToUpper(string(first))
		}
	}
	return "X"
}
