package logic_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/stretchr/testify/require"
)

const preamble = `current_time(T) :- T = #max { S : at_time(S,_,_,_) }.
at(R,C,O) :- at_time(T,R,C,O), current_time(T).
`

var randint = regexp.MustCompile(`RANDINT\(\d+,\d+\)`)

// draw puts the recorded random integers in their places.
func draw(text string, draws [][3]int64) string {
	i := 0
	return randint.ReplaceAllStringFunc(text, func(string) string {
		i++
		return fmt.Sprint(draws[i-1][2])
	})
}

func facts(atoms []string) string { return strings.Join(append(slices.Clone(atoms), ""), ".\n") }

type recordedStep struct {
	Time                int
	At, Observe, Memory []string
	Win, Lose, Do, Next []string
	MemoryUpdates       []string   `json:"memory_updates"`
	StrategyDraws       [][3]int64 `json:"strategy_draws"`
	NatureDraws         [][3]int64 `json:"nature_draws"`
	StrategyModels      int        `json:"strategy_answer_sets"`
	NatureModels        int        `json:"nature_answer_sets"`
}

// models returns the atoms of some predicates in up to two models, as they are printed.
func models(t testing.TB, text string, predicates ...logic.Predicate) [][]string {
	base, answer, err := solveText(t, text, 2)
	require.NoError(t, err)
	var out [][]string
	for _, m := range answer.Models {
		atoms := []string{}
		for _, q := range predicates {
			for _, a := range m.Atoms(q) {
				atoms = append(atoms, string(base.Atoms.Append(nil, &base.Terms, a)))
			}
		}
		slices.Sort(atoms)
		out = append(out, atoms)
	}
	return out
}

// Levels of other people play as they were recorded, as far as the models are unique.
func TestRecordedLevels(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/data/logic-game/*.run.json")
	require.NoError(t, err)
	if len(paths) == 0 {
		t.Skip("no levels here")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var program map[string]string
			name, _, _ := strings.Cut(path[len("../../../shared/data/logic-game/"):], ".")
			text, err := os.ReadFile(filepath.Join(filepath.Dir(path), name+".json"))
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &program))
			var run struct {
				Steps    []recordedStep
				Settings string `json:"level_settings"`
			}
			text, err = os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &run))
			settings, aux := run.Settings+"\n", program["aux_program"]+"\n"
			if settings == "\n" {
				settings = program["level_settings"] + "\n"
			}
			history := ""
			for i, s := range run.Steps {
				if i == 6 { // the others are alike
					break
				}
				for _, a := range s.At {
					history += fmt.Sprintf("at_time(%d,%s.\n", s.Time, strings.TrimPrefix(a, "at("))
				}
				check := func(what, text string, recorded int, want []string, predicates ...logic.Predicate) {
					got := models(t, text, predicates...)
					want = slices.Clone(want)
					slices.Sort(want)
					switch {
					case recorded == 1:
						require.Len(t, got, 1, "%s of step %d", what, i)
						require.Equal(t, append([]string{}, want...), got[0], "%s of step %d", what, i)
					case recorded == 0:
						require.Empty(t, got, "%s of step %d", what, i)
					default:
						require.Len(t, got, 2, "%s of step %d", what, i)
					}
				}
				check("goal", preamble+history+settings+aux+program["goal_program"], 1, append(slices.Clone(s.Win), s.Lose...),
					logic.Predicate{Name: "win"}, logic.Predicate{Name: "win", Arity: 1},
					logic.Predicate{Name: "lose"}, logic.Predicate{Name: "lose", Arity: 1})
				check("sight", preamble+history+settings+aux+program["visibility_program"], 1, s.Observe,
					logic.Predicate{Name: "observe", Arity: 1})
				if len(s.Win)+len(s.Lose) > 0 {
					break
				}
				check("strategy", facts(s.Observe)+settings+facts(s.Memory)+aux+
					draw(program["player_move_program"], s.StrategyDraws), s.StrategyModels,
					append(slices.Clone(s.Do), s.MemoryUpdates...), logic.Predicate{Name: "do", Arity: 1},
					logic.Predicate{Name: "remember", Arity: 1}, logic.Predicate{Name: "forget", Arity: 1})
				check("nature", preamble+history+facts(s.Do)+draw(program["nature_program"], s.NatureDraws)+"\n"+settings+aux,
					s.NatureModels, s.Next, logic.Predicate{Name: "next", Arity: 3})
			}
		})
	}
}

// BenchmarkLevels generates levels: reading, grounding and solving.
func BenchmarkLevels(b *testing.B) {
	for _, name := range []string{"flag5", "flag11-a", "flag9"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile("../../../shared/data/logic-game/" + name + ".json")
			if err != nil {
				b.Skip("no levels here")
			}
			var program map[string]string
			require.NoError(b, json.Unmarshal(text, &program))
			source := randint.ReplaceAllString(program["level_gen_program"]+"\n"+program["aux_program"], "1")
			for b.Loop() {
				_, answer, err := solveText(b, source, 1)
				require.NoError(b, err)
				require.Len(b, answer.Models, 1)
			}
		})
	}
}
