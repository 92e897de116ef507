package gdl

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/stretchr/testify/require"
)

// small are games whose first states the oracle finds in a moment.
var small = map[string]bool{
	"coins": true, "onestep": true, "ticTacToe": true, "toetictac": true, "lightsOut": true, "haystack": true,
	"numbertictactoe": true, "tictactoe_orthogonal": true, "blocksWorldParallel": true, "gt_coordination": true,
}

// Games of other people are read without an error or a warning, and those that are small play as they were recorded.
func TestData(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/data/gdl/*.kif")
	require.NoError(t, err)
	if len(paths) == 0 {
		t.Skip("no games here")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		game, errs := ParseKIF(&syntax.Source{Name: filepath.Base(path), Text: text})
		require.Empty(t, errs)
		var run struct {
			Roles []string
			Steps []struct {
				True     []string
				Legal    map[string][]string
				Does     [][2]string
				Terminal bool
				Goals    []string
			}
		}
		text, err = os.ReadFile(strings.TrimSuffix(path, "kif") + "run.json")
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &run))
		require.Equal(t, run.Roles, game.Roles, path)
		if !small[strings.TrimSuffix(filepath.Base(path), ".kif")] {
			continue
		}
		var turns []string
		for _, s := range run.Steps[:min(3, len(run.Steps)-1)] {
			var moves []string
			for _, d := range s.Does {
				moves = append(moves, d[1])
			}
			turns = append(turns, strings.Join(moves, " "))
		}
		for i, s := range play(game, turns...) {
			want := run.Steps[i]
			require.Equal(t, state{want.True, want.Legal, want.Terminal, want.Goals, nil}, s, "%s %d", path, i)
		}
	}
}
