package cli

import (
	"context"
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
	most  int
	theme string
	look  *themes.Theme
}

// Flags enters the flags of a picture into a command.
func (p *Picture) Flags(c *cobra.Command) {
	c.Flags().StringVarP(&p.File, "output", "o", "", "a picture to write, too: "+endings())
	MaxNodesFlag(c, &p.most)
	ThemeFlag(c, &p.theme)
}

// MaxNodesFlag enters the flag that bounds a picture.
func MaxNodesFlag(c *cobra.Command, most *int) {
	c.Flags().IntVar(most, "max-nodes", render.MaxNodes, "how many nodes a picture may have before events are put together; 0 for any number")
}

func (p *Picture) format() render.Format { return render.FormatOf(filepath.Ext(p.File)) }

// endings lists what names of pictures of answers can end with: not .json, which
// one would take for the answer as data, or the trace.
func endings() string {
	var words []string
	for _, f := range render.Formats() {
		if f != render.JSONFormat {
			words = append(words, "."+string(f))
		}
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Check refuses flags that make no sense, and files that are read to be written
// over.
func (p *Picture) Check(c *cobra.Command, inputs ...string) (err error) {
	if f := p.format(); p.File != "" && (f == "" || f == render.JSONFormat) {
		return BadFlag(c, "-o %q: the name of a picture ends with %s", p.File, endings())
	}
	if p.look, err = FindTheme(c, p.theme); err != nil {
		return err
	}
	for _, input := range inputs {
		if err := NotInput(p.File, input); err != nil {
			return err
		}
	}
	return nil
}

// Draw writes the picture, if one is wanted, and says where it is. Options other
// than those of the flags are those given.
func (p *Picture) Draw(ctx context.Context, s Streams, g *causal.Graph, o render.Options) error {
	if p.File == "" {
		return nil
	}
	o.Theme, o.MaxNodes = p.look, p.most
	picture, err := render.Draw(g, o)
	if err == nil {
		err = s.WritePicture(ctx, picture, p.format(), p.File)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.File, err)
	}
	return nil
}

// WritePicture writes a picture, whole or not at all, and says where it is and what it
// does not show. While it is made, a terminal shows that something happens.
func (s Streams) WritePicture(ctx context.Context, p *render.Picture, f render.Format, file string) error {
	progress := s.Progress(fmt.Sprintf("drawing %d nodes", len(p.Nodes)), -1)
	data, err := p.Write(ctx, f)
	progress.Close()
	if err != nil {
		return err
	}
	if err := s.WriteNamed(file, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}); err != nil {
		return err
	}
	for _, note := range p.Notes {
		fmt.Fprintf(s.Err, "%s: note: %s\n", file, note)
	}
	return nil
}
