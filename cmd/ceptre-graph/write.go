package main

import (
	"context"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
)

// work is what a job has read and is to draw.
type work struct {
	*job
	name    string // of the trace, for messages
	graph   *causal.Graph
	options render.Options
}

// write draws and writes a picture, or the pages of an atlas.
func (w *work) write(ctx context.Context) error {
	if w.output.tiles > 0 {
		return w.writeAtlas(ctx)
	}
	p, err := render.Draw(w.graph, w.options)
	if err != nil {
		return w.refused(err)
	}
	return w.WritePicture(ctx, p, render.Format(w.output.format), w.output.file)
}

// refused says which trace cannot be drawn as it was asked for.
func (w *work) refused(err error) error { return fmt.Errorf("%s: %w", w.name, inFlags(err)) }

// writeAtlas writes a folder of pages, whole or not at all.
func (w *work) writeAtlas(ctx context.Context) error {
	atlas, err := render.NewAtlas(w.graph, w.options, w.output.tiles)
	if err != nil {
		return w.refused(err)
	}
	folder, err := cli.NewFolder(w.output.file)
	if err != nil {
		return err
	}
	defer folder.Remove()
	if err := w.drawPages(ctx, atlas, folder); err != nil {
		return err
	}
	if err := folder.Close(); err != nil {
		return err
	}
	fmt.Fprintf(w.Err, "%s: %d pages\n", w.output.first(), atlas.Len())
	return nil
}

// drawPages writes the pages, and shows how far it is.
func (w *work) drawPages(ctx context.Context, atlas *render.Atlas, folder *cli.Folder) error {
	progress := w.Progress("drawing pages", atlas.Len())
	defer progress.Close()
	return atlas.Write(ctx, func(file string, data []byte) error {
		progress.Done()
		return folder.Write(file, data)
	})
}
