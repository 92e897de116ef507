package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/visible"
	"github.com/charmbracelet/x/ansi"
)

// pager shows a text to be scrolled.
type pager struct {
	title, text string
	view        viewport.Model
	end         bool // it begins at the end
}

func newPager(title, text string) *pager {
	return &pager{title: title, text: visible.Text(strings.TrimRight(text, "\n")), view: viewport.New()}
}

func (p *pager) press(m *model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc", "q", "enter", "ctrl+c":
		m.pop()
	case "home", "g":
		p.view.GotoTop()
	case "end", "G":
		p.view.GotoBottom()
	default:
		p.view, _ = p.view.Update(k)
	}
	return nil
}

func (p *pager) body(_ *model, width, height int) []string {
	if width != p.view.Width() {
		p.view.SetContent(ansi.Wrap(p.text, width, ""))
	}
	p.view.SetWidth(width)
	p.view.SetHeight(height - 1)
	if p.end || p.view.PastBottom() { // as where the screen has grown
		p.view.GotoBottom()
		p.end = false
	}
	out := []string{titleLine(p.heading(width-4), width, true)}
	for _, line := range strings.Split(p.view.View(), "\n") {
		out = append(out, fit(line, width))
	}
	return out
}

// heading is the title with the lines that are shown, where these are not all.
func (p *pager) heading(width int) string {
	from, shown, all := p.view.YOffset(), p.view.VisibleLineCount(), p.view.TotalLineCount()
	if shown == 0 || shown >= all {
		return p.title
	}
	lines := fmt.Sprintf(" · lines %d to %d of %d", from+1, from+shown, all)
	return ansi.Truncate(p.title, max(0, width-ansi.StringWidth(lines)), "…") + lines
}

func (p *pager) foot(width, _ int) []string {
	return []string{faint(fit("Esc back   ↑ ↓ PgUp PgDn Home End scroll", width))}
}

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
