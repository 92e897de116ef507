package layered

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

// sketch writes a plain SVG, to look at: where LAYERED_SKETCHES names a folder.
func sketch(t testing.TB, d *diagram.Diagram, name string) {
	folder := os.Getenv("LAYERED_SKETCHES")
	if folder == "" {
		return
	}
	var b bytes.Buffer
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f">`+
			`<rect width="100%%" height="100%%" fill="white"/>`,
		d.Width, d.Height, d.Width, d.Height)
	for i := range d.Edges {
		sketchEdge(&b, &d.Edges[i])
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		rx, fill := 3.0, "#dbe7f7"
		if n.Shape == diagram.Oval {
			rx, fill = n.W/2, "#f7efd2"
		}
		fmt.Fprintf(&b, `<rect x="%f" y="%f" width="%f" height="%f" rx="%f" ry="%f" fill="%s" stroke="#333"/>`,
			n.At.X-n.W/2, n.At.Y-n.H/2, n.W, n.H, rx, min(rx, n.H/2), fill)
	}
	b.WriteString("</svg>\n")
	require.NoError(t, os.WriteFile(filepath.Join(folder, name+".svg"), b.Bytes(), 0o644))
}

func sketchEdge(b *bytes.Buffer, e *diagram.Edge) {
	colour := "#444"
	if e.Look == diagram.Faint {
		colour = "#c55"
	}
	for k, p := range e.Path {
		switch {
		case k == 0:
			fmt.Fprintf(b, `<path fill="none" stroke="%s" d="M%f %f`, colour, p.X, p.Y)
		case k%3 == 1:
			fmt.Fprintf(b, "C%f %f", p.X, p.Y)
		default:
			fmt.Fprintf(b, " %f %f", p.X, p.Y)
		}
	}
	b.WriteString(`"/>`)
	tip := e.Path[len(e.Path)-1]
	fmt.Fprintf(b, `<circle cx="%f" cy="%f" r="2.5" fill="%s"/>`, tip.X, tip.Y, colour)
	if len(e.Text) > 0 {
		fmt.Fprintf(b,
			`<text x="%f" y="%f" font-size="9" font-family="DejaVu Sans" text-anchor="middle" `+
				`dominant-baseline="middle">%s</text>`,
			e.LabelAt.X, e.LabelAt.Y, e.Text[0])
	}
}
