package inquiry

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/shape"
	"github.com/ceptre-graph/ceptre/lang"
)

// Rerun is a recorded run in a program that may have changed since: the same choices
// again, from where the program starts now, and what came of them.
type Rerun struct {
	Program *lang.Program
	Was     *trace.Trace
	// Start is where the run starts now; nil where it cannot.
	Start *lang.Start
	// Now is the run as it is now, as far as its choices can be made. It has names and
	// ids of its own.
	Now *trace.Trace
	// Renamed are the names that the run mentions and that are other ones now.
	Renamed []rename.Renaming
	// Departures lists the differences in the order of the run: its start, its steps, its end. If
	// there are none, Now has the canonical hash of Was, up to names and the order of arguments
	// and proofs.
	Departures []Departure
}

// Departure is a place of a run that is not as it was.
type Departure struct {
	// Number is that of the step, counted from 1; 0 is the start, and one more than there
	// are steps the end.
	Number int
	// Step is the step as recorded; nil at the start and at the end.
	Step *trace.Step
	// Rule is the rule of the step now; nil where there is none.
	Rule *lang.Rule
	// RuleWas is the text of the rule then, where it is gone, or where it does not need and
	// make the same; empty where that is not known.
	RuleWas string
	// Numbers are the step's numbers that are other ones now; nil for none.
	Numbers *Numbers
	// Differences of the step; empty if Refusal gives the reason why the step cannot happen.
	Differences []Difference
	Refusal     *Refusal
	// Stuck says that the run cannot go on from here with its next choice.
	Stuck bool
}

// Difference is something that is not as it was.
type Difference struct {
	Text string
	// Premise, Rule and Context are where in the program it comes from, as far as there
	// is such a place.
	Premise *lang.Premise
	Rule    *lang.Rule
	Context *lang.Context
	// Statement is one that the state violates.
	Statement *lang.Statement
}

// Stuck reports whether the run comes to a choice that can no longer be made.
func (r *Rerun) Stuck() bool {
	return len(r.Departures) > 0 && r.Departures[len(r.Departures)-1].Stuck
}

// RunAgain repeats the choices of a run in a program that may have changed: the same rules with
// the same arguments, which take the same resources if possible, or else others. If a choice is
// possible only with other numbers among its arguments, it is made with these: a changed price
// keeps the story. The trace is one that [trace.Validate] accepts.
//
// Equal names in the trace's header and in the program correspond. A missing name is matched to a
// new one by its position in rules, declarations and the initial state. So renaming changes
// nothing, nor does the order of declarations, rules, premises, results and facts, except where
// the order has meaning: the first rule of an ordered stage, and the first message to the outside.
//
// The run starts where the program does: at that of its #traces, or its contexts, that is
// nearest to where it started. The error is that of ctx.
func RunAgain(ctx context.Context, prog *lang.Program, t *trace.Trace) (*Rerun, error) {
	out := &Rerun{Program: prog, Was: t}
	from := nearestStart(prog, t)
	if from == nil {
		out.Departures = []Departure{
			{Differences: []Difference{{Text: "the program has no #trace and no context to start from"}}, Stuck: true},
		}
		return out, nil
	}
	out.Start, out.Renamed = from.start, from.names.Renamings(t)
	if differences := from.differences(); len(differences) > 0 {
		out.Departures = append(out.Departures, Departure{Differences: differences})
	}
	w, err := newRerunner(out, from)
	if err != nil {
		return nil, err
	}
	return out, w.run(ctx)
}

// rerunner is a run that is made again.
type rerunner struct {
	*replay.Replay
	*Rerun
	names *rename.Correspondence
	then  *trace.Trace    // the run as it was, in the names of now
	said  map[string]bool // permanent facts that its steps make
	// shapes are those of the run as it was, for texts.
	shapes func() *shape.Set
}

func newRerunner(out *Rerun, from *origins) (*rerunner, error) {
	w := &rerunner{Rerun: out, names: from.names, then: from.then, said: make(map[string]bool)}
	w.shapes = sync.OnceValue(func() *shape.Set { return shape.Find(w.then) })
	for _, r := range w.then.Resources {
		if r.Persistent && r.By != 0 {
			w.said[r.String()] = true
		}
	}
	var err error
	w.Replay, err = replay.New(out.Program, w.then, from.paired())
	out.Now = &trace.Trace{Header: from.header(out), Resources: from.now}
	return w, err
}

// run makes the choices of the run, up to one that cannot be made or that leads to a state which violates a
// statement.
func (w *rerunner) run(ctx context.Context) error {
	if d, err := w.violates(ctx, nil); d != nil || err != nil {
		if d != nil {
			w.Departures = append(w.Departures, *d)
		}
		return err
	}
	for i := range w.then.Steps {
		d, err := w.step(ctx, i)
		if broken := broken(ctx, err); broken != nil {
			d, err = broken, nil
		}
		if err == nil && (d == nil || !d.Stuck) {
			d, err = w.violates(ctx, d)
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if d == nil {
			continue
		}
		d.Number, d.Step = i+1, &w.Was.Steps[i]
		d.RuleWas = w.names.TextThen(d.Step)
		w.Departures = append(w.Departures, *d)
		if d.Stuck {
			return nil
		}
	}
	err := w.end(ctx)
	if broken := broken(ctx, err); broken != nil {
		broken.Number, err = len(w.then.Steps)+1, nil
		w.Departures = append(w.Departures, *broken)
	}
	return err
}

// violates adds to the differences at a place, if there are any, that the state violates a statement.
func (w *rerunner) violates(ctx context.Context, d *Departure) (*Departure, error) {
	v, err := w.Machine.Violation(ctx)
	if v == nil || err != nil {
		return d, err
	}
	if d == nil {
		d = new(Departure)
	}
	d.stuck(Difference{Text: v.Error(), Statement: v.Statement})
	return d, nil
}

// broken returns the place where the program breaks, as where a search for a proof does not
// end; nil where it does not.
func broken(ctx context.Context, err error) *Departure {
	inProgram, ok := errors.AsType[*exec.RunError](err)
	if !ok || ctx.Err() != nil {
		return nil
	}
	d := &Departure{Rule: inProgram.Rule}
	d.stuck(Difference{Text: err.Error(), Rule: inProgram.Rule})
	return d
}

// step repeats a choice and returns the departure from the run, or nil.
func (w *rerunner) step(ctx context.Context, i int) (*Departure, error) {
	s := &w.then.Steps[i]
	rule, _ := w.Names.Rule(s)
	d := &Departure{Rule: rule}
	t, err := w.Find(ctx, s)
	fault, faulty := errors.AsType[*replay.Fault](err)
	if faulty {
		t, err = w.instead(ctx, i, fault, d)
	}
	if err != nil || d.Stuck {
		return d, err
	}
	f, err := w.Fire(t, s)
	if err != nil {
		return nil, err
	}
	w.record(f, s)
	d.Differences = append(d.Differences, w.compare(f, s, d.Numbers)...)
	switch {
	case len(d.Differences) > 0:
	case !faulty:
		return nil, nil
	default:
		text := fault.Err.Error()
		if fault.Kind == replay.Missing {
			text += " now; an equal one stands in"
		}
		d.differs(Difference{Text: text, Rule: t.Rule})
	}
	return d, nil
}

func (c *Departure) differs(d Difference) { c.Differences = append(c.Differences, d) }

// stuck says why a step cannot happen.
func (c *Departure) stuck(d Difference) {
	c.Stuck = true
	c.differs(d)
}

// end holds the end of the run against what it was.
func (w *rerunner) end(ctx context.Context) error {
	end := w.then.End
	if end == nil {
		w.finish(trace.Stopped, nil)
		return nil
	}
	if err := w.Sense(end.Sensed); err != nil {
		w.Departures = append(w.Departures,
			Departure{Number: len(w.then.Steps) + 1, Differences: []Difference{{Text: err.Error()}}})
		return nil
	}
	enabled, err := w.Machine.Enabled(ctx)
	if err != nil {
		return err
	}
	cut := end.Why == trace.Interrupted || end.Why == trace.Failed || end.Message != ""
	if what, differs := goesOn(enabled, end); differs && !cut {
		w.Departures = append(w.Departures,
			Departure{Number: len(w.then.Steps) + 1, Rule: what.Rule, Differences: []Difference{what}})
	}
	w.finish(w.why(enabled), end.Sensed)
	return nil
}

// goesOn says where a run was over and is not now, or the other way round.
func goesOn(enabled *exec.Enabled, end *trace.End) (Difference, bool) {
	switch over := end.Why == trace.Quiescent; {
	case over && enabled.Len() > 0:
		next := enabled.At(0)
		return Difference{Text: "it was over, as nothing could happen; now it can go on with " + next.String(),
			Rule: next.Rule}, true
	case !over && enabled.Len() == 0:
		return Difference{Text: "it could have gone on; now it is over, as nothing can happen"}, true
	}
	return Difference{}, false
}
