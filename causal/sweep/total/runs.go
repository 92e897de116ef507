package total

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
)

// MostListed is how many runs a total knows one by one.
const MostListed = 20

// Run is the entry of a run in a list.
type Run struct {
	Seed  uint64
	Steps int
	sweep.Ending
	Final sweep.State
	Hash  [32]byte // zero if not asked for
}

// listed are the runs with the smallest seeds, and the one with the greatest.
type listed struct {
	first []Run
	last  []Run // one, or none
}

func (l *listed) add(r *sweep.Row) { l.keep(Run{r.Seed, r.Steps, r.Ending, r.Final, r.Hash.Bytes}) }

func (l *listed) keep(r Run) {
	if len(l.last) == 0 || compareRuns(r, l.last[0]) > 0 {
		l.last = []Run{r}
	}
	if n := len(l.first); n == MostListed && compareRuns(r, l.first[n-1]) >= 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(l.first, r, compareRuns)
	l.first = slices.Insert(l.first, i, r)
	l.first = l.first[:min(len(l.first), MostListed)]
}

// compareRuns orders runs by their seeds, and different runs with one seed by their other fields.
func compareRuns(a, b Run) int {
	if a.Seed != b.Seed {
		return cmp.Compare(a.Seed, b.Seed)
	}
	return bytes.Compare(a.append(nil), b.append(nil))
}

// Merge implements [mergeable.Value].
func (l *listed) Merge(o *listed) {
	for _, r := range slices.Concat(o.first, o.last) {
		if len(l.last) == 0 || compareRuns(r, l.last[0]) > 0 {
			l.last = []Run{r}
		}
	}
	l.first = append(l.first, o.first...)
	slices.SortFunc(l.first, compareRuns)
	l.first = l.first[:min(len(l.first), MostListed)]
}

// Append implements [mergeable.Value].
func (l *listed) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(l.first)))
	for _, r := range slices.Concat(l.first, l.last) {
		b = r.append(b)
	}
	return b
}

// Read implements [mergeable.Value].
func (l *listed) Read(r *mergeable.Reader) {
	*l = listed{}
	n := r.Len(1, MostListed)
	for i := range n + min(n, 1) {
		run := readRun(r)
		if r.Err() != nil || i > 0 && compareRuns(l.first[len(l.first)-1], run) > 0 {
			r.Fail("runs are not in their order")
			return
		}
		if i == n {
			l.last = []Run{run}
		} else {
			l.first = append(l.first, run)
		}
	}
}

func (r *Run) append(b []byte) []byte {
	b = binary.AppendVarint(binary.AppendUvarint(b, r.Seed), int64(r.Steps))
	b = append(b, nameOf(r.Ending)...)
	return append(append(b, r.Final[:]...), r.Hash[:]...)
}

func readRun(r *mergeable.Reader) Run {
	run := Run{Seed: r.Uint(), Steps: int(r.Int())}
	run.Ending = readEnding(r)
	copy(run.Final[:], r.Bytes(len(run.Final)))
	copy(run.Hash[:], r.Bytes(len(run.Hash)))
	return run
}
