package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/site/words"
)

// answer is what a question has come to.
type answer interface {
	graph() *causal.Graph    // of just the answer
	picture() render.Options // how it is drawn
	write(io.Writer) error   // as text
}

// answer finds out.
func (q *question) answer() answer {
	switch {
	case len(q.targets) == 0:
		return &finish{q, report.Outcome{Outcome: q.graph.Outcome(q.reach.Stages), Graph: q.graph}}
	case q.minimal:
		return q.story()
	case len(q.targets) > 1:
		left := q.graph.Why(q.targets[0], q.reach0())
		right := q.graph.Why(q.targets[1], q.reach0())
		return &parting{q, left, right, causal.Part(left, right)}
	}
	return &proof{question: q, why: q.graph.Why(q.targets[0], q.reach)}
}

// reach0 is how far to go back where there is no bound.
func (q *question) reach0() causal.Reach { return causal.Reach{Stages: q.reach.Stages} }

// proof is what led to one thing, or to all that fit.
type proof struct {
	*question
	why *causal.Why
}

func (p *proof) graph() *causal.Graph {
	return causal.New(p.question.graph.Excerpt(p.why.Events, p.why.Targets...))
}

func (p *proof) picture() render.Options {
	return render.Options{Title: p.title(), Select: p.shown(), Overlay: render.Mark(p.names[0], p.why.Graph, p.why.Targets)}
}

// shown is what a picture of an answer shows of it: permanent facts, too.
func (q *question) shown() fold.Options {
	return fold.Options{StageTokens: q.reach.Stages, Persistent: true}
}

func (p *proof) write(w io.Writer) error {
	var b bytes.Buffer
	if err := p.print(&b, p.why); err != nil {
		return err
	}
	if len(p.why.Ends) > 0 {
		fmt.Fprintf(&b, "\nThere is more before it: ask why of %s, or go further back with --depth.\n",
			p.question.graph.Steps(p.why.Ends))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// print writes an explanation, be it of the run or of a story made of it.
func (q *question) print(w io.Writer, why *causal.Why) error {
	if !q.sentences {
		why.Proofs = q.proofs
		return why.Fprint(w)
	}
	return why.Sentences(w,
		func(e causal.Event) string { return q.tell(why.Graph.Step(e)) },
		func(r *causal.Resource) string { return words.Capital(q.teller.Fact(r)) })
}

// parting is how the ways to two things lie to each other.
type parting struct {
	*question
	left, right *causal.Why
	causal.Parting
}

func (p *parting) graph() *causal.Graph {
	why := p.question.graph.Why(append(p.left.Targets, p.right.Targets...), p.reach0())
	return causal.New(p.question.graph.Excerpt(why.Events, why.Targets...))
}

func (p *parting) write(w io.Writer) error {
	b := &report.Text{}
	p.list(b, "Led to both", p.Both)
	p.list(b, "Where the ways part", p.Forks)
	p.list(b, "Led to "+p.names[0]+" only", p.Left)
	p.list(b, "Led to "+p.names[1]+" only", p.Right)
	_, err := w.Write(b.Bytes())
	return err
}

// mostLed is how many of the steps that led to something are listed: the last, which are the
// nearest to it.
const mostLed = 200

// list writes events below a heading.
func (p *parting) list(b *report.Text, heading string, events []causal.Event) {
	if len(events) == 0 {
		b.Title(heading + ": nothing.")
		return
	}
	b.Title(heading + ":")
	if more := len(events) - mostLed; more > 0 {
		b.Item("… %s before these; --json prints all", plural.Count(more, "step"))
		events = events[more:]
	}
	for _, e := range events {
		b.Item("%s", p.say(p.question.graph.Step(e)))
	}
}

func (p *parting) picture() render.Options {
	return render.Options{Title: p.title(), Select: p.shown(), Overlay: p.overlay()}
}

// overlay tells in a picture what led to one thing only. A resource belongs to
// the side that made it, or where both did to that which used it.
func (p *parting) overlay() *render.Overlay {
	o := &render.Overlay{Sides: compare.NewSides(), Left: "only " + p.names[0], Right: "only " + p.names[1]}
	for _, e := range p.Left {
		o.Steps[p.question.graph.Step(e).ID] = compare.Left
	}
	for _, e := range p.Right {
		o.Steps[p.question.graph.Step(e).ID] = compare.Right
	}
	g := p.graph()
	for i := range g.Resources {
		r := &g.Resources[i]
		o.Resources[r.ID] = p.sideOf(g, r, o.Steps)
	}
	return o
}

// sideOf returns the side of a resource, given those of steps.
func (p *parting) sideOf(g *causal.Graph, r *causal.Resource, steps map[trace.StepID]compare.Side) compare.Side {
	if r.Producer != causal.Outside {
		if side := steps[g.Step(r.Producer).ID]; side != compare.Both {
			return side
		}
	}
	var sides []compare.Side
	for _, e := range r.Users() {
		sides = append(sides, steps[g.Step(e).ID])
	}
	for _, w := range []struct {
		why  *causal.Why
		side compare.Side
	}{{p.left, compare.Left}, {p.right, compare.Right}} {
		if slices.ContainsFunc(w.why.Targets, func(t causal.Target) bool { return t.Resource != nil && t.Resource.ID == r.ID }) {
			sides = append(sides, w.side)
		}
	}
	if slices.Sort(sides); len(slices.Compact(sides)) == 1 {
		return sides[0]
	}
	return compare.Both
}
