package render

import (
	"errors"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
)

// why draws what led to something, as the causal view does, with what is explained
// standing out.
func (a *artist) why() error {
	if len(a.Of) == 0 {
		return errors.New("the why view needs to know what to explain")
	}
	var targets []causal.Target
	for _, text := range a.Of {
		found, err := a.graph.Find(text)
		if err != nil {
			return err
		}
		targets = append(targets, found...)
	}
	why := a.graph.Why(targets, causal.Reach{Stages: a.Select.StageTokens})
	a.Overlay = Mark(strings.Join(a.Of, ", "), a.graph, targets)
	a.graph = causal.New(a.graph.Excerpt(why.Events, targets...))
	return a.causal()
}

// Mark returns the overlay that makes targets stand out in a picture, with their name
// in the legend.
func Mark(name string, g *causal.Graph, targets []causal.Target) *Overlay {
	o := &Overlay{Sides: causal.NewSides(), Right: name}
	for _, t := range targets {
		if t.Resource != nil {
			o.Resources[t.Resource.ID] = causal.Right
		} else {
			o.Steps[g.Step(t.Event).ID] = causal.Right
		}
	}
	return o
}
