package joint

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
)

// MostExamples is how many runs an [Examples] keeps.
const MostExamples = 3

// Examples counts runs, and keeps the smallest seeds of different runs: each hash has a smallest seed, and the three
// hashes with the least of these are the examples. The zero value has no runs.
//
// The examples of a union of groups follow from the examples of the groups. Let h be an example of the union, and let a
// group have its smallest seed. In this group, fewer than three other hashes have a smaller seed, because in the union
// there are fewer than three. So h is an example of the group, with the same seed. Conversely, let h be an example of
// one group, and let another group have h with a smaller seed, but not as an example. Then three other hashes have even
// smaller seeds in that group, so h is no example of the union, and merging drops it.
type Examples struct {
	Runs int
	kept []example // in the order of seeds, and of hashes for equal seeds
}

type example struct {
	seed uint64
	hash [hashBytes]byte
}

const hashBytes = 32

// Add counts a run. Runs with the same hash are not different.
func (e *Examples) Add(seed uint64, hash [32]byte) {
	e.Runs++
	e.keep(example{seed, hash})
}

func compare(a, b example) int {
	return cmp.Or(cmp.Compare(a.seed, b.seed), bytes.Compare(a.hash[:], b.hash[:]))
}

// keep keeps a run if it is one of the examples.
func (e *Examples) keep(one example) {
	i, _ := slices.BinarySearchFunc(e.kept, one, compare)
	if i == MostExamples || same(e.kept[:i], one) {
		return
	}
	rest := slices.DeleteFunc(e.kept[i:], func(o example) bool { return o.hash == one.hash })
	e.kept = slices.Insert(e.kept[:i+len(rest)], i, one)
	e.kept = e.kept[:min(len(e.kept), MostExamples)]
}

// same reports whether one of the kept examples has the same hash.
func same(kept []example, one example) bool {
	return slices.ContainsFunc(kept, func(o example) bool { return o.hash == one.hash })
}

// Merge adds the runs of another.
func (e *Examples) Merge(o *Examples) {
	e.Runs += o.Runs
	for _, one := range o.kept {
		e.keep(one)
	}
}

// Seeds returns the seeds of the examples, ascending.
func (e *Examples) Seeds() []uint64 {
	out := make([]uint64, len(e.kept))
	for i, one := range e.kept {
		out[i] = one.seed
	}
	return out
}

// Append appends the canonical form.
func (e *Examples) Append(b []byte) []byte {
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(e.Runs)), uint64(len(e.kept)))
	for _, one := range e.kept {
		b = append(binary.AppendUvarint(b, one.seed), one.hash[:]...)
	}
	return b
}

// Read reads the canonical form.
func (e *Examples) Read(r *mergeable.Reader) {
	*e = Examples{Runs: r.UpTo(mergeable.MostRuns)}
	n := r.Len(1+hashBytes, MostExamples)
	for range n {
		one := example{seed: r.Uint()}
		copy(one.hash[:], r.Bytes(hashBytes))
		if last := len(e.kept) - 1; r.Err() != nil || last >= 0 && compare(e.kept[last], one) >= 0 || same(e.kept, one) {
			r.Fail("examples are not in their order")
			return
		}
		e.kept = append(e.kept, one)
	}
	if n > e.Runs || n == 0 && e.Runs > 0 {
		r.Fail("%d runs have %d examples", e.Runs, n)
	}
}
