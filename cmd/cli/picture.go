package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/render"
	"github.com/ceptre-graph/ceptre/themes"
	"github.com/spf13/cobra"
)

// Picture is what a command that prints an answer may draw beside it.
type Picture struct {
	File  string // the file to write; none where empty
	theme string
	look  *themes.Theme
}

// Flags enters the flags of a picture into a command.
func (p *Picture) Flags(c *cobra.Command) {
	c.Flags().StringVarP(&p.File, "output", "o", "", "a picture to write, too: .svg or .dot")
	ThemeFlag(c, &p.theme)
}

// Check refuses flags that make no sense, and files that are read to be written
// over.
func (p *Picture) Check(c *cobra.Command, inputs ...string) (err error) {
	if ext := filepath.Ext(p.File); p.File != "" && ext != ".svg" && ext != ".dot" {
		return BadFlag(c, "-o %q: the name of a picture ends with .svg or .dot", p.File)
	}
	p.look, err = FindTheme(c, p.theme)
	for _, input := range inputs {
		err = errors.Join(err, NotInput(p.File, input))
	}
	return err
}

// Draw writes the picture, if one is wanted, and says where it is. Options other
// than the theme are those given.
func (p *Picture) Draw(ctx context.Context, s Streams, g *causal.Graph, o render.Options) error {
	if p.File == "" {
		return nil
	}
	o.Theme = p.look
	picture, err := Paint(ctx, g, o, strings.TrimPrefix(filepath.Ext(p.File), "."))
	if err != nil {
		return fmt.Errorf("%s: %w", p.File, err)
	}
	return s.WritePicture(p.File, picture)
}

// Paint draws a graph in a format, svg or dot.
func Paint(ctx context.Context, g *causal.Graph, o render.Options, format string) ([]byte, error) {
	if format == "dot" {
		return render.DOT(g, o)
	}
	return render.SVG(ctx, g, o)
}

// WritePicture writes a picture and says where it is.
func (s Streams) WritePicture(name string, picture []byte) error {
	return s.WriteNamed(name, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
}
