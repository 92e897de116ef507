package game

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/asp"
	program "github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// worlds are games of others, with runs that clingo recorded.
const worlds = "../../../../shared/data/logic-game/"

// record is a recorded run. Answer sets are counted up to two: the atoms are the only ones where there is one.
type record struct {
	Mode  string
	State string `json:"level_state"`
	Level string `json:"level_settings"`
	Steps []struct {
		TurnAccount
		StrategySets int `json:"strategy_answer_sets"`
		NatureSets   int `json:"nature_answer_sets"`
	}
}

// replay begins the game of a recorded run, with its level and its random integers.
func replay(t *testing.T, file string) (*World, *record) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	run := &record{}
	require.NoError(t, json.Unmarshal(data, run))
	name := filepath.Base(file)
	text, err := os.ReadFile(worlds + name[:strings.Index(name, ".")] + ".json")
	require.NoError(t, err)
	game, errs := asp.ReadGame(&syntax.Source{Name: name, Text: text})
	require.False(t, errs.Failed(), "%v", errs)
	game.State = &syntax.Source{Name: "state", Text: []byte(run.State)}
	game.Settings = &syntax.Source{Name: "settings", Text: []byte(run.Level)}
	var o WorldOptions
	for _, s := range run.Steps {
		for _, d := range slices.Concat(s.StrategyDraws, s.NatureDraws) {
			o.Draws = append(o.Draws, d[2])
		}
	}
	w, err := NewWorld(t.Context(), game, trace.Header{Program: &trace.Program{Name: name}}, o)
	require.NoError(t, err)
	return w, run
}

// TestRecordedWorlds plays the recorded runs of other people's games with the recorded random integers. Up to the
// first step with several answers, and in it up to where they begin, all is as recorded.
func TestRecordedWorlds(t *testing.T) {
	each(t, worlds+"*.run.json", func(t *testing.T, file string) {
		w, run := replay(t, file)
		for i, s := range run.Steps {
			got := func() TurnAccount { all := w.Account().Steps; return all[i] }
			require.Equal(t, s.At, got().At, "step %d", i+1)
			require.Equal(t, s.Observe, got().Observe, "step %d", i+1)
			require.Equal(t, s.Memory, got().Memory, "step %d", i+1)
			require.Equal(t, s.Win, got().Win, "step %d", i+1)
			require.Equal(t, s.Lose, got().Lose, "step %d", i+1)
			require.Equal(t, s.Result, got().Result, "step %d", i+1)
			if s.Result != "" || s.StrategySets > 1 {
				break
			}
			require.NoError(t, w.Step(t.Context()))
			require.Equal(t, s.Do, got().Do, "step %d", i+1)
			require.Equal(t, s.Updates, got().Updates, "step %d", i+1)
			if s.NatureSets > 1 {
				break
			}
			require.Equal(t, s.Next, got().Next, "step %d", i+1)
			checkWorld(t, w)
		}
		_, err := w.Play(t.Context(), MostSteps)
		require.NoError(t, err)
		checkWorld(t, w)
		end := w.End(trace.Quiescent, "")
		require.NoError(t, trace.Validate(end))
		other := shuffled(end)
		require.NoError(t, trace.Validate(other))
		require.Equal(t, facts(end), facts(other))
	})
}

// TestRecordedSteps compares each stage of the recorded runs that has one answer, each from the recorded state and
// memory.
func TestRecordedSteps(t *testing.T) {
	each(t, worlds+"*.run.json", func(t *testing.T, file string) {
		w, run := replay(t, file)
		for i, s := range run.Steps[:len(run.Steps)-1] {
			w.turn.At, w.turn.Memory = w.read(t, s.At), w.read(t, s.Memory)
			if i > 0 {
				w.history = append(w.history, w.at(s.Time, w.turn.At)...)
			}
			w.turn.Time = s.Time
			require.NoError(t, w.look(t.Context()))
			require.Equal(t, s.Observe, w.texts(w.turn.Observe), "step %d", i+1)
			past := len(w.history)
			if s.StrategySets > 1 || s.NatureSets > 1 || s.Do == nil {
				w.turn = &Turn{}
				continue
			}
			w.options.Draws = nil
			for _, d := range slices.Concat(s.StrategyDraws, s.NatureDraws) {
				w.options.Draws = append(w.options.Draws, d[2])
			}
			turn := w.turn
			require.NoError(t, w.Step(t.Context()))
			w.history = w.history[:past]
			require.Equal(t, s.Do, w.texts(turn.Do), "step %d", i+1)
			require.Equal(t, s.Updates, w.texts(turn.Updates), "step %d", i+1)
			require.Equal(t, s.Next, w.texts(turn.Next), "step %d", i+1)
		}
	})
}

// read returns atoms by their texts.
func (w *World) read(t *testing.T, texts []string) []ground.Atom {
	atoms := make([]ground.Atom, len(texts))
	for i, text := range texts {
		p, errs := asp.Parse(&syntax.Source{Name: "record", Text: []byte(text + ".")})
		require.False(t, errs.Failed(), "%v", errs)
		head := p.Rules[0].Head.(*program.Atom)
		args := make([]ground.Term, len(head.Args))
		for j, arg := range head.Args {
			args[j] = w.base.Ground(arg)
		}
		atoms[i] = w.base.Atoms.Intern(head.Predicate(), args)
	}
	return atoms
}

// checkWorld checks that the resources that are left after the steps so far are the state and the memory.
func checkWorld(t *testing.T, w *World) {
	var state, left []string
	for _, a := range slices.Concat(w.turn.At, w.turn.Memory, w.fog) {
		state = append(state, atomFact(w.base, a).String())
	}
	for _, x := range w.recorder.trace.Final() {
		if !x.Persistent {
			left = append(left, x.Fact().String())
		}
	}
	slices.Sort(state)
	slices.Sort(left)
	require.Equal(t, state, left, "time %d", w.turn.Time)
}
