package site

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/render"
)

// A figure is a picture of the run in the index.
type figure struct {
	URL     string
	Alt     string
	Caption string
}

// addPictures adds the three views of the run. One that cannot be drawn, as it
// is too large, is left out with a note. Of a run without events there is nothing
// to draw.
func (b *builder) addPictures(ctx context.Context) error {
	if b.graph.Len() == 0 {
		return nil
	}
	events := count(b.graph.Len(), "event")
	for _, p := range []struct {
		view         render.View
		alt, caption string
	}{
		{render.Threads, fmt.Sprintf("The ways of %s through %s, drawn as lines that join where they meet.", count(len(b.cast.Names), "character"), events),
			"Who meets whom: each character’s way through the scenes."},
		{render.Causal, fmt.Sprintf("%s and the facts between them, drawn as a graph from causes to effects.", capital(events)),
			"What led to what: every scene, what it needed and what it made."},
		{render.Rules, fmt.Sprintf("%s, drawn as a graph of which one fed which.", capital(count(len(b.graph.Condense().Nodes), "rule"))),
			"Which rule feeds which, and how often."},
	} {
		file := string(p.view) + ".svg"
		if p.view == render.Threads && len(b.cast.Names) == 0 {
			continue // said with the cast
		}
		svg, whole, err := b.picture(ctx, p.view)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			b.note("%s left out: %v", file, err)
			continue
		}
		if !whole {
			p.caption += " There is too much of it to draw each by itself."
		}
		b.add(picturesFolder+"/"+file, svg)
		b.figures = append(b.figures, figure{URL: picturesFolder + "/" + file, Alt: p.alt, Caption: p.caption})
	}
	return nil
}

// picture draws a view, and reports whether all of it is there to see.
func (b *builder) picture(ctx context.Context, view render.View) (svg []byte, whole bool, err error) {
	p, err := render.Draw(b.graph, render.Options{
		View:     view,
		Theme:    b.theme,
		MaxNodes: render.MaxNodes,
		By:       b.by,
		Link:     b.linkFromPicture,
	})
	if err != nil {
		return nil, false, err
	}
	for _, n := range p.Notes {
		b.note("%s.svg: %s", view, n.Text)
	}
	svg, err = p.Write(ctx, render.SVGFormat)
	return svg, len(p.Notes) == 0, err
}

// linkFromPicture returns the way from a picture to the scene of a step.
func (b *builder) linkFromPicture(step *trace.Step) string {
	e, _ := b.graph.Event(step.ID)
	return "../" + b.scenes[e].Path()
}
