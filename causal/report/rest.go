package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Rest is the state in which a run ended, as the trace of a run that does nothing. As a recorder it takes down what
// else is needed of the run.
type Rest struct {
	trace.Trace
	moved bool // there was a step
}

// Take takes down the state in which a run ended.
func (r *Rest) Take(m *exec.Machine) { r.Resources = m.Resources() }

// Begin implements [trace.Recorder].
func (r *Rest) Begin(h *trace.Header, _ trace.Terms, _ []trace.Made) error {
	r.Header = *h
	return nil
}

// Step implements [trace.Recorder].
func (r *Rest) Step(*trace.Event) error {
	r.moved = true
	return nil
}

// Forget implements [trace.Recorder].
func (r *Rest) Forget() {}

// End implements [trace.Recorder].
func (r *Rest) End(e *trace.End) error {
	r.Trace.End = &trace.End{Why: e.Why, Message: e.Message}
	return nil
}

// Lines says why none of the links applied where a run came to rest, and why nothing happened where nothing did. It is
// empty for other runs. Nothing in it would do something to a terminal.
func (r *Rest) Lines(ctx context.Context, prog *lang.Program) ([]string, error) {
	lines, err := unlinked(ctx, prog, &r.Trace)
	if err != nil || r.moved {
		return lines, err
	}
	silence, err := Silence(ctx, prog, &r.Trace)
	return append(silence, lines...), err
}

// unlinked says of a run that came to rest in a stage why none of the links out of it applied, with a line for each;
// nothing of other runs.
func unlinked(ctx context.Context, prog *lang.Program, t *trace.Trace) ([]string, error) {
	if t.End == nil || t.End.Why != trace.Quiescent {
		return nil, nil
	}
	stage := restedIn(prog, t)
	if stage == nil || len(stage.Links) == 0 {
		return nil, nil
	}
	var lines []string
	g := causal.New(t)
	for _, link := range stage.Links {
		refusals, err := WhyNot(ctx, prog, g, link.Label, nil)
		if err != nil {
			return nil, err
		}
		lines = append(lines,
			visible.Line(fmt.Sprintf("stage %s came to rest, and its link %s did not apply: %s", stage.Name, link.Label,
				refusals[0].briefly())))
	}
	return lines, nil
}

// restedIn returns the stage in which a run ended; nil after a link that ended it.
func restedIn(prog *lang.Program, t *trace.Trace) *lang.Stage {
	for _, r := range t.Final() {
		for _, s := range prog.Stages {
			if r.Pred == trace.StagePred && r.Args[0].Head == s.Name {
				return s
			}
		}
	}
	return nil
}

// briefly names the missing facts of the way that lacked the least.
func (r *Refusal) briefly() string {
	n := &r.Nears[0]
	if len(n.Lacks) == 0 {
		return Missing(n)
	}
	var parts []string
	for i := range n.Lacks {
		parts = append(parts, r.wanting(n, &n.Lacks[i]))
	}
	return strings.Join(parts, " and ")
}

// wanting says in a few words why a premise is not met.
func (r *Refusal) wanting(n *inquiry.NearMiss, l *inquiry.Lack) string {
	written := r.prog.Source.Slice(l.Premise.Span)
	fact, x := r.short.Fact(l.Fact), l.Present
	switch {
	case l.Premise.Kind == lang.Compare &&
		(l.X.Head == trace.Open || l.Y.Head == trace.Open): // a calculation has no result
		return fmt.Sprintf("%s does not hold", written)
	case l.Premise.Kind == lang.Compare:
		return fmt.Sprintf("%s %s %s does not hold", r.short.Short(l.X), l.Premise.Op, r.short.Short(l.Y))
	case !l.Premise.Kind.OnState():
		return fmt.Sprintf("%s %s", fact, r.Lack(n, l))
	case l.Needs > 1:
		return "it " + r.counted(l)
	case l.Linear != nil:
		return r.fact(l.Linear) + " is not permanent"
	case x == nil:
		return fmt.Sprintf("there is no %s", fact)
	case slices.Contains(n.By, x):
		return fmt.Sprintf("there is no other %s", fact)
	}
	return fmt.Sprintf("%s does not fit %s", r.fact(x), written)
}
