package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/stretchr/testify/require"
)

// changes is how many changes are made to a run of each program. Ten times as many found nothing more.
const changes = 60

// subject is a run with an oracle of its program.
type subject struct {
	replaytest.Subject
	oracle *oracle
}

func subjects(t *testing.T) []subject {
	var out []subject
	for _, s := range replaytest.Subjects(t) {
		out = append(out, subject{s, newOracle(s.Program, s.Run.Header)})
	}
	return out
}

// What ran is a run, to the last number.
func TestVerifyAcceptsSubjects(t *testing.T) {
	for _, s := range subjects(t) {
		require.NoError(t, verify(s.Program, s.Run), s.Program.Source.Name)
		require.NoError(t, verifyExactly(s.Program, s.Run), s.Program.Source.Name)
		_, exact := s.oracle.possible(s.Run)
		require.True(t, exact, s.Program.Source.Name)
	}
}

// tally counts what came of the changes of one kind.
type tally struct {
	invalid int // refused by Validate
	refused int // by Verify
	same    int // another true run
	missed  int
}

func (n tally) String() string {
	return fmt.Sprintf("invalid %5d   refused %5d   another true run %5d   missed %d",
		n.invalid, n.refused, n.same, n.missed)
}

// tallies counts what came of changes, by kind.
type tallies map[string]*tally

// Of random changes to traces, [trace.Validate] and [Verify] catch at least 99 of
// 100. What they let pass is held against the oracle, for a change that gives
// another true run is none to catch. And what they refuse, the oracle does not
// take. At the level that leaves open what depends on the order of the steps, the
// two agree in all.
func TestMutations(t *testing.T) {
	r := replaytest.Rand(1)
	counts := make(tallies)
	all := subjects(t)
	for _, s := range all {
		m := newMutator(r, s.Run)
		for range changes {
			if kind, changed := m.mutant(); changed != nil {
				counts.count(t, kind, s, changed)
			}
		}
		other := replaytest.Pick(r, all)
		other.Run = s.Run
		if other.Program != s.Program {
			counts.count(t, "program", other, s.Run)
		}
	}
	counts.check(t)
}

// mutant returns a trace that differs in one thing from the original, and what
// kind of thing; nil where the change changed nothing.
func (m *mutator) mutant() (string, *trace.Trace) {
	kind := replaytest.Pick(m.Rand, mutations)
	changed := copyOf(m.original)
	if !kind.change(m, changed) {
		return "", nil
	}
	if m.IntN(3) > 0 {
		repair(changed)
	}
	if m.written == written(changed) {
		return "", nil
	}
	return kind.name, changed
}

func written(t *trace.Trace) string {
	var b strings.Builder
	_ = json.Write(&b, t.Stream()) // a builder takes everything
	return b.String()
}

// count holds a changed trace against its program.
func (c tallies) count(t *testing.T, kind string, s subject, changed *trace.Trace) {
	if c[kind] == nil {
		c[kind] = new(tally)
	}
	if trace.Validate(changed) != nil {
		c[kind].invalid++
		return
	}
	possible, exact := s.oracle.possible(changed)
	switch err := verifyExactly(s.Program, changed); {
	case err != nil:
		c[kind].refused++
		require.False(t, exact, "%s: refused, but the oracle takes it: %v", kind, err)
	case exact:
		c[kind].same++
	default:
		c[kind].missed++
		t.Logf("missed: %s in a run of %s", kind, s.Program.Source.Text)
	}
	err := verify(s.Program, changed)
	require.Equal(t, possible, err == nil, "%s, not exactly: %v", kind, err)
}

// check asserts the total number of changes caught.
func (c tallies) check(t *testing.T) {
	var sum tally
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		n := c[kind]
		t.Logf("%-32s %v", kind, n)
		sum = tally{sum.invalid + n.invalid, sum.refused + n.refused, sum.same + n.same, sum.missed + n.missed}
	}
	t.Logf("%-32s %v", "all", sum)
	require.Len(t, c, len(mutations)+1, "kinds of change that were tried")
	caught := sum.invalid + sum.refused
	require.GreaterOrEqual(t, sum.refused, 1000, "changes that are no matter of form")
	require.GreaterOrEqual(t, caught+sum.missed, 3000)
	require.GreaterOrEqual(t, float64(caught)/float64(caught+sum.missed), 0.99)
}
