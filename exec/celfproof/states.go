package celfproof

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/celf/proofterm"
)

// This file reads what `#trace` prints: a state for each step, without the rule. The step is the first transition that
// leads from one state to the next. Transitions that lead to the same state make no difference to those behind them.

// situation is a state: how often each fact is there, by its text with the mark before it. Rules in the state count as
// equal.
type situation map[string]int

// aRule stands for the text of a rule in the state.
const aRule = "a rule"

// states returns the trace of the states that a `#trace` printed. The error is a [*proofterm.Error], that of ctx, or an
// [*exec.RunError].
func (r *reading) states(run *proofterm.States) (*trace.Trace, error) {
	r.machine, r.trace.Resources = exec.NewMachine(r.prog, r.start, exec.Limits{})
	r.trace.Header = trace.Header{Format: trace.Format, Program: exec.Describe(r.prog)}
	affine := make(map[trace.ResourceID]bool)
	now := make(situation)
	signature := make(map[string]bool) // what the state holds besides what Celf prints
	made := r.trace.Resources
	for _, f := range r.start.Context.Facts {
		affine[made[0].ID] = f.Affine
		made = r.record(f, made)
		r.add(now, f)
		if key := r.key(f); f.Permanent {
			signature[key] = true
		}
	}
	for i, s := range run.States {
		if err := r.done.Err(); err != nil {
			return nil, err
		}
		next, err := r.situation(s, signature)
		if err != nil {
			return nil, err
		}
		if i == 0 && maps.Equal(next, now) {
			continue // the step only takes the state apart
		}
		t, err := r.leading(now, next, affine)
		if err != nil {
			return nil, err
		}
		if t == nil {
			return nil, errorf(s.At, "no rule leads from the state before to this one")
		}
		if err := r.take(*t, affine); err != nil {
			return nil, err
		}
		now = next
	}
	if err := r.stopped(run); err != nil {
		return nil, err
	}
	return &r.trace, nil
}

// key returns the text of a fact with the mark of how it is there.
func (r *reading) key(f lang.Initial) string {
	mark := proofterm.Linear
	switch {
	case f.Permanent:
		mark = proofterm.Persistent
	case f.Affine:
		mark = proofterm.Affine
	}
	if len(r.kept[f.Fact.Pred]) > 0 {
		return string(rune(mark)) + aRule
	}
	return string(rune(mark)) + r.atomNode(f.Fact).String()
}

// add adds a fact. Permanent ones are a set.
func (r *reading) add(to situation, f lang.Initial) {
	if key := r.key(f); f.Permanent {
		to[key] = 1
	} else {
		to[key]++
	}
}

// situation returns a state that was printed, with the facts of the signature.
func (r *reading) situation(s proofterm.State, signature map[string]bool) (situation, error) {
	out := make(situation)
	for key := range signature {
		out[key] = 1
	}
	for _, f := range s.Facts {
		text := aRule
		if !isRule(f.Text) {
			o, end, err := proofterm.Parse(f.Text, 0)
			if wrong, ok := errors.AsType[*proofterm.Error](err); ok {
				return nil, errorf(f.At+wrong.At, "%s", wrong.Msg)
			}
			if end < len(f.Text) || o.Nests() {
				return nil, errorf(f.At, "want a fact")
			}
			text = r.printed(o).String()
		}
		key := string(rune(f.Mark)) + text
		if f.Mark == proofterm.Persistent {
			out[key] = 1
		} else {
			out[key]++
		}
	}
	return out, nil
}

// isRule reports whether a part of a state is a rule, and no fact.
func isRule(text string) bool {
	arrow := func(word string) bool { return word == "-o" || word == "-@" || word == "->" }
	return strings.ContainsAny(text[:1], "({") || strings.HasPrefix(text, "Pi ") ||
		slices.ContainsFunc(strings.Fields(text), arrow)
}

// printed returns a fact as it is printed, but for the quotes of fresh names.
func (r *reading) printed(o *proofterm.Object) *node {
	n := &node{head: o.Head}
	if c := r.constant(o.Head); c != nil {
		n.head = r.called[c]
	}
	for x := range proofterm.Leaves(o.Spine...) {
		if x.Object != nil {
			n.args = append(n.args, r.printed(x.Object))
		}
	}
	return n
}

// leading returns the first transition that leads from the current state to another; nil if there is none.
func (r *reading) leading(now, next situation, affine map[trace.ResourceID]bool) (*exec.Transition, error) {
	enabled, err := r.machine.Enabled(r.done)
	if err != nil {
		return nil, err
	}
	for i := range enabled.Len() {
		t := enabled.At(i)
		after := maps.Clone(now)
		for _, x := range t.Uses {
			if x.Permanent {
				continue
			}
			key := r.key(lang.Initial{Fact: x.Fact, Affine: affine[x.ID]})
			if after[key]--; after[key] <= 0 {
				delete(after, key)
			}
		}
		for i, f := range t.Results() {
			f.Affine = t.Rule.Results[i].Affine
			r.add(after, f)
		}
		if maps.Equal(after, next) {
			return &t, nil
		}
	}
	return nil, nil
}

// take fires a transition.
func (r *reading) take(t exec.Transition, affine map[trace.ResourceID]bool) error {
	fired, err := r.machine.Fire(t)
	if err != nil {
		return err
	}
	id := trace.StepID(len(r.trace.Steps) + 1)
	r.trace.Steps = append(r.trace.Steps, fired.Step(id))
	for _, x := range fired.Makes {
		x.By = id
		r.trace.Resources = append(r.trace.Resources, x)
	}
	made := fired.Makes
	for i, f := range t.Results() {
		if f.Permanent && r.permanent[f.Fact.String()] != 0 {
			continue
		}
		affine[made[0].ID] = t.Rule.Results[i].Affine
		made = r.record(f, made)
	}
	return nil
}

// stopped records the end: nothing can happen any more, or Celf was to stop there.
func (r *reading) stopped(run *proofterm.States) error {
	enabled, err := r.machine.Enabled(r.done)
	if err != nil {
		return err
	}
	why := trace.Quiescent
	if enabled.Len() > 0 {
		if bound := r.start.Bound; bound == 0 || run.Steps < bound {
			return errorf(run.States[len(run.States)-1].At, "the states end here, but %s can still happen",
				r.transition(enabled.At(0)))
		}
		why = trace.LimitHit
	}
	r.trace.End = r.machine.End(why, nil)
	return nil
}

// traceStates is [Trace] of a text with states and no solutions.
func traceStates(ctx context.Context, prog *lang.Program, name, text string, n int) (*trace.Trace, error) {
	runs := proofterm.RunsOf(text)
	if n < 1 || n > len(runs) {
		return nil, fmt.Errorf("%s: there is neither a solution %d in it nor a #trace %[2]d", name, n)
	}
	run := &runs[n-1]
	if len(run.States) < run.Steps {
		return nil, place(name, text, errorf(run.At, "these are %d of %d states, as #exec prints them; only #trace prints "+
			"each", len(run.States), run.Steps))
	}
	var starts []*lang.Start
	for _, s := range prog.Traces {
		if s.Goal == nil {
			starts = append(starts, s)
		}
	}
	if len(starts) == 0 {
		return nil, fmt.Errorf("%s: %s has no #trace", name, prog.Source)
	}
	return furthest(name, text, starts, func(start *lang.Start) (*trace.Trace, error) {
		return newReading(ctx, prog, newVocabulary(prog), start, text).states(run)
	})
}
