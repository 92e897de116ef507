package match

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// thetaJoin is a pair of tied components of one atom each. The pairs of their matches are
// counted instead of listed: two tables of a thousand facts have a million pairs.
type thetaJoin struct {
	components [2]*component
	op         lang.Op // comparison between the two values; empty for none
	columns    [2]int  // columns of the values
	overlap    bool
	values     [2]histogram
	lone       []uint64 // by row, if the atoms overlap: the number of excluded pairs of a resource with itself
	count      uint64   // number of choices of resources, modulo 2⁶⁴ during fill
	stale      bool     // a conflict set was filled anew
	err        error
}

// side is one of the components of a pair.
type side struct {
	*thetaJoin
	side int
}

// errUnfit says that a pair cannot be counted: there are too many, or the values are too large.
var errUnfit = errors.New("it cannot be counted by its values")

func newThetaJoin(r *Rule, t tie, a, b *component) *thetaJoin {
	p := &thetaJoin{components: [2]*component{a, b}, overlap: t.overlap}
	if t.check >= 0 {
		c := r.Checks[t.check]
		x, y := c.X, c.Y
		p.op = c.Op
		if !slices.Contains(r.Atoms[t.a].Atom.Args, x) || !slices.Contains(r.Atoms[t.b].Atom.Args, y) {
			x, y, p.op = y, x, opposite(c.Op)
		}
		p.columns = [2]int{slices.Index(r.Atoms[t.a].Atom.Args, x), slices.Index(r.Atoms[t.b].Atom.Args, y)}
	}
	return p
}

// begin starts counting.
func (p *thetaJoin) begin() {
	p.stale = true
	for i, f := range p.components {
		f.conflicts.watch(side{p, i})
	}
}

// leave stops counting.
func (p *thetaJoin) leave() {
	for _, f := range p.components {
		m := f.conflicts
		m.setWatchers(slices.DeleteFunc(m.watchers, func(s side) bool { return s.thetaJoin == p }))
		if len(m.watchers) == 0 {
			m.sampler.watch = nil
		}
	}
}

// opposite returns the comparison that holds between y and x where op holds between x
// and y.
func opposite(op lang.Op) lang.Op {
	switch op {
	case lang.Less:
		return lang.More
	case lang.LessEq:
		return lang.MoreEq
	case lang.More:
		return lang.Less
	case lang.MoreEq:
		return lang.LessEq
	}
	return op
}

// weight returns the number of choices of resources.
func (p *thetaJoin) weight(ctx context.Context) (uint64, error) {
	limit, few := uint64(1), true
	for _, f := range p.components {
		err := f.conflicts.ask(ctx)
		if err == ErrMany {
			return 0, errUnfit
		}
		if err != nil || f.conflicts.sampler.total == 0 {
			return 0, err
		}
		few = times(&limit, f.conflicts.sampler.total) && few
	}
	if !few {
		return 0, errUnfit
	}
	if p.stale {
		p.fill()
	}
	return p.count, p.err
}

// fill counts all pairs anew.
func (p *thetaJoin) fill() {
	p.values = [2]histogram{newHistogram(p.op), newHistogram(p.op)}
	p.lone, p.count, p.stale, p.err = nil, 0, false, nil
	for i, f := range p.components {
		for match := range f.conflicts.sampler.all() {
			side{p, i}.changed(match, 0)
		}
	}
}

// changed updates the count after a change of the weight of a match.
func (s side) changed(match uint32, before uint64) {
	p, f := s.thetaJoin, s.components[s.side]
	if p.stale || p.err != nil {
		return
	}
	more := f.conflicts.sampler.weight(match) - before
	row := f.conflicts.rowsOf(match)[0]
	value := p.value(s.side, row)
	op := p.op
	if s.side == 1 {
		op = opposite(op)
	}
	p.count += more * p.values[1-s.side].fitting(op, value)
	if !p.values[s.side].add(value, more) {
		p.err = errUnfit
	}
	if p.overlap && s.side == 0 {
		p.exclude(row)
	}
}

// value returns the compared value of a fact.
func (p *thetaJoin) value(side int, row uint32) trace.Sym {
	if p.op == "" {
		return 0
	}
	return p.components[side].conflicts.elements[0].table.at(row)[p.columns[side]]
}

// exclude subtracts the pairs of a linear resource with itself.
func (p *thetaJoin) exclude(row uint32) {
	for int(row) >= len(p.lone) {
		p.lone = append(p.lone, 0)
	}
	n := uint64(0)
	if p.op == "" || p.fits(row, row) {
		n = p.components[0].conflicts.elements[0].table.multiplicity(row).linear()
	}
	p.count -= n - p.lone[row]
	p.lone[row] = n
}

// fits reports whether the comparison holds between two facts.
func (p *thetaJoin) fits(a, b uint32) bool {
	return p.op == "" || p.components[0].conflicts.network.terms.compare(p.op, p.value(0, a), p.value(1, b))
}

// mostRejected is the number of unfitting pairs that are drawn before draw falls back to search.
const mostRejected = 100

// draw draws a pair. Since most pairs usually fit, it draws two matches until they fit.
func (p *thetaJoin) draw(source *rand.PCG) {
	c := p.components[0].drawn // both components draw into the same choice
	for range mostRejected {
		for _, f := range p.components {
			f.draw(source)
		}
		if p.fits(p.row(c, 0), p.row(c, 1)) && !p.same(c) {
			return
		}
	}
	p.search(c, Below(source, p.count))
	for {
		for _, f := range p.components {
			f.chooseApart(c, source)
		}
		if !p.same(c) {
			return
		}
	}
}

func (p *thetaJoin) row(c *Choice, side int) uint32 { return c.Facts[p.components[side].atoms[0]].row }

// same reports whether both atoms took one linear resource.
func (p *thetaJoin) same(c *Choice) bool {
	a, b := p.components[0].atoms[0], p.components[1].atoms[0]
	return p.overlap && c.Resources[a] == c.Resources[b] && c.Facts[a].Permanent() != c.Resources[a]
}

// search loads pair number x in a count of all pairs.
func (p *thetaJoin) search(c *Choice, x uint64) {
	for a := range p.components[0].conflicts.sampler.all() {
		m := p.components[0].conflicts
		row := m.rowsOf(a)[0]
		n := m.sampler.weight(a) * p.values[1].fitting(p.op, p.value(0, row))
		if p.overlap {
			n -= p.lone[row]
		}
		if x >= n {
			x -= n
			continue
		}
		p.components[0].load(a, c)
		p.partner(c, a, x)
		return
	}
}

// partner loads match number x among the matches that fit a match of the first component.
func (p *thetaJoin) partner(c *Choice, a uint32, x uint64) {
	first, m := p.components[0].conflicts, p.components[1].conflicts
	row := first.rowsOf(a)[0]
	for b := range m.sampler.all() {
		other := m.rowsOf(b)[0]
		if !p.fits(row, other) {
			continue
		}
		n := first.sampler.weight(a) * m.sampler.weight(b)
		if p.overlap && row == other {
			n -= p.lone[row]
		}
		if x < n {
			p.components[1].load(b, c)
			return
		}
		x -= n
	}
}

// histogram counts the occurrences of values, and those of all values that compare in some way
// with a given one. Ordered numbers are counted in a tree of sums (Fenwick, "A
// new data structure for cumulative frequency tables", Software: Practice and
// Experience 24, 1994).
type histogram struct {
	total   uint64
	ordered bool
	of      map[trace.Sym]uint64 // counts of unordered values
	numbers []uint64             // counts of ordered numbers
	sums    []uint64             // the tree, from index 1
}

// mostOrdered is the largest number that can be ordered.
const mostOrdered = 1 << 22

func newHistogram(op lang.Op) histogram {
	if op == lang.Differs {
		return histogram{of: make(map[trace.Sym]uint64)}
	}
	return histogram{ordered: op != ""}
}

// add adds occurrences of a value, modulo 2⁶⁴. It returns false if there is no room for the
// value.
func (t *histogram) add(value trace.Sym, more uint64) bool {
	t.total += more
	if t.of != nil {
		if t.of[value] += more; t.of[value] == 0 {
			delete(t.of, value)
		}
		return true
	}
	n := int(value - trace.Numeral)
	switch {
	case !t.ordered:
		return true
	case value < trace.Numeral || n >= mostOrdered:
		return false
	case n >= len(t.numbers):
		t.grow(n)
	}
	t.numbers[n] += more
	for i := n + 1; i < len(t.sums); i += i & -i {
		t.sums[i] += more
	}
	return true
}

// grow makes room for a number.
func (t *histogram) grow(n int) {
	numbers := make([]uint64, 2*n+16)
	copy(numbers, t.numbers)
	t.numbers, t.sums = numbers, make([]uint64, len(numbers)+1)
	for i := 1; i < len(t.sums); i++ {
		t.sums[i] += numbers[i-1]
		if next := i + i&-i; next < len(t.sums) {
			t.sums[next] += t.sums[i]
		}
	}
}

// below returns the count of numbers below n.
func (t *histogram) below(n int) uint64 {
	sum := uint64(0)
	for i := min(n, len(t.numbers)); i > 0; i -= i & -i {
		sum += t.sums[i]
	}
	return sum
}

// fitting returns the count of values y for which `value op y` holds.
func (t *histogram) fitting(op lang.Op, value trace.Sym) uint64 {
	n := int(value - trace.Numeral)
	switch op {
	case "":
		return t.total
	case lang.Differs:
		return t.total - t.of[value]
	case lang.Less:
		return t.total - t.below(n+1)
	case lang.LessEq:
		return t.total - t.below(n)
	case lang.More:
		return t.below(n)
	}
	return t.below(n + 1)
}
