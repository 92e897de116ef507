package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/spf13/cobra"
)

// target is where and how the picture is written.
type target struct {
	file, format string
	interactive  bool
	tiles        int
}

func (t *target) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&t.file, "output", "o", "", "the file to write (default: beside the trace); - is standard output")
	f.StringVar(&t.format, "format", "", "how to write it: "+join(render.Formats())+" (default: as the name after -o ends, or svg)")
	f.BoolVar(&t.interactive, "interactive", false, "write a page to move around in: --format html")
	f.IntVar(&t.tiles, "tiles", 0, "write a folder of linked pages with so many steps each, such as 250, for runs that are too long for one")
	complete(c, "format", render.Formats())
}

// check refuses flags that make no sense, and the trace to be written over.
func (t *target) check(c *cobra.Command, j *job) error {
	if t.interactive && t.format != "" && t.format != string(render.HTMLFormat) {
		return cli.BadFlag(c, "--interactive is --format html, not %s", t.format)
	}
	if t.interactive {
		t.format = string(render.HTMLFormat)
	}
	if t.tiles > 0 && t.format == "" {
		t.format = string(render.HTMLFormat)
	}
	if t.format == "" {
		t.format = t.ending()
	}
	switch {
	case !slices.Contains(render.Formats(), render.Format(t.format)):
		return cli.BadFlag(c, "cannot write a picture as %q: --format can be %s", t.format, join(render.Formats()))
	case t.tiles > 0 && t.format != string(render.HTMLFormat):
		return cli.BadFlag(c, "--tiles writes pages, not %s", t.format)
	case t.tiles > 0 && t.file == cli.Stdio:
		return cli.BadFlag(c, "--tiles writes a folder, not standard output")
	case t.tiles < 0:
		return cli.BadFlag(c, "--tiles %d: a page has one step or more", t.tiles)
	case j.watch && j.input == cli.Stdio:
		return cli.BadFlag(c, "--watch needs a file, not standard input")
	}
	if t.file == "" {
		t.file = t.beside(j)
	}
	if j.open && t.file == cli.Stdio {
		return cli.BadFlag(c, "--open needs a file, not standard output")
	}
	return cli.NotInput(t.file, j.input)
}

// ending is the format that the name of the file asks for; svg where it has none.
func (t *target) ending() string {
	ext := filepath.Ext(t.file)
	if ext == "" || t.file == cli.Stdio {
		return string(render.SVGFormat)
	}
	if f := render.FormatOf(ext); f != "" {
		return string(f)
	}
	return strings.TrimPrefix(ext, ".") // to be refused
}

// beside returns the name of the picture of a trace.
func (t *target) beside(j *job) string {
	if j.input == cli.Stdio {
		return cli.Stdio
	}
	base := strings.TrimSuffix(j.input, ".gz")
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if j.look.view != string(render.Causal) {
		base += "-" + j.look.view
	}
	if t.tiles > 0 {
		return base + "-tiles"
	}
	return base + "." + t.format
}

// first is the file to open.
func (t *target) first() string {
	if t.tiles > 0 {
		return filepath.Join(t.file, "index.html")
	}
	return t.file
}
