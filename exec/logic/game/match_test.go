package game

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/listing"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
	"github.com/ceptre-graph/ceptre/lang/gdl"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// games are those of others, which are not part of the module. Tests that need them are skipped without.
const games = "../../../../shared/data/gdl/"

// each runs a test for each file of a pattern, and skips it if there are none.
func each(t *testing.T, pattern string, test func(t *testing.T, file string)) {
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the games are not there")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { test(t, file) })
	}
}

// begin begins a match of a game in KIF.
func begin(t *testing.T, name string, text []byte) *Match {
	game, errs := gdl.ParseKIF(&syntax.Source{Name: name, Text: text})
	require.False(t, errs.Failed(), "%v", errs)
	return start(t, game)
}

// start begins a match of a game.
func start(t *testing.T, game *gdl.Game) *Match {
	name := game.Source.Name
	header := trace.Header{Program: &trace.Program{Name: strings.TrimSuffix(name, ".kif"), File: name}}
	m, err := NewMatch(t.Context(), game, header, logic.Options{})
	require.NoError(t, err)
	return m
}

// find returns the action of a role with a text.
func (m *Match) find(t *testing.T, role int, text string) Move {
	at := slices.Index(m.texts(m.position.Legal[role]), text)
	require.GreaterOrEqual(t, at, 0, "%s of %s", text, m.game.Roles[role])
	return Move{m.position.Legal[role][at], trace.ByScript}
}

// TestMatches plays the matches of testdata/match.txtar. NAME/moves are the moves, and NAME/trace is the trace.
func TestMatches(t *testing.T) {
	corpustest.Check(t, "testdata/match.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		m := begin(t, in.Name, in.Data)
		turns, _ := in.Given("moves")
		for line := range strings.Lines(turns) {
			var moves []Move
			for i, text := range strings.Fields(line) {
				moves = append(moves, m.find(t, i, text))
			}
			require.NoError(t, m.Play(t.Context(), moves))
			checkState(t, m)
		}
		end := m.End(trace.Quiescent, "")
		require.NoError(t, trace.Validate(end))
		var b strings.Builder
		require.NoError(t, listing.Write(&b, end.Stream()))
		return []txtar.File{in.Result("trace", b.String())}
	}, "moves")
}

// checkState checks that the resources that are left after the steps so far are the fluents of the position.
func checkState(t *testing.T, m *Match) {
	var state, left []string
	for _, f := range m.position.Fluents {
		state = append(state, m.fact(f).String())
	}
	for _, x := range m.recorder.trace.Final() {
		left = append(left, x.Fact().String())
	}
	slices.Sort(state)
	slices.Sort(left)
	require.Equal(t, state, left, "state %d", m.position.Turn)
}

// TestRecordedMatches plays the recorded matches of other people's games: states, legal moves and goals are the
// recorded ones, and each trace leads through the same states, in any order of its steps that respects the causes.
func TestRecordedMatches(t *testing.T) {
	each(t, games+"*.kif", func(t *testing.T, file string) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		record, err := os.ReadFile(strings.TrimSuffix(file, ".kif") + ".run.json")
		require.NoError(t, err)
		var want MatchAccount
		require.NoError(t, json.Unmarshal(record, &want))
		m := begin(t, filepath.Base(file), text)
		for i, s := range want.Steps {
			if i < len(want.Steps)-1 {
				moves := make([]Move, len(want.Roles))
				for _, does := range s.Does {
					role := slices.Index(m.game.Roles, does[0])
					moves[role] = m.find(t, role, does[1])
				}
				require.NoError(t, m.Play(t.Context(), moves))
				checkState(t, m)
			}
		}
		got := m.Account()
		require.Len(t, got.Steps, len(want.Steps))
		for i := range want.Steps {
			require.Equal(t, want.Steps[i].True, got.Steps[i].True, "state %d", i)
			require.Equal(t, want.Steps[i].Terminal, got.Steps[i].Terminal, "state %d", i)
			require.Equal(t, want.Steps[i].Goals, got.Steps[i].Goals, "state %d", i)
			require.Equal(t, want.Steps[i].Legal, got.Steps[i].Legal, "state %d", i)
		}
		end := m.End(trace.Quiescent, "")
		require.NoError(t, trace.Validate(end))
		other := shuffled(end)
		require.NoError(t, trace.Validate(other))
		require.Equal(t, facts(end), facts(other))
	})
}

// shuffled returns a trace with its steps in another order that respects the causes.
func shuffled(t *trace.Trace) *trace.Trace {
	rng := rand.New(rand.NewPCG(1, 2))
	consumer := make(map[trace.ResourceID]int)
	for i, s := range t.Steps {
		for _, x := range s.Consumes {
			consumer[x] = i
		}
	}
	before := make([]map[int]bool, len(t.Steps)) // the steps that come before each
	for i, s := range t.Steps {
		before[i] = make(map[int]bool)
		for _, x := range slices.Concat(s.Consumes, s.Reads) {
			if by := t.Resources[x-1].By; by > 0 {
				before[i][int(by)-1] = true
			}
		}
	}
	for i, s := range t.Steps {
		for _, x := range s.Reads {
			if c, ok := consumer[x]; ok {
				before[c][i] = true
			}
		}
	}
	out := *t
	out.Steps, out.Resources = nil, slices.Clone(t.Initial())
	fired := make([]bool, len(t.Steps))
	for len(out.Steps) < len(t.Steps) {
		var ready []int
		for i := range t.Steps {
			isReady := !fired[i]
			for j := range before[i] {
				isReady = isReady && fired[j]
			}
			if isReady {
				ready = append(ready, i)
			}
		}
		next := ready[rng.IntN(len(ready))]
		fired[next] = true
		out.Steps = append(out.Steps, t.Steps[next])
		for _, x := range t.Steps[next].Produces {
			out.Resources = append(out.Resources, t.Resources[x-1])
		}
	}
	return &out
}

// facts returns the final facts of a trace.
func facts(t *trace.Trace) []string {
	var all []string
	for _, x := range t.Final() {
		all = append(all, x.Fact().String())
	}
	slices.Sort(all)
	return all
}
