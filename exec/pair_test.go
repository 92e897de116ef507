package exec

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
		return fmt.Sprintf("n : type. #builtin NAT n. p n : pred. q n : pred. go : pred.\nstage s = { r : $go * %s -o %s. other : %s -o %s. }\n#trace 12 s { go, %s }.\n",
			left, one("()", "p 3", "q 4000", "!p 1"), one("p N", "q N"), one("()", "q N", "p N", "p 5000000", "!q N"), strings.Join(facts, ", "))
	})
}

// Pairs are counted as if all were tried, and listed as often.
func TestPairsAgainstOracle(t *testing.T) {
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
			case len(premises) > 3 && !holds(premises[3].Op, valueOf(premises[3].X, args), valueOf(premises[3].Y, args)):
			default:
				count++
			}
		}
	}
	return count
}
