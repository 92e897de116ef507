package play

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestDialogues plays the programs of testdata/*.txtar. NAME/commands are the lines of the player.
// NAME/dialogue is what the player reads, NAME/faults what is said of commands that failed, and
// NAME/saved the steps of the game that is saved at the end, with why it ended.
func TestDialogues(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		commands, ok := in.Given("commands")
		require.True(t, ok)
		prog, errs := lang.Load("p.cep", in.Data)
		require.False(t, errs.Failed(), "%v", errs)
		var out, faults bytes.Buffer
		file := filepath.Join(t.TempDir(), "game.json")
		l, err := New(t.Context(), Options{
			Streams: cli.Streams{In: strings.NewReader(commands), Out: &out, Err: &faults},
			Program: prog, Start: prog.Traces[0], Run: exec.Options{Seed: 1}, Save: file,
		})
		require.NoError(t, err)
		err = l.Play(t.Context(), false)
		require.Equal(t, strings.Contains(faults.String(), "<stdin>:"), err != nil)
		if err != nil {
			require.ErrorIs(t, err, cli.ErrReported)
		}

		_, data, err := cli.Streams{}.ReadFile(file)
		require.NoError(t, err)
		saved, err := tracefile.Read(file, bytes.NewReader(data), nil)
		require.NoError(t, err)
		var steps strings.Builder
		for i := range saved.Steps {
			steps.WriteString(saved.Steps[i].String() + " by " + string(saved.Steps[i].Chosen) + "\n")
		}
		steps.WriteString("end: " + string(saved.End.Why) + "\n")
		said := strings.ReplaceAll(faults.String(), file, "game.json")
		return []txtar.File{in.Result("dialogue", out.String()), in.Result("faults", said),
			in.Result("saved", steps.String())}
	}, "commands")
}
