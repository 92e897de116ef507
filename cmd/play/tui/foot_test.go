package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/require"
)

// Whatever is asked or said at the bottom, the keys that answer it are to be seen, on
// screens of every usual size, and the state is still there above.
func TestKeysAreSeen(t *testing.T) {
	for _, size := range []struct{ width, height int }{{40, 12}, {60, 20}, {80, 24}, {100, 30}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			p := sit(t, "game", garden, "", size.width, size.height)
			p.m.o.SaveName = "a-rather-long-name-of-a-game-that-was-played-on-a-long-evening/" + strings.Repeat("evening-", 9) +
				".json"
			p.saved[p.m.o.SaveName] = true
			p.types("enter", "q")
			p.sees("y leave", "s save", "n stay")
			p.bottom("Leave all the same?")
			p.types("s", "enter")
			p.sees("y yes", "n no", "a-rather-long-name")
			p.types("n", "1")
			p.sees("Choice 1", "Enter takes it", "Esc does not")
			p.types("esc", "r")
			p.bottom("end, N steps; several with semicolons", "Enter alone: your turn", "> ")
			p.types("met _ hall")
			p.sees("met _ hall")
			p.types("esc", "g")
			p.sees("Esc back", "Enter go there")
			p.bottom("what else was tried")
			p.types("esc", "?")
			p.sees("Esc back")
			p.types("esc")
			p.sees("? help")
			require.Contains(t, p.text(), "Choices · ")
		})
	}
}

// A message at the bottom is wrapped, so that its end is visible. A message longer than part of the
// screen is cut.
func TestLongMessages(t *testing.T) {
	p := sit(t, "game", garden, "", 60, 20)
	p.types("r", "an_event_that_nobody_has_ever_heard_of_in_the_whole_wide_world", "enter")
	p.bottom("no predicate an_event_that_nobody_has_ever_heard_of_in_the_whole_wide_world")
	p.m.message = strings.Repeat("much ", 500)
	p.update(tea.WindowSizeMsg{Width: 60, Height: 20})
	p.sees("…", "Choices · ", "step 0")
}

// bottom requires texts below the status line, where they may be wrapped.
func (p *player) bottom(texts ...string) {
	p.t.Helper()
	_, foot, _ := strings.Cut(p.text(), " · stage day")
	_, foot, _ = strings.Cut(foot, "\n")
	squeeze := func(text string) string { return strings.Join(strings.Fields(text), "") }
	for _, text := range texts {
		require.Contains(p.t, squeeze(foot), squeeze(text))
	}
}
