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
func (f *Facts) Append(b []byte) []byte { return mergeable.AppendForms(b, f.forms()...) }

// Read implements [mergeable.Value].
func (f *Facts) Read(r *mergeable.Reader) { r.Forms(f.forms()...) }

func (f *Facts) forms() []mergeable.Form { return []mergeable.Form{&f.Copies, &f.Numbers, &f.Levels} }

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
	b = binary.AppendUvarint(mergeable.AppendForms(b, &g.Solved, &g.Unsolved), uint64(g.Cut))
	return mergeable.AppendForms(b, &g.Left, &g.Unmet)
}

// Read implements [mergeable.Value].
func (g *Goal) Read(r *mergeable.Reader) {
	r.Forms(&g.Solved, &g.Unsolved)
	if cut := r.Uint(); cut > uint64(g.Unsolved.Runs) {
		r.Fail("more searches were given up than made")
	} else {
		g.Cut = int(cut)
	}
	r.Forms(&g.Left, &g.Unmet)
}
