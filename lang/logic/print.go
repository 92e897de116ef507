package logic

import (
	"strconv"
	"strings"
)

// String returns the rule in the language of clingo. Package asp reads the same rule from it, if the names of
// predicates, functions and variables are those of clingo.
func (r *Rule) String() string {
	text := ""
	if r.Head != nil {
		text = r.Head.String()
	}
	if len(r.Body) > 0 || r.Head == nil {
		text = strings.TrimLeft(text+" :- "+conjunction(r.Body), " ")
	}
	return strings.TrimRight(text, " ") + "."
}

// String returns the predicate with its arity: at/3.
func (p Predicate) String() string { return p.Name + "/" + strconv.Itoa(p.Arity) }

// String returns the atom: at(R,C,player).
func (a *Atom) String() string { return (&Compound{Name: a.Name, Args: a.Args}).String() }

// String returns the choice: 1 { p(X) : q(X); r } 2.
func (c *Choice) String() string {
	var text []byte
	if c.Lower != nil {
		text = append(appendTerm(text, c.Lower, 0), ' ')
	}
	text = append(text, '{')
	for i, e := range c.Elements {
		text = append(append(text, separators[min(i, 1)]...), e.Atom.String()...)
		if len(e.Condition) > 0 {
			text = append(append(text, " : "...), conjunction(e.Condition)...)
		}
	}
	text = append(text, " }"...)
	if c.Upper != nil {
		text = appendTerm(append(text, ' '), c.Upper, 0)
	}
	return string(text)
}

// separators stand before the first element of a set and before the others.
var separators = [2]string{" ", "; "}

// conjunction returns literals side by side. What follows on a condition is behind a semicolon.
func conjunction(literals []Literal) string {
	var text []byte
	for i, l := range literals {
		if i > 0 {
			separator := ", "
			if _, ok := literals[i-1].(*Conditional); ok {
				separator = "; "
			}
			text = append(text, separator...)
		}
		text = append(text, l.String()...)
	}
	return string(text)
}

// String returns the atom with its negations: not p(X).
func (l *AtomLiteral) String() string { return strings.Repeat("not ", l.Negations) + l.Atom.String() }

// String returns the comparison: X < Y+1.
func (c *Comparison) String() string {
	return string(appendTerm(append(appendTerm(nil, c.Left, 0), " "+string(c.Op)+" "...), c.Right, 0))
}

// String returns the range as the comparison with an interval: X = 1..N.
func (r *Range) String() string {
	text := append(appendTerm(nil, r.Term, 0), " = "...)
	text = append(appendTerm(text, r.From, sumLevel), ".."...)
	return string(appendTerm(text, r.To, sumLevel))
}

// String returns the literal with its condition: p(X) : q(X), r(X).
func (c *Conditional) String() string { return c.Literal.String() + " : " + conjunction(c.Condition) }

// String returns the aggregate: 1 <= #count { X : p(X) } <= 2.
func (a *Aggregate) String() string {
	var text []byte
	if a.Negated {
		text = append(text, "not "...)
	}
	if len(a.Guards) > 1 {
		text = appendTerm(text, a.Guards[0].Term, 0)
		text = append(text, " "+string(flipped[a.Guards[0].Op])+" "...)
	}
	text = append(append(text, a.Function...), " {"...)
	for i, e := range a.Elements {
		text = append(text, separators[min(i, 1)]...)
		for j, t := range e.Tuple {
			if j > 0 {
				text = append(text, ',')
			}
			text = appendTerm(text, t, 0)
		}
		if len(e.Condition) > 0 || len(e.Tuple) == 0 {
			text = append(append(text, " : "...), conjunction(e.Condition)...)
		}
	}
	text = append(text, " }"...)
	if n := len(a.Guards); n > 0 {
		text = appendTerm(append(text, " "+string(a.Guards[n-1].Op)+" "...), a.Guards[n-1].Term, 0)
	}
	return string(text)
}

// flipped has the operator of each comparison with its sides exchanged.
var flipped = map[Op]Op{Equal: Equal, NotEqual: NotEqual, Less: Greater, LessOrEqual: GreaterOrEqual, Greater: Less,
	GreaterOrEqual: LessOrEqual}

func (v *Variable) String() string { return v.Name }

func (n Integer) String() string { return strconv.Itoa(int(n)) }

// String returns the string in quotes. As in clingo, quotes, backslashes and line breaks are escaped.
func (s String) String() string { return `"` + escapes.Replace(string(s)) + `"` }

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (c *Compound) String() string { return string(appendTerm(nil, c, 0)) }

func (c *Calculation) String() string { return string(appendTerm(nil, c, 0)) }

// sumLevel is the level of the operators + and -, above that of intervals.
const sumLevel = 2

// levels are the operators with two operands by how tightly they bind. Those of the highest level associate to the
// right, others to the left.
var levels = map[string]int{"+": sumLevel, "-": sumLevel, "*": 3, "/": 3, `\`: 3, "**": 4}

// appendTerm appends a term, in parentheses if it is a calculation that binds less tightly than a level.
func appendTerm(text []byte, t Term, level int) []byte {
	switch t := t.(type) {
	case *Compound:
		return appendCompound(text, t)
	case *Calculation:
		switch {
		case t.Op == "|":
			return append(appendTerm(append(text, '|'), t.Operands[0], 0), '|')
		case len(t.Operands) == 1:
			return appendTerm(append(text, t.Op...), t.Operands[0], levels["**"]+1)
		}
		own := levels[t.Op]
		left, right := own, own+1
		if t.Op == "**" {
			left, right = own+1, own
		}
		if own < level {
			text = append(text, '(')
		}
		text = append(appendTerm(text, t.Operands[0], left), t.Op...)
		text = appendTerm(text, t.Operands[1], right)
		if own < level {
			text = append(text, ')')
		}
		return text
	}
	return append(text, t.String()...)
}

// appendCompound appends a symbol, f(X,1), or a tuple. A tuple of one term ends with a comma.
func appendCompound(text []byte, c *Compound) []byte {
	text = append(text, c.Name...)
	if len(c.Args) == 0 && c.Name != "" {
		return text
	}
	text = append(text, '(')
	for i, a := range c.Args {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendTerm(text, a, 0)
	}
	if len(c.Args) == 1 && c.Name == "" {
		text = append(text, ',')
	}
	return append(text, ')')
}
