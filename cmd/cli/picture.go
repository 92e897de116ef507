package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

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
	picture, err := p.picture(ctx, g, o)
	if err != nil {
		return fmt.Errorf("%s: %w", p.File, err)
	}
	err = s.WriteFile(p.File, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
	if err == nil {
		fmt.Fprintln(s.Err, p.File)
	}
	return err
}

func (p *Picture) picture(ctx context.Context, g *causal.Graph, o render.Options) ([]byte, error) {
	if filepath.Ext(p.File) == ".dot" {
		return render.DOT(g, o)
	}
	return render.SVG(ctx, g, o)
}
