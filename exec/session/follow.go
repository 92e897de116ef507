package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Misfit is the first step of a record that does not fit the play.
type Misfit struct {
	Step *trace.Step
	Err  error // why
}

// Error returns the step and why it does not fit.
func (e *Misfit) Error() string { return fmt.Sprintf("%s: %v", e.Step, e.Err) }

// Unwrap returns the reason.
func (e *Misfit) Unwrap() error { return e.Err }

// Follow takes steps of a record, from the present point on: those of a trace, or of a play of the
// program as it was before it was changed. A step is identified by the resources that it takes, if
// they have these ids here, and otherwise by its rule and arguments. The error is a [Misfit]; then
// the steps before it have been taken.
//
// If chance chose a step, the source of random numbers advances, so that chance goes on as if the
// run had been played.
func (p *Session) Follow(ctx context.Context, steps []trace.Step) error {
	for i := range steps {
		if err := p.follow(ctx, &steps[i]); err != nil {
			return &Misfit{&steps[i], err}
		}
	}
	return ctx.Err()
}

func (p *Session) follow(ctx context.Context, s *trace.Step) error {
	if err := p.recall(s.Sensed); err != nil {
		return err
	}
	if p.Stage() == nil {
		return ErrOver
	}
	e, err := p.Enabled(ctx)
	if err != nil {
		return err
	}
	chance := p.here().chance
	if s.Chosen == trace.ByChance && e.Len() > 0 {
		t := e.Transition(chance.Draw(e))
		if says(s, t) {
			return p.take(ctx, t, s.Chosen, chance)
		}
	}
	t, err := p.find(ctx, s)
	if err != nil {
		return err
	}
	return p.take(ctx, t, s.Chosen, chance)
}

// says reports whether a step records a transition, by the resources that it takes, too.
func says(s *trace.Step, t exec.Transition) bool {
	sameRule := s.Rule == t.Rule.Name && max(s.Variant, 1) == t.Rule.Variant
	if !sameRule || !slices.EqualFunc(s.Args, term.RecordAll(t.Args), trace.Term.Equal) {
		return false
	}
	consumes, reads := t.Takes()
	return covers(s.Consumes, consumes) && covers(s.Reads, reads)
}

// covers reports whether a step takes resources, and no others but perhaps a stage token.
func covers(ids []trace.ResourceID, resources []*exec.Resource) bool {
	return !slices.ContainsFunc(resources, func(r *exec.Resource) bool { return !slices.Contains(ids, r.ID) })
}

// find returns the transition that a step records.
func (p *Session) find(ctx context.Context, s *trace.Step) (exec.Transition, error) {
	rule, err := p.names.Rule(s)
	if err != nil {
		return exec.Transition{}, err
	}
	args, err := p.names.Args(rule, s.Args)
	if err != nil {
		return exec.Transition{}, err
	}
	claim := exec.Claim{Rule: rule, Args: args, Consumes: p.resources(s.Consumes), Reads: p.resources(s.Reads)}
	if t, err := p.machine.Instance(ctx, claim); err == nil {
		if _, waits, err := p.machine.Before(ctx, rule); err == nil && !waits {
			return t, nil
		}
	}
	e, err := p.Enabled(ctx)
	if err != nil {
		return exec.Transition{}, err
	}
	for _, m := range e.MovesOf(rule) {
		if slices.EqualFunc(m.Args, args, lang.Value.Equal) {
			return m.Transition, nil
		}
	}
	return exec.Transition{}, p.refusal(ctx, rule, args)
}

// resources returns the resources of the present state with some ids, without stage tokens.
func (p *Session) resources(ids []trace.ResourceID) []*exec.Resource {
	var out []*exec.Resource
	for _, id := range ids {
		if id < 1 || int(id) > len(p.made) || p.made[id-1].Pred == trace.StagePred {
			continue
		}
		if r := p.Context().Find(p.pred(p.made[id-1].Pred), id); r != nil {
			out = append(out, r)
		}
	}
	return out
}

// pred returns a predicate of the program, which has it.
func (p *Session) pred(name string) *lang.Pred {
	i := slices.IndexFunc(p.prog.Preds, func(q *lang.Pred) bool { return q.Name == name })
	return p.prog.Preds[i]
}

// refusal returns the reason why a rule with its arguments cannot fire.
func (p *Session) refusal(ctx context.Context, rule *lang.Rule, args []lang.Value) error {
	if stage := p.Stage(); stage != rule.Stage {
		return fmt.Errorf("it belongs to stage %s, and the run is in stage %s", rule.Stage.Name, stage.Name)
	}
	if other, waits, err := p.machine.Before(ctx, rule); waits || err != nil {
		return cmp.Or(err, fmt.Errorf("%s comes first", other))
	}
	known, shapes := slices.Repeat([]bool{true}, len(args)), exec.Shapes(p.prog)
	nears, err := p.machine.NearMisses(ctx, rule, args, known, 1)
	if err != nil {
		return err
	}
	return lacking(&nears.Ways[0], shapes)
}

// lacking returns an error that lists the premises that are not met.
func lacking(n *exec.NearMiss, shapes *shape.Set) error {
	var lacks []string
	for i, s := range n.Standings {
		if s == exec.Unmet {
			lacks = append(lacks, n.Premise(i, shapes))
		}
	}
	if len(lacks) == 0 {
		return errors.New("its calculation has no result")
	}
	return fmt.Errorf("it needs %s, which is not there", strings.Join(lacks, " and "))
}
