package screen

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
	for _, e := range m.game.events(mostLogged) {
		b.WriteString(strings.Join(e.lines(), "\n") + "\n")
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

// lines returns a step with what is told of it.
func (e *event) lines() []string {
	sign := "· "
	if e.Chosen == trace.ByPlayer || e.Chosen == trace.ByScript {
		sign = "> "
	}
	out := []string{sign + e.Step.String() + " " + clean(e.Text)}
	for _, text := range append([]string{e.Title, e.Prose}, e.printed...) {
		if text = clean(text); text != "" {
			out = append(out, "  "+text)
		}
	}
	return out
}

// logLines returns the last lines of what happened, or the first of what happened last if that
// is longer. What is not new is faint.
func (m *model) logLines(width, height int) []string {
	var out []string
	for i := len(m.shot.recent) - 1; i >= 0 && len(out) < height; i-- {
		e := &m.shot.recent[i]
		var lines []string
		for n, line := range e.lines() {
			for _, l := range wrapIn(line, width, n > 0) {
				if !e.fresh {
					l = faint(l)
				}
				lines = append(lines, l)
			}
		}
		if out == nil {
			lines = cut(lines, height)
		}
		out = append(lines, out...)
	}
	return out[max(0, len(out)-height):]
}

// wrapIn wraps a line; if it stands further in, all of it does.
func wrapIn(line string, width int, in bool) []string {
	if !in {
		return []string{fit(line, width)}
	}
	out := wrap(strings.TrimSpace(line), width-2)
	for i := range out {
		out[i] = "  " + out[i]
	}
	return out
}
