package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
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
