package game

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// crowded is a program with so many people who can each go to the next of some places: as
// many facts as transitions.
func crowded(t require.TestingT, people int) *lang.Program {
	const places = 100
	var b strings.Builder
	b.WriteString("who : type. place : type.\nat who place : pred. path place place : bwd.\n")
	for i := range places {
		fmt.Fprintf(&b, "l%d : place. ", i)
	}
	for i := range places {
		fmt.Fprintf(&b, "path l%d l%d. ", i, (i+1)%places)
	}
	b.WriteString("\nstage day = { go : at C L * path L L' -o at C L'. }\n")
	facts := make([]string, people)
	for i := range people {
		fmt.Fprintf(&b, "c%d : who. ", i)
		facts[i] = fmt.Sprintf("at c%d l%d", i, i%places)
	}
	fmt.Fprintf(&b, "\n#interactive day.\n#trace _ day { %s }.\n", strings.Join(facts, ", "))
	p, errs := lang.Load("crowd.cep", []byte(b.String()))
	require.Empty(t, errs)
	return p
}

// BenchmarkChoice is a move and the view after it, in a state of so many facts in which as
// many transitions are enabled.
func BenchmarkChoice(b *testing.B) {
	for _, n := range []int{100, 10_000, 100_000} {
		for _, most := range []Most{{}, {Moves: 500}} {
			benchmarkChoice(b, n, most)
		}
	}
}

func benchmarkChoice(b *testing.B, n int, most Most) {
	b.Run(fmt.Sprintf("%d/listing=%d", n, most.Moves), func(b *testing.B) {
		prog := crowded(b, n)
		d, err := New(ctx, prog, prog.Traces[0], Options{Run: exec.Options{Limits: exec.Limits{Steps: 1 << 30}}})
		require.NoError(b, err)
		for i := 0; b.Loop(); i++ {
			require.NoError(b, d.Choose(ctx, 1+i%100, most))
			v, err := d.View(ctx, most)
			require.NoError(b, err)
			require.Equal(b, n, v.Ways)
		}
	})
}
