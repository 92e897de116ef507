package golden

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/corpustest"
)

// TestVerdicts blesses runs and tries them again. NAME.cep is a program with which a run is blessed that
// makes NAME/choices, and NAME/now the program as it is when the run is tried again. NAME/verdict is the
// verdict as text, NAME/updated that where runs are accepted as they are now, with their number, and
// NAME/data the verdict as JSON.
func TestVerdicts(t *testing.T) {
	corpustest.Check(t, "testdata/*.txtar", func(t *testing.T, in corpustest.Input) []txtar.File {
		choices, _ := in.Given("choices")
		now, ok := in.Given("now")
		require.True(t, ok)
		v, err := Try(t.Context(), load(t, []byte(now)), bless(t, in.Data, choices))
		require.NoError(t, err)
		v.Name, v.File = "1", "p.runs/1.json"
		d := &Verdicts{Programs: []*Program{{Name: "p.cep", Some: true, Runs: []*Verdict{v}}}}
		require.Equal(t, 1, d.Runs())
		require.Equal(t, !v.OK(), d.Failed() == 1)

		object, err := json.MarshalIndent(d.Data(), "", "  ")
		require.NoError(t, err)
		verdict := written(d)
		d.Update = true
		updated := written(d) + strconv.Itoa(len(d.Accepted())) + " accepted, " + strconv.Itoa(d.Failed()) + " failed\n"
		return []txtar.File{
			in.Result("verdict", verdict), in.Result("updated", updated), in.Result("data", string(object)+"\n"),
		}
	}, "choices", "now")
}

func written(d *Verdicts) string {
	b := &report.Text{All: true}
	d.Print(b)
	return b.String()
}

func load(t *testing.T, text []byte) *lang.Program {
	prog, errs := lang.Load("p.cep", text)
	require.False(t, errs.Failed(), "%v", errs)
	return prog
}

// bless runs the first trace of a program with choices.
func bless(t *testing.T, text []byte, choices string) *trace.Trace {
	prog := load(t, text)
	var numbers []int
	for _, choice := range strings.Fields(choices) {
		n, err := strconv.Atoi(choice)
		require.NoError(t, err)
		numbers = append(numbers, n)
	}
	run, err := exec.Run(t.Context(), prog, prog.Traces[0], exec.Options{Chooser: exec.Script(numbers)})
	require.NoError(t, err)
	return run
}

// TestSeveral prints verdicts on several programs. A quiet answer lists failed runs, runs that cannot be
// tried, and programs without runs.
func TestSeveral(t *testing.T) {
	const shop = "coin : pred. tea : pred. stage s = { buy : coin -o tea. } #trace _ s { coin }."
	ok, err := Try(t.Context(), load(t, []byte(shop)), bless(t, []byte(shop), "1"))
	require.NoError(t, err)
	ok.File = "p.runs/ok.json"
	require.True(t, ok.OK())
	d := &Verdicts{Quiet: true, Programs: []*Program{
		{Name: "p.cep", Some: true, Runs: []*Verdict{ok}}, {Name: "q.cep", Hint: "bless one"}, {Name: "r.cep", Broken: true},
	}}
	quiet := func() string {
		b := &report.Text{}
		d.Print(b)
		return b.String()
	}
	require.True(t, d.Some())
	require.Equal(t, "q.cep: no blessed runs yet; bless one\n", quiet())
	d.Programs[0].Runs = append(d.Programs[0].Runs, &Verdict{File: "p.runs/bad.json", Err: exec.ErrStop})
	require.Equal(t, "p.runs/bad.json: FAILED: "+exec.ErrStop.Error()+"\nq.cep: no blessed runs yet; bless one\n"+
		"2 runs: 1 ok, 1 FAILED\n", quiet())
	require.Equal(t, 1, d.Failed())
	require.Empty(t, d.Accepted())
	d.Update = true
	require.Equal(t, 1, d.Failed(), "what could not be tried is not accepted")
	object, err := json.Marshal(d.Data())
	require.NoError(t, err)
	require.Contains(t, string(object), `"error":"`+exec.ErrStop.Error()+`"`)
}
