package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// Texts of a verb become clean on both files, errors too; data and what a screen writes stay as they are.
func TestDoor(t *testing.T) {
	var out, errs bytes.Buffer
	status := Run(context.Background(), func(s Streams) *cobra.Command {
		return &cobra.Command{Use: "x", RunE: func(c *cobra.Command, _ []string) error {
			fmt.Fprint(s.Out, "a\x1b[2J\n\tb")
			fmt.Fprint(c.OutOrStdout(), "\r\n")
			fmt.Fprint(Data(s.Out), "data\x1b\n")
			fmt.Fprint(Raw(s.Out), "screen\x1b\n")
			return fmt.Errorf("\u202e.json: %w", BadFlag(c, "--x \x00"))
		}}
	}, Streams{Out: &out, Err: &errs}, nil)
	require.Equal(t, Misused, status)
	require.Equal(t, "a\\x1b[2J\n\tb\\r\ndata\x1b\nscreen\x1b\n", out.String())
	require.Equal(t, "x: --x \\x00\nSee 'x --help'.\n", errs.String())
}

// A name with ends of lines cannot pass for several messages, whatever the verb makes of it.
func TestNamesStayOnALine(t *testing.T) {
	const name = "a\nb.cep:1:1: fine"
	for _, args := range [][]string{{name}, {"--of", name}, {"--of=" + name}} {
		var out, errs bytes.Buffer
		status := Run(context.Background(), func(s Streams) *cobra.Command {
			c := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error {
				fmt.Fprintln(s.Out, name)
				fmt.Fprintf(s.Err, "%s: written\n", name)
				return fmt.Errorf("%s: is the input a\nb.md", name)
			}}
			c.Flags().String("of", "", "")
			return c
		}, Streams{Out: &out, Err: &errs}, args)
		require.Equal(t, Failed, status)
		require.Equal(t, name+"\n", out.String())
		require.Regexp(t, `^a\\nb\.cep:1:1: fine: written\na\\nb\.cep:1:1: fine: is the input `, errs.String())
	}
}

// A character may come in several writes; one that is never completed shows its bytes at the end.
func TestDoorInParts(t *testing.T) {
	var out bytes.Buffer
	d := newDoor(&out)
	for _, b := range []byte("été \u202e\xe2\x82") {
		n, err := d.Write([]byte{b})
		require.NoError(t, err)
		require.Equal(t, 1, n)
	}
	d.flush()
	require.Equal(t, `été \u202e\xe2\x82`, out.String())
}

// A terminal gets data as it gets texts.
func TestDataAtATerminal(t *testing.T) {
	var out bytes.Buffer
	d := &door{to: &out, terminal: true}
	fmt.Fprint(Data(d), "\x1b[2J")
	require.Equal(t, `\x1b[2J`, out.String())
	require.Same(t, &out, Raw(d))
}

// The texts of an outlet are clean, too.
func TestOutletIsClean(t *testing.T) {
	var out bytes.Buffer
	s := Streams{Out: newDoor(&out)}
	o, _ := s.Outlet(context.Background())
	fmt.Fprint(s.Out, "\x1b\xe2")
	require.NoError(t, o.Close())
	require.Equal(t, `\x1b\xe2`, out.String())
}

// Of arguments that are to be completed, cobra tells on standard error of the process.
func TestCompletionIsClean(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	require.NoError(t, err)
	before := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = before }()
	var out bytes.Buffer
	Run(context.Background(), func(Streams) *cobra.Command {
		return &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
	}, Streams{Out: &out, Err: &out}, []string{cobra.ShellCompRequestCmd, "--\x1b[2J=", ""})
	said, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	require.Contains(t, string(said), `\x1b[2J`)
	require.NotContains(t, string(said), "\x1b")
	require.NoError(t, file.Close())
}

// In colours, only what makes the colours is a control sequence.
func TestColoursOfHostileText(t *testing.T) {
	_, errs := lang.Load("\x1b[2J\n.cep", []byte("a : \"\x1b[31m\u202e\" b. % \u009b2J\nx : a. x : a."))
	require.NotEmpty(t, errs)
	var b bytes.Buffer
	require.NoError(t, errs.Fprint(&b, coloured()))
	require.Contains(t, b.String(), `\x1b[2J\n.cep:1:14:`)
	plain := regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(b.String(), "")
	require.Equal(t, visible.Text(plain), plain)
}
