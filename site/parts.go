package site

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/site/scenes"
)

// fullPage is about how many bytes of text a page holds before it is continued on
// another: with its frame it stays below 100 kB.
const fullPage = 60_000

// partsOf cuts a list into parts of about a full page: of each item a size is known.
// There is one part at least, which may be empty.
func partsOf[T any](items []T, size func(T) int) [][]T {
	var parts [][]T
	from, filled := 0, 0
	for i, item := range items {
		n := size(item)
		if i > from && filled+n > fullPage {
			parts = append(parts, items[from:i])
			from, filled = i, 0
		}
		filled += n
	}
	return append(parts, items[from:])
}

// A pager leads through the parts of a page.
type pager struct {
	Part, Of   int // from 1
	Prev, Next string
}

// newPager returns the pager of a part, from 0, of pages at a path; nil for one part.
func newPager(base string, part, of int) *pager {
	if of == 1 {
		return nil
	}
	p := &pager{Part: part + 1, Of: of}
	if part > 0 {
		p.Prev = numbered(base, part-1)
	}
	if part < of-1 {
		p.Next = numbered(base, part+1)
	}
	return p
}

// stretches cuts a play into parts of about a full page. Each part is some hours; an hour
// that is too much for a page is cut into pieces.
func stretches(hours [][]*scenes.Scene, size func(*scenes.Scene) int) [][][]*scenes.Scene {
	var pieces [][]*scenes.Scene
	for _, hour := range hours {
		pieces = append(pieces, partsOf(hour, size)...)
	}
	return partsOf(pieces, func(piece []*scenes.Scene) int {
		n := 0
		for _, s := range piece {
			n += size(s)
		}
		return n
	})
}

// A sheet is what the parts have in common of a page that shows many scenes. Its class is
// the base of its paths, and names its template.
type sheet struct {
	frame
	Overview string
	Pager    *pager
}

// addSheets adds the parts of such a page; fill makes each from its hours.
func (b *builder) addSheets(ctx context.Context, class, title string, parts [][][]*scenes.Scene,
	fill func(sheet, [][]*scenes.Scene) any) error {
	b.paths.on[class] = make(map[*scenes.Scene]string, len(b.performance.Scenes))
	for i, part := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := numbered(class, i)
		for _, s := range slices.Concat(part...) {
			b.paths.on[class][s] = path
		}
		page := sheet{frame: b.frame(title, class, path), Pager: newPager(class, i, len(parts))}
		if err := b.print(class, path, title, fill(page, part)); err != nil {
			return err
		}
	}
	return nil
}
