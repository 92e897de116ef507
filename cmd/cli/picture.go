package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/render/plot"
	"github.com/ceptre-graph/ceptre/render/showing"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// Picture is the picture that a command may draw beside the answer it prints.
type Picture struct {
	File  string // the file to write; none where empty
	most  int
	theme string
	look  *themes.Theme
}

// Flags enters the flags of a picture into a command.
func (p *Picture) Flags(c *cobra.Command) {
	FileFlag(c, &p.File, "", "write a picture to `FILE`, too: "+english.Either(PictureEnds()))
	MaxNodesFlag(c, &p.most)
	ThemeFlag(c, &p.theme)
}

// MaxNodesFlag enters the flag that bounds a picture.
func MaxNodesFlag(c *cobra.Command, most *int) {
	c.Flags().IntVar(most, "max-nodes", render.MaxNodes,
		"put events together until the picture has at most `N` nodes; 0 for no limit")
}

func (p *Picture) format() render.Format { return render.FormatOf(filepath.Ext(p.File)) }

// PictureEnds returns what names of pictures of answers can end with: not .json, which one would take for the
// answer as data, or the trace.
func PictureEnds() (ends []string) {
	for _, f := range render.Formats() {
		if f != render.JSONFormat {
			ends = append(ends, "."+string(f))
		}
	}
	return ends
}

// Check refuses flags that make no sense, and a picture in the place of a file that is read or
// about to be.
func (p *Picture) Check(c *cobra.Command, s Streams, inputs ...string) error {
	if f := p.format(); p.File != "" && (f == "" || f == render.JSONFormat) {
		return BadFlag(c, "-o %q: the name of a picture ends with %s", p.File, english.Either(PictureEnds()))
	}
	if err := p.CheckLook(c, s); err != nil {
		return err
	}
	return s.MayWrite(p.File, inputs...)
}

// CheckLook refuses a bound that makes no sense, and finds the theme of the flags, as [Picture.Check] does.
func (p *Picture) CheckLook(c *cobra.Command, s Streams) (err error) {
	if p.most < 0 {
		return BadFlag(c, "--max-nodes %d: want 0 or more", p.most)
	}
	p.look, err = s.FindTheme(c, p.theme)
	return err
}

// Theme returns the theme, which [Picture.CheckLook] has found.
func (p *Picture) Theme() *themes.Theme { return p.look }

// Draw writes the picture, if one is wanted, and says where it is. Options other
// than those of the flags are those given.
func (p *Picture) Draw(ctx context.Context, s Streams, g *causal.Graph, o render.Options) error {
	if p.File == "" {
		return nil
	}
	o.Theme, o.MaxNodes = p.look, p.most
	drawn, err := s.Draw(ctx, func() (*Drawn, error) {
		return Wanted{Options: o, Format: p.format(), Hint: hint}.Draw(ctx, g)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", p.File, err)
	}
	return s.WriteDrawn(drawn, p.File)
}

// hint names the flag that shows the parts a picture leaves out: --whole belongs to the command
// with pictures that leave characters out.
func hint(why render.Reason) string {
	switch why {
	case render.TooMany:
		return "--max-nodes 0 draws all"
	case render.OthersLeft:
		return "--whole draws all"
	}
	return ""
}

// Wanted says which picture is wanted, and how it is written.
type Wanted struct {
	Options  render.Options
	Format   render.Format
	Sheet    showing.Sheet // the size of its pages; none where empty
	File     string        // the name of the file, from which those of pages follow
	Encoding render.Encoding
	Hint     func(render.Reason) string // names the flags that show the missing parts
	Silent   []render.Reason            // notes that are not given, as the legend says as much
}

// Drawn is a picture as it is written into a file, or into one a page, with notes on the parts it does
// not show.
type Drawn struct {
	Pages [][]byte
	Notes []string
}

// Files returns the names of the files of a picture: `run.svg`, or `run-1.svg` and `run-2.svg`.
func (d *Drawn) Files(file string) []string {
	if len(d.Pages) == 1 {
		return []string{file}
	}
	names := make([]string, len(d.Pages))
	for i := range names {
		names[i] = pageName(file, i+1)
	}
	return names
}

func pageName(file string, page int) string {
	end := filepath.Ext(file)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(file, end), page, end)
}

// Draw draws a picture of a graph. It is an error to ask for parts that are not there.
func (w Wanted) Draw(ctx context.Context, g *causal.Graph) (*Drawn, error) {
	p, err := render.Draw(g, w.Options)
	if err != nil {
		return nil, err
	}
	p.Encoding = w.Encoding
	pages, err := w.pages(ctx, p)
	var notes []string
	for _, n := range append(p.Notes, w.lacks(p)...) {
		if slices.Contains(w.Silent, n.For) {
			continue
		}
		if hint := w.Hint(n.For); hint != "" {
			n.Text += " (" + hint + ")"
		}
		notes = append(notes, n.Text)
	}
	return &Drawn{pages, notes}, err
}

// pages returns the picture on its pages.
func (w Wanted) pages(ctx context.Context, p *render.Picture) ([][]byte, error) {
	if w.Sheet == "" {
		data, err := p.Write(ctx, w.Format)
		return [][]byte{data}, err
	}
	pages, err := p.Pages(ctx, w.Format, w.Sheet, func(page int) string { return filepath.Base(pageName(w.File, page)) })
	if err == nil && w.File == Stdio && len(pages) > 1 {
		return nil, fmt.Errorf("the picture takes %d pages, each of them a file: -o names these, or --format pdf puts them "+
			"into one", len(pages))
	}
	return pages, err
}

// lacks returns notes on the characters of labels that the font of a format does not have.
func (w Wanted) lacks(p *render.Picture) []render.Note {
	if w.Format != render.PNGFormat && w.Format != render.PDFFormat {
		return nil
	}
	n := plot.Missing(p.Diagram, p.Theme)
	if n == 0 {
		return nil
	}
	labels := "a label has"
	if n > 1 {
		labels = fmt.Sprintf("%d labels have", n)
	}
	return []render.Note{{Text: fmt.Sprintf("%s letters that %s is drawn without, as �: svg and html have them all",
		labels, w.Format), For: render.Letters}}
}

// Draw returns the picture that draw returns, and shows on a terminal that it is being drawn. It gives up as soon as
// the context ends: see [AtOnce].
func (s Streams) Draw(ctx context.Context, draw func() (*Drawn, error)) (*Drawn, error) {
	progress := s.Progress("drawing", -1)
	defer progress.Close()
	return AtOnce(ctx, draw)
}

// WriteDrawn writes a picture, whole or not at all, and says where it is and what it
// does not show.
func (s Streams) WriteDrawn(d *Drawn, file string) error {
	if len(d.Pages) == 1 {
		if err := s.WriteNamed(file, Bytes(d.Pages[0])); err != nil {
			return err
		}
	} else if err := s.writePages(d, file); err != nil {
		return err
	}
	prefix := ""
	if file != Stdio {
		prefix = file + ": "
	}
	for _, note := range d.Notes {
		fmt.Fprintf(s.Err, "%snote: %s\n", prefix, note)
	}
	return nil
}

// writePages writes the pages of a picture, all or none of them.
func (s Streams) writePages(d *Drawn, file string) error {
	names := d.Files(file)
	if err := s.writeSet(names, d.Pages); err != nil {
		return err
	}
	for _, name := range names {
		fmt.Fprintln(s.Err, name)
	}
	if next := pageName(file, len(names)+1); exists(next) {
		fmt.Fprintf(s.Err, "%s: note: this is a page of an earlier picture\n", next)
	}
	return nil
}

// AtOnce returns what work returns or, as soon as the context ends, ctx.Err(). Then the
// work goes on alone until it ends, or the process does, so it may change nothing that
// others see.
func AtOnce[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
