package lsp

import (
	"context"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// hover describes the name at a place by its declaration, its counts, and the author's comments. At the first word of
// a statement it describes the statement.
func (s *server) hover(ctx context.Context, params positionParams) (*hoverResult, error) {
	at, err := s.spot(ctx, params)
	if at == nil && err == nil {
		at, err = s.statementAt(ctx, params)
	}
	if at == nil || err != nil {
		return nil, err
	}
	parts := []string{"```ceptre\n" + describe(at.of, at.spelled) + "\n```"}
	for _, more := range []string{count(at.of), markdown(at.program.comment(at.of))} {
		if more != "" {
			parts = append(parts, more)
		}
	}
	return &hoverResult{markup{"markdown", visible.Text(strings.Join(parts, "\n\n"))}, at.where}, nil
}

// spelled returns a name as it is written at a place.
func (d *document) spelled(m *lang.Mention) string { return d.src[m.Start.Offset:m.End.Offset] }

// kindWords are the words that declare predicates.
var kindWords = map[lang.PredKind]string{
	lang.OfState: "pred", lang.Backward: "bwd", lang.Sense: "sense", lang.Action: "action",
}

// describe returns the declaration of a thing, under the name by which the text mentions it.
func describe(thing any, name string) string {
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

// count returns the counts for a thing, such as the number of its uses.
func count(thing any) string {
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
