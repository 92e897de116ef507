package ask

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestChoosers runs the programs of testdata/*.txtar with a player who types NAME/answers, and who is
// asked in all stages. NAME/terminal is what a terminal shows and NAME/piped what comes of the same
// lines from a pipe, which shows nothing: the steps, why the run ended, and the error. NAME/mixed is the
// terminal where chance plays the stages that are not interactive.
func TestChoosers(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		answers, ok := in.Given("answers")
		require.True(t, ok)
		prog, errs := lang.Load("p.cep", in.Data)
		require.False(t, errs.Failed(), "%v", errs)
		play := func(terminal, mixed bool) string {
			var out bytes.Buffer
			player := Player{Context: t.Context(), Program: prog, In: console.NewLines(strings.NewReader(answers)),
				Out: &out, Terminal: terminal}
			chooser := player.Chooser()
			if mixed {
				chooser = player.WhereInteractive(exec.Random(1), true)
			}
			require.Equal(t, terminal, AtTerminal(chooser))
			run, err := exec.Run(t.Context(), prog, prog.Traces[0], exec.Options{Seed: 1, Chooser: chooser})
			for i := range run.Steps {
				s := &run.Steps[i]
				out.WriteString("* " + s.String() + " by " + string(s.Chosen) + "\n")
			}
			out.WriteString("* end: " + string(run.End.Why) + "\n")
			if err != nil {
				out.WriteString("* " + err.Error() + "\n")
			}
			return out.String()
		}
		return []txtar.File{
			in.Result("terminal", play(true, false)), in.Result("piped", play(false, false)),
			in.Result("mixed", play(true, true)),
		}
	}, "answers")
}

// Without a player the run fails, with the flag that helps; chance plays stages that are not interactive.
func TestNoPlayer(t *testing.T) {
	prog, errs := lang.Load("p.cep", []byte("a : pred. stage s = { go : a -o (). } #trace _ s { a }."))
	require.False(t, errs.Failed(), "%v", errs)
	player := Player{Context: t.Context(), Program: prog}
	_, err := exec.Run(t.Context(), prog, prog.Traces[0], exec.Options{Chooser: player.Chooser()})
	var unheard *UnheardError
	require.ErrorAs(t, err, &unheard)
	require.ErrorContains(t, err, "--choose ask: stage s gets no answer: standard input holds the program")
	require.Equal(t, exec.Random(1), player.WhereInteractive(exec.Random(1), true))
}
