package asp

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// mostIsolated is how many calculations of a rule are tried; each takes time linear in the size of the rule.
const mostIsolated = 100

// valueName is what the new variables are called.
const valueName = "Value"

// isolate turns calculations round from which variables have to get their values: `p(X+1)` becomes `p(Y), X = Y-1`.
// As in clingo, these are calculations that are linear in one variable. All that comes after needs no arithmetic for
// safety then. Calculations of variables that get values elsewhere are tests and stay.
func (u *unfolder) isolate(r *logic.Rule) {
	unsafe := r.Unsafe()
	variable, at := 0, 0
	for range mostIsolated {
		if variable >= len(unsafe) {
			return
		}
		i := &isolator{unfolder: u, variable: unsafe[variable].Name, before: at}
		last := u.last[valueName]
		changed := i.rule(r)
		if i.before >= 0 {
			variable, at = variable+1, 0
			u.last[valueName] = last
		} else if left := changed.Unsafe(); len(left) < len(unsafe) {
			*r, unsafe = *changed, left
			variable, at = 0, 0
		} else {
			at++
			u.last[valueName] = last
		}
	}
}

// isolator replaces a calculation that is linear in a variable by a variable that gets its value where it stands.
type isolator struct {
	*unfolder
	variable string
	before   int // such calculations before the one to replace; negative when that is done
}

// rule returns the rule with the calculation replaced.
func (i *isolator) rule(r *logic.Rule) *logic.Rule {
	out := *r
	out.Body = i.literals(r.Body)
	if c, ok := r.Head.(*logic.Choice); ok {
		choice := *c
		choice.Elements = slices.Clone(c.Elements)
		for j := range choice.Elements {
			choice.Elements[j].Condition = i.literals(choice.Elements[j].Condition)
		}
		out.Head = &choice
	}
	return &out
}

// literals returns the literals of a body or condition, and with them the comparison for what was replaced.
func (i *isolator) literals(literals []logic.Literal) (out []logic.Literal) {
	for _, l := range literals {
		var given []logic.Literal
		switch old := l.(type) {
		case *logic.AtomLiteral:
			if old.Negations == 0 {
				atom := *old.Atom
				atom.Args = i.terms(&given, atom.Args)
				l = &logic.AtomLiteral{Atom: &atom}
			}
		case *logic.Comparison:
			if old.Op == logic.Equal {
				sides := i.terms(&given, []logic.Term{old.Left, old.Right})
				l = &logic.Comparison{Op: old.Op, Left: sides[0], Right: sides[1], Span: old.Span}
			}
		case *logic.Range:
			changed := *old
			changed.Term = i.terms(&given, []logic.Term{old.Term})[0]
			l = &changed
		case *logic.Conditional:
			changed := *old
			changed.Condition = i.literals(old.Condition)
			l = &changed
		case *logic.Aggregate:
			changed := *old
			changed.Elements, changed.Guards = slices.Clone(old.Elements), slices.Clone(old.Guards)
			for j := range changed.Elements {
				changed.Elements[j].Condition = i.literals(changed.Elements[j].Condition)
			}
			for j, g := range changed.Guards {
				if g.Op == logic.Equal && !old.Negated {
					changed.Guards[j].Term = i.terms(&given, []logic.Term{g.Term})[0]
				}
			}
			l = &changed
		}
		out = append(append(out, l), given...)
	}
	return out
}

// terms returns terms with the calculation replaced, and adds the comparison that gives the variable its value.
func (i *isolator) terms(given *[]logic.Literal, terms []logic.Term) []logic.Term {
	out := slices.Clone(terms)
	for j, t := range terms {
		switch t := t.(type) {
		case *logic.Compound:
			out[j] = &logic.Compound{Name: t.Name, Args: i.terms(given, t.Args), Span: t.Span}
		case *logic.Calculation:
			a, b, ok := linear(t, i.variable)
			if !ok || a == 0 {
				continue
			}
			if i.before--; i.before != -1 {
				continue
			}
			v := &logic.Variable{Name: i.fresh(valueName), Span: t.Span}
			out[j] = v
			x := &logic.Variable{Name: i.variable, Span: t.Span}
			value := calculation("-", t.Span, v, logic.Integer(b))
			if b < 0 {
				value = calculation("+", t.Span, v, logic.Integer(-b))
			}
			switch a {
			case 1:
			case -1:
				value = calculation("-", t.Span, logic.Integer(b), v)
			default:
				value = calculation("/", t.Span, value, logic.Integer(a))
				*given = append(*given, &logic.Comparison{Op: logic.Equal, Left: t, Right: v, Span: t.Span})
			}
			*given = append(*given, &logic.Comparison{Op: logic.Equal, Left: x, Right: value, Span: t.Span})
		}
	}
	return out
}

// linear returns a and b if the term is a*X + b, where X is the variable of the name. It reports whether it is.
func linear(t logic.Term, name string) (a, b int32, ok bool) {
	switch t := t.(type) {
	case logic.Integer:
		return 0, int32(t), true
	case *logic.Variable:
		return 1, 0, t.Name == name
	case *logic.Calculation:
		a, b, ok = linear(t.Operands[0], name)
		if !ok || len(t.Operands) == 1 {
			return -a, -b, ok && t.Op == "-"
		}
		c, d, ok := linear(t.Operands[1], name)
		switch {
		case !ok:
		case t.Op == "+":
			return a + c, b + d, true
		case t.Op == "-":
			return a - c, b - d, true
		case t.Op == "*" && c == 0:
			return a * d, b * d, true
		case t.Op == "*" && a == 0:
			return c * b, d * b, true
		}
	}
	return 0, 0, false
}

// calculation returns the result of an operator, as a term that is calculated later if it has variables.
func calculation(op string, span syntax.Span, operands ...logic.Term) logic.Term {
	numbers := make([]int32, 0, 2)
	for _, t := range operands {
		if n, ok := t.(logic.Integer); ok {
			numbers = append(numbers, int32(n))
		}
	}
	if len(numbers) == len(operands) {
		if n, ok := logic.Calculate(op, numbers...); ok {
			return logic.Integer(n)
		}
	}
	return &logic.Calculation{Op: op, Operands: operands, Span: span}
}
