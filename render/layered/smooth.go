package layered

import (
	"context"
)

// smoother finds where vertices would like to stand if lines could bend anywhere: each at the
// mean of its neighbours, as near as the order and the room in its row allow. That is compact,
// for nothing in it is rigid.
type smoother struct {
	g     *proper
	x     []float64
	pools []pool
}

// pool is neighbours in a row that touch each other.
type pool struct {
	sum, weight float64
	count       int
}

// Rounds of smoothing: down and up, and then by both sides at once.
const (
	turns   = 6
	settles = 6
)

// smooth returns the places of all vertices.
func smooth(ctx context.Context, g *proper) ([]float64, error) {
	s := smoother{g: g, x: make([]float64, len(g.layer))}
	for _, row := range g.rows {
		s.fill(row)
	}
	for i := range 2 * (turns + settles) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		up, down := 1.0, 1.0
		if i < 2*turns {
			up, down = float64(1-i%2), float64(i%2)
		}
		for k := range g.rows {
			if i%2 == 1 {
				k = len(g.rows) - 1 - k
			}
			s.settle(g.rows[k], up, down)
		}
	}
	return s.x, nil
}

// fill places a row without gaps, its middle at 0.
func (s *smoother) fill(row []int32) {
	x := 0.0
	for i, v := range row {
		if i > 0 {
			x += s.g.gap(row[i-1], v)
		}
		s.x[v] = x
	}
	for _, v := range row {
		s.x[v] -= x / 2
	}
}

// settle places a row by least squares, by pooling adjacent violators: what cannot stand
// where it would like to, stands together.
func (s *smoother) settle(row []int32, up, down float64) {
	s.pools = s.pools[:0]
	offset := 0.0
	for i, v := range row {
		if i > 0 {
			offset += s.g.gap(row[i-1], v)
		}
		want, weight := s.want(v, up, down)
		s.pools = append(s.pools, pool{(want - offset) * weight, weight, 1})
		for n := len(s.pools) - 1; n > 0 && s.pools[n-1].mean() >= s.pools[n].mean(); n-- {
			s.pools[n-1].join(s.pools[n])
			s.pools = s.pools[:n]
		}
	}
	i, offset := 0, 0.0
	for _, p := range s.pools {
		for range p.count {
			if i > 0 {
				offset += s.g.gap(row[i-1], row[i])
			}
			s.x[row[i]] = p.mean() + offset
			i++
		}
	}
}

func (p *pool) mean() float64 { return p.sum / p.weight }

func (p *pool) join(q pool) {
	p.sum, p.weight, p.count = p.sum+q.sum, p.weight+q.weight, p.count+q.count
}

// want returns the mean of the neighbours above and below, and how strong the wish is.
func (s *smoother) want(v int32, up, down float64) (at, weight float64) {
	weight = 0.01
	at = s.x[v] * weight
	for _, m := range s.g.up.of(v) {
		w := up * m.strength()
		at, weight = at+w*s.x[m.to], weight+w
	}
	for _, m := range s.g.down.of(v) {
		w := down * m.strength()
		at, weight = at+w*s.x[m.to], weight+w
	}
	return at / weight, weight
}

// strength is how much a segment pulls; those of long lines and of many do so more.
func (m *arm) strength() float64 { return float64(m.weight) * float64(1+min(m.pull, 8)) }
