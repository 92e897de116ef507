package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// at returns where a text is on the screen.
func (p *player) at(text string) tea.Mouse {
	p.t.Helper()
	for y, line := range strings.Split(p.text(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return tea.Mouse{X: ansi.StringWidth(before), Y: y, Button: tea.MouseLeft}
		}
	}
	require.Fail(p.t, "not on the screen", "%q in\n%s", text, p.text())
	return tea.Mouse{}
}

func (p *player) clicks(text string) {
	p.t.Helper()
	p.update(tea.MouseClickMsg(p.at(text)))
	p.settle()
}

func (p *player) turns(text string, button tea.MouseButton) {
	p.t.Helper()
	at := p.at(text)
	at.Button = button
	p.update(tea.MouseWheelMsg(at))
}

// A click marks a choice, and another takes it. Clicks elsewhere do nothing.
func TestClicks(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	require.Equal(t, tea.MouseModeCellMotion, p.m.View().MouseMode)
	p.clicks("meet · 2")
	p.clicks("Choices")
	p.sees("▸   1 +coin", "step 0")
	p.clicks("  2 -rested")
	p.sees("▸   2 -rested", "step 0")
	p.clicks("  2 -rested")
	p.sees("step 4", "> t1 rest")
	p.clicks("3 × coin")
	p.sees("▸  3 × coin", "step 4")
	p.clicks("3 × coin")
	p.sees("because of coin")
	p.clicks("because of coin")
	p.types("esc", "g")
	p.clicks("the start")
	p.sees("▸ · the start", "Points")
	p.clicks("the start")
	p.sees("step 0")
	p.types("m")
	p.sees("The mouse is the terminal's")
	require.Equal(t, tea.MouseModeNone, p.m.View().MouseMode)
}

// While something is looked for, what was found can be clicked.
func TestClicksWhatWasFound(t *testing.T) {
	p := sit(t, "game", garden, "", 100, 30)
	p.types("/", "meet")
	p.clicks("6 bob hall ann")
	p.sees("▸   6 bob hall ann", "step 0")
	p.clicks("6 bob hall ann")
	p.sees("> t1 meet bob hall ann")
}

// Where one pane is shown, the mouse is over that.
func TestClicksWhereItIsNarrow(t *testing.T) {
	p := sit(t, "game", garden, "", 50, 20)
	p.clicks("  2 -rested")
	p.sees("▸   2 -rested")
	p.types("tab")
	p.clicks("3 × coin")
	p.sees("▸  3 × coin")
}

// The wheel scrolls the part under the mouse, and the mark stays visible.
func TestWheel(t *testing.T) {
	p := sit(t, "many", long(), "", 100, 24)
	first := p.m.menu.top
	for range 4 {
		p.turns("Choices", tea.MouseWheelDown)
		p.text()
	}
	require.Greater(t, p.m.menu.top, first)
	require.GreaterOrEqual(t, p.m.menu.at, p.m.menu.top)
	require.Zero(t, p.m.state.top)
	p.turns("State", tea.MouseWheelDown)
	p.text()
	require.NotZero(t, p.m.state.top)
	p.types("?")
	p.turns("Keys", tea.MouseWheelDown)
	p.types("esc", "g")
	p.turns("Points", tea.MouseWheelUp)
}

// However it is scrolled and clicked, a row that can be marked is marked, and is shown.
func TestScroll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		heads := rapid.SliceOfN(rapid.Bool(), 1, 30).Draw(t, "heads")
		heads[len(heads)-1] = false
		l := list{head: func(i int) bool { return heads[i] }}
		l.reset(len(heads))
		height := rapid.IntRange(1, 12).Draw(t, "height")
		l.window(height)
		for range 8 {
			if rapid.Bool().Draw(t, "click") {
				line := rapid.IntRange(0, 14).Draw(t, "line")
				if row, ok := l.pointed(line); ok {
					require.Equal(t, l.top+line-1, row)
					l.at = row
				}
			} else {
				l.scroll(rapid.IntRange(-5, 5).Draw(t, "lines"))
			}
			from, to := l.window(height)
			require.False(t, heads[l.at])
			require.LessOrEqual(t, from, l.at)
			require.Less(t, l.at, to)
		}
	})
}
