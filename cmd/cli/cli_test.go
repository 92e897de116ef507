package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// Each kind of error has its status and its words.
func TestStatus(t *testing.T) {
	_, wrong := lang.Load("p.cep", []byte("a : b."))
	full := errors.New("disk full")
	for _, c := range []struct {
		err    error
		status int
		want   string
	}{
		{nil, OK, ""},
		{errors.New("a.json: broken"), Failed, "a.json: broken\n"},
		{wrong, Failed, "p.cep:1:5: unknown type `b` [unknown-name]\n    a : b.\n        ^\n"},
		{errors.Join(full, wrong), Failed, "disk full\np.cep:1:5: unknown type `b` [unknown-name]\n    a : b.\n        ^\n"},
		{fmt.Errorf("a.json: %w", context.Canceled), Interrupted, "interrupted\n"},
		{errors.Join(full, ErrInterrupted), Interrupted, "disk full\ninterrupted\n"},
		{errors.Join(full, ErrReported), Failed, "disk full\n"},
		{errors.Join(ErrReported, ErrInterrupted), Interrupted, "interrupted\n"},
		{errors.Join(full, errClosed), Closed, "disk full\n"},
	} {
		var out, errs bytes.Buffer
		status := Run(context.Background(), func(Streams) *cobra.Command {
			return &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return c.err }}
		}, Streams{Out: &out, Err: &errs}, nil)
		require.Equal(t, c.status, status)
		require.Equal(t, c.want, errs.String())
		require.Empty(t, out.String())
	}
}

// refusing is a file that takes nothing, for one reason.
type refusing struct{ reason error }

func (r refusing) Write([]byte) (int, error) { return 0, r.reason }

// Help and the like that cannot be written are an error, unless the command has one already.
func TestUnwritten(t *testing.T) {
	full := errors.New("disk full")
	wrong := errors.New("a.json: broken")
	for _, c := range []struct {
		reason error // of standard output
		err    error // of the command
		args   []string
		status int
		want   string
	}{
		{full, nil, []string{"--help"}, Failed, "disk full\n"},
		{full, nil, []string{"help"}, Failed, "disk full\n"},
		{full, nil, []string{"--version"}, Failed, "disk full\n"},
		{full, nil, []string{"completion", "bash"}, Failed, "disk full\n"},
		{full, nil, []string{"__complete", ""}, Failed, "disk full\n"},
		{full, nil, []string{"sub"}, OK, ""}, // which prints nothing
		{full, wrong, []string{"sub"}, Failed, "a.json: broken\n"},
		{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, nil, []string{"--help"}, Closed, ""},
	} {
		var errs bytes.Buffer
		status := Run(context.Background(), func(Streams) *cobra.Command {
			x := &cobra.Command{Use: "x", RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
			x.AddCommand(&cobra.Command{Use: "sub", RunE: func(*cobra.Command, []string) error { return c.err }})
			return x
		}, Streams{Out: refusing{c.reason}, Err: &errs}, c.args)
		require.Equal(t, c.status, status, c.args)
		said := errs.String()
		if c.args[0] == "__complete" { // which says on both files what it found
			require.Contains(t, said, c.want)
			continue
		}
		require.Equal(t, c.want, said, c.args)
	}
}

func TestWrongNumberOfArguments(t *testing.T) {
	for want, args := range map[string][]string{
		"x: want FROM TO, but got no arguments\nSee 'x --help'.\n": nil,
		"x: want FROM TO, but got 1 argument\nSee 'x --help'.\n":   {"a"},
		"x: want FROM TO, but got 3 arguments\nSee 'x --help'.\n":  {"a", "b", "c"},
	} {
		var errs bytes.Buffer
		status := Run(context.Background(), func(Streams) *cobra.Command {
			return &cobra.Command{Use: "x FROM TO", Args: Usage(cobra.ExactArgs(2)), RunE: func(*cobra.Command, []string) error {
				return nil
			}}
		}, Streams{Out: &errs, Err: &errs}, args)
		require.Equal(t, Misused, status)
		require.Equal(t, want, errs.String())
	}
}

func TestMisuse(t *testing.T) {
	for _, args := range [][]string{{"one"}, {"--none"}} {
		var errs bytes.Buffer
		status := Run(context.Background(), func(Streams) *cobra.Command {
			return &cobra.Command{Use: "x", Args: Usage(cobra.NoArgs), RunE: func(*cobra.Command, []string) error { return nil }}
		}, Streams{Out: &errs, Err: &errs}, args)
		require.Equal(t, Misused, status)
		require.Contains(t, errs.String(), "See 'x --help'.")
	}
}

// A flag of a wrong value says what it wants; of one that is too large, how large it may be.
func TestWrongValue(t *testing.T) {
	for arg, want := range map[string]string{
		"--steps=x":                    `x: --steps "x": want a whole number`,
		"--steps=1e3":                  `x: --steps "1e3": want a whole number`,
		"--steps=9223372036854775808":  `x: --steps "9223372036854775808": want a whole number, at most 9223372036854775807`,
		"--steps=-9223372036854775809": `x: --steps "-9223372036854775809": want a whole number`,
		"--seed=-1":                    `x: --seed "-1": want a whole number, not below 0`,
		"--seed=18446744073709551616": `x: --seed "18446744073709551616": want a whole number, ` +
			`not below 0 and at most 18446744073709551615`,
		"--scale=1e999": `x: --scale "1e999": want a number, at most 1.7976931348623157e+308`,
		"--all=maybe":   `x: --all "maybe": want true or false`,
		"--output=":     `x: --output "": want a name`,
		"--list=1,99999999999999999999": `x: --list "1,99999999999999999999": strconv.Atoi: parsing ` +
			`"99999999999999999999": value out of range`,
	} {
		var errs bytes.Buffer
		status := Run(context.Background(), func(Streams) *cobra.Command {
			cmd := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
			cmd.Flags().Int("steps", 0, "")
			cmd.Flags().Uint64("seed", 0, "")
			cmd.Flags().Float64("scale", 0, "")
			cmd.Flags().Bool("all", false, "")
			cmd.Flags().IntSlice("list", nil, "")
			FileFlag(cmd, new(string), "a.json", "")
			return cmd
		}, Streams{Out: &errs, Err: &errs}, []string{arg})
		require.Equal(t, Misused, status)
		require.Equal(t, want+"\nSee 'x --help'.\n", errs.String())
	}
}
