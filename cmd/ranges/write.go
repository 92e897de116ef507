package ranges

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/histogram"
	"github.com/ceptre-graph/ceptre/site/rangepage"
	"github.com/ceptre-graph/ceptre/themes"
)

// Ends are the ends of names of the files of [Write]: pictures, a page and a table.
var Ends = []string{".svg", ".png", ".pdf", Page, ".csv"}

// Page is the end of the name of a page.
const Page = ".html"

// End returns the end of the name of a file, in small letters.
func End(file string) string { return strings.ToLower(filepath.Ext(file)) }

// Write writes a range to a file, or as a table to standard output; to no file if its name is "". The picture and the
// page have links to the examples, which have been made if they are [ExampleFlags.Wanted].
func Write(ctx context.Context, s cli.Streams, file string, look *themes.Theme, made *expressive.Range,
	told *Examples) error {
	switch {
	case file == "":
		return nil
	case file == cli.Stdio:
		return made.WriteCSV(cli.Data(s.Out))
	case End(file) == ".csv":
		return s.StreamFile(file, made.WriteCSV)
	case made.Done == 0:
		return fmt.Errorf("%s is not drawn: no run has ended", file)
	case End(file) == Page:
		p := &rangepage.Page{Range: made, Theme: look, Example: told.Example}
		return s.WriteNamed(file, p.Write)
	}
	// A picture takes no time, and shows the runs that had ended when the user interrupted the others.
	ctx = context.WithoutCancel(ctx)
	drawn, err := s.Draw(ctx, func() (*cli.Drawn, error) {
		p := &render.Picture{Theme: look}
		p.Diagram = histogram.Diagram(made, histogram.Options{Font: fonts.Like(look.Fonts.Picture), Link: told.Link})
		data, err := p.Write(ctx, render.FormatOf(End(file)))
		return &cli.Drawn{Pages: [][]byte{data}}, err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return s.WriteDrawn(drawn, file)
}
