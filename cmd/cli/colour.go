package cli

import (
	"io"
	"os"

	"charm.land/lipgloss/v2"
	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/charmbracelet/colorprofile"
)

// styleFor returns how messages look on a file: in colours where it is a terminal
// that has them and the environment has nothing against it (NO_COLOR, TERM),
// plain everywhere else.
func styleFor(w io.Writer) syntax.Style {
	if os.Getenv("NO_COLOR") != "" || colorprofile.Detect(Raw(w), os.Environ()) < colorprofile.ANSI {
		return syntax.Style{}
	}
	return coloured()
}

func coloured() syntax.Style {
	render := func(s lipgloss.Style) func(string) string {
		return func(text string) string { return s.Render(text) }
	}
	plain := lipgloss.NewStyle()
	return syntax.Style{
		Place:   render(plain.Bold(true)),
		Error:   render(plain.Bold(true).Foreground(lipgloss.Red)),
		Warning: render(plain.Bold(true).Foreground(lipgloss.Yellow)),
		Note:    render(plain.Foreground(lipgloss.Cyan)),
		Code:    render(plain.Faint(true)),
	}
}
