package scenes

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// retold tells a play again, in the same order, with a scene for each event: what
// [Performance.Step] is short for.
func retold(p *Performance) []*Scene {
	again := &Performance{Graph: p.Graph, Cast: p.Cast, places: p.places, mentions: p.mentions, method: Step}
	order := make([]causal.Event, p.Graph.Len())
	for e, when := range p.log.when {
		order[when] = causal.Event(e)
	}
	steps := make([]*Scene, p.Graph.Len())
	c := newCutter(again)
	for _, e := range order {
		steps[e] = c.scene(e)
		steps[e].locate(again)
	}
	return steps
}

// Of a play that is not told yet, a step is what it is where the whole play is told again.
func TestStepsAreToldAgain(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		again := retold(p)
		for e := range causal.Event(p.Graph.Len()) {
			untold := uncut(t, p.Graph, m, cast.Options{By: "character"})
			require.Equal(t, stripped(again[e]), stripped(untold.Step(e)))
			require.Equal(t, stripped(again[e]), stripped(p.Step(e)))
		}
	})
}

// A play is told only for events that do not say where people are.
func TestStepsThatNeedNoTelling(t *testing.T) {
	h := hand().Set("at romeo orchard", "at nurse orchard", "heart romeo", "feud")
	h.Play("travel", "-at romeo orchard", "+at romeo cell").Play("meet", "$at nurse orchard").Play("rage", "-feud")
	h.Play("sigh", "-heart romeo").Play("die", "-at romeo cell", "+ghost romeo").Play("rise", "-ghost romeo",
		"+at romeo orchard")
	h.Play("talk", "$at romeo orchard", "$at nurse orchard")
	g := causal.New(h.Finish(trace.Quiescent))
	for e := range causal.Event(g.Len()) {
		p := uncut(t, g, "", cast.Options{By: "character"})
		p.Step(e)
		require.Equal(t, e == 3, p.log != nil, "%s", g.Step(e))
	}
}

// Where nothing ties who comes to be somewhere to who was there before, the order decides.
func TestStepsOfTheUnsteady(t *testing.T) {
	h := hand().Set("at romeo orchard", "at nurse orchard")
	h.Play("die", "-at romeo orchard").Play("rise", "+at romeo cell").Play("wait", "$at nurse orchard", "$at romeo cell")
	p := uncut(t, causal.New(h.Finish(trace.Quiescent)), "", cast.Options{By: "character"})
	p.Step(1)
	require.NotNil(t, p.log)
}
