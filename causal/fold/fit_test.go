package fold

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

func nodes(f *Folding) int { return len(f.Groups) + len(f.Bundles()) }

// requireFolding requires that groups divide the selection, and that none precedes one that
// begins earlier, so that there is no cycle.
func requireFolding(t require.TestingT, f *Folding) {
	var all []causal.Event
	for g, group := range f.Groups {
		require.True(t, g == 0 || f.Groups[g-1].Events[0] < group.Events[0])
		require.Equal(t, len(group.Events) == 1, group.Method == "")
		for _, e := range group.Events {
			require.Equal(t, g, f.Group(e))
		}
		all = append(all, group.Events...)
	}
	slices.Sort(all)
	require.Equal(t, f.Selection.Events, all)
	for g, row := range quotient(f) {
		require.False(t, slices.Contains(row[:g+1], true))
	}
}

// Of pictures of groups alone, what fits is not folded, and all else has between a third of
// what there is room for and all of it.
func TestFitGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		most := rapid.IntRange(1, 30).Draw(t, "most")
		f := s.FitGroups(most)
		requireFolding(t, f)
		if len(s.Events) <= most {
			require.Len(t, f.Groups, len(s.Events))
			return
		}
		require.LessOrEqual(t, len(f.Groups), most)
		require.GreaterOrEqual(t, 3*len(f.Groups), most)
	})
}

// With facts, too, there are no more nodes than there may be, unless a single group has more.
// There is less than a third only where no event is folded, or where a group that is put
// together of two took the rest away.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		most := rapid.IntRange(1, 80).Draw(t, "most")
		f := s.Fit(most)
		requireFolding(t, f)
		if nodes(s.single()) <= most {
			require.Equal(t, show(s.single()), show(f))
			return
		}
		if nodes(s.single().fold(Spans, 1).bundled()) <= most {
			require.LessOrEqual(t, nodes(f), most)
		}
		if 3*nodes(f) >= most {
			return
		}
		if len(f.Groups) == len(s.Events) {
			for _, b := range f.Bundles() {
				require.True(t, len(b.Resources) == 1 || nodes(s.single().bundled())+len(b.Resources)-1 > most)
			}
			return
		}
		require.Condition(t, func() bool { return splits(f, func(finer *Folding) bool { return nodes(finer) > most }) })
	})
}

// TestFitOfManyFacts: facts between two events are in one bundle if there is no room for each.
func TestFitOfManyFacts(t *testing.T) {
	l := &long{}
	l.Steps = []trace.Step{{ID: 1, Rule: "make"}, {ID: 2, Rule: "take"}}
	for range 50 {
		l.Steps[0].Produces = append(l.Steps[0].Produces, l.fact("p", 1))
	}
	l.Steps[1].Consumes = l.Steps[0].Produces[:40]
	s, err := Select(causal.New(&l.Trace), Options{})
	require.NoError(t, err)
	for most, want := range map[int]int{52: 52, 51: 43, 43: 43, 42: 13, 13: 13, 12: 4, 4: 4, 3: 2, 1: 2} {
		require.Equal(t, want, nodes(s.Fit(most)), "%d", most)
	}
}

// splits reports whether something is true of a folding in which one group is two, with
// facts bundled.
func splits(f *Folding, is func(*Folding) bool) bool {
	for g, group := range f.Groups {
		for set := 1; set < 1<<min(len(group.Events)-1, 16); set++ {
			finer := f.bundled()
			finer.of = slices.Clone(f.of)
			finer.Groups = append(slices.Clone(f.Groups), Group{})
			finer.Groups[g].Events, finer.Groups[len(f.Groups)].Events = nil, nil
			for k, e := range group.Events {
				to := g
				if k > 0 && set>>(k-1)&1 == 1 {
					to = len(f.Groups)
				}
				finer.Groups[to].Events = append(finer.Groups[to].Events, e)
				i, _ := slices.BinarySearch(f.Selection.Events, e)
				finer.of[i] = int32(to)
			}
			if is(finer) {
				return true
			}
		}
	}
	return false
}

// Putting groups together never makes more nodes, where facts between single events are
// bundled, too: searches rely on it.
func TestSizesShrink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := randomSelection(t).single().bundled()
		for _, m := range f.Selection.fitting() {
			coarser := f.within(m, f.Selection.parts)
			requireFolding(t, coarser)
			p := &parting{finer: f, method: m, units: f.units(coarser)}
			if (m == Stages || m == Turns) && len(p.units) > 0 {
				p.units = p.units[:rapid.IntRange(1, len(p.units)).Draw(t, "units")]
				p = p.split()
				f = p.finer
			}
			for width, last := 1, f; len(p.units) > 0 && width < 64; width *= 2 {
				for n := range p.pieces(2*width) + 1 {
					finer := p.fold(len(p.units), width, n)
					requireFolding(t, finer)
					require.LessOrEqual(t, nodes(finer), nodes(last))
					require.LessOrEqual(t, len(last.Groups)-len(finer.Groups), 1)
					last = finer
				}
			}
			f = coarser
		}
		require.LessOrEqual(t, len(f.Groups), 1)
	})
}

func TestFitWithoutBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomSelection(t)
		require.Equal(t, s.Fold().Groups, s.Fit(0).Groups)
		require.Equal(t, s.Fold().Groups, s.FitGroups(0).Groups)
	})
}

func TestParseMethod(t *testing.T) {
	for _, m := range Methods() {
		got, err := ParseMethod(string(m))
		require.NoError(t, err)
		require.Equal(t, m, got)
	}
	_, err := ParseMethod("chain")
	require.EqualError(t, err, `no way to fold called "chain"; want one of repeat, chains, turn, stage, round, span, rule`)
}
