package symmetry

import (
	"cmp"
	"math/bits"
	"slices"
)

// row is a fact with its interchangeable constants taken out.
type row struct {
	// shape is a hash of the fact with a hole for each interchangeable constant, and of how often it holds and
	// whether permanently.
	shape uint64
	// holes are the constants in these holes, by number.
	holes []int32
}

// compare orders rows.
func (r row) compare(other row) int {
	return cmp.Or(cmp.Compare(r.shape, other.shape), slices.Compare(r.holes, other.holes))
}

// mix returns a hash of two (the multiplication of wyhash, by Wang Yi).
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xe7037ed1a0b428db)
	return high ^ low
}

// renaming maps each constant to the one in its place.
type renaming []int32

// apply returns the renamed rows, in order.
func (r renaming) apply(rows []row) []row {
	out := make([]row, len(rows))
	for i, of := range rows {
		holes := make([]int32, len(of.holes))
		for k, c := range of.holes {
			holes[k] = r[c]
		}
		out[i] = row{of.shape, holes}
	}
	slices.SortFunc(out, row.compare)
	return out
}

// canoniser finds a renaming of rows to a form that all renamings of them have in common. Constants are renamed
// within their cells.
type canoniser struct {
	cell  []int32   // by constant
	cells [][]int32 // the constants of each, ascending
	left  int       // number of leaves that may still be compared

	rows    []row
	places  [][]place // by constant
	path    []int32   // constants that were given a colour of their own
	best    []row
	renamed renaming // to best
	chosen  []int32  // the path to best
}

// place is an occurrence of a constant.
type place struct{ row, hole int32 }

// mostLeaves bounds the renamings that are compared for one state. Most states need one: ties that refinement
// leaves are rare, and constants that can be exchanged in the state cause none.
const mostLeaves = 1000

// newCanoniser returns a canoniser for constants in cells; a constant in none keeps its name.
func newCanoniser(constants int, cells [][]int32) *canoniser {
	c := &canoniser{cell: make([]int32, constants), cells: slices.Clone(cells)}
	for i := range c.cell {
		c.cell[i] = -1
	}
	for i, cell := range cells {
		for _, k := range cell {
			c.cell[k] = int32(i)
		}
	}
	for k := range c.cell {
		if c.cell[k] < 0 {
			c.cell[k] = int32(len(c.cells))
			c.cells = append(c.cells, []int32{int32(k)})
		}
	}
	return c
}

// canonical returns a renaming, and the renamed rows. If there are too many ties, they depend on more than the
// kind of the state.
func (c *canoniser) canonical(rows []row) (renaming, []row) {
	c.rows, c.best, c.renamed, c.left, c.path = rows, nil, nil, mostLeaves, c.path[:0]
	c.places = make([][]place, len(c.cell))
	for i, r := range rows {
		for h, k := range r.holes {
			c.places[k] = append(c.places[k], place{int32(i), int32(h)})
		}
	}
	colours := make([]uint64, len(c.cell))
	for k := range colours {
		colours[k] = mix(uint64(c.cell[k]), 1)
	}
	c.search(colours)
	return c.renamed, c.best
}

// search refines a colouring, gives one constant of a tie a colour of its own in each way, and keeps the least
// form. It returns the number of choices to which it goes back: all further ones have forms that were seen.
func (c *canoniser) search(colours []uint64) int {
	c.refine(colours)
	tie := c.tie(colours)
	if tie == nil {
		return c.leaf(colours)
	}
	depth := len(c.path)
	for i, k := range tie {
		if c.left <= 0 && i > 0 {
			break
		}
		own := slices.Clone(colours)
		own[k] = mix(own[k], 2)
		c.path = append(c.path[:depth], k)
		if back := c.search(own); back < depth {
			return back
		}
	}
	c.path = c.path[:depth]
	return depth
}

// refine makes constants differ in colour that differ in the colours that their rows have, as long as there are
// some.
func (c *canoniser) refine(colours []uint64) {
	next := make([]uint64, len(colours))
	seen := make([]uint64, len(colours))
	for count := distinct(colours, seen); count < len(colours); {
		clear(next)
		for i := range c.rows {
			r := &c.rows[i]
			sum := r.shape
			for _, k := range r.holes {
				sum = mix(sum, colours[k])
			}
			for h, k := range r.holes {
				next[k] += mix(sum, uint64(h))
			}
		}
		for k := range next {
			next[k] = mix(colours[k], next[k])
		}
		finer := distinct(next, seen)
		if finer <= count {
			return
		}
		count = finer
		copy(colours, next)
	}
}

func distinct(colours, room []uint64) int {
	copy(room, colours)
	slices.Sort(room)
	n := 0
	for i := range room {
		if i == 0 || room[i] != room[i-1] {
			n++
		}
	}
	return n
}

// tie returns constants of one colour, one of each set of them that can be exchanged for each other; nil if all of a
// colour can be. It is the smallest such colour.
func (c *canoniser) tie(colours []uint64) []int32 {
	byColour := make([]int32, len(colours))
	for k := range byColour {
		byColour[k] = int32(k)
	}
	sortBy(colours, byColour)
	var best []int32
	size := 0
	for from := 0; from < len(byColour); {
		to := from + 1
		for to < len(byColour) && colours[byColour[to]] == colours[byColour[from]] {
			to++
		}
		if n := to - from; n > 1 && (best == nil || n < size) {
			if unlike := c.unlike(byColour[from:to]); len(unlike) > 1 {
				best, size = unlike, n
			}
		}
		from = to
	}
	return best
}

// sortBy sorts constants by their colours, and constants of one colour by their numbers.
func sortBy(colours []uint64, constants []int32) {
	slices.SortFunc(constants, func(a, b int32) int {
		return cmp.Or(cmp.Compare(colours[a], colours[b]), cmp.Compare(a, b))
	})
}

// unlike returns one constant of each set of constants that can be exchanged.
func (c *canoniser) unlike(all []int32) []int32 {
	var out []int32
	for _, k := range all {
		if !slices.ContainsFunc(out, func(o int32) bool { return exchangeable(c.rows, c.places, o, k) }) {
			out = append(out, k)
		}
	}
	return out
}

// exchangeable reports whether rows stay the same if two constants change places.
func exchangeable(rows []row, places [][]place, a, b int32) bool {
	if len(places[a]) != len(places[b]) {
		return false
	}
	var before, after []row
	last := int32(-1)
	add := func(at int32) {
		r := rows[at]
		holes := slices.Clone(r.holes)
		for i, k := range holes {
			switch k {
			case a:
				holes[i] = b
			case b:
				holes[i] = a
			}
		}
		before, after = append(before, r), append(after, row{r.shape, holes})
	}
	for _, p := range places[a] {
		if p.row != last {
			add(p.row)
		}
		last = p.row
	}
	last = -1
	for _, p := range places[b] {
		if p.row != last && !slices.Contains(rows[p.row].holes, a) {
			add(p.row)
		}
		last = p.row
	}
	slices.SortFunc(before, row.compare)
	slices.SortFunc(after, row.compare)
	return slices.EqualFunc(before, after, func(x, y row) bool { return x.compare(y) == 0 })
}

// leaf compares the form that a colouring without ties gives with the least one so far: in each cell, the
// constants in the order of their colours take the places of the constants in the order of their numbers. If the
// forms are the same, a renaming leads from the choices made here to those made there and keeps the rows. So what
// follows the first choice that differs is like what followed the other one, and the search goes back to it
// (McKay, "Practical graph isomorphism", 1981).
func (c *canoniser) leaf(colours []uint64) int {
	c.left--
	r := make(renaming, len(colours))
	for _, cell := range c.cells {
		order := slices.Clone(cell)
		sortBy(colours, order)
		for i, k := range order {
			r[k] = cell[i]
		}
	}
	form, order := r.apply(c.rows), -1
	if c.best != nil {
		order = slices.CompareFunc(form, c.best, row.compare)
	}
	switch {
	case order < 0:
		c.best, c.renamed, c.chosen = form, r, slices.Clone(c.path)
	case order == 0:
		for i, k := range c.path[:min(len(c.path), len(c.chosen))] {
			if r[k] != c.renamed[c.chosen[i]] {
				break
			}
			if k != c.chosen[i] {
				return i
			}
		}
	}
	return len(c.path)
}
