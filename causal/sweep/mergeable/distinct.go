package mergeable

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/axiomhq/hyperloglog"
)

// MostDistinct is the number of different digests up to which a [Distinct] is exact.
const MostDistinct = 1 << 16

// Error is the standard error of the number of a [Distinct] that is not exact, as a share.
var Error = 1.04 / math.Sqrt(registers)

// Distinct counts different digests, such as the hashes of runs. Up to a bound it keeps the digests, each with the
// number of times it came; beyond, it is a HyperLogLog (Flajolet et al., 2007) of all of them. The zero value is
// empty.
//
// It compares only half of the bytes of digests, so that it takes half of the memory. Below the bound, the
// probability that two different digests count as one is less than 2^-96.
type Distinct struct {
	exact  map[prefix]occurrences
	sketch *hyperloglog.Sketch // nil while the digests are kept
}

// prefix is the first half of a digest.
type prefix [digestBytes / 2]byte

// occurrences counts the runs with a digest, and keeps their smallest seed.
type occurrences struct {
	times, seed uint64
}

// Add counts the digest of the run with a seed.
func (d *Distinct) Add(digest [digestBytes]byte, seed uint64) {
	d.add(prefix(digest[:len(prefix{})]), occurrences{1, seed})
}

func (d *Distinct) add(digest prefix, more occurrences) {
	if d.sketch != nil {
		d.sketch.InsertHash(binary.BigEndian.Uint64(digest[:]))
		return
	}
	if d.exact == nil {
		d.exact = make(map[prefix]occurrences)
	}
	if known, ok := d.exact[digest]; ok {
		more = occurrences{known.times + more.times, min(known.seed, more.seed)}
	}
	d.exact[digest] = more
	if len(d.exact) > MostDistinct {
		d.estimate()
	}
}

// estimate replaces the digests by a sketch of them.
func (d *Distinct) estimate() {
	exact := d.exact
	d.exact, d.sketch = nil, hyperloglog.NewNoSparse()
	for digest, o := range exact {
		d.add(digest, o)
	}
}

// Merge adds the digests of another.
func (d *Distinct) Merge(o *Distinct) {
	if o.sketch != nil {
		if d.sketch == nil {
			d.estimate()
		}
		_ = d.sketch.Merge(o.sketch) // fails with other numbers of registers alone
		return
	}
	for digest, more := range o.exact {
		d.add(digest, more)
	}
}

// Count returns the number of different digests, and whether it is exact. Otherwise its standard error is [Error].
func (d *Distinct) Count() (n int, exact bool) {
	if d.sketch != nil {
		return int(d.sketch.Estimate()), false
	}
	return len(d.exact), true
}

// Most returns the number of runs with the most frequent digest, and their smallest seed; of several such digests,
// the one with the smallest seed. Both are 0 where the digests are not kept.
func (d *Distinct) Most() (times int, seed uint64) {
	var most occurrences
	for _, o := range d.exact {
		if o.times > most.times || o.times == most.times && o.seed < most.seed {
			most = o
		}
	}
	return int(most.times), most.seed
}

const (
	registers   = 1 << 14
	sketchHead  = 8 // bytes before the registers
	mostZeros   = 64 - 14 + 1
	digestBytes = 32
)

// Append appends the canonical form.
func (d *Distinct) Append(b []byte) []byte {
	b = AppendBool(b, d.sketch != nil)
	if d.sketch != nil {
		form, _ := d.sketch.MarshalBinary()
		return append(b, form[sketchHead:]...)
	}
	b = binary.AppendUvarint(b, uint64(len(d.exact)))
	digests := slices.SortedFunc(maps.Keys(d.exact), func(x, y prefix) int { return bytes.Compare(x[:], y[:]) })
	for _, digest := range digests {
		o := d.exact[digest]
		b = binary.AppendUvarint(binary.AppendUvarint(append(b, digest[:]...), o.times), o.seed)
	}
	return b
}

// Read reads the canonical form.
func (d *Distinct) Read(r *Reader) {
	*d = Distinct{}
	if r.Bool() {
		d.readSketch(r)
		return
	}
	var last prefix
	for i := range r.Len(len(last)+2, MostDistinct) {
		var digest prefix
		copy(digest[:], r.Bytes(len(digest)))
		o := occurrences{r.Uint(), r.Uint()}
		if r.Err() != nil || o.times == 0 || o.times > MostRuns || i > 0 && bytes.Compare(digest[:], last[:]) <= 0 {
			r.Fail("digests are not in their order, or have no runs")
			return
		}
		d.add(digest, o)
		last = digest
	}
}

func (d *Distinct) readSketch(r *Reader) {
	form := r.Bytes(registers)
	if form == nil {
		return
	}
	if slices.Max(form) > mostZeros {
		r.Fail("a sketch of digests has no such register")
		return
	}
	d.sketch = hyperloglog.NewNoSparse()
	head, _ := d.sketch.MarshalBinary()
	if err := d.sketch.UnmarshalBinary(append(head[:sketchHead:sketchHead], form...)); err != nil {
		r.Fail("%v", err)
		d.sketch = nil
	}
}
