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

// MostPairs is the greatest number of different pairs of values that a [Pairs] keeps.
const MostPairs = 1 << 14

// mostRounded is the greatest number of different numbers, or names, of each metric in a [Pairs] that rounds. With
// one more value, for none or for other names, there are no more than [MostPairs] pairs.
const mostRounded = 127

// Value is the value of a metric in a run: a number, a name, or none, which is the zero value. One more value stands
// for all names that a [Pairs] does not keep apart.
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
		x = 0 // -0 and 0 are the same number
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

// resolution says which values of a metric a [Pairs] that rounds keeps apart.
type resolution struct {
	power int    // power of the grid of numbers
	bound uint64 // greatest hash of a name that is kept
}

// all is the resolution that keeps all values apart.
var all = resolution{finest, math.MaxUint64}

// of returns the value to which a value is rounded.
func (g resolution) of(v Value) Value {
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

// least returns the finest resolution, no finer than g, at which there are at most [mostRounded] numbers and names.
func (g resolution) least(values map[Value]bool) resolution {
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
	g.power = fittingPower(numbers, g.power, mostRounded)
	if len(hashes) > mostRounded {
		slices.Sort(hashes)
		g.bound = hashes[mostRounded-1]
	}
	return g
}

// Pairs counts runs by the values of two metrics, with examples for each pair of values. With more than [MostPairs]
// pairs it rounds: of each metric it keeps at most 127 points of a grid, and the 127 names with the smallest hashes,
// with one value for all other names. The zero value is empty.
type Pairs struct {
	pairs       map[[2]Value]*Examples // up to 2·MostPairs until the next trim
	untrimmed   bool                   // pairs were added since the last trim
	rounded     bool
	resolutions [2]resolution // resolutions of both metrics, if rounded
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
	if p.rounded {
		for i, g := range p.resolutions {
			pair[i] = g.of(pair[i])
		}
	}
	of := p.pairs[pair]
	if of == nil {
		if p.pairs == nil {
			p.pairs = make(map[[2]Value]*Examples)
		}
		of = new(Examples)
		p.pairs[pair], p.untrimmed = of, true
	}
	return of
}

// trim rounds the values if there are too many pairs.
func (p *Pairs) trim() {
	if !p.untrimmed || !p.rounded && len(p.pairs) <= MostPairs {
		return
	}
	resolutions := [2]resolution{all, all}
	if p.rounded {
		resolutions = p.resolutions
	}
	for i := range resolutions {
		values := make(map[Value]bool)
		for pair := range p.pairs {
			values[pair[i]] = true
		}
		resolutions[i] = resolutions[i].least(values)
	}
	p.coarsen(resolutions)
	p.untrimmed = false
}

// coarsen rounds the values to coarser resolutions.
func (p *Pairs) coarsen(resolutions [2]resolution) {
	if p.rounded && p.resolutions == resolutions {
		return
	}
	before := p.pairs
	p.pairs, p.rounded, p.resolutions = nil, true, resolutions
	for pair, of := range before {
		p.at(pair).Merge(of)
	}
}

// Merge adds the runs of another.
func (p *Pairs) Merge(o *Pairs) {
	if o.rounded {
		resolutions := o.resolutions
		for i, g := range p.resolutions {
			if p.rounded {
				resolutions[i] = resolution{max(g.power, resolutions[i].power), min(g.bound, resolutions[i].bound)}
			}
		}
		p.coarsen(resolutions)
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

// Grid returns the exponent of a power of ten: the numbers of a metric, 0 or 1, are rounded down to multiples of it.
// If exact is true, no number is rounded.
func (p *Pairs) Grid(metric int) (power int, exact bool) {
	p.trim()
	return p.resolutions[metric].power, !p.rounded || p.resolutions[metric].power == finest
}

// AllNames reports whether all names of a metric, 0 or 1, are kept apart.
func (p *Pairs) AllNames(metric int) bool {
	p.trim()
	return !p.rounded || p.resolutions[metric].bound == math.MaxUint64
}

// Append appends the canonical form.
func (p *Pairs) Append(b []byte) []byte {
	p.trim()
	b = mergeable.AppendBool(b, p.rounded)
	if p.rounded {
		for _, g := range p.resolutions {
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
	*p = Pairs{rounded: r.Bool()}
	if p.rounded {
		for i := range p.resolutions {
			p.resolutions[i] = resolution{readPower(r), math.MaxUint64 - r.Uint()}
		}
	}
	var last [2]Value
	pairs := make(map[[2]Value]*Examples)
	for i := range r.Len(4, MostPairs) {
		pair, of := [2]Value{p.readValue(r, 0), p.readValue(r, 1)}, new(Examples)
		of.Read(r)
		if r.Err() != nil || of.Runs == 0 ||
			i > 0 && cmp.Or(compareValues(last[0], pair[0]), compareValues(last[1], pair[1])) >= 0 {
			r.Fail("pairs are not in their order, or have no runs")
			return
		}
		last, pairs[pair] = pair, of
	}
	p.pairs, p.untrimmed = pairs, true
	before := p.resolutions
	if p.trim(); p.resolutions != before {
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
		if v.kind != others || !p.rounded || p.resolutions[metric].bound == math.MaxUint64 {
			r.Fail("there is no such value")
		}
	}
	if r.Err() == nil && p.rounded && p.resolutions[metric].of(v) != v {
		r.Fail("a value is not kept")
	}
	return v
}
