package joint

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
)

// MostPairs is how many different pairs of values a [Pairs] keeps.
const MostPairs = 1 << 14

// mostRough is how many different numbers, or names, of each metric there are in a [Pairs] that does not keep all. With
// one more value, for none or for other names, there are no more than [MostPairs] pairs.
const mostRough = 127

// Value is the value of a metric in a run: a number, a name, or none, which is the zero value. Of names that are not
// kept, all have the same value.
type Value struct {
	kind   kind
	number float64
	name   string
}

type kind byte

const (
	none kind = iota
	number
	name
	others
)

// Number returns a number as a value; [math.NaN] and infinities are none.
func Number(x float64) Value {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return Value{}
	case x == 0:
		x = 0 // of any sign
	}
	return Value{kind: number, number: x}
}

// Name returns a name as a value.
func Name(text string) Value { return Value{kind: name, name: text} }

// Number returns the number, if the value is one.
func (v Value) Number() (x float64, is bool) { return v.number, v.kind == number }

// Name returns the name, if the value is one.
func (v Value) Name() (text string, is bool) { return v.name, v.kind == name }

// IsNone reports whether there is no value.
func (v Value) IsNone() bool { return v.kind == none }

func compareValues(a, b Value) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.number, b.number), strings.Compare(a.name, b.name))
}

// grain says which values of a metric are kept apart, in a [Pairs] that does not keep all.
type grain struct {
	power int    // power of the grid of numbers
	bound uint64 // the greatest hash of names
}

// all is the grain of all values.
var all = grain{finest, math.MaxUint64}

// of returns what a value becomes.
func (g grain) of(v Value) Value {
	switch {
	case v.kind == number:
		v.number = floor(v.number, g.power)
	case v.kind == name && g.bound < math.MaxUint64 && hashOf(v.name) > g.bound:
		return Value{kind: others}
	}
	return v
}

func hashOf(name string) uint64 {
	sum := sha256.Sum256([]byte(name))
	return binary.BigEndian.Uint64(sum[:])
}

// least returns the finest grain, not finer than this one, that keeps few enough of some values.
func (g grain) least(values map[Value]bool) grain {
	var numbers []float64
	var hashes []uint64
	for v := range values {
		switch v.kind {
		case number:
			numbers = append(numbers, v.number)
		case name:
			hashes = append(hashes, hashOf(v.name))
		}
	}
	g.power = fit(numbers, g.power, mostRough)
	if len(hashes) > mostRough {
		slices.Sort(hashes)
		g.bound = hashes[mostRough-1]
	}
	return g
}

// Pairs counts runs by the values of two metrics, with examples of each pair of values. Of more than [MostPairs] pairs
// it keeps fewer different values of each metric: points of a grid, with 127 points at the most; and of names the 127
// with the smallest hashes, with one value for all others. The zero value is empty.
type Pairs struct {
	pairs  map[[2]Value]*Examples // there may be too many, for now
	loose  bool                   // pairs were added since the last trim
	rough  bool
	grains [2]grain // grains of both metrics, if rough
}

// Add counts a run.
func (p *Pairs) Add(x, y Value, seed uint64, hash [32]byte) {
	p.at([2]Value{x, y}).Add(seed, hash)
	if len(p.pairs) >= 2*MostPairs {
		p.trim()
	}
}

// at returns the runs of a pair of values.
func (p *Pairs) at(pair [2]Value) *Examples {
	if p.rough {
		for i, g := range p.grains {
			pair[i] = g.of(pair[i])
		}
	}
	of := p.pairs[pair]
	if of == nil {
		if p.pairs == nil {
			p.pairs = make(map[[2]Value]*Examples)
		}
		of = new(Examples)
		p.pairs[pair], p.loose = of, true
	}
	return of
}

// trim keeps fewer values apart, if there are too many.
func (p *Pairs) trim() {
	if !p.loose || !p.rough && len(p.pairs) <= MostPairs {
		return
	}
	grains := [2]grain{all, all}
	if p.rough {
		grains = p.grains
	}
	for i := range grains {
		values := make(map[Value]bool)
		for pair := range p.pairs {
			values[pair[i]] = true
		}
		grains[i] = grains[i].least(values)
	}
	p.coarsen(grains)
	p.loose = false
}

// coarsen keeps fewer values apart.
func (p *Pairs) coarsen(grains [2]grain) {
	if p.rough && p.grains == grains {
		return
	}
	before := p.pairs
	p.pairs, p.rough, p.grains = nil, true, grains
	for pair, of := range before {
		p.at(pair).Merge(of)
	}
}

// Merge adds the runs of another.
func (p *Pairs) Merge(o *Pairs) {
	if o.rough {
		grains := o.grains
		for i, g := range p.grains {
			if p.rough {
				grains[i] = grain{max(g.power, grains[i].power), min(g.bound, grains[i].bound)}
			}
		}
		p.coarsen(grains)
	}
	for pair, of := range o.pairs {
		p.at(pair).Merge(of)
	}
	if len(p.pairs) >= 2*MostPairs {
		p.trim()
	}
}

// All yields the pairs in ascending order, each with its runs. Names come after numbers.
func (p *Pairs) All() iter.Seq2[[2]Value, *Examples] {
	p.trim()
	return func(yield func([2]Value, *Examples) bool) {
		for _, pair := range p.sorted() {
			if !yield(pair, p.pairs[pair]) {
				return
			}
		}
	}
}

func (p *Pairs) sorted() [][2]Value {
	return slices.SortedFunc(maps.Keys(p.pairs), func(a, b [2]Value) int {
		return cmp.Or(compareValues(a[0], b[0]), compareValues(a[1], b[1]))
	})
}

// Grid returns the power of ten to a multiple of which the numbers of a metric, the first or the second, are rounded
// down; exact is true if none are rounded.
func (p *Pairs) Grid(metric int) (power int, exact bool) {
	p.trim()
	return p.grains[metric].power, !p.rough || p.grains[metric].power == finest
}

// Whole reports whether all names of a metric are kept.
func (p *Pairs) Whole(metric int) bool {
	p.trim()
	return !p.rough || p.grains[metric].bound == math.MaxUint64
}

// Append appends the canonical form.
func (p *Pairs) Append(b []byte) []byte {
	p.trim()
	b = mergeable.AppendBool(b, p.rough)
	if p.rough {
		for _, g := range p.grains {
			b = binary.AppendUvarint(binary.AppendVarint(b, int64(g.power)), math.MaxUint64-g.bound)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(p.pairs)))
	for pair, of := range p.All() {
		for _, v := range pair {
			b = v.append(b)
		}
		b = of.Append(b)
	}
	return b
}

// Read reads the canonical form.
func (p *Pairs) Read(r *mergeable.Reader) {
	*p = Pairs{rough: r.Bool()}
	if p.rough {
		for i := range p.grains {
			p.grains[i] = grain{readPower(r), math.MaxUint64 - r.Uint()}
		}
	}
	var last [2]Value
	pairs := make(map[[2]Value]*Examples)
	for i := range r.Count(4, MostPairs) {
		pair, of := [2]Value{p.readValue(r, 0), p.readValue(r, 1)}, new(Examples)
		of.Read(r)
		if r.Err() != nil || of.Runs == 0 ||
			i > 0 && cmp.Or(compareValues(last[0], pair[0]), compareValues(last[1], pair[1])) >= 0 {
			r.Fail("pairs are not in their order, or have no runs")
			return
		}
		last, pairs[pair] = pair, of
	}
	p.pairs, p.loose = pairs, true
	before := p.grains
	if p.trim(); p.grains != before {
		r.Fail("too many values are kept apart")
	}
}

func (v Value) append(b []byte) []byte {
	switch b = append(b, byte(v.kind)); v.kind {
	case number:
		return appendNumber(b, v.number)
	case name:
		return mergeable.AppendText(b, v.name)
	}
	return b
}

// readValue reads a value of a metric.
func (p *Pairs) readValue(r *mergeable.Reader, metric int) Value {
	v := Value{}
	if b := r.Bytes(1); b != nil {
		v.kind = kind(b[0])
	}
	switch v.kind {
	case number:
		v.number = readNumber(r)
	case name:
		v.name = r.Text()
	case none:
	default:
		if v.kind != others || !p.rough || p.grains[metric].bound == math.MaxUint64 {
			r.Fail("there is no such value")
		}
	}
	if r.Err() == nil && p.rough && p.grains[metric].of(v) != v {
		r.Fail("a value is not kept")
	}
	return v
}
