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

// Examples counts runs, and keeps the smallest seeds of different ones: of each hash the smallest seed, and the
// smallest three of these. The zero value has no runs.
//
// The examples of several groups together can be had from those of each. Let h be one of the three hashes with the
// smallest seeds of all, and its seed be in one group. There, no three other hashes have smaller seeds: they would have
// smaller seeds among all, too. So the group keeps h with that seed. And where a group keeps h with a greater seed than
// that of another group, which does not keep h, three hashes of the other one have smaller seeds still: h is none of
// the three then.
type Examples struct {
	Runs int
	few  []example // examples by seed, and then by hash
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
	i, _ := slices.BinarySearchFunc(e.few, one, compare)
	if i == MostExamples || same(e.few[:i], one) {
		return
	}
	rest := slices.DeleteFunc(e.few[i:], func(o example) bool { return o.hash == one.hash })
	e.few = slices.Insert(e.few[:i+len(rest)], i, one)
	e.few = e.few[:min(len(e.few), MostExamples)]
}

// same reports whether one of some examples has the hash of another.
func same(few []example, one example) bool {
	return slices.ContainsFunc(few, func(o example) bool { return o.hash == one.hash })
}

// Merge adds the runs of another.
func (e *Examples) Merge(o *Examples) {
	e.Runs += o.Runs
	for _, one := range o.few {
		e.keep(one)
	}
}

// Seeds returns the seeds of the examples, ascending.
func (e *Examples) Seeds() []uint64 {
	out := make([]uint64, len(e.few))
	for i, one := range e.few {
		out[i] = one.seed
	}
	return out
}

// Append appends the canonical form.
func (e *Examples) Append(b []byte) []byte {
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(e.Runs)), uint64(len(e.few)))
	for _, one := range e.few {
		b = append(binary.AppendUvarint(b, one.seed), one.hash[:]...)
	}
	return b
}

// Read reads the canonical form.
func (e *Examples) Read(r *mergeable.Reader) {
	*e = Examples{Runs: r.UpTo(mergeable.MostRuns)}
	n := r.Count(1+hashBytes, MostExamples)
	for range n {
		one := example{seed: r.Uint()}
		copy(one.hash[:], r.Bytes(hashBytes))
		if last := len(e.few) - 1; r.Err() != nil || last >= 0 && compare(e.few[last], one) >= 0 || same(e.few, one) {
			r.Fail("examples are not in their order")
			return
		}
		e.few = append(e.few, one)
	}
	if n > e.Runs || n == 0 && e.Runs > 0 {
		r.Fail("%d runs have %d examples", e.Runs, n)
	}
}
