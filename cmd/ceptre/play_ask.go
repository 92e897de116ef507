package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
)

// thisRun is how messages call the run that is being played.
const thisRun = "this run"

// why answers as `ceptre why` does, of the run so far.
func (t *sitting) why(ctx context.Context, what string) (string, error) {
	x := &explainer{reach: causal.Reach{Depth: usualDepth}}
	g := causal.New(t.Trace(ctx))
	q := &question{explainer: x, graph: g, name: thisRun, proofs: inquiry.Proofs(ctx, t.prog, g)}
	var b bytes.Buffer
	if err := q.find(&b, what); err != nil {
		return "", err
	}
	why := q.graph.Why(q.targets[0], x.reach)
	if err := q.print(&b, why); err != nil {
		return "", err
	}
	if len(why.Ends) > 0 {
		fmt.Fprintf(&b, "\nThere is more before it: ask why of %s.\n", q.graph.Steps(why.Ends))
	}
	return b.String(), nil
}

// whyNot answers as `ceptre whynot` does, of the present state.
func (t *sitting) whyNot(ctx context.Context, rule string) (string, error) {
	refusals, err := new(doubter).ask(ctx, &pair{t.prog, t.Trace(ctx), thisRun}, rule)
	if err != nil {
		return "", err
	}
	for _, r := range refusals {
		r.Open = true
	}
	b := &report.Text{}
	b.Lines(refusals.Lines())
	return b.String(), nil
}
