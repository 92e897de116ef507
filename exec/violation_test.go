package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genStatement draws a statement about states of the programs of genProgram.
func genStatement(t *rapid.T) string {
	pick := func(label string, from ...string) string { return rapid.SampledFrom(from).Draw(t, label) }
	stage := pick("stage", "", "", " s in one :", " s in two :")
	atom := func() string {
		mark := pick("mark", "", "", "!")
		return mark + pick("atom", "p X", "p X", "q X Y", "q X _", "q Y X", "q _ _", "r", "p a", "q a X", "q X X")
	}
	if rapid.Bool().Draw(t, "never") {
		left := []string{pick("first", "p X * p Y", "q X Y", "!q X Y", "p X * e X Y", "q X Y * q Y X", "p X * far X * p Y",
			"p X * p Y * X <> Y", "p X * q X Y * e X Y")}
		for range rapid.IntRange(0, 2).Draw(t, "more") {
			left = append(left, atom())
		}
		return fmt.Sprintf("#never%s %s.\n", stage, strings.Join(left, " * "))
	}
	left := atom()
	for range rapid.IntRange(0, 2).Draw(t, "counts") {
		left += pick("sign", " + ", " - ", " + 2 * ") + atom()
	}
	return fmt.Sprintf("#invariant%s %s %s %d.\n", stage, left, pick("op", "=", "<=", "<=", ">="),
		rapid.IntRange(0, 3).Draw(t, "bound"))
}

// genClaims draws a program with statements. Names of statements are different.
func genClaims(t *rapid.T) (plain, claims string) {
	plain = genProgram().Draw(t, "program") + "far t : bwd. far X <- q X Y <- p Y.\n"
	for i := range rapid.IntRange(1, 4).Draw(t, "statements") {
		claims += strings.Replace(genStatement(t), " s in", fmt.Sprintf(" s%d in", i), 1)
	}
	return plain, claims
}

// naivelyViolated is the definition with each constant for each variable.
func naivelyViolated(p *lang.Program, s *lang.Statement, state []*Resource) bool {
	var consts []lang.Value
	for _, k := range p.Types[0].Constructors {
		consts = append(consts, lang.NewValue(k, nil))
	}
	if s.Kind == lang.Never {
		there := byText(state)
		return slices.ContainsFunc(tuples(consts, len(s.Vars)), func(args []lang.Value) bool {
			return len(choices(s.Premises, args, there, nil)) > 0
		})
	}
	counted := func(r *Resource, c lang.Count, free []lang.Value) bool {
		matches := func(args []lang.Value) bool {
			copy(args, free)
			return asked(lang.Premise{Atom: c.Pattern}, args) == r.Fact.String()
		}
		return (r.Permanent || !c.Permanent) && slices.ContainsFunc(tuples(consts, len(s.Vars)), matches)
	}
	return slices.ContainsFunc(tuples(consts, s.Free), func(free []lang.Value) bool {
		sum := int64(0)
		for _, c := range s.Sum {
			for _, r := range state {
				if counted(r, c, free) {
					sum += c.Times
				}
			}
		}
		return s.Op == lang.Same && sum != s.Bound || s.Op == lang.LessEq && sum > s.Bound ||
			s.Op == lang.MoreEq && sum < s.Bound
	})
}

// requireViolation compares what the machine says of a state with what each statement means.
func requireViolation(t *rapid.T, p *lang.Program, m *Machine) {
	var want *statement.Violation
	var facts []lang.Initial
	for _, r := range all(m, p) {
		facts = append(facts, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
	}
	for _, s := range p.Statements {
		v, err := statement.Check(context.Background(), s, m.Stage(), facts, prove.Limits{})
		require.NoError(t, err)
		few := len(s.Vars) <= 4 && len(p.Types[0].Constructors) == 3 // for each constant for each variable
		asksState := func(p lang.Premise) bool { return p.Kind == lang.Prove && p.Atom.Pred.Name == "far" }
		if few && (s.Stage == nil || s.Stage == m.Stage()) && !slices.ContainsFunc(s.Premises, asksState) {
			require.Equal(t, naivelyViolated(p, s, all(m, p)), v != nil, "%s in %v", s.Label, facts)
		}
		if v != nil && want == nil {
			want = v
		}
	}
	got, err := m.Violation(context.Background())
	require.NoError(t, err)
	if want == nil {
		require.Nil(t, got)
		return
	}
	require.NotNil(t, got, want.Error())
	require.Equal(t, want.Statement, got.Statement)
	require.Equal(t, want.Sum, got.Sum, want.Error())
}

// In each state of random runs that go forth and back, the statements that the machine follows are violated if
// and only if they are by definition.
func TestStatementsAgainstCheck(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		plain, claims := genClaims(rt)
		p := load(rt, plain+claims)
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		chooser := Random(rapid.Uint64().Draw(rt, "seed"))
		marks := []Mark{m.Mark()}
		asks := rapid.SliceOfN(rapid.Bool(), 1, 5).Draw(rt, "asks")
		for step := range 20 {
			if asks[step%len(asks)] {
				requireViolation(rt, p, m)
			}
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			if e.Len() == 0 || rapid.IntRange(0, 4).Draw(rt, "back") == 0 {
				at := rapid.IntRange(0, len(marks)-1).Draw(rt, "to")
				m.Return(marks[at])
				marks = marks[:at+1]
				continue
			}
			choice, err := chooser.Choose(e)
			require.NoError(rt, err)
			_, err = m.Fire(e.Transition(choice))
			require.NoError(rt, err)
			marks = append(marks, m.Mark())
		}
		requireViolation(rt, p, m)
	})
}

// A run with statements is the run without them up to the first state that violates one, and ends there.
func TestRunsWithStatements(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		plain, claims := genClaims(rt)
		p, q := load(rt, plain), load(rt, plain+claims)
		one, two := NewSeries(p, p.Traces[0]), NewSeries(q, q.Traces[0])
		for range 3 {
			seed := rapid.Uint64().Draw(rt, "seed")
			want, got := trace.NewBuilder(), trace.NewBuilder()
			require.NoError(rt, one.Record(context.Background(), Options{Seed: seed}, want))
			err := two.Record(context.Background(), Options{Seed: seed}, got)
			steps := got.Trace().Steps
			require.NoError(rt, trace.Validate(got.Trace()))
			require.ElementsMatch(rt, want.Trace().Steps[:len(steps)], steps)
			whole := trace.NewBuilder()
			require.NoError(rt, two.Record(context.Background(), Options{Seed: seed, Unchecked: true}, whole))
			require.ElementsMatch(rt, want.Trace().Steps, whole.Trace().Steps)
			at, v := firstViolation(rt, q, seed)
			if v == nil {
				require.NoError(rt, err)
				require.Equal(rt, want.Trace().End, got.Trace().End)
				continue
			}
			require.EqualError(rt, err, v.Error())
			require.Len(rt, steps, at)
			require.Equal(rt, trace.Failed, got.Trace().End.Why)
			require.Equal(rt, v.Error(), got.Trace().End.Message)
		}
	})
}

// firstViolation returns the number of steps after which a random run violates a statement, and how.
func firstViolation(t *rapid.T, p *lang.Program, seed uint64) (int, *statement.Violation) {
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	chooser := Random(seed)
	for at := 0; ; at++ {
		v, err := m.Violation(context.Background())
		require.NoError(t, err)
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		if v != nil || e.Len() == 0 || at == p.Traces[0].Bound {
			return at, v
		}
		choice, err := chooser.Choose(e)
		require.NoError(t, err)
		_, err = m.Fire(e.Transition(choice))
		require.NoError(t, err)
	}
}
