package layered

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// arrange finds orders of the rows with few crossings: from several orders to start from,
// rows are sorted by their neighbours, downwards and upwards in turn, until that does not
// help any more; the best order is kept.
func arrange(ctx context.Context, g *proper, effort effort) error {
	a := arranger{ctx: ctx, g: g, next: make([]int32, len(g.layer)), key: make([]float64, len(g.layer)),
		best: math.MaxInt64}
	for try := range effort.starts {
		a.start(try)
		if err := a.improve(effort); err != nil {
			return err
		}
		if a.best == 0 {
			break
		}
	}
	for i, row := range a.kept {
		copy(a.g.rows[i], row)
	}
	a.number()
	return a.polish(effort)
}

// effort is what a graph may cost. Small graphs get more.
type effort struct {
	starts   int
	sweeps   int // of each start
	patience int // how many sweeps without gain are borne
	window   int // how far sifting looks; 0 for not at all
	polish   int // rounds of sifting at the end
}

// work is about how many steps a sweep over all rows takes.
func (g *proper) work() int { return len(g.layer) + len(g.down.list) }

// newEffort returns what a graph may cost: by its size, and less where rows are so full
// that sifting takes long.
func newEffort(g *proper) effort {
	e := effortOf(g)
	e.starts = max(1, min(e.starts, mostSifting/(1+e.sweeps*g.sifting(e.window))))
	for e.window > leastEffort().window && e.starts*e.sweeps*g.sifting(e.window) > mostSifting {
		e.window = min(e.window, len(g.layer)) / 2
	}
	return e
}

// mostSifting bounds the steps of sifting in all starts: about a second's work.
const mostSifting = 300_000_000

// sifting is about how many steps a round of sifting takes: each vertex of a row is
// compared with those in its window, arm by arm.
func (g *proper) sifting(window int) int {
	steps := 0
	for _, row := range g.rows {
		arms := 0
		for _, v := range row {
			arms += len(g.up.of(v)) + len(g.down.of(v))
		}
		steps += 2 * arms * min(len(row), 2*min(window, len(row)))
	}
	return steps
}

func effortOf(g *proper) effort {
	switch w := g.work(); {
	case w < 3_000:
		return effort{12, 40, 8, 1 << 30, 12}
	case w < 12_000:
		return effort{6, 30, 6, 1 << 30, 8}
	case w < 40_000:
		return effort{2, 16, 4, 40, 4}
	case w < 200_000:
		return effort{1, 10, 3, 8, 2}
	}
	return leastEffort()
}

func leastEffort() effort { return effort{1, 8, 2, 4, 1} }

type arranger struct {
	ctx     context.Context
	g       *proper
	counter counter
	next    []int32
	key     []float64
	best    int64
	kept    [][]int32 // the rows of the best order
}

// start gives rows an order to start from: that of a search from above, from below, or
// one by chance.
func (a *arranger) start(try int) {
	g := a.g
	switch try {
	case 0:
		a.discover(func(i int) int { return i })
	case 1:
		a.discover(func(i int) int { return len(g.rows) - 1 - i })
	default:
		random := rand.New(rand.NewPCG(uint64(try), 1))
		for _, row := range g.rows {
			random.Shuffle(len(row), func(i, j int) { row[i], row[j] = row[j], row[i] })
		}
	}
	a.number()
}

// discover puts vertices into their rows in the order in which a depth-first search finds
// them, that begins with the rows in an order.
func (a *arranger) discover(order func(int) int) {
	g := a.g
	seen := make([]bool, len(g.layer))
	rows := make([][]int32, len(g.rows))
	var stack []int32
	for i := range g.rows {
		for _, root := range g.rows[order(i)] {
			stack = append(stack, root)
			for len(stack) > 0 {
				v := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if seen[v] {
					continue
				}
				seen[v] = true
				rows[g.layer[v]] = append(rows[g.layer[v]], v)
				for _, side := range [2][]arm{g.up.of(v), g.down.of(v)} {
					for _, arm := range slices.Backward(side) {
						stack = append(stack, arm.to)
					}
				}
			}
		}
	}
	g.rows = rows
}

// number enters the places of all vertices, and sorts their arms.
func (a *arranger) number() {
	for _, row := range a.g.rows {
		a.place(row)
	}
	for i := range a.g.rows {
		a.tell(i)
	}
}

func (a *arranger) place(row []int32) {
	for i, v := range row {
		a.g.pos[v] = int32(i)
	}
}

// tell sorts the arms of the rows beside one by their places in it, without comparing.
func (a *arranger) tell(row int) {
	if row > 0 {
		a.hand(row, row-1, &a.g.up, &a.g.down)
	}
	if row+1 < len(a.g.rows) {
		a.hand(row, row+1, &a.g.down, &a.g.up)
	}
}

func (a *arranger) hand(row, beside int, from, to *arms) {
	for _, v := range a.g.rows[beside] {
		a.next[v] = to.start[v]
	}
	for _, v := range a.g.rows[row] {
		for _, m := range from.of(v) {
			u := m.to
			m.to = v
			to.list[a.next[u]] = m
			a.next[u]++
		}
	}
}

// improve sweeps until there is no gain.
func (a *arranger) improve(e effort) error {
	best, waited := a.keep(), 0
	for sweep := 0; sweep < e.sweeps && waited < e.patience && best > 0; sweep++ {
		if err := a.sweep(sweep, e.window); err != nil {
			return err
		}
		if c := a.keep(); c < best {
			best, waited = c, 0
		} else {
			waited++
		}
	}
	return nil
}

// sweep sorts all rows by the ones before them. Even sweeps go down.
func (a *arranger) sweep(number, window int) error {
	last := len(a.g.rows) - 1
	for i := range last {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if number%2 == 0 {
			a.sortRow(i+1, &a.g.up, number)
		} else {
			a.sortRow(last-1-i, &a.g.down, number)
		}
	}
	return a.siftAll(window, 1)
}

// sortRow sorts a row by where the neighbours of its vertices stand on one side. Those
// without any stay where they are.
func (a *arranger) sortRow(row int, side *arms, number int) {
	var moving []int32
	for _, v := range a.g.rows[row] {
		if arms := side.of(v); len(arms) > 0 {
			moving = append(moving, v)
			a.key[v] = a.want(arms, number)
		}
	}
	slices.SortStableFunc(moving, func(x, y int32) int {
		return cmp.Compare(a.key[x], a.key[y])
	})
	for i, v := range a.g.rows[row] {
		if len(side.of(v)) > 0 {
			a.g.rows[row][i], moving = moving[0], moving[1:]
		}
	}
	a.place(a.g.rows[row])
	a.tell(row)
}

// want returns the place that a vertex should have: the median of its neighbours in
// some sweeps, and their mean in others. Each gets out of where the other is stuck.
func (a *arranger) want(arms []arm, number int) float64 {
	if number%4 < 2 {
		return a.median(arms)
	}
	sum, weight := 0.0, 0.0
	for _, m := range arms {
		sum += float64(a.g.pos[m.to]) * float64(m.weight)
		weight += float64(m.weight)
	}
	return sum / weight
}

// median is the weighted median of Gansner and others ("A technique for drawing directed
// graphs", 1993, section 3): between two, it leans to the side on which neighbours stand
// closer together.
func (a *arranger) median(arms []arm) float64 {
	at := func(i int) float64 { return float64(a.g.pos[arms[i].to]) }
	n, m := len(arms), len(arms)/2
	switch {
	case n%2 == 1:
		return at(m)
	case n == 2:
		return (at(0) + at(1)) / 2
	}
	left, right := at(m-1)-at(0), at(n-1)-at(m)
	if left+right == 0 {
		return (at(m-1) + at(m)) / 2
	}
	return (at(m-1)*right + at(m)*left) / (left + right)
}

// keep counts the crossings, and keeps the order if it is the best.
func (a *arranger) keep() int64 {
	c := a.crossings()
	if c < a.best {
		a.best = c
		a.kept = a.kept[:0]
		for _, row := range a.g.rows {
			a.kept = append(a.kept, slices.Clone(row))
		}
	}
	return c
}

func (a *arranger) crossings() int64 {
	sum := int64(0)
	for i := range len(a.g.rows) - 1 {
		sum += a.counter.between(a.g, i)
	}
	return sum
}

// polish sifts the best order until that does not help any more.
func (a *arranger) polish(e effort) error { return a.siftAll(e.window, e.polish) }
