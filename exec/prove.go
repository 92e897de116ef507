package exec

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// goal is a list of premises still to be met.
type goal struct {
	premise *lang.Premise
	frame   []*node // the variables of the clause that the premise stands in
	parent  *goal   // the goal that the clause meets
	clause  *clause // the clause; nil for a goal that no clause asks for
	waits   bool    // a comparison of values that are not known yet
	next    *goal
}

// solver searches for all proofs of one atom. Every goal tried, every pair of
// terms compared and every symbol of an answer is a step.
type solver struct {
	done    context.Context // ends the search early
	limits  Limits
	defined *definitions
	source  source // of the facts that clauses ask the state for; nil for none
	trail   []*node
	steps   int
	answer  func() error
	// clauses counts the clauses tried. leaked says that a variable from outside
	// the last of them was bound to a term of its head.
	clauses int
	leaked  bool
	// used is the proof at hand.
	used    proof
	*tables // nil before a predicate is solved with tables
	// columns and values are what the facts of the state that were looked for last have to agree with.
	columns []int
	values  []lang.Value
	// depth is how many goals were met on the way to the current one. Each takes
	// its part of the stack.
	depth int
}

// spent reports whether there were too many steps. Those who find so leave
// their work half done; solve turns it into an error.
func (s *solver) spent() bool { return s.steps > s.limits.ProofSteps }

// prove returns all ground instances of an atom that follow from its
// predicate's clauses, in the order of the first proof of each. args are the values of those
// variables that are bound. A search that comes to no end depth first is made again with tables;
// the error is that of the first where these do not help.
func (k *proofTable) prove(ctx context.Context, a lang.Atom, args []lang.Value, bound []bool, limits Limits, from source) (*answer, error) {
	out, err := k.search(ctx, a, args, bound, limits, from)
	first := err
	for k.defined.again(a.Pred, err) {
		steps := out.steps
		out, err = k.search(ctx, a, args, bound, limits, from)
		out.steps += steps
	}
	if errors.As(err, new(*EndlessError)) {
		err = first
	}
	return out, err
}

// search is one search of prove.
func (k *proofTable) search(ctx context.Context, a lang.Atom, args []lang.Value, bound []bool, limits Limits, from source) (*answer, error) {
	frame := make([]*node, len(args))
	for i := range args {
		if bound[i] {
			frame[i] = fromValue(args[i])
		} else {
			frame[i] = &node{text: fmt.Sprintf("_%d", i+1)}
		}
	}
	out := &answer{}
	reads := len(k.defined.of(a.Pred).reads) > 0
	seen := make(map[string]bool)
	s := &solver{done: ctx, limits: limits, defined: k.defined, source: from}
	s.answer = func() error {
		f, err := s.instance(a, frame)
		if key := string(term.AppendKeys(nil, f.Args)); err == nil && !seen[key] {
			seen[key] = true
			out.facts = append(out.facts, f)
			if reads {
				out.proofs = append(out.proofs, slices.Clone(s.used))
			}
		}
		return err
	}
	err := s.begin(&goal{premise: &lang.Premise{Kind: lang.Prove, Atom: a}, frame: frame})
	out.steps = s.steps
	return out, err
}

// begin solves what is to be proved, with tables where that is needed.
func (s *solver) begin(g *goal) error {
	if s.defined.of(g.premise.Atom.Pred).tabled {
		return s.solveTabled(g)
	}
	return s.solve(g)
}

// instance returns an atom with its variables replaced; they must be bound to
// ground terms.
func (s *solver) instance(a lang.Atom, frame []*node) (lang.Fact, error) {
	f := lang.Fact{Pred: a.Pred, Args: make([]lang.Value, len(a.Args))}
	for i, t := range a.Args {
		v, ok := s.value(build(t, frame))
		if !ok && !s.spent() {
			return lang.Fact{Pred: a.Pred}, fmt.Errorf("an answer to `%s` leaves an argument open", show(a, frame))
		}
		f.Args[i] = v
	}
	return f, nil
}

// solve meets the goals in every way, and calls answer for each.
func (s *solver) solve(g *goal) error {
	if g == nil {
		return s.answer()
	}
	s.depth++
	defer func() { s.depth-- }()
	if s.steps++; s.spent() || s.depth > s.limits.ProofDepth {
		return s.endless(g)
	}
	if s.clauses%often == 0 && s.done.Err() != nil {
		return s.done.Err()
	}
	if g.premise.Kind == lang.Compare {
		return s.compare(g)
	}
	terms, err := s.calculateAll(g.premise.Atom.Args, g.frame)
	switch {
	case errors.Is(err, term.ErrNoNumber):
		return nil
	case err != nil:
		return s.inClause(g, err)
	}
	args := buildAll(terms, g.frame)
	switch {
	case g.premise.Kind.OnState():
		return s.read(g, args)
	case s.defined.of(g.premise.Atom.Pred).tabled:
		return s.suspend(g, args)
	case !s.ground(args):
		return s.resolve(g, args)
	}
	proved, err := s.holds(g, args)
	if err != nil || !proved {
		return err
	}
	return s.solve(g.next)
}

// errProved ends the search for a proof of which one is enough.
var errProved = errors.New("proved")

// holds reports whether a goal without variables follows. It looks for one proof
// only: any other would lead to the same answers again.
func (s *solver) holds(g *goal, args []*node) (bool, error) {
	alone := *g
	alone.next = nil
	mark, answer := len(s.trail), s.answer
	s.answer = func() error { return errProved }
	err := s.resolve(&alone, args)
	s.answer = answer
	s.undo(mark)
	if errors.Is(err, errProved) {
		return true, nil
	}
	return false, err
}

// resolve meets a goal by each clause in turn, and then those that follow it.
func (s *solver) resolve(g *goal, args []*node) error {
	d := s.defined.of(g.premise.Atom.Pred)
	if d.leap != nil {
		defer s.undo(len(s.trail))
		landed, _, ok := d.leap.take(s, args)
		if !ok {
			return nil
		}
		args = landed
	}
	for found := d.find(args); ; {
		c := found.next()
		if c == nil {
			return nil
		}
		mark, used := len(s.trail), len(s.used)
		if frame, ok := s.fit(c, args); ok {
			s.used = append(s.used, inference{clause: c})
			if err := s.solve(push(c, frame, g)); err != nil {
				return err
			}
			s.used = s.used[:used]
		}
		s.undo(mark)
		if s.spent() {
			return s.endless(g)
		}
	}
}

// read meets a goal by each fact of the state that fits, and then those that follow it.
func (s *solver) read(g *goal, args []*node) error {
	if s.source == nil {
		return nil
	}
	s.columns, s.values = s.columns[:0], s.values[:0]
	for i, n := range args {
		if v, ok := s.value(n); ok {
			s.columns, s.values = append(s.columns, i), append(s.values, v)
		}
	}
	for _, f := range s.source.find(g.premise, s.columns, s.values) {
		mark, used := len(s.trail), len(s.used)
		if s.steps++; s.unifyAll(f.args, args) {
			s.used = append(s.used, inference{fact: f})
			if err := s.solve(g.next); err != nil {
				return err
			}
			s.used = s.used[:used]
		}
		s.undo(mark)
		if s.spent() {
			return s.endless(g)
		}
	}
	return nil
}

// endless returns the error of a search that is given up. It shows the goal that
// the search keeps coming back to: the nearest of the predicate that most goals
// around g are of.
func (s *solver) endless(g *goal) error {
	if g.premise.Kind == lang.Compare {
		g = g.parent
	}
	counts := make(map[*lang.Pred]int)
	for a := g; a != nil; a = a.parent {
		counts[a.premise.Atom.Pred]++
	}
	worst := g
	for a := g; a != nil; a = a.parent {
		if counts[a.premise.Atom.Pred] > counts[worst.premise.Atom.Pred] {
			worst = a
		}
	}
	e := &EndlessError{Steps: s.steps, Goal: show(worst.premise.Atom, worst.frame)}
	if s.depth > s.limits.ProofDepth {
		e.Depth = s.limits.ProofDepth
	}
	return e
}

// push puts a clause's premises in front of the goals that follow g.
func push(c *clause, frame []*node, g *goal) *goal {
	goals := g.next
	for i := len(c.premises) - 1; i >= 0; i-- {
		goals = &goal{premise: &c.premises[i], frame: frame, parent: g, clause: c, next: goals}
	}
	return goals
}

// compare goes on where a comparison holds. `==` makes its sides equal, if they
// can be. The others need to know them, and wait for the goals that follow; but terms of
// different constructors differ whatever is in them.
func (s *solver) compare(g *goal) error {
	terms, err := s.calculateAll([]lang.Term{g.premise.X, g.premise.Y}, g.frame)
	var open *openError
	switch {
	case errors.Is(err, term.ErrNoNumber):
		return nil
	case errors.As(err, &open) && g.premise.Op != lang.Same:
		return s.wait(g, open)
	case err != nil:
		return s.inClause(g, err)
	}
	sides := buildAll(terms, g.frame)
	if g.premise.Op == lang.Same {
		s.clauses++
		s.leaked = true
		if s.unify(sides[0], sides[1]) && !s.spent() {
			return s.solve(g.next)
		}
		return nil // where there were too many steps, that is said by those around
	}
	holds, unknown := s.decide(g.premise.Op, sides[0], sides[1])
	switch {
	case s.spent():
		return nil
	case unknown != nil:
		return s.wait(g, &openError{node: unknown, does: "compares"})
	case !holds:
		return nil
	}
	return s.solve(g.next)
}

// decide says whether a comparison holds, or which variable it depends on.
func (s *solver) decide(op lang.Op, x, y *node) (holds bool, unknown *node) {
	if op == lang.Differs {
		return s.differ(x, y)
	}
	x, y = s.deref(x), s.deref(y)
	for _, side := range []*node{x, y} {
		if side.isVar() {
			return false, side
		}
		if side.rest != nil {
			return false, side.rest
		}
	}
	s.steps += x.num.Words() + y.num.Words()
	return term.Ordered(op, x.num.Cmp(y.num)), nil
}

// differ says whether two terms are different, or a variable on which that depends.
func (s *solver) differ(x, y *node) (different bool, unknown *node) {
	x, y = s.deref(x), s.deref(y)
	s.steps++
	switch {
	case x == y, s.spent():
		return false, nil
	case x.isVar():
		return false, x
	case y.isVar():
		return false, y
	case x.literal || y.literal:
		return !x.literal || !y.literal || x.text != y.text, nil
	case x.of != nil:
		return differNumbers(x, y)
	case x.con != y.con:
		return true, nil
	}
	for i := range x.args {
		different, open := s.differ(x.args[i], y.args[i])
		if different {
			return true, nil
		}
		if unknown == nil {
			unknown = open
		}
	}
	return false, unknown
}

// differNumbers is differ for numbers, each of which may be so much more than an unknown one.
func differNumbers(x, y *node) (different bool, unknown *node) {
	order := x.num.Cmp(y.num)
	switch {
	case x.rest == y.rest: // two numbers, or more than the same unknown
		return order != 0, nil
	case x.rest == nil && order < 0, y.rest == nil && order > 0: // less than the other can be
		return true, nil
	case x.rest != nil:
		return false, x.rest
	}
	return false, y.rest
}

// wait takes the next goal that does not wait itself before one that does. Each goal is moved
// like that once for each that is met, so that this ends.
func (s *solver) wait(g *goal, open *openError) error {
	first := g.next
	for first != nil && first.waits {
		first = first.next
	}
	if first == nil {
		return s.inClause(g, open)
	}
	moved := *first
	moved.next = s.waiting(g, first)
	return s.solve(&moved)
}

// waiting returns the goals from one to another, which wait, before those that follow the other.
func (s *solver) waiting(from, to *goal) *goal {
	if from == to {
		return to.next
	}
	g := *from
	g.waits = true
	g.next = s.waiting(from.next, to)
	return &g
}

// openError says that a premise of a clause needs to know a variable that nothing gives a value.
type openError struct {
	node *node
	name string // of the variable in the clause
	does string // what the clause does with it
}

func (e *openError) Error() string {
	return fmt.Sprintf("a clause %s `%s`, and nothing gives it a value by then", e.does, e.name)
}

// ClauseError is an error within a clause.
type ClauseError struct {
	Clause *lang.Clause
	Err    error
}

// Error returns what is wrong, without its place.
func (e *ClauseError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *ClauseError) Unwrap() error { return e.Err }

// inClause says in which clause an error of a goal is; the error of what is to be proved, and one
// that says so itself, are as they are.
func (s *solver) inClause(g *goal, err error) error {
	var open *openError
	if g.clause == nil || !errors.As(err, &open) {
		return err
	}
	open.name = open.node.text
	for i, n := range g.frame {
		if n = s.deref(n); n == open.node || n.rest == open.node {
			open.name = g.clause.vars[i]
		}
	}
	return &ClauseError{g.clause.from, err}
}

// calculateAll returns terms with numbers in the place of calculations, whose
// variables must be known.
func (s *solver) calculateAll(ts []lang.Term, frame []*node) ([]lang.Term, error) {
	if !slices.ContainsFunc(ts, func(t lang.Term) bool { return !term.IsPattern(t) }) {
		return ts, nil
	}
	var failed error
	out := term.WithoutCalculations(ts, func(*lang.Calculation) lang.Variable { return 0 })
	for i, t := range ts {
		if out[i], failed = s.calculate(t, frame); failed != nil {
			return nil, failed
		}
	}
	return out, nil
}

// calculate returns a term with numbers in the place of calculations.
func (s *solver) calculate(t lang.Term, frame []*node) (lang.Term, error) {
	switch t := t.(type) {
	case *lang.Compound:
		args, err := s.calculateAll(t.Args, frame)
		return &lang.Compound{Con: t.Con, Args: args}, err
	case *lang.Calculation:
		x, err := s.operand(t.X, frame)
		if err != nil {
			return nil, err
		}
		y, err := s.operand(t.Y, frame)
		if err != nil {
			return nil, err
		}
		s.steps += x.Words() + y.Words() + x.Words()*y.Words()/8
		n, err := term.Calculate(t.Op, x, y)
		return lang.Number{Of: t.Of, Num: n}, err
	}
	return t, nil
}

// operand returns the number that a term stands for.
func (s *solver) operand(t lang.Term, frame []*node) (lang.Nat, error) {
	t, err := s.calculate(t, frame)
	if err != nil {
		return lang.Nat{}, err
	}
	n := s.deref(build(t, frame))
	if n.isVar() || n.rest != nil {
		if n.rest != nil {
			n = n.rest
		}
		return lang.Nat{}, &openError{node: n, does: "calculates with"}
	}
	return n.num, nil
}

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

// unifyNumbers makes two numbers equal: what the smaller one is more than must be
// the difference more than what the larger one is.
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

// bind binds a variable to a term that does not hold it. A fresh variable cannot
// be in a term from outside as long as nothing outside was bound to what is
// fresh; looking for it all the same would make long chains of premises, such as
// those that count, quadratic.
func (s *solver) bind(v, t *node) bool {
	fresh := v.clause == s.clauses
	if (!fresh || s.leaked) && s.occurs(v, t) {
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

// finding is what looking for a variable in a term finds.
type finding int

const (
	none  finding = iota // no variable at all
	other                // variables, but not this one
	found
)

// occurs reports whether a term holds a variable, which it then cannot be equal
// to.
func (s *solver) occurs(v, t *node) bool { return s.look(v, t) == found }

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

// patience is how many symbols [solver.ground] looks at: to know is of use, but
// of no use that would be worth walking through all of a large term.
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

// value returns the value of a node, and false where it holds a variable or
// there were too many steps.
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
