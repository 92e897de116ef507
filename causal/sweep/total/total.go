// Package total adds up the results of many runs, without the rows of the runs.
//
// A [Total] is a function of the set of runs alone: totals of parts are merged in any order and grouping to the same
// bytes. It names all that it counts, so that it can be printed without the program. Its size has a bound that does not
// depend on the number of runs. Package mergeable says up to which bounds the counts are exact.
package total

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
)

// magic is the beginning of each canonical form, with the version of its format.
const magic = "ceptre total 1\n"

// Total holds the statistics of some of the runs of a subject.
type Total struct {
	Subject
	Ends       Ends
	Rules      []mergeable.Histogram // how often each fired in a run
	Statements []mergeable.First     // runs that violate each
	Facts      []Facts
	Goal       Goal
	Finals     mergeable.Distinct // final states
	Hashes     mergeable.Distinct // digests of the causal structures of runs
	Inexact    int                // runs too symmetric to be told from all others
	parts      mergeable.Groups[Ends, *Ends]
	seeds      mergeable.Reservoir // of the parts
	listed     listed
}

// New returns the total of no runs.
func New(s Subject) *Total {
	return &Total{
		Subject: s, Rules: make([]mergeable.Histogram, len(s.Rules)), Facts: make([]Facts, len(s.Facts)),
		Statements: make([]mergeable.First, len(s.Statements)),
	}
}

// Of returns the total of some runs of a subject.
func Of(s Subject, runs sweep.Rows) *Total {
	t := New(s)
	for _, r := range runs {
		t.Add(r)
	}
	return t
}

// Add counts a run of the subject.
func (t *Total) Add(r *sweep.Row) {
	t.Ends.Add(r)
	for i, n := range r.Fired {
		t.Rules[i].Add(int64(n))
	}
	if i := slices.Index(t.Subject.Statements, r.Violates); i >= 0 {
		t.Statements[i].Add(r.Seed)
	}
	for i, found := range r.Facts {
		t.Facts[i].add(found, r.Levels[i])
	}
	t.Goal.add(r.Seed, r.Solution)
	t.Finals.Add(r.Final, r.Seed)
	if t.Hashed {
		t.Hashes.Add(r.Hash.Bytes, r.Seed)
		if !r.Hash.Exact {
			t.Inexact++
		}
	}
	if len(t.By) > 0 {
		name := t.partOf(r)
		t.parts.At(name).Add(r)
		t.seeds.Add(r.Seed, name)
	}
	t.listed.add(r)
}

// partOf returns how often the rules by which runs are counted apart fired in a run, as the name of a group.
func (t *Total) partOf(r *sweep.Row) string {
	var name []byte
	for _, rule := range t.By {
		name = binary.AppendUvarint(name, uint64(r.Fired[rule]))
	}
	return string(name)
}

// Merge adds the runs of another total. The two totals have no run in common. The error, [ErrOther], is for
// another subject, and says what differs.
func (t *Total) Merge(o *Total) error {
	if err := t.SameAs(&o.Subject); err != nil {
		return err
	}
	t.Ends.Merge(&o.Ends)
	for i := range t.Rules {
		t.Rules[i].Merge(&o.Rules[i])
	}
	for i := range t.Statements {
		t.Statements[i].Merge(&o.Statements[i])
	}
	for i := range t.Facts {
		t.Facts[i].Merge(&o.Facts[i])
	}
	t.Goal.Merge(&o.Goal)
	t.Finals.Merge(&o.Finals)
	t.Hashes.Merge(&o.Hashes)
	t.Inexact += o.Inexact
	t.parts.Merge(&o.parts)
	t.seeds.Merge(&o.seeds)
	t.listed.Merge(&o.listed)
	return nil
}

func (t *Total) forms() []mergeable.Form {
	out := []mergeable.Form{&t.Ends, &t.Goal, &t.Finals, &t.Hashes, &t.parts, &t.seeds, &t.listed}
	for i := range t.Rules {
		out = append(out, &t.Rules[i])
	}
	for i := range t.Statements {
		out = append(out, &t.Statements[i])
	}
	for i := range t.Facts {
		out = append(out, &t.Facts[i])
	}
	return out
}

// AppendBinary implements [encoding.BinaryAppender]. Totals of the same runs have the same form, which is the only
// one.
func (t *Total) AppendBinary(b []byte) ([]byte, error) {
	b = binary.AppendUvarint(AppendHeader(b, magic, &t.Subject), uint64(t.Inexact))
	return mergeable.AppendForms(b, t.forms()...), nil
}

// MarshalBinary implements [encoding.BinaryMarshaler].
func (t *Total) MarshalBinary() ([]byte, error) { return t.AppendBinary(nil) }

// Decode reads a total. The error for other bytes wraps [mergeable.ErrDamaged].
func Decode(data []byte) (*Total, error) {
	r, of := ReadHeader(data, magic)
	t := New(of)
	t.Inexact = r.UpTo(mergeable.MostRuns)
	r.Forms(t.forms()...)
	return t, r.Close()
}

// Part is the runs in which some rules fired the same number of times.
type Part struct {
	Times []int // for each of the rules of [Subject.By]
	Ends  *Ends
	// Seeds are the seeds of its runs in a random sample of all runs, ascending.
	Seeds []uint64
}

// Parts returns the runs by how often rules fired in them, the fewest times first; whether these are all parts,
// and whether the sample of the seeds has all runs.
func (t *Total) Parts() (parts []Part, whole, allSeeds bool) {
	seeds := make(map[string][]uint64)
	items, allSeeds := t.seeds.Items()
	for _, item := range items {
		seeds[item.Text] = append(seeds[item.Text], item.Seed)
	}
	for name, ends := range t.parts.All() {
		p := Part{Times: make([]int, len(t.By)), Ends: ends, Seeds: seeds[name]}
		r := mergeable.NewReader([]byte(name))
		for i := range p.Times {
			p.Times[i] = int(r.Uint())
		}
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b Part) int { return slices.Compare(a.Times, b.Times) })
	return parts, t.parts.Whole(), allSeeds
}

// Level is what the numbers are together in facts with the same other arguments, over the runs with such facts.
type Level struct {
	Fact string `json:"facts"`
	Runs int    `json:"runs"`
	mergeable.Spread
}

// EachLevel returns the levels by their facts.
func (f *Facts) EachLevel() (levels []Level) {
	for fact, numbers := range f.Levels.All() {
		levels = append(levels, Level{fact, numbers.N(), numbers.Spread()})
	}
	return levels
}

// First returns the runs with the smallest seeds, at most [MostListed], and the run with the greatest. There is at
// least one run.
func (t *Total) First() (first []Run, last Run) { return t.listed.first, t.listed.last[0] }

// Lacking is a fact that is left over, or a premise that nothing meets.
type Lacking struct {
	Fact string `json:"fact"`
	Runs int    `json:"runs"` // in which it is
	Seed uint64 `json:"seed"` // of the first of these
}

// ByRuns returns facts that are lacking, the most frequent first.
func ByRuns(all *mergeable.Groups[mergeable.First, *mergeable.First]) []Lacking {
	out := []Lacking{}
	for fact, runs := range all.All() {
		out = append(out, Lacking{fact, runs.Runs, runs.Seed()})
	}
	slices.SortStableFunc(out, func(a, b Lacking) int { return cmp.Compare(b.Runs, a.Runs) })
	return out
}
