package asp

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// anyName is the name of the variables in the place of `_`, where it is no argument of an atom, and rangeName that of
// the variables in the place of an interval.
const (
	anyName   = "Any"
	rangeName = "Range"
)

// mostTerms bounds the number of terms that a statement is unfolded to: pools in pools multiply.
const mostTerms = 1 << 20

// unfolder writes a statement in normal form.
type unfolder struct {
	*statement
	constants constants
	budget    int
	refused   bool
	inAtom    bool           // in the arguments of an atom, where `_` stays
	last      map[string]int // number of the last new variable of each base
}

func newUnfolder(s *statement, constants constants) *unfolder {
	return &unfolder{statement: s, constants: constants, budget: mostTerms, last: make(map[string]int)}
}

// alternative is one of the values that a part with pools stands for, and the intervals that its variables are from.
type alternative[T any] struct {
	value  T
	ranges []logic.Literal
}

// unfold returns the rules that a statement stands for.
func (s *statement) unfold(constants constants) []*logic.Rule {
	u := newUnfolder(s, constants)
	heads := []alternative[logic.Head]{{}}
	if s.head != nil {
		heads = s.head.heads(u)
	}
	bodies := u.conjunctions(s.body)
	var rules []*logic.Rule
	for _, h := range heads {
		for _, body := range bodies {
			if !u.spend(1 + len(body) + len(h.ranges)) {
				return nil
			}
			r := &logic.Rule{Head: h.value, Body: slices.Concat(body, h.ranges), Source: s.source, Span: s.Span}
			u.isolate(r)
			rules = append(rules, r)
		}
	}
	if u.refused {
		return nil
	}
	return rules
}

// spend takes terms from the budget and reports whether there are some left. The first time that there are none, it
// reports the statement.
func (u *unfolder) spend(n int) bool {
	u.budget -= n
	if u.budget < 0 && !u.refused {
		u.refused = true
		u.report(syntax.TooLarge, u.Span, "the pools of this statement stand for more than a million terms")
	}
	return !u.refused
}

// product returns the ways to choose one of each list. The last choice varies fastest.
func product[T any](u *unfolder, lists [][]T) [][]T {
	count := 1
	for _, list := range lists {
		count *= len(list)
		if !u.spend(count) {
			return nil
		}
	}
	out := make([][]T, count)
	if !u.spend(count * len(lists)) {
		return nil
	}
	for i := range out {
		out[i] = make([]T, len(lists))
		for j, rest := len(lists)-1, i; j >= 0; j-- {
			n := len(lists[j])
			out[i][j], rest = lists[j][rest%n], rest/n
		}
	}
	return out
}

// terms returns the ways to choose a value for each of several terms.
func (u *unfolder) terms(nodes []*node) []alternative[[]logic.Term] {
	lists := make([][]alternative[logic.Term], len(nodes))
	for i, n := range nodes {
		lists[i] = u.term(n)
	}
	var out []alternative[[]logic.Term]
	for _, chosen := range product(u, lists) {
		var a alternative[[]logic.Term]
		for _, c := range chosen {
			a.value, a.ranges = append(a.value, c.value), append(a.ranges, c.ranges...)
		}
		out = append(out, a)
	}
	return out
}

// term returns the values that a term stands for.
func (u *unfolder) term(n *node) []alternative[logic.Term] {
	switch n.kind {
	case nVariable:
		name := n.text
		if name == "_" && !u.inAtom {
			name = u.fresh(anyName)
		}
		return one(logic.Term(&logic.Variable{Name: name, Span: n.Span}))
	case nInteger:
		return one(logic.Term(logic.Integer(n.value)))
	case nString:
		return one(logic.Term(logic.String(n.text)))
	case nPool:
		var out []alternative[logic.Term]
		for _, a := range n.args {
			out = append(out, u.term(a)...)
		}
		return out
	case nCompound:
		if len(n.args) == 0 && n.text != "" {
			if value := u.constants.of(n.text); value != nil {
				return one(value)
			}
		}
	}
	was := u.inAtom
	u.inAtom = was && n.kind == nCompound
	lists := u.terms(n.args)
	u.inAtom = was
	var out []alternative[logic.Term]
	for _, args := range lists {
		a := alternative[logic.Term]{ranges: args.ranges}
		switch n.kind {
		case nCompound:
			a.value = &logic.Compound{Name: n.text, Args: args.value, Span: n.Span}
		case nCalculation:
			a.value = calculation(n.text, n.Span, args.value...)
		default:
			v := &logic.Variable{Name: u.fresh(rangeName), Span: n.Span}
			r := &logic.Range{Term: v, From: args.value[0], To: args.value[1], Span: n.Span}
			a.value, a.ranges = v, append(a.ranges, r)
		}
		out = append(out, a)
	}
	return out
}

func one[T any](value T) []alternative[T] { return []alternative[T]{{value: value}} }

// fresh returns the name of a variable that the statement does not contain.
func (u *unfolder) fresh(base string) string {
	for {
		u.last[base]++
		name := base
		if n := u.last[base]; n > 1 {
			name += strconv.Itoa(n)
		}
		if !u.names[name] {
			return name
		}
	}
}

// atoms returns the atoms that a term in the place of one stands for.
func (u *unfolder) atoms(n *node) []alternative[*logic.Atom] {
	if n.kind == nPool {
		var out []alternative[*logic.Atom]
		for _, a := range n.args {
			out = append(out, u.atoms(a)...)
		}
		return out
	}
	u.inAtom = true
	lists := u.terms(n.args)
	u.inAtom = false
	var out []alternative[*logic.Atom]
	for _, args := range lists {
		out = append(out, alternative[*logic.Atom]{&logic.Atom{Name: n.text, Args: args.value, Span: n.Span}, args.ranges})
	}
	return out
}

// heads returns the atoms of a head.
func (n *node) heads(u *unfolder) (out []alternative[logic.Head]) {
	for _, a := range u.atoms(n) {
		out = append(out, alternative[logic.Head]{a.value, a.ranges})
	}
	return out
}

// heads returns a choice for each way to choose the bounds.
func (c *choice) heads(u *unfolder) (out []alternative[logic.Head]) {
	var elements []logic.ChoiceElement
	for _, e := range c.elements {
		conditions := u.conjunctions(e.condition)
		for _, a := range u.atoms(e.literal.(*atomLiteral).atom) {
			for _, condition := range conditions {
				condition = slices.Concat(condition, a.ranges)
				elements = append(elements, logic.ChoiceElement{Atom: a.value, Condition: condition})
			}
		}
	}
	bounds := make([]*node, len(c.guards))
	for i, g := range c.guards {
		bounds[i] = g.term
	}
	for _, b := range u.terms(bounds) {
		choice := &logic.Choice{Elements: elements, Span: c.Span}
		for i, g := range c.guards {
			t := b.value[i]
			switch g.op {
			case logic.Equal:
				choice.Lower, choice.Upper = t, t
			case logic.GreaterOrEqual:
				choice.Lower = t
			case logic.LessOrEqual:
				choice.Upper = t
			case logic.Greater:
				choice.Lower = calculation("+", g.term.Span, t, logic.Integer(1))
			case logic.Less:
				choice.Upper = calculation("-", g.term.Span, t, logic.Integer(1))
			}
		}
		out = append(out, alternative[logic.Head]{choice, b.ranges})
	}
	return out
}
