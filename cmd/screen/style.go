package screen

import (
	"regexp"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/charmbracelet/x/ansi"
)

// Whatever has a colour has a sign, too, for terminals that have none.

func bold(text string) string     { return ansi.NewStyle().Bold().Styled(text) }
func faint(text string) string    { return ansi.NewStyle().Faint().Styled(text) }
func reversed(text string) string { return ansi.NewStyle().Reverse(true).Styled(text) }
func green(text string) string {
	return ansi.NewStyle().Bold().ForegroundColor(ansi.Green).Styled(text)
}
func red(text string) string { return ansi.NewStyle().ForegroundColor(ansi.Red).Styled(text) }

// marked returns a row of a list: the marked one with an arrow, which is hollow where keys move
// another mark.
func marked(text string, width int, is, focused bool) string {
	switch {
	case is && focused:
		return reversed(fit("▸ "+text, width))
	case is:
		return fit("▹ "+text, width)
	}
	return fit("  "+text, width)
}

// clean returns a text of a program in one line, without what a terminal would obey. Spaces stay, for
// two strings may differ in these alone.
func clean(text string) string {
	return trace.Visible(breaks.ReplaceAllString(strings.TrimSpace(text), " "))
}

var breaks = regexp.MustCompile(`\s*[\t\n\v\f\r]\s*`)

// fit returns a text as wide as that, without its end if it is wider.
func fit(text string, width int) string {
	if width <= 0 {
		return ""
	}
	text = ansi.Truncate(text, width, "…")
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
}

// wrap returns the lines of a text that are no wider than that.
func wrap(text string, width int) []string {
	if text == "" {
		return nil
	}
	var out []string
	for _, line := range strings.Split(ansi.Wrap(text, max(1, width), ""), "\n") {
		out = append(out, fit(line, width))
	}
	return out
}

// cut returns so many lines, and says that there are more.
func cut(lines []string, most int) []string {
	if len(lines) <= most || most < 1 {
		return lines[:min(len(lines), max(0, most))]
	}
	width := ansi.StringWidth(lines[most-1])
	return append(lines[:most-1:most-1], fit(ansi.Truncate(strings.TrimRight(ansi.Strip(lines[most-1]), " "), width-1, "")+"…", width))
}
