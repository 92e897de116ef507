package logic_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	evaluator "github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// game is a program in GDL with its state.
type game struct {
	base    *evaluator.Base
	states  *evaluator.Program // asked for legal moves, terminal and goals
	updates *evaluator.Program // asked for the next state
	state   []ground.Atom
}

var (
	initial  = logic.Predicate{Name: "init", Arity: 1}
	holds    = logic.Predicate{Name: "true", Arity: 1}
	next     = logic.Predicate{Name: "next", Arity: 1}
	does     = logic.Predicate{Name: "does", Arity: 2}
	legal    = logic.Predicate{Name: "legal", Arity: 2}
	goal     = logic.Predicate{Name: "goal", Arity: 2}
	terminal = logic.Predicate{Name: "terminal"}
)

func newGame(t testing.TB, path string) *game {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	source, errs := gdl.ParseKIF(&syntax.Source{Name: filepath.Base(path), Text: text})
	require.Empty(t, errs)
	g := &game{base: &evaluator.Base{}}
	compile := func(inputs, outputs []logic.Predicate) *evaluator.Program {
		p, err := evaluator.Compile(context.Background(), g.base, source.Program,
			evaluator.Options{Inputs: inputs, Outputs: outputs})
		require.NoError(t, err, path)
		return p
	}
	g.states = compile([]logic.Predicate{holds}, []logic.Predicate{legal, goal, terminal})
	g.updates = compile([]logic.Predicate{holds, does}, []logic.Predicate{next})
	m := solve(t, compile(nil, []logic.Predicate{initial}), nil)
	g.set(m.Atoms(initial))
	return g
}

func solve(t testing.TB, p *evaluator.Program, facts []ground.Atom) *evaluator.Model {
	a, err := p.Solve(context.Background(), facts, 1, 1)
	require.NoError(t, err)
	require.Len(t, a.Models, 1)
	return a.Models[0]
}

func (g *game) set(state []ground.Atom) {
	g.state = nil
	for _, a := range state {
		g.state = append(g.state, g.base.Atoms.Intern(holds, g.base.Atoms.Args(a)))
	}
}

func (g *game) text(atoms []ground.Atom, arg int) []string {
	out := []string{}
	for _, a := range atoms {
		out = append(out, string(g.base.Terms.Append(nil, g.base.Atoms.Args(a)[arg])))
	}
	slices.Sort(out)
	return out
}

// Games of other people play as they were recorded.
func TestRecordedGames(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/data/gdl/*.kif")
	require.NoError(t, err)
	if len(paths) == 0 {
		t.Skip("no games here")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			start := time.Now()
			var run struct {
				Steps []struct {
					True     []string
					Legal    map[string][]string
					Does     [][2]string
					Terminal bool
					Goals    []string
				}
			}
			text, err := os.ReadFile(strings.TrimSuffix(path, "kif") + "run.json")
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &run))
			g := newGame(t, path)
			compiled := time.Since(start)
			start = time.Now()
			for i, want := range run.Steps {
				slices.Sort(want.True)
				require.Equal(t, want.True, g.text(g.state, 0), "state %d", i)
				m := solve(t, g.states, g.state)
				got := make(map[string][]string)
				for _, a := range m.Atoms(legal) {
					role := g.text([]ground.Atom{a}, 0)[0]
					got[role] = append(got[role], g.text([]ground.Atom{a}, 1)...)
				}
				for _, moves := range got {
					slices.Sort(moves)
				}
				for _, moves := range want.Legal {
					slices.Sort(moves)
				}
				if !want.Terminal {
					require.Equal(t, want.Legal, got, "legal in state %d", i)
				}
				require.Equal(t, want.Terminal, len(m.Atoms(terminal)) > 0, "terminal in state %d", i)
				if want.Terminal {
					var goals []string
					for _, a := range m.Atoms(goal) {
						goals = append(goals, g.text([]ground.Atom{a}, 0)[0]+","+g.text([]ground.Atom{a}, 1)[0])
					}
					require.ElementsMatch(t, want.Goals, goals)
				}
				if want.Does == nil {
					break
				}
				facts := slices.Clone(g.state)
				for _, d := range want.Does {
					for _, a := range m.Atoms(legal) {
						if g.text([]ground.Atom{a}, 0)[0] == d[0] && g.text([]ground.Atom{a}, 1)[0] == d[1] {
							facts = append(facts, g.base.Atoms.Intern(does, g.base.Atoms.Args(a)))
						}
					}
				}
				g.set(solve(t, g.updates, facts).Atoms(next))
			}
			t.Logf("%d states, compile %v, play %v, %.0f/s", len(run.Steps), compiled, time.Since(start),
				float64(len(run.Steps))/time.Since(start).Seconds())
		})
	}
}

// BenchmarkStates plays games from the beginning on, again and again: legal moves, whether the state is
// terminal, goals, and the next state.
func BenchmarkStates(b *testing.B) {
	paths := []string{"../../examples/tictactoe.kif"}
	for _, name := range []string{"ticTacToe", "connectFour", "othello-comp2007", "chess"} {
		paths = append(paths, "../../../shared/data/gdl/"+name+".kif")
	}
	for _, path := range paths {
		b.Run(filepath.Base(path), func(b *testing.B) {
			if _, err := os.Stat(path); err != nil {
				b.Skip("no games here")
			}
			g := newGame(b, path)
			start := g.state
			b.ReportAllocs()
			for b.Loop() {
				m := solve(b, g.states, g.state)
				if len(m.Atoms(terminal)) > 0 {
					g.state = start
					continue
				}
				moves := slices.Clone(g.state)
				last := ground.Term(-1)
				for _, a := range m.Atoms(legal) {
					if args := g.base.Atoms.Args(a); args[0] != last {
						moves, last = append(moves, g.base.Atoms.Intern(does, args)), args[0]
					}
				}
				g.set(solve(b, g.updates, moves).Atoms(next))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
