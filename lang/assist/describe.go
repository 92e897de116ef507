package assist

import (
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Kind is the kind of a thing that a program names, or of a word that may be written.
type Kind string

// The kinds.
const (
	Keyword   Kind = "keyword"
	Type      Kind = "type"
	Constant  Kind = "constant"
	Predicate Kind = "predicate"
	Variable  Kind = "variable"
	Stage     Kind = "stage"
	Rule      Kind = "rule"
	Clause    Kind = "clause"
	Context   Kind = "context"
	Statement Kind = "statement"
)

// KindOf returns the kind of the thing that a mention is of.
func KindOf(thing any) Kind {
	switch thing.(type) {
	case *lang.Type:
		return Type
	case *lang.Constructor:
		return Constant
	case *lang.Pred:
		return Predicate
	case *lang.Var:
		return Variable
	case *lang.Stage:
		return Stage
	case *lang.Clause:
		return Clause
	case *syntax.Context:
		return Context
	case *lang.Statement:
		return Statement
	}
	return Rule
}

// Hover describes the name, or the first word of a statement, that stands between From and To.
type Hover struct {
	From, To    int
	Declaration string   // at romeo : pred
	Count       string   // 3 constants, say; empty where there is nothing to count
	Comment     []string // the author's, see [Text.Comment]
}

// Hover describes the name at a place, or the statement with its first word there; nil where there is none.
func (t *Text) Hover(offset int) *Hover {
	if m := t.At(offset); m != nil {
		return t.hover(m.Span, m.Of)
	}
	if s, word := t.statementAt(offset); s != nil {
		return t.hover(word, s)
	}
	return nil
}

func (t *Text) hover(at syntax.Span, thing any) *Hover {
	h := t.About(thing, t.Src[at.Start.Offset:at.End.Offset])
	h.From, h.To = at.Start.Offset, at.End.Offset
	return h
}

// About describes a thing, under the name by which a text mentions it. From and To of the description are 0.
func (t *Text) About(thing any, name string) *Hover {
	return &Hover{Declaration: Describe(thing, name), Count: Count(thing), Comment: t.Comment(thing)}
}

// String returns the description as plain text: the declaration, the count and the comment as paragraphs.
func (h *Hover) String() string {
	out := h.Declaration
	for _, more := range []string{h.Count, strings.Join(h.Comment, "\n")} {
		if more != "" {
			out += "\n\n" + more
		}
	}
	return out
}

// kindWords are the words that declare predicates.
var kindWords = map[lang.PredKind]string{
	lang.OfState: "pred", lang.Backward: "bwd", lang.Sense: "sense", lang.Action: "action",
}

// Describe returns the declaration of a thing, under the name by which the text mentions it.
func Describe(thing any, name string) string {
	switch of := thing.(type) {
	case *lang.Type:
		return of.Name + " : type"
	case *lang.Constructor:
		return signature(of.Name, of.Args) + " : " + of.Result.Name
	case *lang.Pred:
		return signature(of.Name, of.Args) + " : " + kindWords[of.Kind]
	case *lang.Var:
		return name + " : " + typeName(of.Type)
	case *lang.Stage:
		return "stage " + of.Name
	case *syntax.Context:
		return "context " + name
	case *lang.Statement:
		if !complete(of) {
			return map[lang.StatementKind]string{lang.Invariant: invariant, lang.Never: never}[of.Kind] + " " + name
		}
		return of.String() + "."
	case *lang.Clause:
		return name + " : … % a clause"
	}
	return name + " : … % a rule"
}

// complete reports whether a statement could be read.
func complete(s *lang.Statement) bool { return len(s.Sum) > 0 || len(s.Premises) > 0 }

func signature(name string, args []*lang.Type) string {
	for _, t := range args {
		name += " " + typeName(t)
	}
	return name
}

// typeName returns the name of a type, also of one that is not known.
func typeName(t *lang.Type) string {
	if t == nil {
		return "?"
	}
	return t.Name
}

// Count returns the counts for a thing, such as the number of its uses.
func Count(thing any) string {
	switch of := thing.(type) {
	case *lang.Type:
		return english.Count(len(of.Constructors), "constant")
	case *lang.Pred:
		if of.Kind == lang.Backward {
			return english.Count(len(of.Clauses), "clause")
		}
	case *lang.Stage:
		text := english.Count(len(of.Rules), "rule") + ", " + english.Count(len(of.Links), "link")
		if of.Interactive {
			text += "; the player chooses"
		}
		if of.Ordered {
			text += "; the first rule that applies is taken"
		}
		return text
	case *lang.Statement:
		if complete(of) {
			return english.Capital(of.Sentence()) + "."
		}
	case *syntax.Context:
		return english.Count(len(of.Facts), "entry")
	}
	return ""
}
