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

// This file reads what `#trace` prints: a state for each step, without the rule. The step is the first transition
// that leads from one state to the next. If several do, any of them will do: they end in the same state, so the same
// transitions are possible behind them.

// situation is a state: how often each fact is there, by its text with the mark before it. Rules in the state count
// as equal.
type situation map[string]int

// aRule stands for the text of a rule in the state.
const aRule = "a rule"

// readStates returns the trace of the states that a `#trace` printed. The error is a [*proofterm.Error], that of ctx,
// or an [*exec.RunError].
func (r *reading) readStates(run *proofterm.States) (*trace.Trace, error) {
	affine := make(map[trace.ResourceID]bool)
	now := make(situation)
	signature := make(map[string]bool) // keys of the facts of the signature, which Celf does not print
	made := r.startMachine()
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
		t, err := r.transitionTo(now, next, affine)
		if err != nil {
			return nil, err
		}
		if t == nil && i == 0 {
			return nil, errorf(s.At, "no rule leads from the start of the world to this state")
		}
		if t == nil {
			return nil, errorf(s.At, "no rule leads from the state before to this one")
		}
		if err := r.advance(*t, affine); err != nil {
			return nil, err
		}
		now = next
	}
	if err := r.end(run.States[len(run.States)-1].At, run.Steps, "the states end"); err != nil {
		return nil, err
	}
	return &r.trace, nil
}

// key returns the key of a fact in a situation: its mark and its text in Celf.
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

// situation returns a state that was printed, with the facts of the signature. The error is a [*proofterm.Error].
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

// transitionTo returns the first transition that leads from the current state to another; nil if there is none.
func (r *reading) transitionTo(now, next situation, affine map[trace.ResourceID]bool) (*exec.Transition, error) {
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

// advance fires a transition, and notes which of the resources that it makes are affine.
func (r *reading) advance(t exec.Transition, affine map[trace.ResourceID]bool) error {
	made, err := r.apply(t)
	if err != nil {
		return err
	}
	for i, f := range t.Results() {
		if f.Permanent && r.permanent[f.Fact.String()] != 0 {
			continue
		}
		affine[made[0].ID] = t.Rule.Results[i].Affine
		made = r.record(f, made)
	}
	return nil
}

// traceStates returns the trace of the nth run of `#trace` in a text without solutions. The error is that of [Trace].
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
		return newReading(ctx, prog, newVocabulary(prog), start, text).readStates(run)
	})
}
