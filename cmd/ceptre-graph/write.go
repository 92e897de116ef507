package main

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/causal/compare"
	"github.com/ceptre-graph/ceptre/cmd/beside"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/flags"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/showing"
)

// work is the way from a trace to a picture.
type work struct {
	*job
	options  render.Options
	progress *cli.Progress
}

// hint names the flags that show the parts a picture leaves out.
func (w *work) hint(why render.Reason) string {
	switch why {
	case render.AtGlance:
		return "--whole draws all"
	case render.TooMany:
		if w.options.View == render.Board {
			return "--whole draws all, --from and --to a part, --at one moment"
		}
		parts := "--max-nodes 0 draws all; --from, --to, --past, --future and --focus draw parts"
		if w.options.View == render.State {
			return "--max-nodes 0 draws each by itself, --hide-predicates leaves facts out"
		}
		if v := w.options.View; v == render.Rules || v == render.Net || v == render.Timeline {
			return parts
		}
		return parts + "; --tiles an atlas; --view timeline shows all of it in time"
	case render.EndMissing:
		return "--from with a later step draws what follows, --by with fewer characters more of their way, --max-nodes 0 " +
			"all, --tiles an atlas, --view timeline the course of all"
	case render.Crowd:
		return "--by names others, --max-nodes 0 draws all"
	case render.NotAsked:
		if w.options.View == render.Board {
			return "--grid with the form of the facts draws others"
		}
		return "--persistent, --stage-tokens"
	case render.ReadsTold:
		return "--reads all draws them"
	case render.Placeless:
		return "--place names a predicate"
	}
	return ""
}

// made is the result for a trace, with the notes from reading it: either a picture, or an atlas
// with pages still to be drawn.
type made struct {
	said  bytes.Buffer
	drawn *cli.Drawn
	atlas *render.Atlas
}

// prepare reads the trace and draws it. It writes nothing, so that it may be given up.
func (w *work) prepare(ctx context.Context) (*made, error) {
	m := new(made)
	s := w.Streams
	s.Err = &m.said
	name, t, err := s.ReadTrace(w.input)
	if err != nil {
		return nil, err
	}
	if w.older {
		t = compare.Older(t)
	}
	w.progress.Turn("drawing", -1)
	g := causal.New(t)
	if err := w.tell(g); err != nil {
		return nil, err
	}
	if err := w.fill(ctx, m, g); err != nil {
		return nil, fmt.Errorf("%s: %w", name, inFlags(err))
	}
	return m, nil
}

// fill draws a picture, or divides the run into pages.
func (w *work) fill(ctx context.Context, m *made, g *causal.Graph) (err error) {
	if w.options.Cast, err = w.cast(g); err != nil {
		return err
	}
	if w.output.tiles > 0 {
		m.atlas, err = render.NewAtlas(g, w.options, w.output.tiles)
		return err
	}
	w.options.Sheet = showing.Sheet(w.output.sheet)
	wanted := cli.Wanted{Options: w.options, Format: w.output.as(), Sheet: showing.Sheet(w.output.sheet),
		File: w.output.file, Encoding: w.output.encoding, Hint: w.hint}
	if w.output.file == cli.Stdio { // pipes are quiet
		wanted.Silent = []render.Reason{render.ReadsTold, render.AtGlance} // the title says as much
	}
	m.drawn, err = wanted.Draw(ctx, g)
	return err
}

// tell enters how tips tell events and facts in the words of the prose.
func (w *work) tell(g *causal.Graph) error {
	if w.look.prose == "" {
		return nil
	}
	text, err := beside.Whole(w.Streams, w.look.prose, g.Trace.Program)
	if err != nil {
		return err
	}
	teller, err := flags.Teller(g, text, w.look.casting)
	if err != nil {
		return err
	}
	fact, event := teller.Tips()
	var mu sync.Mutex // pages of an atlas are drawn at the same time
	w.options.Fact = func(r *trace.Resource) string {
		mu.Lock()
		defer mu.Unlock()
		return fact(r)
	}
	w.options.Event = func(step *trace.Step) string {
		mu.Lock()
		defer mu.Unlock()
		return event(step)
	}
	return nil
}

// write writes the result, and prints the notes on it.
func (w *work) write(ctx context.Context, m *made) error {
	if m.atlas != nil {
		return w.writeAtlas(ctx, m)
	}
	w.progress.Close()
	w.say(m)
	if err := w.WriteDrawn(m.drawn, w.output.file); err != nil {
		return err
	}
	w.output.written = m.drawn.Files(w.output.file)
	w.sayCast()
	return nil
}

// say prints the notes from reading the trace.
func (w *work) say(m *made) { _, _ = m.said.WriteTo(w.Err) }

// cast returns the characters of a view that draws their lines; nil for other views, and for runs
// without a step, which have none to choose.
func (w *work) cast(g *causal.Graph) (*causal.Cast, error) {
	switch {
	case w.options.View != render.Threads && w.options.View != render.Storyline:
		return nil, nil
	case g.Len() == 0 && w.look.casting.By+w.look.casting.Place == "":
		return nil, nil
	}
	cast, err := cast.Find(g, w.look.casting)
	return &cast, err
}

// sayCast says which characters were picked.
func (w *work) sayCast() {
	if w.options.Cast != nil && w.output.file != cli.Stdio {
		w.SayCast(*w.options.Cast)
	}
}

// writeAtlas writes a folder of pages, whole or not at all.
func (w *work) writeAtlas(ctx context.Context, m *made) error {
	folder, err := w.NewFolder(w.output.file)
	if err != nil {
		return err
	}
	defer folder.Remove()
	w.progress.Turn("drawing pages", m.atlas.Len())
	err = m.atlas.Write(ctx, func(file string, data []byte) error {
		w.progress.Done()
		return folder.Write(file, data)
	})
	if err == nil {
		err = folder.Close()
	}
	w.progress.Close()
	if err != nil {
		return inFlags(err)
	}
	w.say(m)
	for _, n := range m.atlas.Notes() {
		fmt.Fprintf(w.Err, "note: %s\n", n.Text)
	}
	fmt.Fprintf(w.Err, "%s: %s\n", w.output.first(), english.Count(m.atlas.Len(), "page"))
	w.sayCast()
	return nil
}
