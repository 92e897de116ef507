package rows

import (
	"cmp"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

const (
	mostRows = 12 // mostRows is into how many rows a page is broken at most
	deepest  = 12 // deepest is how often a part is split again at most
	spare    = 40 // spare is the room for signs at the ends of a part, in points
)

// pagesOf breaks a placed drawing into drawings that fit a page of some size with what stands above
// them: in rows where these fit, or else in parts that are read one after another. A part that cannot
// be split stays too large.
func pagesOf(d *diagram.Diagram, f *fonts.Font, width, height float64) []*diagram.Diagram {
	legend := slices.Clone(d.Legend)
	d.Legend = append(slices.Clip(d.Legend), diagram.Entry{Text: cmp.Or(d.Signs, signsMean)})
	p := &pages{font: f, width: width, height: height - d.Above(f, width)}
	d.Legend = legend
	p.add(d, deepest)
	return p.all
}

// pages are drawings that fit a page.
type pages struct {
	font          *fonts.Font
	width, height float64 // width and height of the room for a drawing
	all           []*diagram.Diagram
}

func (p *pages) fits(d *diagram.Diagram) bool { return d.Width <= p.width && d.Height <= p.height }

// add adds a drawing, in as many parts as it takes.
func (p *pages) add(d *diagram.Diagram, depth int) {
	if p.fits(d) || depth == 0 {
		p.all = append(p.all, d)
		return
	}
	if wrapped := p.wrapped(d); wrapped != nil {
		p.all = append(p.all, wrapped)
		return
	}
	down := d.Height/p.height > d.Width/p.width
	long, broad, page, across := d.Width, d.Height, p.width, p.height
	if down {
		long, broad, page, across = broad, long, across, page
	}
	side := max(1, math.Floor(across/(broad+rowGap))) // rows on a page
	n := max(2, int(math.Ceil(long/(max(page-spare, page/2)*side))))
	for _, part := range split(d, p.font, n, down) {
		p.add(part, depth-1)
	}
}

// wrapped returns a drawing in the fewest rows in which it fits; nil if there are none.
func (p *pages) wrapped(d *diagram.Diagram) *diagram.Diagram {
	if d.Width*d.Height > p.width*p.height {
		return nil // rows take no less room
	}
	for rows := 2; rows <= mostRows; rows++ {
		c := d.Copy()
		wrap(c, p.font, rows, d.Height > d.Width)
		if p.fits(c) {
			return c
		}
	}
	return nil
}
