package plot

import (
	"bytes"
	"cmp"
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

// PDF returns placed and arranged diagrams as a PDF in the theme's colours for
// paper: for each a page as large as the picture, on which text is text and nodes are links.
// Pictures longer than 200 inches, the limit of PDF, are made smaller. It returns
// ctx.Err() as soon as the context ends.
func PDF(ctx context.Context, ds []*diagram.Diagram, t *themes.Theme) ([]byte, error) {
	f := newFace(fonts.Like(t.Fonts.Picture))
	pdf := newPDF(ds[0], f.font)
	for _, d := range ds {
		if err := (&plotter{newPage(pdf, d, f.font), d, &t.Print.Picture, f}).draw(ctx); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err := pdf.Output(&out)
	return out.Bytes(), err
}

// newPDF returns a document without a page, called as the first diagram is.
func newPDF(first *diagram.Diagram, f *fonts.Font) *fpdf.Fpdf {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt"})
	// The output must depend only on the diagrams.
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(time.Unix(0, 0).UTC())
	pdf.SetModificationDate(time.Unix(0, 0).UTC())
	pdf.SetTitle(first.Title, true)
	pdf.SetSubject(first.Desc, true)
	pdf.SetCreator("Ceptre", true)
	pdf.SetLang("en")
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(family, "", slices.Clone(f.TTF()))
	pdf.SetFont(family, "", diagram.NodeFont)
	return pdf
}

// page is a canvas that is the page of a PDF.
type page struct {
	pdf   *fpdf.Fpdf
	font  *fonts.Font
	scale float64
}

func newPage(pdf *fpdf.Fpdf, d *diagram.Diagram, f *fonts.Font) *page {
	width, height := max(d.Width, 1), max(d.Height, 1)
	scale := min(cmp.Or(d.Scale, 1), longest/max(width, height))
	pdf.AddPageFormat("P", fpdf.SizeType{Wd: width * scale, Ht: height * scale})
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
