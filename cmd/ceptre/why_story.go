package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/fold"
	"github.com/ceptre-graph/ceptre/causal/story"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/render"
)

// tale is a story in which nothing can be left out.
type tale struct {
	*question
	of     causal.Target
	story  *story.Story  // nil where nothing had to happen
	traced *causal.Graph // of the story
	before int           // how many steps led to the target in the run
}

// story cuts the explanation of the target down.
func (q *question) story() *tale {
	t := &tale{question: q, of: q.targets[0][0]}
	if t.of.Event == causal.Outside {
		t.traced = causal.New(q.graph.Excerpt(nil, t.of))
		return t
	}
	t.before = len(q.graph.Why([]causal.Target{t.of}, causal.Reach{Stages: true}).Events)
	t.story = story.NewFinder(q.graph).Of(t.of.Event)
	t.traced = causal.New(t.story.Trace)
	return t
}

func (t *tale) graph() *causal.Graph { return t.traced }

// target returns the explained events, as part of the story.
func (t *tale) target() causal.Target {
	last := causal.Target{Event: causal.Event(t.traced.Len() - 1)}
	if t.of.Resource != nil {
		last.Resource = t.traced.Resource(t.of.Resource.ID)
	}
	return last
}

func (t *tale) picture() render.Options {
	return render.Options{Title: "the story of " + t.names[0],
		Select:  fold.Options{StageTokens: t.reach.Stages || t.movesOn(), Persistent: true},
		Overlay: render.Mark(t.names[0], t.traced, []causal.Target{t.target()})}
}

// movesOn reports whether the story goes from stage to stage. Where it does not, all steps
// need the mark of the one stage, and arrows to each would hide the others.
func (t *tale) movesOn() bool {
	return slices.ContainsFunc(t.traced.Resources, func(r causal.Resource) bool {
		return r.StageToken() && r.Consumer != causal.Outside
	})
}

func (t *tale) write(w io.Writer) error {
	var b bytes.Buffer
	why := t.traced.Why([]causal.Target{t.target()}, t.reach)
	if err := t.print(&b, why); err != nil {
		return err
	}
	if len(why.Ends) > 0 {
		fmt.Fprintf(&b, "\nThere is more of it: go further back with --depth, or print it as a trace with --json.\n")
	}
	if t.story != nil {
		t.defend(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// mostNeeds is how many steps are listed with what there would not be without them.
const mostNeeds = 200

// defend says why nothing can be left out; of each step where all of the story is asked for.
func (t *tale) defend(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n%s that led to it in the run.", t.share())
	switch {
	case t.traced.Len() == 1:
		fmt.Fprintln(b, " Nothing had to happen before.")
	case t.story.Proved:
		fmt.Fprintln(b, " No fewer of these will do: all smaller parts were tried.")
	default:
		fmt.Fprintln(b, " None of these can be left out by itself.")
	}
	if t.reach.Depth > 0 {
		return
	}
	for _, n := range t.story.Needs[:min(len(t.story.Needs), mostNeeds)] {
		fmt.Fprintf(b, "  without %s, %s has no %s\n", n.Step, n.For, trace.Visible(n.Fact))
	}
	if more := len(t.story.Needs) - mostNeeds; more > 0 {
		fmt.Fprintf(b, "  and %d more\n", more)
	}
}

// share says how much of what led to the target is in the story.
func (t *tale) share() string {
	switch n := t.traced.Len(); {
	case n < t.before:
		return fmt.Sprintf("%s of the %d", plural.Count(n, "step"), t.before)
	case n == 1:
		return "The only step"
	}
	return fmt.Sprintf("All %d steps", t.before)
}
