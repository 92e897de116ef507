package edit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// vars returns the variables of a rule, clause or statement, in the order of the text.
func (c *change) vars(body *outline.Node) []*lang.Var {
	var vars []*lang.Var
	for _, m := range c.Mentions {
		v, ok := m.Of.(*lang.Var)
		if ok && body.Start.Offset <= m.Start.Offset && m.Start.Offset < body.End.Offset && !slices.Contains(vars, v) {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(v, w *lang.Var) int { return v.Start.Offset - w.Start.Offset })
	return vars
}

// arguments returns the arguments with which a new premise of a predicate begins. At the left, they are variables:
// those that the rule has, each once, and new ones; a premise that says the same as one before begins with a new one.
// At the right they are variables of the rule, and the first constants of the types of which it has none.
func (c *change) arguments(body *outline.Node, side string, p *lang.Pred) ([]string, error) {
	vars := c.vars(body)
	names := make(map[string]bool) // in use
	for _, v := range vars {
		names[v.Name] = true
	}
	args := make([]string, len(p.Args))
	seen := make(map[*lang.Type]int)
	for i, t := range p.Args {
		fitting := slices.DeleteFunc(slices.Clone(vars), func(v *lang.Var) bool { return v.Type != t || t == nil })
		n := seen[t]
		seen[t]++
		switch {
		case n < len(fitting):
			args[i] = fitting[n].Name
		case side == "l":
			args[i] = newVariable(t, names)
		case len(fitting) > 0:
			args[i] = fitting[len(fitting)-1].Name
		default:
			first, err := c.ground(t)
			if err != nil {
				return nil, err
			}
			args[i] = first
		}
	}
	if side == "l" && len(args) > 0 && c.says(body, p.Name, args) {
		args[0] = newVariable(p.Args[0], names)
	}
	return args, nil
}

// says reports whether a premise at the left is of a predicate with arguments, whatever its mark.
func (c *change) says(body *outline.Node, pred string, args []string) bool {
	want := atom(pred, args)
	return slices.ContainsFunc(body.Parts("l"), func(n *outline.Node) bool {
		return syntax.ExprString(unmarked(n.Expr)) == want
	})
}

// unmarked returns a premise without the marks before it.
func unmarked(x syntax.Expr) syntax.Expr {
	for mark, ok := x.(*syntax.Prefix); ok; mark, ok = x.(*syntax.Prefix) {
		x = mark.X
	}
	return x
}

// atom returns a predicate with arguments, which are written as arguments are.
func atom(pred string, args []string) string {
	return strings.Join(append([]string{pred}, args...), " ")
}

// newVariable returns a name for a variable of a type, which is not among those in use, and enters it there: the first
// letter of the type, with primes behind it.
func newVariable(t *lang.Type, names map[string]bool) string {
	name := "X"
	if t != nil {
		r, _ := utf8.DecodeRuneInString(t.Name)
		if u := unicode.ToUpper(r); unicode.IsUpper(u) {
			name = string(u)
		}
	}
	for names[name] {
		name += "'"
	}
	names[name] = true
	return name
}

// ground returns the first term of a type that has no variables, as an argument is written.
func (c *change) ground(t *lang.Type) (string, error) {
	if all := c.terms(t, 1); len(all) > 0 {
		return all[0], nil
	}
	if t == nil {
		return "", fmt.Errorf("The type of an argument is not known.")
	}
	return "", fmt.Errorf("There is no `%s` yet: add a constant to the type first.", t.Name)
}

// deepest is how deep the terms nest that [change.terms] finds.
const deepest = 3

// terms returns some terms of a type without variables, at most as many as a bound says, as arguments are written.
func (c *change) terms(t *lang.Type, most int) []string { return termsBelow(t, most, deepest) }

func termsBelow(t *lang.Type, most, depth int) []string {
	switch {
	case t == nil || depth == 0:
		return nil
	case t.Numerals:
		all := make([]string, most)
		for i := range all {
			all[i] = fmt.Sprint(i)
		}
		return all
	case t.Texts:
		return []string{`""`}
	}
	var all []string
	for _, k := range t.Constructors {
		if len(k.Args) == 0 {
			all = append(all, k.Name)
		}
	}
	for _, k := range t.Constructors {
		if len(k.Args) > 0 && len(all) < most {
			for _, args := range combinations(k.Args, most-len(all), depth-1) {
				all = append(all, "("+atom(k.Name, args)+")")
			}
		}
	}
	return all[:min(len(all), most)]
}

// combinations returns some lists of terms of types, the last changing first.
func combinations(types []*lang.Type, most, depth int) [][]string {
	lists := [][]string{nil}
	for _, t := range types {
		var longer [][]string
		terms := termsBelow(t, most, depth)
		for _, list := range lists {
			for _, term := range terms {
				if len(longer) < most {
					longer = append(longer, append(slices.Clip(list), term))
				}
			}
		}
		lists = longer
	}
	return lists
}

// mostTried is how many facts a new one is compared with at the most.
const mostTried = 1000

// newFact returns a fact of a predicate with constants: the first that is not among others; where there is none, the
// first, and false.
func (c *change) newFact(p *lang.Pred, others []*outline.Node) (fact string, fresh bool, err error) {
	for _, t := range p.Args {
		if _, err := c.ground(t); err != nil {
			return "", false, err
		}
	}
	there := make(map[string]bool)
	for _, n := range others {
		there[syntax.ExprString(unmarked(n.Expr))] = true
	}
	lists := combinations(p.Args, min(len(there)+1, mostTried), deepest)
	for _, args := range lists {
		if text := atom(p.Name, args); !there[text] {
			return text, true, nil
		}
	}
	return atom(p.Name, lists[0]), false, nil
}
