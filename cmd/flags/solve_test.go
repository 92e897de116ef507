package flags

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// doors is a program of which half of the runs end behind the right door.
const doors = `door : type. left : door. right : door. here : pred. at door : pred.
stage main = { go_left : here -o at left. go_right : here -o at right. }
`

// query loads a program with a goal: a door, or a variable for any.
func query(t *testing.T, goal string, facts string, change func(*syntax.Trace)) *lang.Program {
	file, errs := syntax.Parse(&syntax.Source{Name: "doors.clf", Text: []byte(doors + "#trace _ main { " + facts + " }.")})
	require.Empty(t, errs)
	for _, d := range file.Decls {
		if d, ok := d.(*syntax.Trace); ok {
			d.Goal = &syntax.Apply{Span: d.Span, Fun: &syntax.Name{Text: "at"}, Args: []syntax.Expr{&syntax.Name{Text: goal}}}
			change(d)
		}
	}
	prog, errs := lang.LoadTree(file, nil)
	require.NotNil(t, prog, errs)
	return prog
}

// TestGoals runs programs with goals, and compares the messages and the exit status.
func TestGoals(t *testing.T) {
	for _, c := range []struct {
		goal, facts string
		change      func(*syntax.Trace)
		flags       string
		want, data  string
		wrong       bool
	}{
		{"right", "here", func(d *syntax.Trace) {}, "--seed 5",
			"doors.clf:3:1: Solution", `{"solved":true}`, false},
		{"Where", "here", func(d *syntax.Trace) {}, "--seed 5",
			"doors.clf:3:1: Solution: Where = right", `{"solved":true,"values":{"Where":"right"}}`, false},
		{"right", "here", func(d *syntax.Trace) { d.Expected = true }, "--choose first",
			"doors.clf:3:1: No solution: left over at left; nothing meets at right",
			`{"solved":false,"left":[{"fact":"at left","copies":1}],"unmet":["at right"]}`, true},
		{"right", "here", func(d *syntax.Trace) {}, "--choose first",
			"doors.clf:3:1: No solution: left over at left; nothing meets at right",
			`{"solved":false,"left":[{"fact":"at left","copies":1}],"unmet":["at right"]}`, false},
		{"left", "here", func(d *syntax.Trace) { d.Unexpected = true }, "--choose first",
			"doors.clf:3:1: Solution; the program expects none", `{"solved":true}`, true},
		{"right", "here", func(d *syntax.Trace) { d.Tries, d.Expected = 9, true }, "--seed 2",
			"doors.clf:3:1: Solution (run 4 of 9; --seed 5 repeats it)", `{"try":4,"tries":9,"solved":true}`, false},
		{"left", "here", func(d *syntax.Trace) { d.Tries, d.Expected = 9, true }, "--seed 3 --choose rule",
			"doors.clf:3:1: Solution (run 1 of 9; --seed 3 repeats it)", `{"try":1,"tries":9,"solved":true}`, false},
		{"left", "here, here", func(d *syntax.Trace) { d.Tries, d.Expected = 5, true }, "--seed 7",
			"doors.clf:3:1: No solution in 5 runs with seeds from 7; in the first: left over at ",
			`{"try":1,"tries":5,"solved":false,"left":[{"fact":"at `, true},
		{"left", "here", func(d *syntax.Trace) { d.Tries = 5 }, "--choose 1", // which cannot go differently
			"doors.clf:3:1: Solution", `{"solved":true}`, false},
	} {
		prog := query(t, c.goal, c.facts, c.change)
		r, cmd := new(Runner), new(cobra.Command)
		r.Flags(cmd)
		require.NoError(t, cmd.ParseFlags(strings.Fields(c.flags)))
		cmd.SetContext(t.Context())
		cmd.SetErr(new(strings.Builder))
		cmd.SetIn(strings.NewReader(""))
		made, err := r.Run(cmd, prog)
		require.NoError(t, err)
		require.NotNil(t, r.Outcome)
		require.Equal(t, trace.Quiescent, made.End.Why)
		require.Equal(t, r.Outcome.Seed, made.Run.Seed)
		data, err := json.Marshal(r.Outcome.Data())
		require.NoError(t, err)
		if wrong := r.Outcome.Err(); c.wrong {
			require.ErrorContains(t, wrong, c.want)
		} else {
			require.NoError(t, wrong)
			require.Equal(t, c.want, r.Outcome.String())
		}
		require.True(t, strings.HasPrefix(string(data), c.data), "%s", data)
	}
}

// TestOnce does not start over where the seed has to be the one given.
func TestOnce(t *testing.T) {
	prog := query(t, "right", "here", func(d *syntax.Trace) { d.Tries = 9 })
	r, cmd := &Runner{Once: true}, new(cobra.Command)
	r.Flags(cmd)
	require.NoError(t, cmd.ParseFlags([]string{"--seed", "2"}))
	cmd.SetContext(t.Context())
	cmd.SetErr(new(strings.Builder))
	cmd.SetIn(strings.NewReader(""))
	made, err := r.Run(cmd, prog)
	require.NoError(t, err)
	require.EqualValues(t, 2, made.Run.Seed)
	require.Equal(t, "doors.clf:3:1: No solution: left over at left; nothing meets at right", r.Outcome.String())
}

// TestLimitedTries says how many runs there was time for; none of them is taken for one without a solution.
func TestLimitedTries(t *testing.T) {
	prog := query(t, "right", "here", func(d *syntax.Trace) { d.Tries, d.Expected = 9, true })
	r, cmd := new(Runner), new(cobra.Command)
	r.Flags(cmd)
	ctx, end := context.WithCancelCause(t.Context())
	end(&exec.LimitError{Limit: "time"})
	cmd.SetContext(ctx)
	cmd.SetErr(new(strings.Builder))
	cmd.SetIn(strings.NewReader(""))
	begun, err := r.Record(cmd, prog, trace.Recorders(nil))
	require.True(t, begun)
	require.NoError(t, err)
	require.EqualError(t, r.Outcome.Err(),
		"doors.clf:3:1: No solution in 0 runs with seeds from 1, before the limit was reached")
}
