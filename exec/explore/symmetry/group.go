package symmetry

import "slices"

// group is a group of renamings that keep some rows: all permutations within the cells, times the moves,
// which rename only constants outside of the cells.
type group struct {
	cells [][]int32
	moves []renaming // the first renames nothing
}

const (
	// mostMoves is the number of renamings outside of the cells up to which these are listed.
	mostMoves = 256
	// mostTried bounds the search for them.
	mostTried = 1 << 17
)

// newGroup returns renamings within classes of constants that keep rows. Constants that can be exchanged form a
// cell. Moves of other constants, such as the rotations of a ring, are searched for; if they are too many, there
// are none.
func newGroup(constants int, classes [][]int32, rows []row) *group {
	places := make([][]place, constants)
	for i, r := range rows {
		for h, k := range r.holes {
			places[k] = append(places[k], place{int32(i), int32(h)})
		}
	}
	g := &group{}
	var others [][]int32
	for _, class := range classes {
		var cells [][]int32
		for _, k := range class {
			at := slices.IndexFunc(cells, func(cell []int32) bool { return exchangeable(rows, places, cell[0], k) })
			if at < 0 {
				at = len(cells)
				cells = append(cells, nil)
			}
			cells[at] = append(cells[at], k)
		}
		var single []int32
		for _, cell := range cells {
			if len(cell) > 1 {
				g.cells = append(g.cells, cell)
			} else {
				single = append(single, cell[0])
			}
		}
		others = append(others, single)
	}
	s := &movesSearch{rows: rows, places: places, name: make(renaming, constants), taken: make([]bool, constants)}
	s.colours = make([]uint64, constants)
	c := newCanoniser(constants, others)
	c.rows, c.places = rows, places
	for k := range s.colours {
		s.colours[k] = mix(uint64(c.cell[k]), 1)
	}
	c.refine(s.colours)
	s.order = slices.Concat(others...)
	for k := range s.name {
		s.name[k] = int32(k)
	}
	for _, k := range s.order {
		s.name[k] = -1
	}
	if s.extend(0) {
		g.moves = s.found
	} else {
		g.moves = s.found[:1]
	}
	return g
}

// movesSearch finds the renamings that keep rows by trying, for one constant after another, those of the same
// colour. The first that it finds renames nothing.
type movesSearch struct {
	rows    []row
	places  [][]place
	colours []uint64
	order   []int32 // the constants to rename
	name    renaming
	taken   []bool
	tried   int
	found   []renaming
}

// extend renames the constants from the i-th on. It returns false if there is too much to do.
func (s *movesSearch) extend(i int) bool {
	if i == len(s.order) {
		s.found = append(s.found, slices.Clone(s.name))
		return len(s.found) <= mostMoves
	}
	k := s.order[i]
	try := func(to int32) bool {
		if s.taken[to] || s.colours[to] != s.colours[k] {
			return true
		}
		s.tried++
		s.name[k], s.taken[to] = to, true
		ok := s.tried <= mostTried && (!s.keeps(k) || s.extend(i+1))
		s.name[k], s.taken[to] = -1, false
		return ok
	}
	if !try(k) {
		return false
	}
	for _, to := range s.order {
		if to != k && !try(to) {
			return false
		}
	}
	return true
}

// keeps reports whether the rows of a constant have names that are rows again, as far as they have names. Each
// renamed row is another one, so with all constants renamed the rows are the same.
func (s *movesSearch) keeps(k int32) bool {
	for _, p := range s.places[k] {
		r := s.rows[p.row]
		holes := make([]int32, len(r.holes))
		whole := true
		for i, h := range r.holes {
			holes[i] = s.name[h]
			whole = whole && holes[i] >= 0
		}
		if !whole {
			continue
		}
		if !slices.ContainsFunc(s.places[s.name[k]], func(q place) bool {
			return s.rows[q.row].compare(row{r.shape, holes}) == 0
		}) {
			return false
		}
	}
	return true
}

// canonical returns a renaming of the group, and the renamed rows: the least ones to which the moves lead.
func (g *group) canonical(c *canoniser, rows []row) (renaming, []row) {
	var best []row
	var renamed renaming
	for i, move := range g.moves {
		moved := rows
		if i > 0 {
			moved = move.apply(rows)
		}
		r, form := c.canonical(moved)
		if best == nil || slices.CompareFunc(form, best, row.compare) < 0 {
			best, renamed = form, make(renaming, len(r))
			for k := range renamed {
				renamed[k] = r[move[k]]
			}
		}
	}
	return renamed, best
}
