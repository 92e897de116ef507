// Package desk serves the workshop to browsers on this machine, for one program: it reads the file, follows its
// changes, and writes it.
package desk

import (
	"context"
	"errors"
	"fmt"
	"net"

	"golang.org/x/sync/errgroup"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/cmd/play/wasm/packed"
	"github.com/ceptre-graph/ceptre/cmd/play/web"
	"github.com/ceptre-graph/ceptre/cmd/preview"
	"github.com/ceptre-graph/ceptre/cmd/workshop"
	"github.com/ceptre-graph/ceptre/cmd/workshop/page"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/limit"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/locale"
	"github.com/ceptre-graph/ceptre/themes"
)

// Desk is a workshop for one program.
type Desk struct {
	cli.Streams
	File   *File // nil for a new world that the page saves as a download
	Theme  *themes.Theme
	Limits exec.Limits // of plays
	Memory limit.Size  // of all plays together; 0 for no limit
	Within func(context.Context) (context.Context, context.CancelFunc)
	Open   bool // the page is opened in the browser

	host  *web.Host
	shown bool // there was a version of the file
}

// Serve serves the workshop until the context ends, and returns the context's error.
func (d *Desk) Serve(ctx context.Context, l net.Listener) error {
	d.host = &web.Host{
		Pages: web.Pages{Names: append(page.Names(), packed.TemplateFile, packed.DiskFile), Read: d.read(ctx),
			Served: page.Connect},
		Session:   d.session,
		Limits:    d.Limits,
		Within:    d.Within,
		Generator: &trace.Generator{Name: "ceptre", Version: cli.Version},
	}
	if err := d.show(); err != nil {
		return err
	}
	server := preview.New()
	server.Log = d.Err
	server.Mount("/", d.host.Handler("/"))
	where := fmt.Sprintf("http://%s/", l.Addr())
	if _, err := fmt.Fprintln(d.Out, where); err != nil {
		return err
	}
	defer limit.Collect(d.Memory)()
	defer cli.Roomy()() // each change reads the whole program again, and keeps little
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return server.Serve(ctx, l) })
	if d.File != nil {
		group.Go(func() error { return d.follow(ctx) })
	}
	if d.Open {
		if err := cli.OpenURL(where); err != nil {
			fmt.Fprintln(d.Err, err)
		}
	}
	return group.Wait()
}

// read returns what reads a file of the page, those included of which the page makes pages of their own.
func (d *Desk) read(ctx context.Context) func(string, *locale.Words) ([]byte, error) {
	return func(name string, words *locale.Words) ([]byte, error) {
		switch name {
		case packed.TemplateFile:
			return packed.Template(packed.Settings{Theme: d.Theme,
				ProofSteps: d.Limits.ProofSteps, MatchSteps: d.Limits.MatchSteps})
		case packed.DiskFile:
			engine, err := packed.Load(ctx, func(line string) { fmt.Fprintln(d.Err, line) })
			if err != nil {
				return nil, err
			}
			return packed.Disk(engine)
		}
		return page.Read(name, words)
	}
}

// session returns what answers a page.
func (d *Desk) session(play *game.Handler) web.Session {
	h := &workshop.Handler{Play: play}
	if d.File != nil {
		h.Disk = d.File
	}
	return h
}

// show tells the pages of the newest version. A file that has gone is no version: the pages have its text.
func (d *Desk) show() error {
	var now workshop.Saved
	if d.File != nil {
		var err error
		if now, err = d.File.Load(); err != nil {
			return err
		}
	}
	if now.Version == "" && d.shown {
		return nil
	}
	d.shown = true
	return d.host.Show(game.Opening{Name: now.Name, Text: now.Text}, d.Theme, locale.For(locale.Default, nil))
}

// follow tells the pages of each change of the file, and of why it cannot be read, until the context ends.
func (d *Desk) follow(ctx context.Context) error {
	names := func() []string { return []string{d.File.Path} }
	return cli.WatchAll(ctx, names, func() {
		if err := d.show(); err != nil {
			fmt.Fprintln(d.Err, errors.Join(err, d.host.Fail(err.Error())))
		}
	})
}
