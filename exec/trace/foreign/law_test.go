package foreign_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/foreign"
)

// read reads a text that a printer made.
func read(t *rapid.T, text string) *trace.Trace {
	tr, notes, err := foreign.Read("printed", strings.NewReader(text), nil)
	require.NoError(t, err, text)
	requireSound(t, tr, notes)
	return tr
}

// TestDOTHolds: trace.dot preserves a run in which all facts differ, in any order of its node
// lines.
func TestDOTHolds(t *testing.T) {
	runs := stories(shape{distinct: true, reads: true, terms: terms(2, literals)})
	rapid.Check(t, func(t *rapid.T) {
		run := runs.Draw(t, "run")
		text := newOlder(t, run).dot()
		require.Equal(t, renumbered(run), renumbered(read(t, text)), text)
	})
}

// TestStepsHold: so does JSON of single steps, but for the order of what was
// there from the start.
func TestStepsHold(t *testing.T) {
	runs := stories(shape{distinct: true, reads: true, terms: terms(2, literals)})
	rapid.Check(t, func(t *rapid.T) {
		run := runs.Filter(func(tr *trace.Trace) bool { return len(tr.Steps) > 0 }).Draw(t, "run")
		text := newOlder(t, run).json()
		require.Equal(t, renumbered(byFacts(run)), renumbered(byFacts(read(t, text))), text)
	})
}

// byFacts puts the initial state in order of facts.
func byFacts(tr *trace.Trace) *trace.Trace {
	sorted := *tr
	sorted.Resources = slices.Clone(tr.Resources)
	slices.SortStableFunc(sorted.Resources, func(a, b trace.Resource) int {
		if a.By != 0 || b.By != 0 {
			return cmp.Compare(a.By, b.By)
		}
		return strings.Compare(a.String(), b.String())
	})
	return &sorted
}

// TestEqualFacts: a step may keep another of several equal facts, but its changes and the final
// state are the same.
func TestEqualFacts(t *testing.T) {
	runs := stories(shape{reads: true, terms: terms(1)})
	rapid.Check(t, func(t *rapid.T) {
		run := runs.Draw(t, "run")
		for _, print := range []func(*older) string{(*older).dot, (*older).json} {
			text := print(newOlder(t, run))
			if text != "" {
				require.Equal(t, changes(run), changes(read(t, text)), text)
			}
		}
	})
}

// changes returns how many facts of a kind each step makes more than it uses up,
// and how many are left.
func changes(tr *trace.Trace) []map[string]int {
	facts := make(map[trace.ResourceID]string)
	for _, x := range tr.Resources {
		facts[x.ID] = x.String()
	}
	var all []map[string]int
	for _, s := range tr.Steps {
		diff := make(map[string]int)
		add := func(ids []trace.ResourceID, n int) {
			for _, id := range ids {
				if diff[facts[id]] += n; diff[facts[id]] == 0 {
					delete(diff, facts[id])
				}
			}
		}
		add(s.Consumes, -1)
		add(s.Produces, 1)
		all = append(all, diff)
	}
	left := make(map[string]int)
	for _, x := range tr.Final() {
		left[x.String()]++
	}
	return append(all, left)
}

// TestTextHolds: the text of a run preserves all but facts, and permanent resources that are not
// used twice.
func TestTextHolds(t *testing.T) {
	runs := stories(shape{distinct: true, terms: terms(2, literals)})
	rapid.Check(t, func(t *rapid.T) {
		run := runs.Draw(t, "run")
		printed := text(run)
		require.Equal(t, renumbered(untold(used(run))), renumbered(read(t, printed)), printed)
	})
}

// TestFinalState: what a text takes from its final state is so, whether facts
// are equal or not.
func TestFinalState(t *testing.T) {
	for _, distinct := range []bool{true, false} {
		runs := stories(shape{distinct: distinct, terms: terms(1, literals)})
		rapid.Check(t, func(t *rapid.T) {
			run := runs.Draw(t, "run")
			printed := finalText(run) + text(run)
			told := read(t, printed)
			left := changes(run)[len(run.Steps)]
			for fact, n := range changes(told)[len(run.Steps)] {
				require.True(t, isUntold(fact) || n <= left[fact], "%s\n%s", fact, printed)
			}
			used := usedOrMade(told)
			for _, x := range told.Resources {
				if used[x.ID] && !isUntold(x.String()) {
					require.Equal(t, run.Resources[x.ID-1].String(), x.String(), printed)
				}
			}
		})
	}
}

// isUntold reports whether a fact is named after where it was made.
func isUntold(fact string) bool {
	pred, _, _ := strings.Cut(strings.TrimPrefix(fact, "!"), " ")
	return strings.Contains(strings.ReplaceAll(pred, "do/mourn", ""), "/")
}

// usedOrMade returns the resources that steps name.
func usedOrMade(tr *trace.Trace) map[trace.ResourceID]bool {
	named := make(map[trace.ResourceID]bool)
	for _, s := range tr.Steps {
		for _, id := range slices.Concat(s.Consumes, s.Reads, s.Produces) {
			named[id] = true
		}
	}
	return named
}

// TestCelfHolds: a proof term holds all but facts.
func TestCelfHolds(t *testing.T) {
	runs := stories(shape{distinct: true, terms: terms(2)})
	rapid.Check(t, func(t *rapid.T) {
		run := runs.Draw(t, "run")
		text := celf(run)
		require.Equal(t, renumbered(untold(run)), renumbered(read(t, text)), text)
	})
}

// TestCelfStagesHold: so does one in which the end of a stage holds the next.
func TestCelfStagesHold(t *testing.T) {
	runs := stories(shape{distinct: true, terms: terms(2)})
	rapid.Check(t, func(t *rapid.T) {
		run := runs.Draw(t, "run")
		text := celfStages(t, run)
		require.Equal(t, renumbered(untold(run)), renumbered(read(t, text)), text)
	})
}

// used returns a run without what was there from the start and no step used;
// permanent is what more than one step used.
func used(tr *trace.Trace) *trace.Trace {
	uses := make(map[trace.ResourceID]int)
	for _, s := range tr.Steps {
		for _, id := range slices.Concat(s.Consumes, s.Reads) {
			uses[id]++
		}
	}
	out := &trace.Trace{Header: tr.Header}
	for _, x := range tr.Resources {
		if x.By != 0 || uses[x.ID] > 0 {
			x.Persistent = uses[x.ID] > 1
			out.Resources = append(out.Resources, x)
		}
	}
	for _, s := range tr.Steps {
		reads := s.Reads
		s.Reads = nil
		for _, id := range reads {
			if uses[id] > 1 {
				s.Reads = append(s.Reads, id)
			} else {
				s.Consumes = append(s.Consumes, id)
			}
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}

// untold names facts as formats do that tell none.
func untold(tr *trace.Trace) *trace.Trace {
	out := &trace.Trace{Header: tr.Header, Steps: tr.Steps}
	counts := make(map[trace.StepID]int)
	for _, x := range tr.Resources {
		counts[x.By]++
		x.Pred, x.Args = fmt.Sprintf("initial/%d", counts[0]), nil
		if x.By != 0 {
			s := tr.Steps[x.By-1]
			x.Pred, x.Args = fmt.Sprintf("%s/%d", s.Rule, counts[x.By]), s.Args
		}
		out.Resources = append(out.Resources, x)
	}
	return out
}
