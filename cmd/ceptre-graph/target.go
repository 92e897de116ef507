package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/spf13/cobra"
)

// target is where and how the picture is written.
type target struct {
	file, format string
	interactive  bool
	tiles        int
	sheet        string
	written      []string // the files of the last picture
	encoding     render.Encoding
}

func (t *target) flags(c *cobra.Command) {
	f := c.Flags()
	cli.FileFlag(c, &t.file, "", "the `FILE` to write (default: beside the trace); - is standard output")
	f.StringVar(&t.format, "format", "",
		"the `FORMAT` to write: "+join(render.Formats())+" (default: by the end of the name after -o, or svg)")
	f.BoolVar(&t.interactive, "interactive", false, "write a page to move around in, like --format html")
	f.IntVar(&t.tiles, "tiles", 0, "write a folder of linked pages of `N` steps each, such as 250, for runs that are "+
		"too long for one page")
	f.StringVar(&t.sheet, "page", "", "lay the picture out for a page of this `SIZE`, slide (16:9) or a4, with letters "+
		"of at least 8 points. If it needs several pages they are NAME-1.svg, NAME-2.svg and so on, or pages of one PDF")
	f.Float64Var(&t.encoding.Scale, "scale", 0,
		"for --format png: `PIXELS` for each point (default: 2, or 1 or 0.5 if that is too large)")
	f.IntVar(&t.encoding.Width, "width", 0,
		"for --format text: the `COLUMNS` of a line (default: those of the terminal, or 120)")
	f.BoolVar(&t.encoding.ASCII, "ascii", false, "for --format text: draw with ASCII characters only")
	complete(c, "format", render.Formats())
	complete(c, "page", showing.Sheets())
}

// as is how the picture is written.
func (t *target) as() render.Format { return render.Format(t.format) }

// check refuses flags that make no sense, and the trace to be written over.
func (t *target) check(c *cobra.Command, j *job) error {
	for _, check := range []func(*cobra.Command) error{t.settle, t.fits,
		func(c *cobra.Command) error { return t.where(c, j) }} {
		if err := check(c); err != nil {
			return err
		}
	}
	if t.file == cli.Stdio {
		return nil
	}
	if err := j.MayWrite(t.file, j.input); err != nil {
		return err
	}
	return j.RoomFor(t.file)
}

// settle finds the format.
func (t *target) settle(c *cobra.Command) error {
	asked, named := t.format, render.SVGFormat
	if t.hasEnding() {
		named = render.FormatOf(filepath.Ext(t.file)) // or ""
	}
	if (t.interactive || t.tiles > 0) && asked == "" {
		asked = string(render.HTMLFormat)
	}
	switch {
	case asked != "" && !slices.Contains(render.Formats(), render.Format(asked)):
		return cli.BadFlag(c, "--format %q: want one of %s", asked, join(render.Formats()))
	case asked == "" && named == "":
		return cli.BadFlag(c, "-o %s: unknown format %s; want one of %s, or give --format", t.file,
			filepath.Ext(t.file), join(render.Formats()))
	case asked == "":
		asked = string(named)
	case t.tiles == 0 && t.hasEnding() && named != "" && string(named) != asked:
		flag := "--format for " + asked
		if t.format == "" {
			flag = "--interactive for html"
		}
		return cli.Disagree(c, t.file, string(named), flag)
	}
	t.format = asked
	return nil
}

// fits refuses flags that do nothing for the format.
func (t *target) fits(c *cobra.Command) error {
	switch {
	case t.interactive && t.as() != render.HTMLFormat:
		return cli.BadFlag(c, "--interactive is --format html, not %s", t.format)
	case t.tiles < 0, t.tiles == 0 && c.Flags().Changed("tiles"):
		return cli.BadFlag(c, "--tiles %d: want 1 or more", t.tiles)
	case t.tiles > 0 && t.as() != render.HTMLFormat:
		return cli.BadFlag(c, "--tiles writes pages, not %s", t.format)
	case t.tiles > 0 && c.Flags().Changed("max-nodes"):
		return cli.BadFlag(c, "--tiles says how much is on a page; --max-nodes is for single pictures")
	case t.tiles > 0 && c.Flags().Changed("link"):
		return cli.BadFlag(c, "--tiles writes pages that lead to each other; --link is for single pictures")
	case t.sheet != "" && !slices.Contains(showing.Sheets(), showing.Sheet(t.sheet)):
		return cli.BadFlag(c, "--page %q: want one of %s", t.sheet, join(showing.Sheets()))
	case t.sheet != "" && t.tiles > 0:
		return cli.BadFlag(c, "--tiles writes pages of so many steps; --page is for single pictures")
	case t.sheet != "" && c.Flags().Changed("rows"):
		return cli.BadFlag(c, "--page decides on the rows; --rows is for pictures of any size")
	case c.Flags().Changed("scale") && !(t.encoding.Scale > 0):
		return cli.BadFlag(c, "--scale %v: want more than 0", t.encoding.Scale)
	case t.encoding.Width < 0:
		return cli.BadFlag(c, "--width %d: want 0 or more", t.encoding.Width)
	}
	return fits(c, "format", t.as(), []use[render.Format]{
		{"scale", []render.Format{render.PNGFormat}},
		{"link", []render.Format{render.SVGFormat, render.HTMLFormat, render.PDFFormat, render.DOTFormat, render.JSONFormat}},
		{"prose", []render.Format{render.SVGFormat, render.HTMLFormat, render.DOTFormat, render.JSONFormat}},
		{"width ascii", []render.Format{render.TextFormat}},
		{"rows page", []render.Format{render.SVGFormat, render.HTMLFormat, render.PNGFormat, render.PDFFormat}},
	})
}

// where finds the file to write, and refuses flags that do not fit it.
func (t *target) where(c *cobra.Command, j *job) error {
	if t.file == "" {
		t.file = t.beside(j)
	}
	out := t.file == cli.Stdio
	switch {
	case j.watch && j.input == cli.Stdio:
		return cli.BadFlag(c, "--watch needs a file, not standard input")
	case t.tiles > 0 && out:
		return cli.BadFlag(c, "--tiles writes a folder, not standard output; name it with -o")
	case j.open && out:
		return cli.BadFlag(c, "--open needs a file, not standard output")
	case out && cli.IsTerminal(j.Out) && (t.as() == render.PNGFormat || t.as() == render.PDFFormat):
		return cli.BadFlag(c, "%s cannot be shown on a terminal; name a file with -o", t.format)
	}
	if out && t.encoding.Width == 0 {
		t.encoding.Width = cli.Columns(j.Out)
	}
	return nil
}

// hasEnding reports whether the name of the file can say how it is written.
func (t *target) hasEnding() bool { return t.file != cli.Stdio && filepath.Ext(t.file) != "" }

// beside returns the name of the picture of a trace, which is not that of the trace.
func (t *target) beside(j *job) string {
	if j.input == cli.Stdio {
		return cli.Stdio
	}
	base := strings.TrimSuffix(j.input, ".gz")
	base = strings.TrimSuffix(base, filepath.Ext(base))
	name := base + t.tail()
	if j.look.view != string(render.Causal) || name == j.input {
		return base + "-" + j.look.view + t.tail()
	}
	return name
}

// tail is how names of files end.
func (t *target) tail() string {
	switch {
	case t.tiles > 0:
		return "-tiles"
	case t.as() == render.TextFormat:
		return ".txt"
	}
	return "." + t.format
}

// first is the file to open.
func (t *target) first() string {
	if t.tiles > 0 {
		return filepath.Join(t.file, "index.html")
	}
	return t.written[0]
}
