package tui

import (
	"regexp"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/ceptre-graph/ceptre/render/shorten"
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

// rows are rows that are read one below the other. Where texts are cut, different ones stay different.
type rows struct{ labels shorten.Labels }

// fit returns a row of that width: a lead, such as a number, and as much of the text as there is room
// for. The lead does not tell rows apart.
func (r *rows) fit(lead, text string, width int) string {
	room := max(0, width-ansi.StringWidth(lead))
	return fit(lead+r.labels.Line(text, func(text string) string { return ansi.Truncate(text, room, "…") }), width)
}

// marked returns a row of a list: the marked one with an arrow, which is hollow where keys move
// another mark.
func (r *rows) marked(lead, text string, width int, is, focused bool) string {
	switch {
	case is && focused:
		return reversed(r.fit("▸ "+lead, text, width))
	case is:
		return r.fit("▹ "+lead, text, width)
	}
	return r.fit("  "+lead, text, width)
}

// clean returns a text of a program in one line, without control characters. Spaces stay, for two
// strings may differ in these alone.
func clean(text string) string {
	return visible.Line(breaks.ReplaceAllString(strings.TrimSpace(text), " "))
}

var breaks = regexp.MustCompile(`\s*[\t\n\v\f\r]\s*`)

// obeyed returns a line of the screen in which a terminal obeys nothing but styles. Most texts in it went
// through [clean]; what was pasted is shown by a component that knows nothing of that.
func obeyed(line string, width int) string {
	var b strings.Builder
	from := 0
	for _, style := range styles.FindAllStringIndex(line, -1) {
		b.WriteString(visible.Line(line[from:style[0]]) + line[style[0]:style[1]])
		from = style[1]
	}
	b.WriteString(visible.Line(line[from:]))
	if b.Len() == len(line) { // escapes are longer
		return line
	}
	return ansi.Truncate(b.String(), width, "…")
}

// styles are the control sequences that this package and its components write.
var styles = regexp.MustCompile(`\x1b\[[0-9;]*m`)

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
	return append(lines[:most-1:most-1],
		fit(ansi.Truncate(strings.TrimRight(ansi.Strip(lines[most-1]), " "), width-1, "")+"…", width))
}
