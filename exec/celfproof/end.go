package celfproof

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
	"github.com/ceptre-graph/ceptre/lang/english"
)

// goal compares the values at the end of an answer, at a place of the text, with the goal of the query: each premise is
// met, and no linear resource is left over. The clause ends a run through stages; nil for a run without stages.
func (r *reading) goal(at int, values []proofterm.Part, c *stageClause) error {
	g := r.start.Goal
	f := &firing{called: "the goal", rule: &lang.Rule{Vars: g.Vars, Premises: g.Premises}}
	f.let = &proofterm.Let{At: at, Rule: &proofterm.Object{At: at}}
	if c != nil {
		f.called, f.rule.Span, f.let.Rule, f.terms = c.name, c.span, c.object, c.terms
	}
	// Terms stand here for what the goal says that there is; they follow from the facts.
	_, proofs := r.arguments(values)
	if len(proofs) != len(g.Premises) {
		return errorf(at, "%s has %s, and %s here", f.called, english.Count(len(g.Premises), "part"),
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
	check := r.stated
	if c != nil {
		check = r.explicit
	}
	if err := check(f); err != nil {
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
	return r.leftOver(at)
}

// stated compares the values that Celf printed below the answer with the values of the goal's variables by the facts.
// It ignores values that are no terms of the program.
func (r *reading) stated(f *firing) error {
	for _, v := range r.values {
		k := slices.IndexFunc(f.rule.Vars, func(of lang.Var) bool { return r.prog.Source.Slice(of.Span) == v.Name })
		n, err := r.termOf(v.Term)
		if k < 0 || err != nil || !f.args.Bound[k] {
			continue
		}
		if x, ok := r.ground(n, f.rule.Vars[k].Type); !ok || !x.Equal(f.args.Args[k]) {
			return errorf(v.Term.At, "%s is %s here, but by the end of the run it is %s", v.Name, n,
				r.valueNode(f.args.Args[k]))
		}
	}
	return nil
}

// leftOver refuses a linear resource that the end does not use. Of several it names the one that was made first.
func (r *reading) leftOver(at int) error {
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
	return errorf(at, "%s is left over: %s is linear, and the end does not use it", left, r.nodeOf(r.resources[left]))
}

// bound returns the number of steps that the query or trace allows; 0 for any number. Celf counts steps that only take
// a resource apart, too; the tokens of stages do not.
func (r *reading) bound() int {
	if r.scheme != nil {
		return r.start.Bound
	}
	return r.bounds[r.start.Start.Offset]
}

// end records the end of the run at a place of the text, after so many steps as [reading.bound] counts them. It
// refuses an end before nothing can happen any more, unless as many steps were taken as the start allows. The error
// begins with the words of ends, such as “the answer ends”.
func (r *reading) end(at, steps int, ends string) error {
	enabled, err := r.machine.Enabled(r.done)
	if err != nil {
		return err
	}
	why := trace.Quiescent
	if enabled.Len() > 0 {
		if bound := r.bound(); bound == 0 || steps < bound {
			next, why := enabled.At(0), ""
			if next.Link != nil {
				why = ": Celf may end a run where a link applies, and a program does not"
			}
			return errorf(at, "%s here, but %s can still happen%s", ends, r.transition(next), why)
		}
		why = trace.LimitHit
	}
	r.trace.End = r.machine.End(why, nil)
	return nil
}

// transition returns the text of a transition with the names of the file: the rule with the values of its variables.
func (r *reading) transition(t exec.Transition) string {
	n := node{head: cmp.Or(r.ruleNames[t.Rule], t.Rule.Label)}
	for _, a := range t.Args {
		n.args = append(n.args, r.valueNode(a))
	}
	return n.String()
}
