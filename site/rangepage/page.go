// Package rangepage writes the page of an expressive range: the picture, whose cells lead to their
// example runs, and a table of all cells.
//
// The page is one file that needs nothing beside it but the examples that it links to. Its script
// zooms, filters and shows the runs of a cell; without it, picture and table are all there.
package rangepage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/ceptre-graph/ceptre/causal/expressive"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/render/histogram"
	"github.com/ceptre-graph/ceptre/render/svg"
	"github.com/ceptre-graph/ceptre/themes"
)

//go:embed assets/page.html
var shell string

//go:embed assets/page.css
var sheet string

//go:embed assets/page.js
var script string

// Example is a run that stands for its cell.
type Example struct {
	Seed uint64
	End  string // how and where the run ended
	// Sentences tell some of its events: the last one, and the rarest one.
	Sentences []string
	Command   string // the command that makes the run again
	Trace     string // URL of the trace; "" for none
	Site      string // URL of the published run; "" for none
}

// Page holds the contents of the page.
type Page struct {
	Range *expressive.Range
	Theme *themes.Theme
	// Example returns a run of a series, the first or the second, as an example.
	Example func(series int, seed uint64) Example
}

// Write writes the page.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("page").Parse(shell)
	if err != nil {
		return err
	}
	runs, err := p.data()
	if err != nil {
		return err
	}
	font := fonts.Like(p.Theme.Fonts.Picture)
	link := func(_ int, c *expressive.Cell) string { return "#" + rowID(c.X, c.Y) }
	d := histogram.Diagram(p.Range, histogram.Options{Font: font, Link: link})
	d.Arrange(font)
	var out bytes.Buffer
	err = t.Execute(&out, map[string]any{
		"Title":   d.Title,
		"Desc":    d.Desc,
		"Policy":  policy(),
		"Style":   template.CSS(string(p.Theme.Properties()) + sheet),
		"Script":  template.JS(script),
		"Picture": template.HTML(svg.Write(d, p.Theme)), // escapes whatever is in it
		"Range":   p.Range,
		"Series":  p.series(),
		"Rows":    p.rows(),
		"Shifts":  p.shifts(),
		"Shares":  p.shares(),
		"Data":    runs,
	})
	if err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// policy returns the Content-Security-Policy of the page: its own script, and nothing from outside.
func policy() string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-" +
		base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}

// rowID is the id of the row of a cell.
func rowID(x, y int) string { return fmt.Sprintf("cell-%d-%d", x, y) }

// shown returns a text from outside as pages show it.
func shown(text string) string { return visible.Page(text) }
