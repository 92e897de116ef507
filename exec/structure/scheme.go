package structure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// scheme is a rule with its effects, its variables without values.
type scheme struct {
	rule    *lang.Rule
	values  []heads // that its variables can have
	effects []effect
	// present are the linear facts that are there together when the rule fires.
	present []lang.Atom
	equal   map[lang.Variable]lang.Term // what `X == t` says
}

// newScheme returns a rule as a scheme.
func newScheme(r *lang.Rule, values []heads, kinds map[*lang.Pred]kind) scheme {
	s := scheme{rule: r, values: values, effects: effectsOf(r, kinds), equal: make(map[lang.Variable]lang.Term)}
	for _, p := range r.Premises {
		if p.Kind <= lang.Keep && kinds[p.Atom.Pred] == linear {
			s.present = append(s.present, p.Atom)
		}
		if p.Kind == lang.Compare && p.Op == lang.Same {
			s.equate(s.resolve(p.X), s.resolve(p.Y))
		}
	}
	return s
}

// equate notes that two terms are equal, where one is a variable.
func (s *scheme) equate(x, y lang.Term) {
	v, ok := x.(lang.Variable)
	if !ok {
		x, y = y, x
		v, ok = x.(lang.Variable)
	}
	itself := false
	lang.EachVariable(y, func(w lang.Variable) { itself = itself || s.resolve(w) == lang.Term(v) })
	if ok && !itself {
		s.equal[v] = y
	}
}

// resolve returns a term with what comparisons say that it is.
func (s *scheme) resolve(t lang.Term) lang.Term {
	for {
		v, ok := t.(lang.Variable)
		if !ok || s.equal[v] == nil {
			return t
		}
		t = s.equal[v]
	}
}

// class returns a text that is the same for terms that are equal for all values of the variables.
func (s *scheme) class(t lang.Term, chosen map[lang.Variable]head) string {
	switch t := s.resolve(t).(type) {
	case lang.Variable:
		if h, ok := chosen[t]; ok && h.con != nil && len(h.con.Args) == 0 {
			return h.String()
		}
		return fmt.Sprintf("?%d", t)
	case lang.Literal:
		return head{text: string(t)}.String()
	case *lang.Compound:
		var b strings.Builder
		b.WriteString(t.Con.Name)
		for _, a := range t.Args {
			b.WriteString(" (" + s.class(a, chosen) + ")")
		}
		return b.String()
	default:
		sum := s.sum(t)
		var b strings.Builder
		for _, name := range slices.Sorted(maps.Keys(sum)) {
			fmt.Fprintf(&b, "%+d*%s", sum[name], name)
		}
		return "#" + b.String()
	}
}

// sum returns a term that is a number as a sum: how often it has each variable, and 1, whose name is "".
// Products of variables and the like stand as names of their own.
func (s *scheme) sum(t lang.Term) map[string]int64 {
	switch t := s.resolve(t).(type) {
	case lang.Number:
		if n := t.Num.Int(); n < math.MaxInt32 {
			return map[string]int64{"": n}
		}
		return map[string]int64{t.Num.String(): 1}
	case *lang.Successor:
		out := maps.Clone(s.sum(t.Var))
		addMultiple(out, s.sum(lang.Number{Of: t.Of, Num: t.By}), 1)
		return out
	case *lang.Calculation:
		x, y := s.sum(t.X), s.sum(t.Y)
		switch {
		case t.Op == lang.Plus:
			return addMultiple(maps.Clone(x), y, 1)
		case t.Op == lang.Minus: // never below zero, so that it is exact
			return addMultiple(maps.Clone(x), y, -1)
		case t.Op == lang.Times && isConstant(y) && isSmall(x):
			return addMultiple(map[string]int64{}, x, y[""])
		case t.Op == lang.Times && isConstant(x) && isSmall(y):
			return addMultiple(map[string]int64{}, y, x[""])
		}
		return map[string]int64{fmt.Sprintf("(%v %s %v)", x, t.Op, y): 1} // maps print in order
	case lang.Variable:
		return map[string]int64{fmt.Sprintf("?%d", t): 1}
	}
	return map[string]int64{s.class(t, nil): 1}
}

// isConstant reports whether a sum is a small number.
func isConstant(sum map[string]int64) bool {
	n, ok := sum[""]
	return len(sum) == 0 || ok && len(sum) == 1 && n < math.MaxInt16
}

// isSmall reports whether the numbers of a sum are so small that they can be multiplied.
func isSmall(sum map[string]int64) bool {
	for _, n := range sum {
		if n > math.MaxInt32 || n < math.MinInt32 {
			return false
		}
	}
	return true
}

// addMultiple adds a multiple of a sum to another, and returns this.
func addMultiple(to, sum map[string]int64, times int64) map[string]int64 {
	for name, n := range sum {
		if to[name] += times * n; to[name] == 0 {
			delete(to, name)
		}
	}
	return to
}

// mostCases is the greatest number of cases that a rule is divided into.
const mostCases = 512

// cases returns each choice of a symbol for the variables on which the places of facts depend; the choice of a value
// without symbol of its own is the zero head. It reports false where there are too many.
func (s *scheme) cases(by splits) ([]map[lang.Variable]head, bool) {
	choices := make(map[lang.Variable]heads)
	for _, e := range s.effects {
		for i, t := range e.atom.Args {
			v, ok := s.resolve(t).(lang.Variable)
			if named := by[e.atom.Pred]; ok && named != nil && named[i] != nil {
				if choices[v] == nil {
					choices[v] = heads{}
				}
				maps.Copy(choices[v], named[i])
			}
		}
	}
	out := []map[lang.Variable]head{{}}
	for _, v := range slices.Sorted(maps.Keys(choices)) {
		var next []map[lang.Variable]head
		for _, h := range s.possible(v, choices[v]) {
			for _, c := range out {
				c = maps.Clone(c)
				c[v] = h
				next = append(next, c)
			}
		}
		if out = next; len(out) > mostCases {
			return nil, false
		}
	}
	return out, true
}

// possible returns which of some symbols a variable can have, and the zero head if it can have others; in the order
// of their names.
func (s *scheme) possible(v lang.Variable, of heads) []head {
	var out []head
	others := s.values[v] == nil
	for h := range s.values[v] {
		others = others || !of[h]
	}
	for h := range of {
		if s.values[v] == nil || s.values[v][h] {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b head) int { return strings.Compare(a.String(), b.String()) })
	if others {
		out = append(out, head{})
	}
	return out
}

// marks returns the marks of the arguments of a fact in a case.
func (s *scheme) marks(a lang.Atom, chosen map[lang.Variable]head, by splits) []mark {
	out := make([]mark, len(a.Args))
	for i, t := range a.Args {
		h := head{}
		if v, ok := s.resolve(t).(lang.Variable); ok {
			h = chosen[v]
		} else if only, ok := headsOf(s.resolve(t), nil).only(); ok {
			h = only
		}
		out[i] = by.mark(a.Pred, i, h)
	}
	return out
}
