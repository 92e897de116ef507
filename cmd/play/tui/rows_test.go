package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/require"
)

// Rows that are cut do not read alike: facts, choices, what happened and the points, of terms that
// differ in the middle, also where characters are two columns wide.
func TestCutRowsStayDifferent(t *testing.T) {
	for _, word := range []string{"very", "家"} {
		around := strings.Repeat(word+" ", 20)
		program := `word : type. ` + word +
			` word : word. end : word. red word : word. blue word : word. green word : word. here word : pred.
			stage play = { take : here W -o gone W. } gone word : pred. #interactive play.
			#trace _ play {` + facts(around, "red", "blue", "green") + `}.`
		for _, width := range []int{40, 80, 110} {
			t.Run(fmt.Sprint(word, width), func(t *testing.T) {
				p := sit(t, "game", program, "", width, 40)
				require.Len(t, different(t, p, `^ *[▸▹]? *\d+ (.*)`), 3)
				p.types("tab")
				require.Len(t, different(t, p, `^ *[▸▹]? *(here .*)`), 3)
				p.types("tab", "enter", "enter", "enter")
				require.Len(t, different(t, p, `^> t\d+ (.*)`), 3)
				p.types("g")
				require.Len(t, different(t, p, `t\d+ (.*)`), 3)
			})
		}
	}
}

// facts returns facts about terms that differ in one word amid others.
func facts(around string, words ...string) string {
	var all []string
	for _, w := range words {
		term := around + w + " " + around + "end"
		parts := strings.Fields(term)
		all = append(all, "here ("+strings.Join(parts, " (")+strings.Repeat(")", len(parts)))
	}
	return strings.Join(all, ", ")
}

// different returns the texts of the rows of a form, and requires each to be cut and unique.
func different(t *testing.T, p *player, form string) map[string]bool {
	t.Helper()
	find, seen := regexp.MustCompile(form), make(map[string]bool)
	for _, line := range strings.Split(p.text(), "\n") {
		require.LessOrEqual(t, ansi.StringWidth(line), p.m.width)
		for _, pane := range strings.Split(line, "│") {
			if found := find.FindStringSubmatch(pane); found != nil {
				text := strings.TrimSpace(found[1])
				require.Contains(t, text, "…")
				require.False(t, seen[text], "%s\nis there twice in\n%s", text, p.text())
				seen[text] = true
			}
		}
	}
	return seen
}
