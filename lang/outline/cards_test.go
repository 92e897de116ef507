package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/rogpeppe/go-internal/txtar"
)

// The corpus shows the cards of programs, right and wrong.
func TestCards(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		check(t, string(in.Data))
		return []txtar.File{in.Result("cards", cards(Of(analyse(string(in.Data)))))}
	})
}

// listing writes the cards of an outline as text.
type listing struct{ strings.Builder }

// line writes the line of a card: its path, its kind and other words, then marks and its comment.
func (l *listing) line(p Part, words ...any) {
	fmt.Fprintf(l, "%*s%-8s", 2*strings.Count(p.Path, "/"), "", p.Path)
	for _, w := range words {
		if text := fmt.Sprint(w); text != "" && text != "[]" && text != "false" {
			fmt.Fprint(l, " ", text)
		}
	}
	if p.Broken {
		l.WriteString(" BROKEN")
	}
	if p.Comment != "" {
		fmt.Fprintf(l, " %% %s", strings.ReplaceAll(p.Comment, "\n", " | "))
	}
	l.WriteString("\n")
}

func cards(o *Outline) string {
	l := &listing{}
	for _, t := range o.Types {
		if t.Path == "" && len(t.Members) == 0 {
			continue // the built-in type of texts
		}
		l.line(t.Part, "type", t.Name, mark(t.Numbers, "numbers"), mark(t.Strings, "strings"))
		for _, k := range t.Members {
			l.line(k.Part, "constant", k.Name, k.Args, k.Uses)
		}
	}
	for _, p := range o.Predicates {
		l.line(p.Part, p.Kind, p.Name, p.Args, p.Uses)
		for _, c := range p.Clauses {
			l.line(c.Part, "clause", c.Name, c.Vars, mark(!c.Whole, "NOT WHOLE"))
			l.premises(append([]Premise{c.Head}, c.Premises...))
		}
	}
	for _, s := range o.Stages {
		l.line(s.Part, "stage", s.Name, mark(s.Interactive, "interactive"), mark(s.Ordered, "ordered"))
		for _, r := range s.Rules {
			l.rule("rule", r)
		}
		for _, t := range s.Texts {
			l.line(t.Part, t.Kind, t.Text)
		}
	}
	for _, r := range o.Links {
		l.rule("link", r)
	}
	for _, c := range o.Contexts {
		l.line(c.Part, "context", c.Name, mark(!c.Whole, "NOT WHOLE"))
		l.premises(c.Facts)
	}
	for _, r := range o.Runs {
		l.line(r.Part, "run", r.Bound, r.Stage, r.Context, mark(!r.Whole, "NOT WHOLE"))
		l.premises(r.Facts)
	}
	for _, s := range o.Statements {
		l.line(s.Part, s.Kind, s.Name, s.Stage, s.Vars, mark(!s.Whole, "NOT WHOLE"), s.Says)
		l.premises(s.Premises)
		for _, c := range s.Counts {
			l.line(c.Part, mark(c.Right, s.Op), mark(c.Minus, "minus"), c.Times, c.Kind, c.Mode, c.Pred,
				mark(c.Sum != "", "sum of "+c.Sum))
			l.terms(c.Args)
		}
	}
	for _, t := range o.Texts {
		l.line(t.Part, t.Kind, t.Text)
	}
	return l.String()
}

func mark(set bool, text string) string {
	if set {
		return text
	}
	return ""
}

func (l *listing) rule(kind string, r Rule) {
	l.line(r.Part, kind, r.Name, mark(r.Key != r.Name, "key "+r.Key), r.Vars, r.FromStage, mark(kind == "link", "->"),
		r.ToStage, mark(!r.Whole, "NOT WHOLE"))
	l.premises(r.Left)
	l.premises(r.Right)
}

func (l *listing) premises(list []Premise) {
	for _, p := range list {
		l.line(p.Part, p.Kind, p.Mode, p.Pred, p.Op)
		l.terms(p.Args)
	}
}

func (l *listing) terms(list []Term) {
	for _, t := range list {
		l.line(t.Part, t.Kind, t.Name, mark(t.Type != "", ": "+t.Type), mark(len(t.Args) == 0, t.Text))
		l.terms(t.Args)
	}
}
