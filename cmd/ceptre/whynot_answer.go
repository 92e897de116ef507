package main

import (
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// rejection tells why a rule did not fire.
type rejection struct {
	*inquiry.Refusal
	prog  *lang.Program
	graph *causal.Graph
	asked string
	did   bool            // the step before which it was to fire is what was asked for
	other []causal.Target // the other steps of the run that are
}

func newRejection(refusal *inquiry.Refusal, prog *lang.Program, g *causal.Graph, asked trace.Pattern) *rejection {
	r := &rejection{Refusal: refusal, prog: prog, graph: g, asked: asked.String()}
	for e := range causal.Event(g.Len()) {
		switch step := g.Step(e); {
		case !asked.Matches(step.Rule, step.Args):
		case step == r.At:
			r.did = true
		default:
			r.other = append(r.other, causal.Target{Event: e})
		}
	}
	return r
}

// write writes the answer as text.
func (r *rejection) write(w io.Writer) error {
	b := &report{}
	b.lines(r.verdict())
	for i := range r.Nears {
		r.writeNear(b, &r.Nears[i])
	}
	b.lines(r.rest())
	_, err := w.Write(b.Bytes())
	return err
}

// rest says how many ways there are beside those that were told of.
func (r *rejection) rest() []string {
	switch {
	case r.Cut:
		return []string{"", "There was too much to look at all of it: others may be nearer."}
	case r.More > 0 && r.Nears[0].Met():
		return []string{"", fmt.Sprintf("And %s.", plural(r.More, "other way"))}
	case r.More > 0:
		return []string{"", fmt.Sprintf("And %s with as much missing.", plural(r.More, "other way"))}
	}
	return nil
}

// when says which moment is meant.
func (r *rejection) when() string {
	if r.At == nil {
		return "at the end of the run"
	}
	return "before " + r.At.ID.String()
}

// verdict says in a few lines why the rule did not fire, and when it did.
func (r *rejection) verdict() []string {
	var lines []string
	switch {
	case r.did:
		lines = append(lines, fmt.Sprintf("%s did happen there: it is %s.", r.asked, named(r.At)))
	case r.Possible():
		lines = append(lines, fmt.Sprintf("%s could have happened %s, but %s.", r.asked, r.when(), r.instead()))
	default:
		lines = append(lines, fmt.Sprintf("%s could not happen %s:", r.asked, r.when()))
		lines = append(lines, r.reasons()...)
	}
	if len(r.other) > 0 {
		lines = append(lines, fmt.Sprintf("It did happen elsewhere in the run: %s.", r.graph.Names(r.other)))
	}
	return lines
}

// reasons says what was in the way.
func (r *rejection) reasons() []string {
	var lines []string
	if r.Stage != r.Rule.Stage.Name {
		lines = append(lines, "  "+r.otherStage())
	}
	if r.Before != nil {
		lines = append(lines, "  "+r.tooEarly())
	}
	if n := &r.Nears[0]; !n.Met() {
		lines = append(lines, "  "+missing(n)+".")
	}
	return lines
}

// missing says how much is missing in a way.
func missing(n *inquiry.NearMiss) string {
	switch {
	case len(n.Lacks) == 0 && n.NoResult:
		return "a calculation on its right side has no result"
	case len(n.Lacks) == 0:
		return "the search for a proof of one of its premises found no end"
	case len(n.Lacks) == 1:
		return "at least one of its premises was not met"
	}
	return fmt.Sprintf("at least %d of its premises were not met", len(n.Lacks))
}

// instead says what came of it that the rule could fire.
func (r *rejection) instead() string {
	end := r.graph.Trace.End
	switch {
	case r.At != nil:
		return fmt.Sprintf("%s was chosen", r.At)
	case end == nil:
		return "the trace ends there"
	}
	switch end.Why {
	case trace.LimitHit:
		if end.Message != "" {
			return "the run had reached a limit: " + end.Message
		}
		return "the run had reached its limit of steps"
	case trace.Stopped:
		return "the run was stopped"
	case trace.Interrupted:
		return "the run was interrupted"
	case trace.Failed:
		return "the run broke off"
	}
	return "the run ended"
}

// otherStage says where the run was, and when it was where the rule belongs.
func (r *rejection) otherStage() string {
	where := "the run was in stage " + r.Stage
	if r.Stage == "" {
		where = "the run had ended"
	}
	last := "and was never before in " + r.Rule.Stage.Name
	if t := r.Token; t != nil {
		last = fmt.Sprintf("and was last in %s %s until %s", r.Rule.Stage.Name, r.since(t), stepOf(r.graph, t.Consumer))
	}
	return where + ", " + last + "."
}

func (r *rejection) tooEarly() string {
	if r.Before.Rule.Stage.Ordered && r.Rule.Link() == nil {
		return fmt.Sprintf("its stage is ordered, and %s comes first.", r.Before)
	}
	return fmt.Sprintf("a link waits until no rule applies, and %s does.", r.Before)
}

// stepOf returns an event with its id.
func stepOf(g *causal.Graph, e causal.Event) string { return named(g.Step(e)) }
