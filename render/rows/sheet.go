package rows

import (
	"fmt"
	"slices"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// leastLetters is the size of the smallest letters on a sheet, in points.
const leastLetters = 8.0

// largest is how much small pictures grow on a sheet.
const largest = 1.6

// OnSheet breaks a placed drawing into arranged pages of a size, all in the same scale: the size, of
// several, with the fewest pages or, of these, the larger letters. Each page of several says which
// it is, and has the part of the legend that it needs.
func OnSheet(d *diagram.Diagram, f *fonts.Font, sizes []diagram.Point) []*diagram.Diagram {
	var best []*diagram.Diagram
	for _, size := range sizes {
		pages := onSheet(d.Copy(), f, size)
		if best == nil || len(pages) < len(best) || len(pages) == len(best) && pages[0].Scale > best[0].Scale {
			best = pages
		}
	}
	return best
}

func onSheet(d *diagram.Diagram, f *fonts.Font, size diagram.Point) []*diagram.Diagram {
	least := leastLetters / min(d.SmallestFont(), diagram.EdgeFont) // signs have the letters of edges
	all := pagesOf(d, f, size.X/least, size.Y/least)
	scale := largest
	for i, page := range all {
		if len(all) > 1 {
			page.Title = fmt.Sprintf("%d of %d · %s", i+1, len(all), page.Title)
			page.Legend = slices.DeleteFunc(page.Legend, func(e diagram.Entry) bool { return !page.Shows(&e) })
		}
		// The legend needs fewer lines on the breadth that the page has.
		page.Width = max(page.Width, min(size.X/least, page.Height*size.X/size.Y))
		page.Arrange(f)
		scale = min(scale, size.X/page.Width, size.Y/page.Height)
	}
	for _, page := range all {
		page.Scale = scale
		page.Centre(size.X/scale, size.Y/scale)
	}
	return all
}
