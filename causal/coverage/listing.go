package coverage

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/causal/report"
)

// writeListing writes the text of the program with how often each line came up: rules and
// links fired, stages were entered.
func (c *Report) writeListing(b *report.Text) {
	counts := c.counts()
	width := 0
	for _, text := range counts {
		width = max(width, utf8.RuneCountInString(text))
	}
	lines := strings.Split(strings.TrimSuffix(string(c.program.Source.Text), "\n"), "\n")
	digits := len(strconv.Itoa(len(lines)))
	b.Title("How often each line came up:")
	for i, line := range lines {
		line = strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", tab)
		b.Line("%s", strings.TrimRight(fmt.Sprintf("%*s  %*d  %s", width, counts[i+1], digits, i+1, line), " "))
	}
}

// tab is the replacement for a tab.
const tab = "    "

// counts returns how often what begins on a line came up, by line; where several begin on
// one, each.
func (c *Report) counts() map[int]string {
	counts := make(map[int]string)
	enter := func(line, times int) {
		text := strconv.Itoa(times) + "×"
		if times == 0 {
			text = "never"
		}
		if counts[line] != "" {
			text = counts[line] + ", " + text
		}
		counts[line] = text
	}
	for _, s := range c.Stages {
		enter(s.stage.Start.Line, s.Visits)
	}
	for _, r := range c.Rules {
		enter(r.Line, r.Fired)
	}
	return counts
}
