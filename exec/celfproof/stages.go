package celfproof

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// In the answer of a file with stages, the proof of each stage holds that of the next:
//
//	\[X1, X2]. {run/walk (\X3. {
//	    let {[X4, X5]} = go !ann [X3, X1] in
//	    to-rest {[X4, [X2, \X6. run/rest (\X7. { … })]]}})}
//
// The clauses of the file (see [celf.Scheme]) say what each part proves, so the answer is read from the outside to the
// inside, clause by clause. A clause that is a link of the program is a step of the run; others only lead on.
//
// Tokens are facts of the answer that the machine does not have: they are kept apart, as nodes, and unified with those
// that rules and clauses ask for. So the step of a rule of another stage, a token that is missing or left over, and a
// wrong number of steps are found as other wrong facts are.

// staged is a clause of `run P` or `done P` in an answer, with values for the variables of its tokens.
type staged struct {
	*instantiator
	name   string
	object *proofterm.Object // the proof by the clause
	span   syntax.Span       // the declaration
	terms  []proofterm.Part  // arguments that are given explicitly
}

// throughStages replays the proof of the goal of a query, and all that is in it.
func (r *reading) throughStages(o *proofterm.Object) error {
	c := &staged{instantiator: r.instantiator(), name: "the query"}
	want := c.node(goalOf(r.query(r.start).Of))
	if o.Body == nil {
		bare := *o
		bare.Binders = nil
		return r.begins(&bare, c.name, want)
	}
	if err := r.lets(o.Body, 0); err != nil {
		return err
	}
	parts := leaves(o.Body.Value)
	if len(parts) != 1 {
		return miscounted(o.Body.Value.At, c.name, 1, len(parts))
	}
	return r.begins(parts[0].Object, c.name, want)
}

// begins replays the proof of `run P`, which the clause with a name asks for: how P begins, its steps, and how the run
// goes on behind them.
func (r *reading) begins(o *proofterm.Object, asking string, want *node) error {
	c, premises, err := r.stagedClause(o, asking, want)
	if err != nil {
		return err
	}
	_, proofs := r.arguments(o.Spine)
	if len(proofs) != len(premises) {
		return errorf(o.At, "%s has %s, and %s here", c.name, english.Count(len(premises), "premise"),
			english.Count(len(proofs), "proof"))
	}
	for i, x := range premises {
		if _, token := x.(*celf.Apply); token { // that of the stage before
			if err := r.useToken(c.name, proofs[i], c.node(x)); err != nil {
				return err
			}
		}
	}
	for i, x := range premises {
		f, ok := x.(*celf.Arrow)
		if !ok {
			continue
		}
		in := proofs[i].Object
		token := c.node(f.From)
		var names []proofterm.Bound
		for _, b := range in.Binders {
			names = append(names, b.Pattern...)
		}
		if len(names) != 1 || !names[0].IsResource() || in.Body == nil {
			return errorf(in.At, `%s begins with %s alone: want \X. {…} here`, c.name, token)
		}
		if err := r.nameToken(names[0], token); err != nil {
			return err
		}
		if err := r.lets(in.Body, 0); err != nil {
			return err
		}
		if err := r.quiescent(in.Body.Value.At); err != nil {
			return err
		}
		return r.behind(c, in.Body.Value, f.To.(*celf.Braces).X)
	}
	return nil
}

// behind replays what stands behind the steps of a stage, or in the braces of a clause of `done P`: the token, facts,
// and the proof of how the run goes on. The expression is what the clause asks for there.
func (r *reading) behind(c *staged, value proofterm.Part, asked celf.Expr) error {
	side, parts := r.side(asked), leaves(value)
	if len(parts) != side.len {
		return miscounted(value.At, c.name, side.len, len(parts))
	}
	var facts []proofterm.Part
	for i, p := range parts {
		switch {
		case side.token != nil && i == side.tokenAt:
			if err := r.useToken(c.name, p, c.node(side.token)); err != nil {
				return err
			}
		case side.goal == nil || i != side.goalAt:
			facts = append(facts, p)
		}
	}
	if side.goal == nil {
		return r.finish(c, value.At, facts)
	}
	next := parts[side.goalAt].Object
	if a, ok := side.goal.(*celf.Apply); ok && a.Fun.Text == r.scheme.Done {
		return r.ends(next, c.name, c.node(a))
	}
	return r.follow(c, facts, next, side.goal)
}

// ends replays the proof of `done P`.
func (r *reading) ends(o *proofterm.Object, asking string, want *node) error {
	c, premises, err := r.stagedClause(o, asking, want)
	if err != nil {
		return err
	}
	_, proofs := r.arguments(o.Spine)
	if len(proofs) != 1 || proofs[0].Object.Body == nil || len(proofs[0].Object.Binders) > 0 {
		return errorf(o.At, "want {…} behind %s", c.name)
	}
	body := proofs[0].Object.Body
	// The state is that at the end of the stage, so no rule can fire here, and resources can only be taken apart.
	if err := r.lets(body, 0); err != nil {
		return err
	}
	return r.behind(c, body.Value, premises[0].(*celf.Braces).X)
}

// follow replays how the run goes on with another stage: by a link of the program, which takes facts and makes those
// that the binders name, or by a clause that only leads on. The goal is `run P` or `RESULTS -o run P`.
func (r *reading) follow(c *staged, facts []proofterm.Part, o *proofterm.Object, goal celf.Expr) error {
	f := &firing{called: c.name, let: &proofterm.Let{At: o.At, Rule: c.object}, terms: c.terms, vars: c.vars}
	for _, b := range o.Binders {
		f.let.Pattern = append(f.let.Pattern, b.Pattern...)
	}
	if rules := r.rules[c.name]; len(rules) > 0 {
		for _, p := range facts {
			u, err := r.use(p)
			if err != nil {
				return err
			}
			f.uses = append(f.uses, u)
		}
		if err := r.fireOneOf(f, rules); err != nil {
			return err
		}
	} else if len(f.let.Pattern) > 0 {
		return errorf(o.At, "%s named here, and %s makes none", named(len(f.let.Pattern)), c.name)
	}
	if a, ok := goal.(*celf.Arrow); ok {
		goal = a.To
	}
	bare := *o
	bare.Binders = nil
	return r.begins(&bare, c.name, c.node(goal))
}

// finish replays the end of the run, with the facts that meet the goal.
func (r *reading) finish(c *staged, at int, facts []proofterm.Part) error {
	if err := r.goal(at, facts, c); err != nil {
		return err
	}
	return r.end(at, len(r.trace.Steps), "the answer ends")
}

// quiescent refuses the end of a stage at a place of the answer, if a rule with the token that is there can fire.
func (r *reading) quiescent(at int) error {
	enabled, err := r.machine.Enabled(r.done)
	if err != nil {
		return err
	}
	var last *lang.Rule
	for t := range enabled.All() {
		d, ok := r.declared[r.ruleNames[t.Rule]].(*celf.Constant)
		if !ok || t.Rule == last {
			continue
		}
		last = t.Rule
		if left, _, forward := r.sides(d.Type); forward && unify(r.instantiator().node(left.token), r.token) {
			return errorf(at, "the stage ends here, but %s can still happen", r.transition(t))
		}
	}
	return nil
}

// stagedClause returns the clause of a proof, whose head is what another asks for, and its premises in the order of the
// arguments.
func (r *reading) stagedClause(o *proofterm.Object, asking string, want *node) (*staged, []celf.Expr, error) {
	if o.Body != nil || len(o.Binders) > 0 {
		return nil, nil, errorf(o.At, "a function stands here, and %s needs %s", asking, want)
	}
	d, ok := r.declared[o.Head].(*celf.Constant)
	if !ok && r.declared[o.Head] == nil && !proofterm.IsResource(o.Head) {
		return nil, nil, errorf(o.At, "%s declares no %s", r.prog.Source, o.Head)
	}
	c := &staged{instantiator: r.instantiator(), name: o.Head, object: o}
	var premises []celf.Expr
	var head *node
	if ok {
		c.span = d.Span
		head, premises = c.take(d.Type)
	}
	switch {
	case head == nil:
		return nil, nil, errorf(o.At, "%s does not show %s, which %s needs here", o.Head, want, asking)
	case !unify(head, want):
		return nil, nil, errorf(o.At, "%s shows %s, and %s needs %s here", o.Head, head, asking, want)
	}
	c.terms, _ = r.arguments(o.Spine)
	for _, t := range c.terms {
		if _, err := r.termOf(t.Object); err != nil {
			return nil, nil, err
		}
	}
	return c, premises, nil
}

// take takes the type of a clause of `run P` or `done P` apart: the head, and the premises in the order of arguments.
// The head of other types is nil.
func (c *staged) take(x celf.Expr) (head *node, premises []celf.Expr) {
	_, arrows, end := celf.Telescope(x)
	atom, ok := end.(*celf.Apply)
	if !ok {
		return nil, nil
	}
	if name := atom.Fun.Text; name != c.scheme.Run && (name != c.scheme.Done || c.scheme.Done == "") {
		return nil, nil
	}
	for _, a := range arrows {
		premises = append(premises, a.From)
	}
	return c.node(atom), premises
}

// leaves returns the parts of what stands in braces, without units.
func leaves(value proofterm.Part) []proofterm.Part {
	all := slices.Collect(proofterm.Leaves(value))
	return slices.DeleteFunc(all, func(p proofterm.Part) bool { return p.Object == nil })
}

// miscounted returns the error that a clause has other numbers of proofs than it asks for.
func miscounted(at int, called string, want, got int) error {
	return errorf(at, "%s needs %s here, and there %s %d", called, english.Count(want, "proof"), be(got), got)
}
