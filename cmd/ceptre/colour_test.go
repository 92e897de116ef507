package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/stretchr/testify/require"
)

// Messages have colours on a terminal with colours, unless the user turned them off.
func TestColourOnATerminal(t *testing.T) {
	wrong := filepath.Join(t.TempDir(), "wrong.cep")
	require.NoError(t, os.WriteFile(wrong, []byte("a : b."), 0o644))
	for name, c := range map[string]struct {
		term, noColour string
		want           string
	}{
		"colours":        {"xterm-256color", "", "\x1b[1;31m^\x1b[m"},
		"NO_COLOR":       {"xterm-256color", "yes, none", "        ^\n"},
		"a plain device": {"dumb", "", "        ^\n"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, unset := range []string{"CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "TMUX"} {
				t.Setenv(unset, "")
			}
			t.Setenv("TERM", c.term)
			t.Setenv("NO_COLOR", c.noColour)
			s := atTerminal(t, "check", wrong)
			require.Equal(t, cli.Failed, s.ends())
			s.sees(1, c.want)
		})
	}
}
