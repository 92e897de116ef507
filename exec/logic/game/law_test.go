package game

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// randomGame returns a game in KIF: two roles, a few fluents, derived relations in an order that keeps negation out
// of cycles, and rules for the next state with random bodies.
func randomGame(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("(role a) (role b)\n(init (p 0))\n")
	fluent := func() string {
		return rapid.SampledFrom([]string{"(p 0)", "(p 1)", "(q 0)", "(q 1)", "r", "s"}).Draw(t, "fluent")
	}
	for range rapid.IntRange(0, 4).Draw(t, "inits") {
		fmt.Fprintf(&b, "(init %s)\n", fluent())
	}
	literal := func(level int, does bool) string {
		atom := fmt.Sprintf("(true %s)", fluent())
		switch rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "kind") {
		case 0:
			if does {
				atom = fmt.Sprintf("(does %s %s)", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "role"),
					rapid.SampledFrom([]string{"go", "stay"}).Draw(t, "move"))
			}
		case 1:
			if level > 0 {
				atom = fmt.Sprintf("d%d", rapid.IntRange(0, level-1).Draw(t, "derived"))
			}
		}
		if rapid.SampledFrom([]bool{true, false, false, false}).Draw(t, "negated") {
			return "(not " + atom + ")"
		}
		return atom
	}
	body := func(level int, does bool) string {
		var all []string
		for range rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(t, "literals") {
			all = append(all, literal(level, does))
		}
		return strings.Join(all, " ")
	}
	const levels = 3
	for level := range levels {
		for range rapid.IntRange(1, 2).Draw(t, "rules") {
			fmt.Fprintf(&b, "(<= d%d %s)\n", level, body(level, true))
		}
	}
	for range rapid.IntRange(5, 12).Draw(t, "nexts") {
		if head := fluent(); rapid.Bool().Draw(t, "frame") {
			fmt.Fprintf(&b, "(<= (next %s) (true %[1]s) %s)\n", head, body(levels, true))
		} else {
			fmt.Fprintf(&b, "(<= (next %s) %s)\n", head, body(levels, true))
		}
	}
	b.WriteString("(legal a go) (legal a stay) (legal b stay)\n(<= (legal b go) " + body(0, false) + ")\n")
	b.WriteString("(<= terminal (true never))\n(goal a 1) (goal b 1)\n")
	return b.String()
}

// Traces of random games lead through the states of the game, are runs in every order of their steps that respects
// the causes, nothing is used up twice, and each transition that rests on no absence follows from what it uses up and
// reads.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g, errs := gdl.ParseKIF(&syntax.Source{Name: "game.kif", Text: []byte(randomGame(rt))})
		require.False(rt, errs.Failed(), "%v", errs)
		m := start(t, g)
		rng := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(rt, "seed")))
		for range rapid.IntRange(1, 6).Draw(rt, "turns") {
			choose := m.ByChance(rng)
			moves := make([]Move, 2)
			for i := range moves {
				var err error
				moves[i], err = choose(m.Position(), i)
				require.NoError(rt, err)
			}
			m.followsFromUses(t, moves)
			require.NoError(rt, m.Play(t.Context(), moves))
			checkState(t, m)
		}
		end := m.End(trace.Stopped, "")
		require.NoError(rt, trace.Validate(end))
		other := shuffled(end)
		require.NoError(rt, trace.Validate(other))
		require.Equal(rt, facts(end), facts(other))
	})
}

// followsFromUses checks the transitions that moves would lead to.
func (m *Match) followsFromUses(t *testing.T, moves []Move) {
	var done []ground.Atom
	for i, move := range moves {
		done = append(done, m.base.Atoms.Intern(gdl.Does, []ground.Term{m.roles[i], move.Action}))
	}
	model, err := m.solve(t.Context(), m.step, slices.Concat(m.position.Fluents, done))
	require.NoError(t, err)
	var next []ground.Atom
	for _, a := range model.Atoms(gdl.Next) {
		next = append(next, m.fluent(m.base.Atoms.Args(a)[0]))
	}
	used := make(map[ground.Atom]bool)
	for _, change := range transitions(m.position.Fluents, next, m.successor(t.Context(), model)) {
		for _, a := range slices.Concat(change.moves, change.lost) {
			require.False(t, used[a], "%s is used up twice", text(m.base, a))
			used[a] = true
		}
		if len(change.absent) > 0 {
			continue
		}
		alone, err := m.solve(t.Context(), m.step, slices.Concat(change.lost, change.reads, change.moves))
		require.NoError(t, err)
		for _, f := range change.made {
			require.True(t, alone.Holds(m.base.Atoms.Intern(gdl.Next, m.base.Atoms.Args(f))), text(m.base, f))
		}
	}
}
