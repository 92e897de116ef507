package workload

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// listed are villages: four facts and four transitions for each of the people.
var listed = []struct {
	facts int
	text  string
}{{100, Village(25)}, {1000, Village(250)}, {10_000, Village(2500)}}

// wood is n equal facts, and a rule that takes five of them.
func wood(n int) string {
	return "wood : pred. tool : pred. stage s = { make : wood * wood * wood * wood * wood -o tool. }\n#trace _ s { wood" +
		strings.Repeat(", wood", n-1) + " }."
}

// BenchmarkMenu lists the moves of a state that is new each time.
func BenchmarkMenu(b *testing.B) {
	for _, l := range listed {
		b.Run(fmt.Sprint(l.facts), func(b *testing.B) { eachState(b, l.text, func(e *exec.Enabled) { e.Moves() }) })
	}
	b.Run("wood 20", func(b *testing.B) { eachState(b, wood(20), func(e *exec.Enabled) { e.Moves() }) })
}

// BenchmarkAll lists all transitions one by one.
func BenchmarkAll(b *testing.B) {
	for _, l := range listed {
		b.Run(fmt.Sprint(l.facts), func(b *testing.B) {
			eachState(b, l.text, func(e *exec.Enabled) {
				for range e.All() {
				}
			})
		})
	}
}

// BenchmarkFirst finds the first transition.
func BenchmarkFirst(b *testing.B) {
	for _, l := range listed {
		b.Run(fmt.Sprint(l.facts), func(b *testing.B) {
			eachState(b, l.text, func(e *exec.Enabled) { _, _ = exec.First().Choose(e) })
		})
	}
}

// BenchmarkNear looks for what a murder wants for where nobody is angry.
func BenchmarkNear(b *testing.B) {
	for _, n := range []int{25, 250} {
		b.Run(fmt.Sprint(4*n), func(b *testing.B) {
			m, rule := machine(b, GrowingVillage(n))
			known := make([]bool, len(rule.Vars))
			for b.Loop() {
				_, err := m.NearMisses(context.Background(), rule, nil, known, 5)
				require.NoError(b, err)
			}
		})
	}
}

// machine returns a machine of a program, and the last of its rules.
func machine(b *testing.B, text string) (*exec.Machine, *lang.Rule) {
	p, errs := lang.Load("workload.cep", []byte(text))
	require.Empty(b, errs)
	m, _ := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	return m, p.Rules()[len(p.Rules())-1]
}

// eachState measures something in the states of a random walk, which begins anew where
// it ends.
func eachState(b *testing.B, text string, do func(*exec.Enabled)) {
	m, _ := machine(b, text)
	source, start := rand.NewPCG(1, 2), m.Mark()
	for b.Loop() {
		e, err := m.Enabled(context.Background())
		require.NoError(b, err)
		if e.Len() == 0 {
			m.Return(start)
			continue
		}
		do(e)
		_, err = m.Fire(e.Transition(e.Draw(source)))
		require.NoError(b, err)
	}
}
