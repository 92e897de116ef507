package site

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
)

const allBase = "all"

// allPage shows a column for each character, and a row for each hour.
type allPage struct {
	sheet
	Caption string
	Columns []column
	Rows    []row
}

type column struct {
	ID, Name, URL string
}

type row struct {
	Hour  int
	Cells []cell
}

// A cell holds a scene, says that the character of its column is in the scene of another
// one, or is empty. Neighbours who are together share it.
type cell struct {
	Span   int
	Leaf   *Leaf
	Cast   string // the characters on whose ways it is, by the names of their pages
	With   *Leaf
	Others string // the characters in the scene of With, without those of the columns
}

// addAll adds the table of all scenes, in parts of whole hours. A part has columns only for the
// characters that appear in it.
func (b *builder) addAll(ctx context.Context) error {
	if len(b.performance.Threads) == 0 || len(b.performance.Scenes) == 0 {
		return nil
	}
	order := columns(b.performance)
	parts := stretches(b.performance.Hours, func(s *scenes.Scene) int {
		return b.leaves[s].size() + 300 + 170*len(s.Cast)
	})
	return b.addSheets(ctx, allBase, b.words.Say("all"), parts, func(page sheet, list [][]*scenes.Scene) any {
		return b.allPage(page, order, list)
	})
}

func (b *builder) allPage(s sheet, order []string, list [][]*scenes.Scene) *allPage {
	page := &allPage{sheet: s}
	page.Overview = b.words.Say("all-overview")
	if b.alone() {
		page.Overview = b.words.Say("all-overview-alone")
	}
	page.Caption = english.Capital(b.words.Hours(list[0][0].Hour, list[len(list)-1][0].Hour))
	order = present(order, list)
	for _, c := range order {
		page.Columns = append(page.Columns,
			column{b.slug(c), english.Capital(b.tell.Names.Person(c)), numbered(b.paths.people[c], 0)})
	}
	for _, hour := range list {
		page.Rows = append(page.Rows, b.rows(order, hour)...)
	}
	return page
}

// present returns the characters of order that appear in the hours.
func present(order []string, hours [][]*scenes.Scene) []string {
	there := make(map[string]bool)
	for _, list := range hours {
		for _, s := range list {
			for _, c := range s.Cast {
				there[c] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(order), func(c string) bool { return !there[c] })
}

// rows returns the row of an hour, and one for each interlude of it.
func (b *builder) rows(order []string, list []*scenes.Scene) []row {
	in := make(map[string]*scenes.Scene)
	var rows []row
	for _, s := range list {
		if s.Interlude() {
			rows = append(rows, row{s.Hour, []cell{{Span: len(order), Leaf: b.leaves[s], Cast: b.slugs(s.Led)}}})
		}
		for _, c := range s.Cast {
			in[c] = s
		}
	}
	if len(in) == 0 {
		return rows
	}
	return append([]row{{list[0].Hour, b.cells(order, in)}}, rows...)
}

// cells returns the cells of a row, from the scene of each character in it.
func (b *builder) cells(order []string, in map[string]*scenes.Scene) []cell {
	var cells []cell
	told := make(map[*scenes.Scene]bool)
	for from := 0; from < len(order); {
		s := in[order[from]]
		to := from
		for to < len(order) && in[order[to]] == s {
			to++
		}
		c := cell{Span: to - from}
		switch {
		case s == nil:
		case told[s]:
			others := slices.DeleteFunc(slices.Clone(s.Cast), func(c string) bool { return slices.Contains(order[from:to], c) })
			c.With, c.Others = b.leaves[s], b.tell.Names.People(others)
		default:
			c.Leaf, c.Cast, told[s] = b.leaves[s], b.slugs(s.Passing()), true
		}
		cells = append(cells, c)
		from = to
	}
	return cells
}

// mostOrdered is the largest number of characters that columns puts in order: a table with more
// columns is too wide for an order to help.
const mostOrdered = 200

// columns orders the characters so that two that often meet have neighbouring columns: after the
// busiest character comes, each time, the one that shares most scenes with the last.
func columns(p *scenes.Performance) []string {
	left := slices.DeleteFunc(slices.Clone(p.Cast.Names), func(c string) bool { return len(p.Way(c)) == 0 })
	if len(left) > mostOrdered {
		return left
	}
	together := make(map[[2]string]int)
	for _, s := range p.Scenes {
		for _, a := range s.Cast {
			for _, b := range s.Cast {
				together[[2]string{a, b}]++
			}
		}
	}
	var order []string
	for len(left) > 0 {
		best := slices.MaxFunc(left, func(a, b string) int {
			return affinity(together, order, a) - affinity(together, order, b)
		})
		order = append(order, best)
		left = slices.DeleteFunc(left, func(c string) bool { return c == best })
	}
	return order
}

// affinity returns the number of scenes that a character shares with the last one of an order, or
// the number of its scenes if the order is empty.
func affinity(together map[[2]string]int, order []string, c string) int {
	if len(order) == 0 {
		return together[[2]string{c, c}]
	}
	return together[[2]string{order[len(order)-1], c}]
}
