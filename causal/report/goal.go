package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Goal parses a description of facts, such as `at romeo _` or `at C L, dead C`. It refuses facts
// that no state of the program can have, with their place and the most similar possible name.
func Goal(prog *lang.Program, text string) (goal.Goal, error) {
	g, err := goal.Parse(text)
	if err != nil {
		return g, err
	}
	return WantGoal(prog, g)
}

// WantGoal returns a goal with numbers and lists as the program's states have them.
// One that no state can meet, whatever the rules do, is refused.
func WantGoal(prog *lang.Program, g goal.Goal) (goal.Goal, error) {
	v := vocabulary{prog: prog, types: make(map[string]string)}
	g.Facts = slices.Clone(g.Facts)
	for i, p := range g.Facts {
		if err := v.want(p); err != nil {
			return g, g.Wrong(i, err)
		}
		if at := slices.IndexFunc(prog.Preds, func(q *lang.Pred) bool { return q.Name == p.Head }); at >= 0 {
			args, err := InStates(p.Args, prog.Preds[at].Args)
			if err != nil {
				return g, g.Wrong(i, err)
			}
			g.Facts[i].Args = args
		}
	}
	return g, nil
}

// vocabulary holds the names of a program.
type vocabulary struct {
	prog  *lang.Program
	types map[string]string // of variables: the first that one had
}

// want refuses a fact that no state can have.
func (v *vocabulary) want(p goal.Pattern) error {
	if p.Head == trace.Open {
		return nil
	}
	if p.Head == trace.StagePred {
		if p.Permanent {
			return fmt.Errorf("%s is never permanent", p.Head)
		}
		return cmp.Or(wantArity(p.Term, 1), v.wantStage(p))
	}
	var known []string
	for _, pred := range v.prog.Preds {
		switch {
		case pred.Name == p.Head && pred.Kind == lang.Backward:
			return fmt.Errorf("%s is proved, not a fact of a state", p.Head)
		case pred.Kind != lang.OfState:
		case pred.Name == p.Head:
			return cmp.Or(wantArity(p.Term, len(pred.Args)), v.wantTerms(p, p.Args, pred.Args))
		default:
			known = append(known, pred.Name)
		}
	}
	if makers := v.makes(p.Head); makers != "" {
		return fmt.Errorf("%s is a rule, not a fact; %s", p.Head, makers)
	}
	return fmt.Errorf("no state has a fact of %s%s", p.Head, suggestion(p.Head, append(known, trace.StagePred)))
}

// makes returns a text about the facts that the rules of a name make, or "" if there is no such
// rule.
func (v *vocabulary) makes(rule string) string {
	var facts []string
	rules := v.prog.Select(rule)
	for _, r := range rules {
		for _, result := range r.Results {
			if name := result.Atom.Pred.Name; !slices.Contains(facts, name) {
				facts = append(facts, name)
			}
		}
	}
	switch {
	case len(rules) == 0:
		return ""
	case len(facts) == 0:
		return "it makes none"
	}
	return "ask for what it makes: " + english.List(facts)
}

// wantStage refuses the mark of a stage that there is not, which no search would find.
func (v *vocabulary) wantStage(p goal.Pattern) error {
	var known []string
	for _, s := range v.prog.Stages {
		known = append(known, s.Name)
	}
	if len(p.Args) == 0 || p.Args[0].Head == trace.Open || slices.Contains(known, p.Args[0].String()) {
		return nil
	}
	if slices.Contains(p.Vars, p.Args[0].Head) {
		return v.wantType(p.Args[0].Head, trace.StagePred)
	}
	meant := cmp.Or(suggestion(p.Args[0].Head, known), "; the program has "+strings.Join(known, ", "))
	return fmt.Errorf("there is no stage %s%s", p.Args[0], meant)
}

// wantType refuses a variable that would be of two types.
func (v *vocabulary) wantType(name, of string) error {
	was, known := v.types[name]
	if !known {
		v.types[name] = of
		return nil
	}
	if was != of {
		return fmt.Errorf("%s cannot be a %s and a %s", name, was, of)
	}
	return nil
}

// wantArity refuses more arguments than there are. Those at the end may be left out.
func wantArity(t trace.Term, takes int) error {
	if len(t.Args) <= takes {
		return nil
	}
	return wrongArity(t, takes)
}

func wrongArity(t trace.Term, takes int) error {
	has, wants := english.Count(len(t.Args), "argument"), english.Count(takes, "argument")
	return fmt.Errorf("%s has %s, but %s takes %s", t, has, t.Head, wants)
}

// wantTerms returns an error if an argument is not a term of its type.
func (v *vocabulary) wantTerms(p goal.Pattern, terms []trace.Term, types []*lang.Type) error {
	for i, t := range terms[:min(len(terms), len(types))] {
		if err := v.wantTerm(p, t, types[i]); err != nil {
			return err
		}
	}
	return nil
}

func (v *vocabulary) wantTerm(p goal.Pattern, t trace.Term, of *lang.Type) error {
	_, literal := t.Literal()
	switch {
	case t.Head == trace.Open, t.Number && of.Counts(), literal && of.Texts:
		return nil
	case len(t.Args) == 0 && slices.Contains(p.Vars, t.Head):
		return v.wantType(t.Head, of.Name)
	case t.Head == trace.List:
		if _, cons := of.List(); cons != nil {
			return v.wantTerms(p, t.Args, slices.Repeat(cons.Args[:1], len(t.Args)))
		}
		return fmt.Errorf("%s is no type of lists", of.Name)
	}
	var known []string
	for _, c := range of.Constructors {
		if c.Name == t.Head {
			if len(t.Args) != len(c.Args) {
				return wrongArity(t, len(c.Args))
			}
			return v.wantTerms(p, t.Args, c.Args)
		}
		known = append(known, c.Name)
	}
	return fmt.Errorf("there is no %s %s%s", of.Name, t, suggestion(t.Head, known))
}

// suggestion returns a text that proposes known names for an unknown one.
func suggestion(name string, known []string) string {
	if near := label.Nearest(name, slices.Sorted(slices.Values(known))); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	if syntax.IsVariable(name) {
		return fmt.Sprintf("; `%s` stands for anything", trace.Open)
	}
	return ""
}
