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
// Each part is a proof by a clause of the file (see [celf.Scheme]), so the answer is read from the outside to the
// inside, clause by clause. A clause that is a link of the program makes a step of the run; other clauses make none.
//
// Tokens are facts in Celf, but the machine has no such facts. The reader keeps them as nodes, and unifies them with
// the tokens in rules and clauses. So it finds the step of a rule of another stage, a missing token, a token that is
// left over, and a wrong number of steps in the same way as other wrong facts.

// stageClause is a clause of `run P` or `done P` in an answer, with values for the variables of its tokens.
type stageClause struct {
	*instantiator
	name   string
	object *proofterm.Object // the proof by the clause
	span   syntax.Span       // the declaration
	terms  []proofterm.Part  // arguments that are given explicitly
}

// replayStages replays the proof of the goal of a query, with the proofs of all stages in it.
func (r *reading) replayStages(o *proofterm.Object) error {
	c := &stageClause{instantiator: r.instantiator(), name: "the query"}
	want := c.node(goalOf(r.query(r.start).Of))
	if o.Body == nil {
		bare := *o
		bare.Binders = nil
		return r.runProof(&bare, c.name, want)
	}
	if err := r.replayLets(o.Body, 0); err != nil {
		return err
	}
	parts := leaves(o.Body.Value)
	if len(parts) != 1 {
		return miscounted(o.Body.Value.At, c.name, 1, len(parts))
	}
	return r.runProof(parts[0].Object, c.name, want)
}

// runProof replays a proof of `run P`: the beginning of P, its steps, and the rest of the run. The proof is a premise
// of the clause called asking, which wants a proof of this instance.
func (r *reading) runProof(o *proofterm.Object, asking string, want *node) error {
	c, premises, err := r.stageClauseOf(o, asking, want)
	if err != nil {
		return err
	}
	_, proofs := r.arguments(o.Spine)
	if len(proofs) != len(premises) {
		return errorf(o.At, "%s has %s, and %s here", c.name, english.Count(len(premises), "premise"),
			english.Count(len(proofs), "proof"))
	}
	for i, x := range premises {
		if _, token := x.(*celf.Apply); token { // the token of the stage before
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
		if err := r.replayLets(in.Body, 0); err != nil {
			return err
		}
		if err := r.checkQuiescent(in.Body.Value.At); err != nil {
			return err
		}
		return r.continuation(c, in.Body.Value, f.To.(*celf.Braces).X)
	}
	return nil
}

// continuation replays the value behind the steps of a stage, or in the braces of a clause of `done P`: the token,
// facts, and the proof of the rest of the run. The clause asks for the expression there.
func (r *reading) continuation(c *stageClause, value proofterm.Part, asked celf.Expr) error {
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
		return r.runEnd(c, value.At, facts)
	}
	next := parts[side.goalAt].Object
	if a, ok := side.goal.(*celf.Apply); ok && a.Fun.Text == r.scheme.Done {
		return r.doneProof(next, c.name, c.node(a))
	}
	return r.nextStage(c, facts, next, side.goal)
}

// doneProof replays a proof of `done P`, as runProof does for `run P`.
func (r *reading) doneProof(o *proofterm.Object, asking string, want *node) error {
	c, premises, err := r.stageClauseOf(o, asking, want)
	if err != nil {
		return err
	}
	_, proofs := r.arguments(o.Spine)
	if len(proofs) != 1 || proofs[0].Object.Body == nil || len(proofs[0].Object.Binders) > 0 {
		return errorf(o.At, "want {…} behind %s", c.name)
	}
	body := proofs[0].Object.Body
	// The state is that at the end of the stage, so no rule can fire here, and resources can only be taken apart.
	if err := r.replayLets(body, 0); err != nil {
		return err
	}
	return r.continuation(c, body.Value, premises[0].(*celf.Braces).X)
}

// nextStage replays the way to another stage: by a link of the program, which takes facts and makes the facts that
// the binders name, or by a clause without a step. The goal is `run P` or `RESULTS -o run P`.
func (r *reading) nextStage(c *stageClause, facts []proofterm.Part, o *proofterm.Object, goal celf.Expr) error {
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
	return r.runProof(&bare, c.name, c.node(goal))
}

// runEnd replays the end of the run, with the facts that meet the goal.
func (r *reading) runEnd(c *stageClause, at int, facts []proofterm.Part) error {
	if err := r.goal(at, facts, c); err != nil {
		return err
	}
	return r.end(at, len(r.trace.Steps), "the answer ends")
}

// checkQuiescent refuses the end of a stage, at a place of the answer, if a rule with the current token can fire.
func (r *reading) checkQuiescent(at int) error {
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

// stageClauseOf returns the clause of a proof, and its premises in the order of the arguments. The head of the clause
// is unified with want, which the clause called asking needs.
func (r *reading) stageClauseOf(o *proofterm.Object, asking string, want *node) (*stageClause, []celf.Expr, error) {
	if o.Body != nil || len(o.Binders) > 0 {
		return nil, nil, errorf(o.At, "a function stands here, and %s needs %s", asking, want)
	}
	d, ok := r.declared[o.Head].(*celf.Constant)
	if !ok && r.declared[o.Head] == nil && !proofterm.IsResource(o.Head) {
		return nil, nil, errorf(o.At, "%s declares no %s", r.prog.Source, o.Head)
	}
	c := &stageClause{instantiator: r.instantiator(), name: o.Head, object: o}
	var premises []celf.Expr
	var head *node
	if ok {
		c.span = d.Span
		head, premises = c.split(d.Type)
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

// split returns the head of a clause of `run P` or `done P`, given its type, and the premises in the order of
// arguments. The head is nil for other types.
func (c *stageClause) split(x celf.Expr) (head *node, premises []celf.Expr) {
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

// leaves returns the parts of a value in braces, without units.
func leaves(value proofterm.Part) []proofterm.Part {
	all := slices.Collect(proofterm.Leaves(value))
	return slices.DeleteFunc(all, func(p proofterm.Part) bool { return p.Object == nil })
}

// miscounted returns the error for a clause with another number of proofs than it needs.
func miscounted(at int, called string, want, got int) error {
	return errorf(at, "%s needs %s here, and there %s %d", called, english.Count(want, "proof"), be(got), got)
}
