package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/ceptre/manual"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"
)

// ceptre runs a command line in this process.
func ceptre(args ...string) (status int, out, errs string) {
	var stdout, stderr bytes.Buffer
	status = cli.Run(context.Background(), root, cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr}, args)
	return status, stdout.String(), stderr.String()
}

// TestHelpSubjects checks that the list of help has every page, and that each is printed.
func TestHelpSubjects(t *testing.T) {
	_, list, _ := ceptre("help")
	for _, page := range manual.Pages() {
		require.Contains(t, list, "\n  "+page.Name+" ")
		require.Contains(t, list, page.Summary+"\n")
		status, out, errs := ceptre("help", page.Name)
		require.Equal(t, cli.OK, status, errs)
		require.Equal(t, page.Markdown(), out)
		require.Empty(t, errs)
		require.True(t, strings.HasPrefix(out, "# "), page.Name)
		failsWhenFull(t, "help", page.Name)
	}
	for _, line := range [][]string{nil, {"--help"}} {
		_, same, _ := ceptre(line...)
		require.Equal(t, list, same)
	}
}

// TestHelpOfVerbs checks that no page hides a verb, that the pages name verbs that exist, and
// that the help of a verb leads to its page.
func TestHelpOfVerbs(t *testing.T) {
	for _, page := range manual.Pages() {
		_, _, err := root(cli.Streams{}).Find([]string{page.Name})
		require.Error(t, err, "%s is a verb", page.Name)
		for _, verb := range page.Verbs {
			for _, line := range [][]string{{"help", verb}, {verb, "--help"}} {
				status, out, _ := ceptre(line...)
				require.Equal(t, cli.OK, status)
				require.Contains(t, out, "\n  ceptre "+verb)
				require.Contains(t, out, "\nManual: ceptre help "+page.Name+"\n")
			}
		}
	}
	for _, verb := range verbs {
		name := verb(cli.Streams{}).Name()
		_, ok := manual.About(name)
		require.True(t, ok, "no page is about %s", name)
	}
	_, out, _ := ceptre("help", "trace", "order")
	require.Contains(t, out, "ceptre trace order TRACE")
	require.Contains(t, out, "ceptre help traces")
}

// TestHelpOnNothing checks that an unknown name is refused with what exists, or with the
// name that was meant.
func TestHelpOnNothing(t *testing.T) {
	status, out, errs := ceptre("help", "xyzzy")
	require.Equal(t, cli.Misused, status)
	require.Empty(t, out)
	for _, page := range manual.Pages() {
		require.Contains(t, errs, page.Name)
	}
	for name, meant := range map[string]string{"langage": "language", "Pictures": "pictures", "whyno": "whynot"} {
		status, _, errs = ceptre("help", name)
		require.Equal(t, cli.Misused, status)
		require.Contains(t, errs, `did you mean "`+meant+`"?`)
	}
}

// TestUnknownBelow checks that names behind those of commands and subjects are refused, too.
func TestUnknownBelow(t *testing.T) {
	for line, want := range map[string]string{
		"help run xyzzy":      `no help on "run xyzzy"`,
		"help language xyzzy": `no help on "language xyzzy"`,
		"help trace xyzzy":    `no help on "trace xyzzy"; there is help on convert, count, diff`,
		"help trace hsah":     `no help on "trace hsah"; did you mean "hash"?`,
		"trace xyzzy":         `unknown command "xyzzy"`,
		"trace con":           `unknown command "con"; did you mean "convert"?`,
		"completion xyzzy":    `unknown command "xyzzy"`,
	} {
		status, out, errs := ceptre(strings.Fields(line)...)
		require.Equal(t, cli.Misused, status, line)
		require.Empty(t, out, line)
		require.Contains(t, errs, want, line)
	}
}

// TestHelpCompletes checks that shells complete subjects beside verbs.
func TestHelpCompletes(t *testing.T) {
	_, out, _ := ceptre(cobra.ShellCompRequestCmd, "help", "p")
	for _, name := range []string{"pictures", "play", "playing", "publish"} {
		require.Contains(t, out, name+"\n")
	}
	_, out, _ = ceptre(cobra.ShellCompRequestCmd, "help", "trace", "")
	require.Contains(t, out, "order\n")
	require.NotContains(t, out, "pictures")
}
