package exec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// genPairs draws a program with a rule of two premises that share no variable, of
// which a comparison says how their numbers compare, or none does.
func genPairs() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		one := func(options ...string) string { return rapid.SampledFrom(options).Draw(t, "part") }
		number := func() string { return fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "number")) }
		left := one("", "$", "!") + one("p", "q") + " N * " + one("", "$", "!") + one("p", "q") + " M"
		if op := one("", "<>", "<", "<=", ">", ">="); op != "" {
			left += one(" * N "+op+" M", " * M "+op+" N")
		}
		facts := []string{"p " + number(), "q " + number()}
		for range rapid.IntRange(0, 10).Draw(t, "facts") {
			facts = append(facts, one("", "", "", "!")+one("p", "q")+" "+number())
		}
		return fmt.Sprintf("n : type. #builtin NAT n. p n : pred. q n : pred. go : pred.\nstage s = { r : $go * %s -o %s. "+
			"other : %s -o %s. }\n#trace 12 s { go, %s }.\n",
			left, one("()", "p 3", "q 4000", "!p 1"), one("p N", "q N"), one("()", "q N", "p N", "p 5000000", "!q N"),
			strings.Join(facts, ", "))
	})
}

// Pairs are counted as if all were tried, and listed as often.
func TestPairsAgainstOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genPairs().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		chooser := Random(rapid.Uint64().Draw(rt, "seed"))
		for range 12 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			want := pairs(p.Stages[0].Rules[0].Premises, m) + len(m.Context().Of(p.Stages[0].Rules[1].Premises[0].Atom.Pred))
			require.Equal(rt, want, e.Len())
			listed := 0
			for range e.All() {
				listed++
			}
			require.Equal(rt, want, listed)
			if e.Len() == 0 {
				return
			}
			choice, err := chooser.Choose(e)
			require.NoError(rt, err)
			_, err = m.Fire(e.Transition(choice))
			require.NoError(rt, err)
		}
	})
}

// genGroups draws a program with a rule whose premises may all be met by the facts of one predicate,
// a few of which are permanent.
func genGroups() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		one := func(options ...string) string { return rapid.SampledFrom(options).Draw(t, "part") }
		left := "p A * " + one("", "$") + "p B * " + one("", "$") + "p C" +
			one("", " * p D", " * !p D", " * $p _", " * q A", " * q D", " * A < B", " * q D * q E * q F")
		facts := rapid.SliceOfN(rapid.SampledFrom(
			[]string{"p 1", "p 1", "p 2", "p 3", "!p 3", "!p 4", "q 1", "q 1", "q 2", "!q 2"}), 1, 12).Draw(t, "facts")
		return fmt.Sprintf("n : type. #builtin NAT n. p n : pred. q n : pred.\nstage s = { both : p N * $q M * N <> M * N "+
			"+ M > 0 -o (). r : %s -o %s. other : %s -o %s. }\n#trace 12 s { %s }.\n",
			left, one("()", "p 3", "p A * p 7", "!p 1", "!p A"), one("p N", "q N"),
			one("()", "q N", "p N", "p N * p (N + 1)", "!q N", "!p N"), strings.Join(facts, ", "))
	})
}

// Groups are counted and listed as all else, whether few or many rules are counted in a state, and
// whatever happens; runs go as they would in a fresh machine.
func TestGroupsAgainstOracle(t *testing.T) {
	grouped := 0
	rapid.Check(t, func(rt *rapid.T) {
		text := genGroups().Draw(rt, "program")
		p := load(rt, rapid.SampledFrom([]string{text, padded(text)}).Draw(rt, "padded"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		grouped += strings.Count(fmt.Sprint(m.Plan(p.Stages[0].Rules[1])), "take different resources")
		source := rand.NewPCG(1, rapid.Uint64().Draw(rt, "seed"))
		for range 12 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			var want []string
			for _, x := range enabledInLoops(rt, m) {
				want = append(want, labelled(x))
			}
			require.Len(rt, want, e.Len())
			require.Equal(rt, want, listed(e))
			if e.Len() == 0 {
				return
			}
			_, err = m.Fire(e.Transition(e.Draw(source)))
			require.NoError(rt, err)
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, grouped, 10)
}

// pairs counts the choices of resources for the premises of genPairs's rule, but for
// the first.
func pairs(premises []lang.Premise, m *Machine) int {
	count := 0
	for _, a := range m.Context().Of(premises[1].Atom.Pred) {
		for _, b := range m.Context().Of(premises[2].Atom.Pred) {
			args := []lang.Value{a.Fact.Args[0], b.Fact.Args[0]}
			switch {
			case premises[1].Kind == lang.Permanent && !a.Permanent:
			case premises[2].Kind == lang.Permanent && !b.Permanent:
			case a == b && !a.Permanent:
			case len(premises) > 3 && !term.Holds(premises[3].Op, valueOf(premises[3].X, args), valueOf(premises[3].Y, args)):
			default:
				count++
			}
		}
	}
	return count
}
