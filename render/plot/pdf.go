package plot

import (
	"bytes"
	"context"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
	"github.com/ceptre-graph/ceptre/themes"
)

// longest is how long the side of a page may be, in points: PDF 1.7, annex C.2.
const longest = 14_400

// PDF returns a placed and arranged diagram as a PDF in the theme's colours for
// paper: a page as large as the picture, on which text is text and nodes are links.
// Pictures longer than 200 inches, the limit of PDF, are made smaller. It returns
// ctx.Err() as soon as the context ends.
func PDF(ctx context.Context, d *diagram.Diagram, t *themes.Theme, _ Options) ([]byte, error) {
	f := newFace(fonts.Like(t.Fonts.Picture))
	page := newPage(d, f.font)
	if err := (&plotter{page, d, &t.Print.Picture, f}).draw(ctx); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := page.pdf.Output(&out)
	return out.Bytes(), err
}

// page is a canvas that is the page of a PDF.
type page struct {
	pdf   *fpdf.Fpdf
	font  *fonts.Font
	scale float64
}

func newPage(d *diagram.Diagram, f *fonts.Font) *page {
	width, height := max(d.Width, 1), max(d.Height, 1)
	scale := min(1, longest/max(width, height))
	pdf := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt", Size: fpdf.SizeType{Wd: width * scale, Ht: height * scale},
	})
	// The output must depend only on the diagram.
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(time.Unix(0, 0).UTC())
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	pdf.SetTitle(d.Title, true)
	pdf.SetSubject(d.Desc, true)
	pdf.SetCreator("Ceptre", true)
	pdf.SetLang("en")
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(family, "", slices.Clone(f.TTF()))
	pdf.SetFont(family, "", diagram.NodeFont)
	pdf.AddPage()
	pdf.SetLineJoinStyle("round")
	return &page{pdf, f, scale}
}

// family is what the font is called within the PDF.
const family = "picture"

func (g *page) move(p diagram.Point) { g.pdf.MoveTo(p.X*g.scale, p.Y*g.scale) }
func (g *page) line(p diagram.Point) { g.pdf.LineTo(p.X*g.scale, p.Y*g.scale) }
func (g *page) closePath()           { g.pdf.ClosePath() }

func (g *page) curve(p, q, r diagram.Point) {
	g.pdf.CurveBezierCubicTo(p.X*g.scale, p.Y*g.scale, q.X*g.scale, q.Y*g.scale, r.X*g.scale, r.Y*g.scale)
}

func (g *page) paint(i ink) {
	how := ""
	if i.fill != "" {
		g.pdf.SetFillColor(rgb(i.fill))
		how = "F"
	}
	if i.line != "" {
		g.pdf.SetDrawColor(rgb(i.line))
		g.pdf.SetLineWidth(i.width * g.scale)
		g.pdf.SetDashPattern(scaled(i.dashes, g.scale), 0)
		how += "D"
	}
	g.pdf.DrawPath(how)
}

func (g *page) write(w diagram.Words, colour string) {
	text := drawable(g.font, w.Text)
	at := startOf(g.font, w, text)
	g.pdf.SetFontSize(w.Size * g.scale)
	g.pdf.SetTextColor(rgb(colour))
	g.pdf.Text(at.X*g.scale, at.Y*g.scale, text)
}

func (g *page) link(low, high diagram.Point, url string) {
	g.pdf.LinkString(low.X*g.scale, low.Y*g.scale, (high.X-low.X)*g.scale, (high.Y-low.Y)*g.scale, url)
}
