package exec

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// In the first states of runs of every example as many transitions are enabled as
// nested loops find.
func TestExamplesAgainstLoops(t *testing.T) {
	files, err := filepath.Glob("../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cep"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			p, errs := lang.Load(file, text)
			require.Empty(t, errs)
			for _, start := range p.Traces {
				agrees(t, p, start)
			}
		})
	}
}

// compared is in how many states of a run the two are compared.
const compared = 20

func agrees(t *testing.T, p *lang.Program, start *lang.Start) {
	m, _ := NewMachine(p, start, Limits{})
	chooser := Random(1)
	for range compared {
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		want := enabledInLoops(t, m)
		require.Len(t, want, e.Len())
		if len(want) == 0 {
			return
		}
		choice, err := chooser.Choose(e)
		require.NoError(t, err)
		chosen := e.Transition(choice)
		require.Contains(t, labels(want), labelled(chosen))
		_, err = m.Fire(chosen)
		require.NoError(t, err)
	}
}
