package prove

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/lang"
)

// tables solve goals by SLG resolution, which ends wherever there are finitely many calls and
// answers: over cycles of facts, and with left recursion. See W. Chen and D. S. Warren, "Tabled
// Evaluation with Delaying for General Logic Programs", JACM 43(1), 1996. Nothing is negated here,
// so no table has to be complete before another reads it: tasks are done until there are none.
//
// Calls that differ in the names of variables only share a table, and are resolved by clauses once.
// A goal that calls a tabled predicate is suspended with the goals that follow it, and resumed with
// each answer that the call's table gets. If no goal follows, an answer to the call is an answer of
// the table at hand, and the goal is resolved for that table, once: so right recursion takes a single
// table. Tasks are done in the order in which they arise, and an answer keeps its first proof,
// so that proofs are short.
type tables struct {
	calls     map[string]*table
	tasks     []task
	performed int // how many tasks
	// owner and template are those of the task at hand.
	owner    *table
	template []*node
	keyer    keyer
}

// table has the answers to one call.
type table struct {
	answers   []tabled
	known     map[string]bool // keys of the answers
	resolved  map[string]bool // keys of the goals that were resolved for the table, with their templates
	suspended []*suspended    // goals that wait for answers
}

// tabled is an answer: the arguments of the call, and its first proof.
type tabled struct {
	args  []*node
	proof Proof
}

// suspended is a goal that calls a tabled predicate, with its continuation.
type suspended struct {
	owner    *table
	template []*node // the answer of the owner that it leads to
	pred     *lang.Pred
	call     []*node // arguments of the goal
	goals    *goal   // that follow
	proof    Proof   // so far
}

// task resumes a suspended goal with an answer, or resolves it by clauses if there is none.
type task struct {
	*suspended
	answer *tabled
}

// solveTabled is [solver.solve] for the only goal, whose predicate is tabled.
func (s *solver) solveTabled(g *goal) error {
	terms, err := s.calculateAll(g.premise.Atom.Args, g.frame)
	if err != nil {
		return err
	}
	args := buildAll(terms, g.frame)
	found, err := s.evaluate(g.premise.Atom.Pred, args)
	if err != nil {
		return err
	}
	for i := range found.answers {
		a := &found.answers[i]
		mark := len(s.trail)
		s.used = append(s.used[:0], inference{part: &a.proof})
		if s.unifyAll(args, newCopier(s).all(a.args)) {
			if err := s.answer(); err != nil {
				return err
			}
		}
		s.undo(mark)
	}
	return nil
}

// evaluate returns the table of a call. If the call has no variables, one answer is enough.
func (s *solver) evaluate(pred *lang.Pred, args []*node) (*table, error) {
	answer := s.answer
	defer func() { s.answer, s.tables = answer, nil }()
	s.tables = &tables{calls: make(map[string]*table)}
	s.answer = s.enter
	ground := s.ground(args)
	root := s.called(pred, newCopier(s).all(args))
	for s.performed < len(s.tasks) && (!ground || len(root.answers) == 0) {
		t := s.tasks[s.performed]
		s.tasks[s.performed] = task{}
		s.performed++
		if err := s.perform(t); err != nil {
			return nil, err
		}
	}
	return root, nil
}

// called returns the table of a call, which is to be resolved if it is new.
func (s *solver) called(pred *lang.Pred, args []*node) *table {
	key := s.key(pred, args, nil)
	t := s.calls[string(key)]
	if t == nil {
		t = &table{known: make(map[string]bool), resolved: make(map[string]bool)}
		s.calls[string(key)] = t
		t.resolved[string(s.key(pred, args, args))] = true
		s.tasks = append(s.tasks, task{&suspended{owner: t, template: args, pred: pred, call: args}, nil})
	}
	return t
}

// perform does a task. The variables of a suspended goal are bound meanwhile, and free again after.
func (s *solver) perform(t task) error {
	s.owner, s.template = t.owner, t.template
	s.used = append(s.used[:0], inference{part: &t.proof})
	defer s.undo(len(s.trail))
	g := s.defined.call(t.pred, t.call)
	if s.steps++; s.spent() {
		return s.endless(g)
	}
	if t.answer == nil {
		return s.resolve(g, t.call)
	}
	if !s.unifyAll(t.call, newCopier(s).all(t.answer.args)) {
		return nil
	}
	s.used = append(s.used, inference{part: &t.answer.proof})
	return s.solve(t.goals)
}

// suspend puts a goal aside until its table has answers. If no other goal follows, it is resolved
// for the table at hand.
func (s *solver) suspend(g *goal, args []*node) error {
	if g.next == nil {
		key := s.key(g.premise.Atom.Pred, args, s.template)
		if s.owner.resolved[string(key)] {
			return nil
		}
		s.owner.resolved[string(key)] = true
	}
	c := newCopier(s)
	out := &suspended{
		owner: s.owner, template: c.all(s.template), pred: g.premise.Atom.Pred, call: c.all(args), goals: c.goals(g.next),
		proof: slices.Clone(s.used),
	}
	if s.spent() {
		return s.endless(g)
	}
	if g.next == nil {
		s.tasks = append(s.tasks, task{out, nil})
		return nil
	}
	t := s.called(out.pred, newCopier(s).all(args))
	t.suspended = append(t.suspended, out)
	for i := range t.answers {
		s.tasks = append(s.tasks, task{out, &t.answers[i]})
	}
	return nil
}

// enter enters an answer into the table at hand.
func (s *solver) enter() error {
	key := s.key(nil, s.template, nil)
	if s.owner.known[string(key)] || s.spent() {
		return nil
	}
	s.owner.known[string(key)] = true
	s.owner.answers = append(s.owner.answers, tabled{newCopier(s).all(s.template), slices.Clone(s.used)})
	for _, c := range s.owner.suspended {
		s.tasks = append(s.tasks, task{c, &s.owner.answers[len(s.owner.answers)-1]})
	}
	return nil
}

// key returns a text that is the same for equal terms, but for the names of their variables. It is
// good until the next one is asked for.
func (s *solver) key(pred *lang.Pred, args, more []*node) []byte {
	k := &s.keyer
	k.solver, k.text, k.vars = s, k.text[:0], k.vars[:0]
	if pred != nil {
		k.text = append(k.text, pred.Name...)
	}
	for _, n := range args {
		k.add(n)
	}
	k.text = append(k.text, ';')
	for _, n := range more {
		k.add(n)
	}
	return k.text
}

// keyer writes the texts of [solver.key].
type keyer struct {
	*solver
	text []byte
	vars []*node // in order of first occurrence
}

func (k *keyer) add(n *node) {
	n = k.deref(n)
	k.steps++
	k.text = append(k.text, '(')
	switch {
	case n.isVar():
		k.variable(n)
	case n.of != nil:
		k.text = append(k.text, n.num.String()...)
		if n.rest != nil {
			k.variable(n.rest)
		}
	case n.literal:
		k.text = strconv.AppendQuote(k.text, n.text)
	default:
		k.text = append(k.text, n.con.Name...)
		for _, a := range n.args {
			k.add(a)
		}
	}
	k.text = append(k.text, ')')
}

func (k *keyer) variable(n *node) {
	i := slices.Index(k.vars, n)
	if i < 0 {
		i = len(k.vars)
		k.vars = append(k.vars, n)
	}
	k.text = strconv.AppendInt(append(k.text, '_'), int64(i), 10)
}

// copier copies terms with their bindings, and gives them variables of their own.
type copier struct {
	*solver
	from, to []*node            // variables
	frames   map[**node][]*node // by their first place
}

func newCopier(s *solver) *copier { return &copier{solver: s} }

func (c *copier) all(ns []*node) []*node {
	out := make([]*node, len(ns))
	for i, n := range ns {
		out[i] = c.copy(n)
	}
	return out
}

func (c *copier) copy(n *node) *node {
	n = c.deref(n)
	c.steps++
	switch {
	case n.isVar():
		return c.variable(n)
	case n.rest != nil:
		return successor(n.of, n.num, c.variable(n.rest))
	case len(n.args) == 0, c.spent():
		return n
	}
	args := c.all(n.args)
	if slices.Equal(args, n.args) {
		return n // without variables
	}
	open := slices.ContainsFunc(args, func(a *node) bool { return !a.ground })
	return &node{con: n.con, args: args, ground: !open}
}

func (c *copier) variable(n *node) *node {
	if i := slices.Index(c.from, n); i >= 0 {
		return c.to[i]
	}
	v := &node{text: n.text}
	c.from, c.to = append(c.from, n), append(c.to, v)
	return v
}

// goals copies a list of goals.
func (c *copier) goals(g *goal) *goal {
	if g == nil {
		return nil
	}
	out := *g
	out.frame = c.frame(g.frame)
	out.parent = &goal{premise: g.parent.premise, frame: g.parent.frame} // for messages
	out.next = c.goals(g.next)
	return &out
}

// frame copies a frame, once.
func (c *copier) frame(f []*node) []*node {
	if len(f) == 0 {
		return nil
	}
	if out := c.frames[&f[0]]; out != nil {
		return out
	}
	if c.frames == nil {
		c.frames = make(map[**node][]*node)
	}
	out := c.all(f)
	c.frames[&f[0]] = out
	return out
}
