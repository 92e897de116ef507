package lang

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// plain reports whether the arguments of a pattern that is counted have no calculations, and complains of one.
func (s *scope) plain(of syntax.Expr, args []Term) bool {
	_, written := split(of)
	for i, a := range args {
		if calculates(a) {
			e := s.errorf(syntax.BadStatement, written[i].Range(), "a count has no calculations, but `%s` is one",
				syntax.ExprString(written[i]))
			if n, ok := a.(*Successor); ok && n.Of.Unary() {
				note(e, syntax.Span{}, "the type %s has one constant and one constructor, so its terms are counted as numbers",
					n.Of.Name)
			}
			note(e, syntax.Span{}, "a count has constants, numbers, variables and `_`; a `#never` may compare numbers")
			return false
		}
	}
	return true
}

// calculates reports whether a term has a calculation in it, `N + 1` included.
func calculates(t Term) bool {
	switch t := t.(type) {
	case *Successor, *Calculation:
		return true
	case *Compound:
		return slices.ContainsFunc(t.Args, calculates)
	}
	return false
}

// endless complains of an invariant that no state meets because it is about infinitely many values: a state has
// facts of some of them and none of the others, so that the counts of these are 0.
func (c *checker) endless(st *Statement, patterns []syntax.Expr) {
	var without []Variable // without[i] is a variable of count i with infinitely many values
	for _, n := range st.Sum {
		v := Variable(-1)
		for _, a := range n.Pattern.Args {
			EachVariable(a, func(w Variable) {
				if v < 0 && int(w) < st.Free && c.infinite(st.Vars[w].Type) {
					v = w
				}
			})
		}
		if v < 0 {
			return // the count may differ from 0 for all values
		}
		without = append(without, v)
	}
	if compares(0, st.Op, st.Bound) {
		return
	}
	v := st.Vars[without[0]]
	e := c.errorf(syntax.BadStatement, v.Span, "no state meets this: `%s` stands for each %s, and nearly all of "+
		"them are in no fact", v.Name, v.Type.Name)
	once := !slices.Contains(without[1:], without[0]) && st.Sum[0].Of < 0
	if !v.Type.Counts() || !once {
		note(e, syntax.Span{}, "`_` stands for any term; a variable stands for each of its type, one at a time")
		return
	}
	pattern := patterns[0]
	note(e, syntax.Span{}, "to add up the numbers, write `sum %s in %s`", v.Name, syntax.ExprString(pattern))
	mend(e, pattern.Range().Start.Span(), "sum "+v.Name+" in ")
}

// compares reports whether a number compares with another as an invariant says.
func compares(x int64, op Op, y int64) bool {
	switch op {
	case LessEq:
		return x <= y
	case MoreEq:
		return x >= y
	}
	return x == y
}

// lintStatements warns of statements about facts that nothing makes, and of a variable in the place of a wildcard.
func (c *checker) lintStatements() {
	for _, st := range c.prog.Statements {
		if p, why := c.firstUnmet(st.Premises); why != "" {
			c.warnf(syntax.NothingToCount, p.Span, "no state is ever like this: %s", why)
		}
		for _, n := range st.Sum {
			kind := Keep
			if n.Permanent {
				kind = Permanent
			}
			if why := c.unmet(Premise{Kind: kind, Atom: n.Pattern}); why != "" {
				c.warnf(syntax.NothingToCount, n.Span, "this count is always 0: %s", why)
			}
		}
		for v := range st.Vars[:st.Free] {
			c.lintEach(st, Variable(v))
		}
	}
}

// lintEach warns of a variable that stands in one of several counts where these add up to a number: the count would
// have to be the same for each of its values. `at C L + dead C = 1` asks for everybody to be everywhere or dead.
func (c *checker) lintEach(st *Statement, v Variable) {
	var in []Count
	for _, n := range st.Sum {
		if n.Times*st.Sum[0].Times < 0 {
			return
		}
		if n.holds(v) > 0 {
			in = append(in, n)
		}
	}
	t := st.Vars[v].Type
	if st.Op != Same || st.Bound == 0 || len(in) != 1 || len(st.Sum) == 1 || !c.infinite(t) && len(t.Constructors) < 2 {
		return
	}
	name := st.Vars[v].Name
	e := c.warnf(syntax.EachValue, st.Vars[v].Span, "this asks for the same number of `%s` for each %s %s, as the other "+
		"counts do not depend on it", in[0].Pattern.Text(st.name), t.Name, name)
	note(e, syntax.Span{}, "for any %s, write `_`", t.Name)
	if in[0].holds(v) == 1 {
		mend(e, st.Vars[v].Span, syntax.Wildcard)
	}
}

// holds returns how often a variable stands in the pattern.
func (n Count) holds(v Variable) int {
	times := 0
	for _, a := range n.Pattern.Args {
		EachVariable(a, func(w Variable) {
			if v == w {
				times++
			}
		})
	}
	return times
}

// Infinite reports whether there are infinitely many terms of the type: numbers, texts, and terms of constructors
// that may stand within each other any number of times.
func (t *Type) Infinite() bool {
	types := []*Type{t}
	seen := map[*Type]bool{t: true}
	for i := 0; i < len(types); i++ {
		for _, k := range types[i].Constructors {
			for _, a := range k.Args {
				if a != nil && !seen[a] {
					seen[a] = true
					types = append(types, a)
				}
			}
		}
	}
	return newSizes(types).infinite(t)
}

// infinite is [Type.Infinite] for types of the program, all of which are looked at once. A type that is not known is
// not infinite.
func (c *checker) infinite(t *Type) bool {
	if c.sizes == nil {
		types := c.prog.Types
		if c.texts != nil && !slices.Contains(types, c.texts) {
			types = append(slices.Clip(types), c.texts)
		}
		c.sizes = newSizes(types)
	}
	return t != nil && c.sizes.infinite(t)
}

// sizes knows of some types whether they have terms, and finds out whether these are infinitely many.
type sizes struct {
	some   map[*Type]bool
	result map[*Type]bool // what infinite returned
	within map[*Type]bool // the types that are being looked into
}

// newSizes finds out which types have terms: those of numbers and texts, and each with a constructor that takes terms
// of such types only. Each constructor waits for the types of its arguments, as in the linear algorithm for Horn
// formulas by Dowling and Gallier (Journal of Logic Programming 1, 1984).
func newSizes(types []*Type) *sizes {
	s := &sizes{make(map[*Type]bool), make(map[*Type]bool), make(map[*Type]bool)}
	waits := make(map[*Constructor]int)
	users := make(map[*Type][]*Constructor)
	var ready []*Type
	for _, t := range types {
		if t.Counts() || t.Texts {
			ready = append(ready, t)
		}
		for _, k := range t.Constructors {
			waits[k] = len(k.Args)
			for _, a := range k.Args {
				users[a] = append(users[a], k)
			}
			if len(k.Args) == 0 {
				ready = append(ready, t)
			}
		}
	}
	for len(ready) > 0 {
		t := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if s.some[t] {
			continue
		}
		s.some[t] = true
		for _, k := range users[t] {
			if waits[k]--; waits[k] == 0 {
				ready = append(ready, k.Result)
			}
		}
	}
	return s
}

// infinite reports whether a term of the type may have a part of numbers or texts, or of a type that it is within.
func (s *sizes) infinite(t *Type) bool {
	if s.within[t] || t.Counts() || t.Texts {
		return true
	}
	if known, ok := s.result[t]; ok {
		return known
	}
	s.within[t] = true
	s.result[t] = slices.ContainsFunc(t.Constructors, func(k *Constructor) bool {
		builds := !slices.ContainsFunc(k.Args, func(a *Type) bool { return !s.some[a] })
		return builds && slices.ContainsFunc(k.Args, s.infinite)
	})
	delete(s.within, t)
	return s.result[t]
}
