package exec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lastingHead declares what the programs of genLasting speak of: numbers of two types,
// one of which has constructors, strings, facts without arguments, and a clause.
const lastingHead = `n : type. #builtin NAT n. u : type. z : u. s u : u. t : type. o : t. f n t : t.
p n : pred. q n n : pred. c n : pred. v u : pred. l string : pred. g t : pred. r : pred.
k n n : bwd. k 0 1. k 1 2. k 2 0. k 2 1.
`

// genLasting draws a program whose runs rarely end, so that its matches are kept up to
// date, forgotten and found anew many times. Its stages share some of their rules.
func genLasting() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString(lastingHead)
		shared, parted := genLastingRule(t), rapid.IntRange(0, 2).Draw(t, "parted") == 0
		for _, stage := range []string{"one", "two"} {
			fmt.Fprintf(&b, "stage %s = {\n  %s.\n  %s.\n", stage, shared, rapid.SampledFrom(lasting).Draw(t, "lasting"))
			for range rapid.IntRange(0, 3).Draw(t, "rules") {
				fmt.Fprintf(&b, "  %s.\n", genLastingRule(t))
			}
			if parted {
				b.WriteString("  q 11 X * q 12 X * q 13 X * q 14 X * q 15 X * q 16 X * q 17 X * q 18 X * q 19 X -o ().\n")
				for range rapid.IntRange(5, 12).Draw(t, "parts") {
					fmt.Fprintf(&b, "  %s.\n", genPart(t))
				}
			}
			b.WriteString("}\n")
		}
		b.WriteString("qui * stage one -o stage two * p 0 * q 1 2.\nqui * stage two -o stage one * r * q 0 0 * v z.\n")
		fmt.Fprintf(&b, "#trace _ one { %s }.\n", strings.Join(genLastingFacts(t), ", "))
		return b.String()
	})
}

// lasting are rules that can fire for ever, on ever new facts or on few that come back.
var lasting = []string{"c X -o c (X + 1)", "$q 0 1 * q X Y -o q Y ((X + 1) mod 3)", "q X Y -o q Y ((X + 1) mod 3)",
	"$r * p X -o p ((X + 1) mod 3)", "r -o r"}

// genLastingRule draws a rule that makes hardly more than it takes.
func genLastingRule(t *rapid.T) string {
	left := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{
		"p X", "p X * p Y", "p X * p Y * X < Y", "p X * $p Y * X <> Y", "p X * !p X", "q X Y", "q X Y * q Y Z",
		"$q X Y * q X Z * Y <> Z",
		"q X Y * q Z W", "q X Y * $p Z * Y <> Z", "q X Y * $p X", "q X X", "q X 1", "p X * k X Y",
		"p X * Y == (X + 1) mod 3 * $q Y _", "p 4294967296", "v (s N)", "v N * $v M * N <> M",
		"v N * v M", `l "x"`, "l S * $l T", "r", "r * r", "$r * !r", "c X * $p X", "g (f X Rest)", "g (f X o) * $p X",
	}), 1, 2, rapid.ID[string]).Draw(t, "left")
	right := rapid.SliceOfN(rapid.SampledFrom([]string{
		"p 0", "p 1", "p 2", "p 4294967296", "!p 2", "q 0 1", "q 1 1", "q 2 0", "!q 1 2", "v z", "v (s z)", "v (s (s z))",
		`l "x"`, `l "y"`, "r", "!r", "g o", "g (f 1 (f 0 o))", "c 0",
	}), 0, 3).Draw(t, "right")
	return strings.Join(left, " * ") + " -o " + strings.Join(append(right, "()"), " * ")
}

// genPart draws a rule that asks for facts of a predicate with some number in one column or the
// other, and maybe for another one of them, too.
func genPart(t *rapid.T) string {
	number := func() string { return rapid.SampledFrom([]string{"0", "0", "1", "2", "3"}).Draw(t, "number") }
	left := fmt.Sprintf(rapid.SampledFrom([]string{"q %s X", "q %s X", "$q %s X", "!q %s X", "q X %s"}).Draw(t, "first"),
		number())
	more := rapid.SampledFrom([]string{"", "", " * q X %s", " * $q %s X", " * $q X _", " * $q X %s", " * X <> %s",
		" * c X"}).Draw(t, "more")
	if strings.Contains(more, "%") {
		more = fmt.Sprintf(more, number())
	}
	right := fmt.Sprintf(rapid.SampledFrom(
		[]string{"q %s X", "q X %s", "q %s ((X + 1) mod 3)", "q ((X + 1) mod 3) %s"}).Draw(t, "right"), number())
	return left + more + " -o " + right
}

func genLastingFacts(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.SampledFrom([]string{
		"p 0", "p 1", "p 2", "p 4294967296", "!p 1", "q 0 1", "q 1 2", "q 2 2", "!q 2 1", "v z", "v (s z)", `l "x"`, `l "y"`,
		"r", "!r", "c 0", "g (f 1 o)",
	}), 1, 8).Draw(t, "facts")
}

// Whatever was done to a machine, as many transitions are enabled as in one that has
// come to its state in no way, they are the same, and all are listed.
func TestKeptMatchesAreThoseThereAre(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genLasting().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		source := rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)
		var marks []Mark
		for range rapid.IntRange(1, 20).Draw(rt, "acts") {
			switch rapid.SampledFrom([]string{"fire", "fire", "fire", "mark", "return", "adjust"}).Draw(rt, "act") {
			case "fire":
				fireMany(rt, m, rapid.SampledFrom([]int{1, 1, 5, 1500}).Draw(rt, "times"), source)
			case "mark":
				marks = append(marks, m.Mark())
			case "return":
				if len(marks) > 0 {
					i := rapid.IntRange(0, len(marks)-1).Draw(rt, "mark")
					m.Return(marks[i])
					marks = marks[:i+1]
				}
			default:
				adjustAny(rt, m, p)
				marks = nil
			}
			requireAfresh(rt, m, p)
		}
	})
}

// fireMany fires transitions by chance, as runs do.
func fireMany(t *rapid.T, m *Machine, times int, source *rand.PCG) {
	e := &Enabled{machine: m, done: context.Background()}
	for range times {
		require.NoError(t, e.count())
		if e.Len() == 0 {
			return
		}
		_, err := m.fire(e.Draw(source).drawn)
		require.NoError(t, err)
	}
}

// adjustAny takes some facts out, enters others, and goes to one of the stages.
func adjustAny(t *rapid.T, m *Machine, p *lang.Program) {
	start := p.Traces[0].Context.Facts
	come := rapid.SliceOfN(rapid.SampledFrom(start), 0, 3).Draw(t, "come")
	var gone []lang.Initial
	for _, r := range all(m, p) {
		if rapid.IntRange(0, 3).Draw(t, "goes") == 0 {
			gone = append(gone, lang.Initial{Fact: r.Fact, Permanent: r.Permanent})
		}
	}
	m.Adjust(gone, come, rapid.SampledFrom(p.Stages).Draw(t, "stage"))
}

// mostListed is how many transitions are listed, and not only counted.
const mostListed = 200

func requireAfresh(t *rapid.T, m *Machine, p *lang.Program) {
	other := afresh(p, m)
	e, err := m.Enabled(context.Background())
	require.NoError(t, err)
	want, err := other.Enabled(context.Background())
	require.NoError(t, err)
	require.Equal(t, want.Len(), e.Len())
	if e.Len() > mostListed {
		return
	}
	require.Equal(t, looks(want), looks(e))
	listed := 0
	for range e.All() {
		listed++
	}
	require.Equal(t, e.Len(), listed)
	if e.Len() > 0 {
		drawn := e.Transition(e.Draw(rand.NewPCG(1, 1)))
		require.True(t, slices.ContainsFunc(looks(want),
			func(s string) bool { return strings.HasSuffix(s, " "+drawn.String()) }))
	}
}

// looks returns the menu of a state as text, without regard to the order.
func looks(e *Enabled) []string {
	var out []string
	for _, move := range e.Moves() {
		out = append(out, fmt.Sprint(move.Count, " ", move.Transition))
	}
	slices.Sort(out)
	return out
}
