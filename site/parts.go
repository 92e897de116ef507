package site

import "github.com/ceptre-graph/ceptre/site/scenes"

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

// place notes on which part of pages each scene is.
func place(where map[*scenes.Scene]string, base string, parts [][][]*scenes.Scene) {
	for i, part := range parts {
		for _, piece := range part {
			for _, s := range piece {
				where[s] = numbered(base, i)
			}
		}
	}
}
