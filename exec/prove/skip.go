package prove

import (
	"math"

	"github.com/ceptre-graph/ceptre/lang"
)

// A recursionSkip takes many steps of a clause that only counts at once. Such a clause has one
// premise, of its own predicate, and each argument is a variable of its own to which the head and
// the premise add fixed numbers:
//
//	plus (s A) B (s C) <- plus A B C.        strides 1, 0, 1
//	lt (N + 1) (M + 1) <- lt N M.            strides 1, 1
//	add (s A) B C <- add A (s B) C.          strides 1, -1, 0
//
// As long as no other clause can fit, a search by resolution can do nothing but
// use this one again; how often is division. So counting to ten thousand costs
// what counting to one does, and gives the same answers in the same order.
type recursionSkip struct {
	clause  *clause
	strides []stride
	others  []*clause
}

// stride is the effect of one step on an argument, which must be at least from: the step subtracts
// from and adds to. Both are 0 for a plain variable.
type stride struct {
	of       *lang.Type // nil for what is no number
	from, to int64
}

func (s stride) length() int64 { return s.from - s.to }

// farthest bounds the numbers that are skipped, so that nothing overflows.
const farthest = math.MaxInt64 / 4

// endless is the number of steps until an event that never comes.
const endless = math.MaxInt64

// findSkip returns the skip of a predicate that has just one clause that only counts, or nil.
func findSkip(p *lang.Pred, clauses []*clause) *recursionSkip {
	var l *recursionSkip
	for i, c := range clauses {
		strides, ok := stridesOf(p, c)
		switch {
		case !ok:
			continue
		case l != nil:
			return nil
		}
		l = &recursionSkip{clause: c, strides: strides}
		l.others = append(append(l.others, clauses[:i]...), clauses[i+1:]...)
	}
	return l
}

// stridesOf returns the strides of a clause that only counts.
func stridesOf(p *lang.Pred, c *clause) ([]stride, bool) {
	if len(c.premises) != 1 || c.premises[0].Kind != lang.Prove || c.premises[0].Atom.Pred != p {
		return nil, false
	}
	strides := make([]stride, len(c.head))
	seen := make(map[lang.Variable]bool)
	counts := false
	for i, t := range c.head {
		v, from, ok := offset(t)
		w, to, ok2 := offset(c.premises[0].Atom.Args[i])
		if !ok || !ok2 || v != w || seen[v] {
			return nil, false
		}
		seen[v] = true
		strides[i] = stride{p.Args[i], from, to}
		if p.Args[i].Succ == nil && !p.Args[i].Numerals {
			strides[i].of = nil
		}
		counts = counts || from != to
	}
	return strides, counts
}

// offset takes `N + k` apart.
func offset(t lang.Term) (lang.Variable, int64, bool) {
	switch t := t.(type) {
	case lang.Variable:
		return t, 0, true
	case *lang.Successor:
		return t.Var, t.By.Int(), t.By.Int() < farthest
	}
	return 0, 0, false
}

// take skips as many steps from a goal as possible: it returns the arguments after them, with
// bindings made for the unknown ones, and the number of steps, which may be 0; or false if no
// answer can follow.
func (l *recursionSkip) take(s *solver, args []*node) ([]*node, int64, bool) {
	at := make([]place, len(args))
	for i, a := range args {
		n := s.deref(a)
		if l.strides[i].of != nil && n.of != nil && n.rest == nil && n.num.Int() < farthest {
			at[i] = place{true, n.num.Int()}
		}
	}
	k := l.applies(at)
	for _, c := range l.others {
		k = min(k, l.fits(c, at))
	}
	if k < 2 || k > l.farthest() {
		return args, 0, true
	}
	s.clauses++
	s.leaked = false
	out := make([]*node, len(args))
	for i, a := range args {
		var ok bool
		if out[i], ok = l.land(s, i, k, at[i], a); !ok {
			return nil, 0, false
		}
	}
	return out, k, true
}

// farthest returns how many steps can be taken without an overflow.
func (l *recursionSkip) farthest() int64 {
	longest := int64(1)
	for _, s := range l.strides {
		longest = max(longest, s.from, s.to)
	}
	return farthest / longest
}

// place is an argument before a skip: a number, or unknown.
type place struct {
	known bool
	x     int64
}

// applies returns how often in a row the clause fits the known arguments.
func (l *recursionSkip) applies(at []place) int64 {
	k := int64(endless)
	for i, s := range l.strides {
		switch {
		case !at[i].known:
		case at[i].x < s.from:
			return 0
		case s.length() > 0:
			k = min(k, (at[i].x-s.from)/s.length()+1)
		}
	}
	return k
}

// fits returns a lower bound of the number of steps after which another clause may fit: the largest
// bound by an argument, or by two arguments that the clause wants to be equal.
func (l *recursionSkip) fits(c *clause, at []place) int64 {
	var k int64
	first := make(map[lang.Variable]int)
	for i, t := range c.head {
		if !at[i].known {
			continue
		}
		x, d := at[i].x, l.strides[i].length()
		if n, ok := t.(lang.Number); ok {
			k = max(k, meets(x, d, n.Num.Int()))
			continue
		}
		v, from, ok := offset(t)
		if !ok {
			continue
		}
		k = max(k, reaches(x, d, from))
		j, twice := first[v]
		if !twice {
			first[v] = i
			continue
		}
		_, other, _ := offset(c.head[j])
		k = max(k, meets(x-from-at[j].x+other, d-l.strides[j].length(), 0))
	}
	return k
}

// meets returns after how many steps of length d down from x the number c is met.
func meets(x, d, c int64) int64 {
	switch {
	case x == c:
		return 0
	case d == 0 || (x-c)%d != 0 || (x-c)/d < 0:
		return endless
	}
	return (x - c) / d
}

// reaches returns after how many steps of length d down from x a number of at
// least c is met.
func reaches(x, d, c int64) int64 {
	switch {
	case x >= c:
		return 0
	case d >= 0:
		return endless
	}
	return (c - x - d - 1) / -d
}

// land returns an argument after k steps.
func (l *recursionSkip) land(s *solver, i int, k int64, at place, arg *node) (*node, bool) {
	st := l.strides[i]
	switch {
	case st.of == nil || st.from == 0 && st.to == 0:
		return arg, true
	case at.known:
		return number(st.of, at.x-k*st.length()), true
	}
	// Unknown: what it is before the first step, and after the last.
	before, after := st.from, st.to+(k-1)*-st.length()
	if st.length() > 0 {
		before, after = st.to+k*st.length(), st.to
	}
	rest := &node{text: "_", clause: s.clauses}
	if !s.unify(arg, successor(st.of, lang.NewNat(before), rest)) {
		return nil, false
	}
	return successor(st.of, lang.NewNat(after), rest), true
}

func number(of *lang.Type, n int64) *node {
	return &node{of: of, num: lang.NewNat(n), ground: true}
}

// successor returns n more than another number; where n is 0, that itself.
func successor(of *lang.Type, n lang.Nat, rest *node) *node {
	if n.IsZero() {
		return rest
	}
	return &node{of: of, num: n, rest: rest}
}
