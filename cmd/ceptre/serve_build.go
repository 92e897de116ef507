package main

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/preview"
	"github.com/ceptre-graph/ceptre/lang/plural"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/site"
	"github.com/spf13/cobra"
)

// rebuild makes the site, and shows it, or why it could not be made. The first time, it
// opens the browser if that is wanted.
func (v *serving) rebuild(ctx context.Context, c *cobra.Command, at net.Addr) {
	c.SetContext(ctx)
	if v.typed != nil {
		c.SetIn(v.typed.Until(ctx))
	}
	if err := v.showPlay(c); err != nil {
		fmt.Fprintln(v.Err, err)
	}
	begun := time.Now()
	made, err := v.make(c, v.Streams, v.input)
	switch {
	case ctx.Err() != nil:
		return // there is a newer change, or it is over
	case err != nil:
		v.showWordless(c)
		v.server.Fail(inFull(err))
		fmt.Fprintln(v.Err, err)
	default:
		v.shown = true
		v.server.Show(filesOf(made))
		v.say(made, time.Since(begun))
	}
	if v.open {
		v.open = false
		if err := cli.OpenURL(fmt.Sprintf("http://%s/", at)); err != nil {
			fmt.Fprintln(v.Err, err)
		}
	}
}

// showWordless shows a first site without its prose, if the prose kept it from being made: the
// errors are shown over it.
func (v *serving) showWordless(c *cobra.Command) {
	if v.shown {
		return
	}
	bare := v.publisher
	bare.wordless = true
	if made, err := bare.make(c, v.Streams, v.input); err == nil {
		v.shown = true
		v.server.Show(filesOf(made))
	}
}

// say says that there is a new site. What the author may want to know is not said again
// with each.
func (v *serving) say(made *site.Site, took time.Duration) {
	if v.quiet {
		return
	}
	if !slices.Equal(made.Notes, v.notes) {
		v.notes = made.Notes
		for _, note := range made.Notes {
			fmt.Fprintln(v.Err, note)
		}
	}
	fmt.Fprintf(v.Out, "made in %.2f s: %s\n", took.Seconds(), plural.Count(len(made.Leaves), "scene"))
}

func filesOf(made *site.Site) preview.Files {
	files := make(preview.Files, len(made.Pages))
	for _, p := range made.Pages {
		files[p.Path] = p.Data
	}
	return files
}

// inFull returns all that there is to say of an error, clean: of programs with their lines.
func inFull(err error) string {
	var out strings.Builder
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			out.WriteString(inFull(one) + "\n")
		}
	case syntax.ErrorList:
		_ = e.Fprint(&out, syntax.Style{}) // into memory
	default:
		out.WriteString(visible.Text(err.Error()))
	}
	return strings.TrimRight(out.String(), "\n")
}
