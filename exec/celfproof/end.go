package celfproof

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// goal compares what an answer ends with with the goal of the query: each premise is met, and no linear resource is
// left over.
func (r *reading) goal(b *proofterm.Body) error {
	g := r.start.Goal
	f := &firing{called: "the goal", rule: &lang.Rule{Vars: g.Vars, Premises: g.Premises}}
	f.let = &proofterm.Let{At: b.Value.At, Rule: &proofterm.Object{At: b.Value.At}}
	// Terms stand here for what the goal says that there is; they follow from the facts.
	_, proofs := r.arguments([]proofterm.Part{b.Value})
	if len(proofs) != len(g.Premises) {
		return errorf(b.Value.At, "the goal has %s, and %s here", english.Count(len(g.Premises), "part"),
			english.Count(len(proofs), "proof"))
	}
	for _, p := range proofs {
		u, err := r.use(p)
		if err != nil {
			return err
		}
		f.uses = append(f.uses, u)
	}
	if err := r.choose(f, []*lang.Rule{f.rule}); err != nil {
		return err
	}
	if err := r.match(f); err != nil {
		return err
	}
	for i, u := range f.uses {
		if _, err := r.held(f, i, u); err != nil {
			return err
		}
		if u.resource == nil || u.resource.permanent {
			continue
		}
		if u.resource.taker != nil {
			return errorf(u.at, "%s is used twice here", u.name)
		}
		u.resource.taker = &taker{f.called, u.at}
	}
	return r.leftOver(b)
}

// leftOver refuses a linear resource that the end does not use. Of several it names the one that was made first.
func (r *reading) leftOver(b *proofterm.Body) error {
	var left string
	for name, x := range r.resources {
		if x.permanent || x.affine || x.taker != nil {
			continue
		}
		if left == "" || x.id < r.resources[left].id {
			left = name
		}
	}
	if left == "" {
		return nil
	}
	return errorf(b.Value.At, "%s is left over: %s is linear, and the end does not use it", left,
		r.atomNode(r.resources[left].fact))
}

// bound returns how many steps the query or trace allows in Celf, which counts those that only take a resource apart,
// too; 0 for any.
func (r *reading) bound() int { return r.bounds[r.start.Start.Offset] }

// end records the end of the run at a place of the text, after so many steps of Celf, which counts steps that only
// take a resource apart, too. It refuses an end before nothing can happen any more, unless as many steps were taken
// as the start allows. The error begins with the words of ends, such as “the answer ends”.
func (r *reading) end(at, steps int, ends string) error {
	enabled, err := r.machine.Enabled(r.done)
	if err != nil {
		return err
	}
	why := trace.Quiescent
	if enabled.Len() > 0 {
		if bound := r.bound(); bound == 0 || steps < bound {
			return errorf(at, "%s here, but %s can still happen", ends, r.transition(enabled.At(0)))
		}
		why = trace.LimitHit
	}
	r.trace.End = r.machine.End(why, nil)
	return nil
}

// transition returns the text of a transition with the names of the file: the rule with the values of its variables.
func (r *reading) transition(t exec.Transition) string {
	name := t.Rule.Label
	for called, rules := range r.rules {
		if slices.Contains(rules, t.Rule) {
			name = called
		}
	}
	n := node{head: name}
	for _, a := range t.Args {
		n.args = append(n.args, r.valueNode(a))
	}
	return n.String()
}
