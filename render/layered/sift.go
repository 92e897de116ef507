package layered

import "slices"

// siftAll moves single vertices within their rows to where they cross least, as long as
// that helps, but at most some rounds. Vertices look as far as a window.
func (a *arranger) siftAll(window, rounds int) error {
	for range rounds {
		gain := int64(0)
		for row := range a.g.rows {
			if err := a.ctx.Err(); err != nil {
				return err
			}
			if g := a.siftRow(row, window); g > 0 {
				gain += g
				a.tell(row)
			}
		}
		if gain == 0 {
			break
		}
	}
	return nil
}

// siftRow sifts each vertex of a row once, after Matuszewski, Schönfeld and Molitor ("Using
// sifting for k-layer straightline crossing minimization", 1999). It returns how many
// crossings less there are.
func (a *arranger) siftRow(row, window int) int64 {
	order := a.g.rows[row]
	gain := int64(0)
	for _, v := range slices.Clone(order) {
		gain += a.siftVertex(order, int(a.g.pos[v]), window)
	}
	return gain
}

func (a *arranger) siftVertex(row []int32, at, window int) int64 {
	v := row[at]
	best, target, sum := int64(0), at, int64(0)
	for i := at + 1; i < len(row) && i <= at+window; i++ {
		if sum += a.swap(v, row[i]); sum < best {
			best, target = sum, i
		}
	}
	sum = 0
	for i := at - 1; i >= 0 && i >= at-window; i-- {
		if sum -= a.swap(v, row[i]); sum < best {
			best, target = sum, i
		}
	}
	a.move(row, at, target)
	return -best
}

// move takes a vertex to another place, and those between one place back.
func (a *arranger) move(row []int32, from, to int) {
	v := row[from]
	for ; from < to; from++ {
		row[from] = row[from+1]
		a.g.pos[row[from]] = int32(from)
	}
	for ; from > to; from-- {
		row[from] = row[from-1]
		a.g.pos[row[from]] = int32(from)
	}
	row[to] = v
	a.g.pos[v] = int32(to)
}

// swap returns how many crossings more there are with v right of w than left of it.
func (a *arranger) swap(v, w int32) int64 {
	return a.balance(a.g.up.of(w), a.g.up.of(v)) + a.balance(a.g.down.of(w), a.g.down.of(v))
}

// balance returns how many pairs of arms cross if those of the first list start left of
// those of the second, less how many do the other way round. Both lists are sorted.
func (a *arranger) balance(first, second []arm) int64 {
	total := int64(0)
	for _, m := range second {
		total += int64(m.weight)
	}
	sum, less, upTo := int64(0), int64(0), int64(0)
	i, j := 0, 0
	for _, m := range first {
		at := a.g.pos[m.to]
		for ; i < len(second) && a.g.pos[second[i].to] < at; i++ {
			less += int64(second[i].weight)
		}
		for ; j < len(second) && a.g.pos[second[j].to] <= at; j++ {
			upTo += int64(second[j].weight)
		}
		sum += int64(m.weight) * (less - (total - upTo))
	}
	return sum
}
