package webeditor

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// check refuses declarations of the program that the file has no place for.
func (w *writer) check() {
	p := w.prog
	for i, s := range p.Stages {
		if i > 0 {
			w.refuse(s.Span, "a program of the web editor has one stage, but this is number %d", i+1)
		}
		for _, l := range s.Links {
			w.refuse(l.Span, "a program of the web editor has one stage, and no links")
		}
		if s.Ordered {
			w.refuse(s.Span, "the web editor does not try rules in their order, but the stage `%s` is ordered", s.Name)
		}
		if s.Interactive {
			w.warn(s.Span, "that the player chooses in the stage `%s` is not in the file; the web editor asks for each run",
				s.Name)
		}
	}
	if s := p.Stages[0]; s.Name != "main" {
		w.warn(s.Span, "the stage `%s` is `main` in the web editor", s.Name)
	}
	for _, t := range p.Types {
		w.checkType(t)
	}
	for _, d := range p.Preds {
		w.checkPredicate(d)
	}
	for _, s := range p.Statements {
		w.refuse(s.Span, "the web editor has no statements about all states")
	}
}

func (w *writer) checkType(t *lang.Type) {
	switch {
	case t.Numerals:
		if t.Name != numbers {
			w.warn(t.Span, "the type `%s` is `%s` in the web editor", t.Name, numbers)
		}
		return
	case t.Name == numbers:
		w.refuse(t.Span, "`%s` is the set of natural numbers in the web editor; give the type another name", numbers)
	case t.Unary():
		w.refuse(t.Span, "the web editor writes numbers in digits, but those of `%s` have constructors; "+
			"`#builtin NAT %s.` gives them digits", t.Name, t.Name)
		return
	}
	for _, c := range t.Constructors {
		if len(c.Args) > 0 {
			w.refuse(c.Span, "the web editor has no terms with arguments, but `%s` takes some", c.Name)
		}
	}
}

func (w *writer) checkPredicate(p *lang.Pred) {
	if p.Kind != lang.OfState {
		w.refuse(p.Span, "the web editor has predicates of the state only, but `%s` is %s", p.Name, p.Kind)
	}
	if tests[p.Name] != "" {
		w.refuse(p.Span, "`%s` is a number test of the web editor; give the predicate another name", p.Name)
	}
	for _, t := range p.Args {
		if t.Texts {
			w.refuse(p.Span, "the web editor has no texts in quotes, but `%s` takes one", p.Name)
		}
	}
}

// start returns the context of the only run or, in a program without runs, its only context; nil for none.
func (w *writer) start() *lang.Context {
	p := w.prog
	if len(p.Traces) == 0 {
		if len(p.Contexts) == 0 {
			return nil
		}
		for _, c := range p.Contexts[1:] {
			w.refuse(c.Span, "a program of the web editor has one initial state; `#trace` says which of the contexts it is")
		}
		return p.Contexts[0]
	}
	for _, t := range p.Traces[1:] {
		w.refuse(t.Span, "a program of the web editor has one initial state, so one `#trace` is enough")
	}
	first := p.Traces[0]
	if first.Bound > 0 {
		w.warn(first.Span, "the bound of %d steps is not in the file", first.Bound)
	}
	return first.Context
}

// check refuses a rule with a variable that comparisons alone give a value.
func (w *ruleWriter) check() {
	bound := make([]bool, len(w.rule.Vars))
	for _, p := range w.rule.Premises {
		if p.Kind == lang.Compare {
			continue
		}
		for _, t := range p.Atom.Args {
			lang.EachTerm(t, func(t lang.Term) bool {
				if v, ok := t.(lang.Variable); ok {
					bound[v] = true
				}
				_, calculated := t.(*lang.Calculation) // it gives its variables no values
				return !calculated
			})
		}
	}
	for i, v := range w.rule.Vars {
		if !bound[i] {
			w.refuse(v.Span, "in the web editor, a fact has to give `%s` its value, not a comparison", v.Name)
		}
	}
}

// comparison refuses comparisons that are no number tests.
func (w *ruleWriter) comparison(p lang.Premise) {
	switch {
	case p.Op == lang.Differs:
		w.refuse(p.Span, "the web editor has no test that two terms differ")
	case !w.isNumber(p.X) || !w.isNumber(p.Y):
		w.refuse(p.Span, "the web editor compares numbers only; for terms that are the same, use one variable twice")
	}
}

// isNumber reports whether a term is a number.
func (w *ruleWriter) isNumber(t lang.Term) bool {
	switch t := t.(type) {
	case lang.Variable:
		of := w.rule.Vars[t].Type
		return of != nil && of.Numerals
	case *lang.Compound, lang.Literal:
		return false
	}
	return true
}

// difference refuses one that may be below zero: the rule then does not apply, but the web editor goes on with a
// negative number. A comparison may exclude that.
func (w *ruleWriter) difference(at syntax.Span, d *expr) {
	for _, p := range w.rule.Premises {
		if p.Kind == lang.Compare && (comparison{p.Op, w.expr(p.Span, p.X), w.expr(p.Span, p.Y)}).excludes(d) {
			return
		}
	}
	of := make(map[string]string)
	for i, v := range w.rule.Vars {
		of[w.names[i]] = v.Name
	}
	name := func(name string) string { return of[name] }
	e := w.refuse(at, "where `%s` is below zero, the web editor goes on with a negative number", d.print(name))
	if x, y := d.x.print(name), d.y.print(name); d.x.op == "" && d.y.op == "" {
		e.Notes = []syntax.Note{{Msg: fmt.Sprintf("the premise `%s >= %s` excludes that", x, y)}}
	}
}
