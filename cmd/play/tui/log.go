package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostLogged is how many steps are told when the player asks for all.
const mostLogged = 5000

// log shows all that has happened.
func (m *model) log() tea.Cmd {
	var b strings.Builder
	if m.shot.view.Depth > mostLogged {
		b.WriteString("… what came before is in the list of points (g), and in a transcript\n")
	}
	for _, e := range m.o.events(mostLogged) {
		b.WriteString(strings.Join(append([]string{e.lead() + clean(e.Text)}, e.told()...), "\n") + "\n")
	}
	if e := m.shot.view.Ending; e != nil {
		b.WriteString("the end: " + clean(e.Text) + "\n")
		for _, text := range []string{e.Title, e.Prose} {
			if text = clean(text); text != "" {
				b.WriteString("  " + text + "\n")
			}
		}
	}
	p := newPager("What happened", b.String())
	p.end = true
	m.push(p)
	return nil
}

// lead returns the text before a step: its chooser and its id.
func (e *event) lead() string {
	if e.Chosen == trace.ByPlayer || e.Chosen == trace.ByScript {
		return "> " + e.Step.String() + " "
	}
	return "· " + e.Step.String() + " "
}

// told returns the text told of a step, indented.
func (e *event) told() (out []string) {
	for _, text := range append([]string{e.Title, e.Prose}, e.printed...) {
		if text = clean(text); text != "" {
			out = append(out, "  "+text)
		}
	}
	return out
}

// logLines returns the last lines of the log, or the first lines of the latest events if those are
// longer. Older events are faint.
func (m *model) logLines(width, height int) []string {
	var out []string
	var steps rows
	for i := len(m.shot.recent) - 1; i >= 0 && len(out) < height; i-- {
		e := &m.shot.recent[i]
		lines := []string{steps.fit(e.lead(), clean(e.Text), width)}
		for _, line := range e.told() {
			lines = append(lines, wrapIn(line, width)...)
		}
		if !e.fresh {
			lines = styled(faint, lines)
		}
		if out == nil {
			lines = cut(lines, height)
		}
		out = append(lines, out...)
	}
	return out[max(0, len(out)-height):]
}

// wrapIn wraps a line that stands further in.
func wrapIn(line string, width int) []string {
	out := wrap(strings.TrimSpace(line), width-2)
	for i := range out {
		out[i] = fit("  "+out[i], width)
	}
	return out
}
