package inquiry

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostWays is how many ways of a step are compared.
const mostWays = 100

// instead returns the transition that is a step's choice now, where it no longer fits as
// it was recorded: of its rule, with its arguments, as far as the rule still has them, or
// else with other numbers. Of several it is the one that takes most of what the step took.
// Where there is none, the change says why.
func (w *rerunner) instead(ctx context.Context, i int, fault *replay.Fault, c *Departure) (
	t exec.Transition, err error) {
	switch {
	case c.Rule == nil:
		c.stuck(Difference{Text: fault.Err.Error() + w.names.NewRules()})
		return t, nil
	case fault.Kind == replay.TooEarly:
		c.stuck(Difference{Text: fault.Err.Error(), Rule: fault.Enabled.Rule})
		return t, nil
	case fault.Kind == replay.OtherStage:
		c.stuck(Difference{Text: fault.Err.Error(), Rule: c.Rule})
		return t, nil
	}
	given := w.names.Arguments(&w.Was.Steps[i], len(c.Rule.Vars))
	values, known, err := w.Names.Given(c.Rule, given)
	if err != nil {
		c.stuck(Difference{Text: err.Error(), Rule: c.Rule})
		return t, nil
	}
	nears, err := w.Machine.NearMisses(ctx, c.Rule, values, known, mostWays)
	if err != nil {
		return t, err
	}
	if n := w.most(nears.Ways, &w.then.Steps[i]); n != nil {
		return w.take(ctx, n, c)
	}
	ways, err := otherNumbers(ctx, w.Machine, c.Rule, values, known)
	if err != nil {
		return t, err
	}
	if len(ways) == 0 {
		return t, w.refuse(ctx, i, given, c)
	}
	n := w.most(ways[0], &w.then.Steps[i])
	if t, err = w.take(ctx, n, c); err == nil && !c.Stuck {
		c.Numbers = newNumbers(n, given, len(ways)-1)
		c.differs(Difference{Text: c.Numbers.Written(w.shapes()), Rule: c.Rule})
	}
	return t, err
}

// most returns that of the ways of a rule, where nothing is missing, which takes most of
// what a step took; nil where something is.
func (w *rerunner) most(ways []exec.NearMiss, s *trace.Step) (best *exec.NearMiss) {
	took, most := taken(s), -1
	for i := range ways {
		if !applies(&ways[i]) {
			continue
		}
		n := 0
		for _, x := range ways[i].Uses {
			if x == nil {
				continue
			}
			if id, ok := w.ID(x.ID); ok && slices.Contains(took, id) {
				n++
			}
		}
		if n > most {
			best, most = &ways[i], n
		}
	}
	return best
}

// take returns the transition that is a way of a rule, if no other comes first.
func (w *rerunner) take(ctx context.Context, n *exec.NearMiss, c *Departure) (exec.Transition, error) {
	way := exec.Transition{Rule: n.Rule, Args: n.Args}
	for i, p := range n.Rule.Premises {
		if p.Kind.OnState() {
			way.Uses = append(way.Uses, n.Uses[i])
		}
	}
	claim := exec.Claim{Rule: n.Rule, Args: n.Args, AnyProof: true}
	claim.Consumes, claim.Reads = way.Takes()
	t, err := w.Machine.Instance(ctx, claim)
	if err != nil {
		return t, err
	}
	first, earlier, err := w.Machine.Before(ctx, n.Rule)
	if earlier {
		c.stuck(Difference{Text: replay.WaitsFor(n.Rule, first).Error(), Rule: first.Rule})
	}
	return t, err
}

// refuse says which premises of a step's rule are not met: with other numbers than the step
// had, where it only wants for these.
func (w *rerunner) refuse(ctx context.Context, i int, given []trace.Term, c *Departure) (err error) {
	w.finish(trace.Stopped, w.then.Steps[i].Sensed)
	c.Stuck = true
	g := causal.New(w.Now)
	blank := slices.Clone(given)
	for k, v := range c.Rule.Vars {
		if v.Type.Counts() {
			blank[k] = trace.Const(trace.Open)
		}
	}
	for _, args := range [][]trace.Term{blank, given} {
		pattern := goal.Pattern{Term: trace.Term{Head: c.Rule.Label, Args: args}}
		c.Refusal, err = WhyNot(ctx, w.Program, g, pattern, nil)
		if err != nil || c.Refusal.Nears[0].unfit() {
			return err
		}
	}
	return nil
}
