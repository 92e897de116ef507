package prove

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// deref is [deref], with a step for each binding followed.
func (s *solver) deref(n *node) *node {
	d, hops := follow(n)
	s.steps += hops
	return d
}

func (s *solver) unifyAll(xs, ys []*node) bool {
	for i := range xs {
		if !s.unify(xs[i], ys[i]) {
			return false
		}
	}
	return true
}

// unify makes two terms equal by binding variables, or returns false with some
// bindings made, which the caller undoes.
func (s *solver) unify(x, y *node) bool {
	x, y = s.deref(x), s.deref(y)
	s.steps++
	switch {
	case s.spent():
		return false
	case x == y:
		return true
	case x.isVar():
		return s.bind(x, y)
	case y.isVar():
		return s.bind(y, x)
	case x.literal || y.literal:
		return x.literal && y.literal && x.text == y.text
	case x.of != nil:
		return s.unifyNumbers(x, y)
	}
	return x.con == y.con && s.unifyAll(x.args, y.args)
}

// unifyNumbers makes two numbers equal: the unknown part of the smaller one must be that of the
// larger one plus the difference.
func (s *solver) unifyNumbers(x, y *node) bool {
	if x.num.Cmp(y.num) < 0 {
		x, y = y, x
	}
	more, _ := x.num.Sub(y.num)
	switch {
	case x.rest == y.rest: // two numbers, or more than the same unknown
		return more.IsZero()
	case y.rest == nil:
		return more.IsZero() && s.bind(x.rest, &node{of: x.of, ground: true})
	case x.rest == nil:
		return s.bind(y.rest, &node{of: x.of, num: more, ground: true})
	}
	return s.bind(y.rest, successor(x.of, more, x.rest))
}

// bind binds a variable to a term that does not hold it. A fresh variable cannot be in a term from
// outside as long as no variable outside was bound to a fresh one; an occurs check all the same
// would make long chains of premises, such as those that count, quadratic.
func (s *solver) bind(v, t *node) bool {
	fresh := v.clause == s.clauses
	if (!fresh || s.leaked) && s.look(v, t) == found { // the term holds the variable, and cannot be equal to it
		return false
	}
	s.leaked = s.leaked || !fresh
	v.ref = t
	s.trail = append(s.trail, v)
	return true
}

func (s *solver) undo(mark int) {
	for _, n := range s.trail[mark:] {
		n.ref, n.ground = nil, false
	}
	s.trail = s.trail[:mark]
}

// finding is the result of a search for a variable in a term.
type finding int

const (
	none  finding = iota // no variable at all
	other                // variables, but not this one
	found
)

// look looks for a variable in a term, and remembers where it finds none at all.
func (s *solver) look(v, t *node) finding {
	t = s.deref(t)
	s.steps++
	switch {
	case t.ground:
		return none
	case t == v, t.rest == v, s.spent():
		return found
	case t.isVar(), t.rest != nil:
		return other
	}
	worst := none
	for _, a := range t.args {
		if worst = max(worst, s.look(v, a)); worst == found {
			return found
		}
	}
	if worst == none {
		s.settle(t)
	}
	return worst
}

// settle remembers that a term holds no variable but bound ones, for as long as
// they are.
func (s *solver) settle(t *node) {
	t.ground = true
	s.trail = append(s.trail, t)
}

// patience is the number of symbols that [solver.ground] looks at: the answer saves less time than
// a walk through a large term takes.
const patience = 16

// ground reports whether terms hold no variables but bound ones; it may be false
// where that is not easy to tell.
func (s *solver) ground(terms []*node) bool {
	left := patience
	return !slices.ContainsFunc(terms, func(t *node) bool { return !s.closed(t, &left) })
}

func (s *solver) closed(t *node, left *int) bool {
	t = s.deref(t)
	if t.ground {
		return true
	}
	s.steps++
	if *left--; t.isVar() || t.rest != nil || *left < 0 {
		return false
	}
	if slices.ContainsFunc(t.args, func(a *node) bool { return !s.closed(a, left) }) {
		return false
	}
	s.settle(t)
	return true
}

// fit makes the head of a clause equal to the arguments of a goal, and returns the variables of the
// clause; or it returns false with some bindings made, which the caller undoes.
func (s *solver) fit(c *clause, args []*node) ([]*node, bool) {
	s.clauses++
	s.leaked = false
	frame := make([]*node, len(c.vars))
	local := make([]node, len(c.local))
	for i, v := range c.local {
		local[i] = node{text: c.vars[v], clause: s.clauses}
		frame[v] = &local[i]
	}
	for i, whole := range c.whole {
		if whole {
			frame[c.head[i].(lang.Variable)] = s.deref(args[i])
		}
	}
	for i, whole := range c.whole {
		if !whole && !s.unify(build(c.head[i], frame), args[i]) {
			return nil, false
		}
	}
	return frame, true
}

// value returns the value of a node, and false if it holds a variable or there were too many steps.
func (s *solver) value(n *node) (lang.Value, bool) {
	n = s.deref(n)
	s.steps++
	switch {
	case n.isVar(), n.rest != nil, s.spent():
		return lang.Value{}, false
	case n.of != nil:
		return lang.NumberValue(n.of, n.num), true
	case n.literal:
		return lang.Value{Text: n.text}, true
	}
	args := make([]lang.Value, len(n.args))
	for i, a := range n.args {
		v, ok := s.value(a)
		if !ok {
			return lang.Value{}, false
		}
		args[i] = v
	}
	return lang.NewValue(n.con, args), true
}
