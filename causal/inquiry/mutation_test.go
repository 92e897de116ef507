package inquiry

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// subject is a run with a trace to be changed.
type subject struct {
	program *lang.Program
	run     *trace.Trace
	oracle  *oracle
}

// How much is tried. Ten times as much found nothing more.
const (
	worlds  = 60 // random programs
	changes = 60 // to a run of each program
)

// subjects returns runs of random programs, and of the examples.
func subjects(t *testing.T) []subject {
	var programs []*lang.Program
	for seed := range uint64(worlds) {
		p, errs := lang.Load("world.cep", []byte(world(newRand(seed))))
		require.NotNil(t, p, "%v", errs)
		programs = append(programs, p)
	}
	programs = append(programs, program(t))
	programs = append(programs, examplePrograms(t)...)
	var out []subject
	for i, p := range programs {
		if run := randomRun(t, p, uint64(i), 40); len(run.Steps) > 0 {
			out = append(out, subject{p, run, newOracle(p, run.Header)})
		}
	}
	return out
}

// What ran is a run, to the last number.
func TestVerifyAcceptsSubjects(t *testing.T) {
	for _, s := range subjects(t) {
		require.NoError(t, verify(s.program, s.run), s.program.Source.Name)
		require.NoError(t, verifyExactly(s.program, s.run), s.program.Source.Name)
		_, exact := s.oracle.possible(s.run)
		require.True(t, exact, s.program.Source.Name)
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
	return fmt.Sprintf("invalid %5d   refused %5d   another true run %5d   missed %d", n.invalid, n.refused, n.same, n.missed)
}

// tallies counts what came of changes, by kind.
type tallies map[string]*tally

// Of random changes to traces, [trace.Validate] and [Verify] catch at least 99 of
// 100. What they let pass is held against the oracle, for a change that gives
// another true run is none to catch. And what they refuse, the oracle does not
// take. At the level that leaves open what depends on the order of the steps, the
// two agree in all.
func TestMutations(t *testing.T) {
	r := newRand(1)
	counts := make(tallies)
	all := subjects(t)
	for _, s := range all {
		m := newMutator(r, s.run)
		for range changes {
			if kind, changed := m.mutant(); changed != nil {
				counts.count(t, kind, s, changed)
			}
		}
		other := pick(r, all)
		other.run = s.run
		if other.program != s.program {
			counts.count(t, "program", other, s.run)
		}
	}
	counts.check(t)
}

// mutant returns a trace that differs in one thing from the original, and what
// kind of thing; nil where the change changed nothing.
func (m *mutator) mutant() (string, *trace.Trace) {
	kind := pick(m.Rand, mutations)
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
	_ = trace.Write(&b, t) // a builder takes everything
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
	switch err := verifyExactly(s.program, changed); {
	case err != nil:
		c[kind].refused++
		require.False(t, exact, "%s: refused, but the oracle takes it: %v", kind, err)
	case exact:
		c[kind].same++
	default:
		c[kind].missed++
		t.Logf("missed: %s in a run of %s", kind, s.program.Source.Text)
	}
	err := verify(s.program, changed)
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
