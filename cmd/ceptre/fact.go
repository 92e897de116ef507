package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// factPattern reads which facts of states are meant, as `at romeo _`. What no state can
// have is refused, with the nearest that one can.
func factPattern(prog *lang.Program, text string) (trace.Pattern, error) {
	p, err := trace.ParsePattern(text)
	if err != nil || p.Head == trace.Open {
		return p, err
	}
	if p.Head == trace.StagePred {
		if p.Permanent {
			return p, fmt.Errorf("%s is never permanent", p.Head)
		}
		return p, cmp.Or(wantArity(p, 1), wantStage(prog, p.Args))
	}
	var known []string
	for _, pred := range prog.Preds {
		switch {
		case pred.Name == p.Head && pred.Kind == lang.Backward:
			return p, fmt.Errorf("%s is proved, and no fact of a state", p.Head)
		case pred.Kind != lang.OfState:
		case pred.Name == p.Head:
			return p, cmp.Or(wantArity(p, len(pred.Args)), wantTerms(p.Args, pred.Args))
		default:
			known = append(known, pred.Name)
		}
	}
	return p, fmt.Errorf("no state has a fact of %s%s", p.Head, suggestion(p.Head, append(known, trace.StagePred)))
}

// wantStage refuses the mark of a stage that there is not, which no search would find.
func wantStage(prog *lang.Program, args []trace.Term) error {
	var known []string
	for _, s := range prog.Stages {
		known = append(known, s.Name)
	}
	if len(args) == 0 || args[0].Head == trace.Open || slices.Contains(known, args[0].String()) {
		return nil
	}
	return fmt.Errorf("there is no stage %s%s", args[0], suggestion(args[0].Head, known))
}

// wantArity refuses more arguments than there are. Those at the end may be left out.
func wantArity(p trace.Pattern, takes int) error {
	if len(p.Args) <= takes {
		return nil
	}
	return fmt.Errorf("%s has %s, but %s takes %s", p, plural(len(p.Args), "argument"), p.Head, plural(takes, "argument"))
}

// wantTerms refuses what is no term of a type.
func wantTerms(terms []trace.Term, types []*lang.Type) error {
	for i, t := range terms[:min(len(terms), len(types))] {
		if err := wantTerm(t, types[i]); err != nil {
			return err
		}
	}
	return nil
}

func wantTerm(t trace.Term, of *lang.Type) error {
	_, literal := t.Literal()
	switch {
	case t.Head == trace.Open, t.Number && of.Numerals, literal && of.Name == lang.StringType:
		return nil
	}
	var known []string
	for _, c := range of.Constructors {
		if c.Name == t.Head {
			return wantTerms(t.Args, c.Args)
		}
		known = append(known, c.Name)
	}
	return fmt.Errorf("there is no %s %s%s", of.Name, t, suggestion(t.Head, known))
}

// suggestion says what may have been meant by a name that is not known.
func suggestion(name string, known []string) string {
	if near := trace.Nearest(name, slices.Sorted(slices.Values(known))); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	if syntax.IsVariable(name) {
		return fmt.Sprintf("; `%s` stands for anything", trace.Open)
	}
	return ""
}
