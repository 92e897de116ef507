package total

import (
	"encoding/binary"

	"github.com/ceptre-graph/ceptre/causal/sweep"
	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/exec/solution"
)

// Facts says how many facts of a tally there were where runs ended, and what the numbers in them are.
type Facts struct {
	Copies  mergeable.Histogram
	Numbers mergeable.Histogram
	// Levels are the numbers of facts with the same other arguments, added up in each run, by their patterns.
	Levels mergeable.Groups[mergeable.Histogram, *mergeable.Histogram]
}

func (f *Facts) add(found sweep.Found, levels []sweep.Level) {
	f.Copies.Add(int64(found.Copies))
	for _, n := range found.Numbers {
		f.Numbers.Add(int64(n))
	}
	for _, l := range levels {
		f.Levels.At(l.Fact).Add(int64(l.N))
	}
}

// Merge implements [mergeable.Value].
func (f *Facts) Merge(o *Facts) {
	f.Copies.Merge(&o.Copies)
	f.Numbers.Merge(&o.Numbers)
	f.Levels.Merge(&o.Levels)
}

// Append implements [mergeable.Value].
func (f *Facts) Append(b []byte) []byte { return f.Levels.Append(f.Numbers.Append(f.Copies.Append(b))) }

// Read implements [mergeable.Value].
func (f *Facts) Read(r *mergeable.Reader) {
	f.Copies.Read(r)
	f.Numbers.Read(r)
	f.Levels.Read(r)
}

// Goal says which runs meet their goal, and what others lack. Runs that failed are in neither.
type Goal struct {
	Solved, Unsolved mergeable.First
	Cut              int // unsolved runs in which the search for a solution was given up
	// Left are the facts that are left over in runs without a solution, and Unmet the premises that nothing meets
	// there.
	Left, Unmet mergeable.Groups[mergeable.First, *mergeable.First]
}

func (g *Goal) add(seed uint64, s *solution.Result) {
	switch {
	case s == nil:
		return
	case s.Solved:
		g.Solved.Add(seed)
		return
	case s.Cut:
		g.Cut++
	}
	g.Unsolved.Add(seed)
	for _, l := range s.Left {
		g.Left.At(l.Fact.String()).Add(seed)
	}
	known := make(map[string]bool)
	for _, u := range s.Unmet {
		if text := u.String(); !known[text] {
			known[text] = true
			g.Unmet.At(text).Add(seed)
		}
	}
}

// Merge implements [mergeable.Value].
func (g *Goal) Merge(o *Goal) {
	g.Solved.Merge(&o.Solved)
	g.Unsolved.Merge(&o.Unsolved)
	g.Cut += o.Cut
	g.Left.Merge(&o.Left)
	g.Unmet.Merge(&o.Unmet)
}

// Append implements [mergeable.Value].
func (g *Goal) Append(b []byte) []byte {
	b = binary.AppendUvarint(g.Unsolved.Append(g.Solved.Append(b)), uint64(g.Cut))
	return g.Unmet.Append(g.Left.Append(b))
}

// Read implements [mergeable.Value].
func (g *Goal) Read(r *mergeable.Reader) {
	g.Solved.Read(r)
	g.Unsolved.Read(r)
	if cut := r.Uint(); cut > uint64(g.Unsolved.Runs) {
		r.Fail("more searches were given up than made")
	} else {
		g.Cut = int(cut)
	}
	g.Left.Read(r)
	g.Unmet.Read(r)
}
