package render

import (
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// The bounds of labels, in characters and lines. Longer labels are cut; the tooltip has the full
// text.
const (
	labelWidth = 40 // of a line that is not broken
	wrapWidth  = 30 // of a line of several
	wrapLines  = 3
)

// short returns the text as a line of a label.
func short(s string) string {
	runes := []rune(visible.Picture(s))
	if len(runes) <= labelWidth {
		return string(runes)
	}
	return string(runes[:labelWidth-1]) + "…"
}

// short returns the text as a line of a label, as no other text of the picture has it.
func (a *artist) short(s string) string { return a.labels.Line(visible.Picture(s), short) }

// wrap returns the text as lines of a label, as no other text of the picture has it.
func (a *artist) wrap(s string) []string { return a.labels.Lines(visible.Picture(s), wrap) }

// wrap returns the text as up to [wrapLines] lines of a label, broken at spaces:
// no more lines than it takes, and these about equally long.
func wrap(s string) []string {
	words := strings.Split(visible.Picture(s), " ")
	lines := fill(words, wrapWidth)
	if len(lines) > wrapLines {
		return append(lines[:wrapLines-1], lines[wrapLines-1]+" …")
	}
	for width := wrapWidth - 1; width > 0 && len(lines) < len(words); width-- {
		narrow := fill(words, width)
		if len(narrow) > len(lines) {
			break
		}
		lines = narrow
	}
	return lines
}

// fill puts as many words on each line as there is room for, at least one. Words
// that fit on no line are cut.
func fill(words []string, width int) []string {
	lines, used := []string{short(words[0])}, utf8.RuneCountInString(words[0])
	for _, word := range words[1:] {
		n := utf8.RuneCountInString(word)
		if used+1+n > width {
			lines, used = append(lines, short(word)), n
			continue
		}
		lines[len(lines)-1] += " " + word
		used += 1 + n
	}
	return lines
}

// layout returns text of several lines, such as a rule's, as plain lines.
func layout(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\t", "    "), "\n")
	for i, line := range lines {
		lines[i] = visible.Picture(strings.TrimSuffix(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// class returns a name as a CSS class that needs no escaping: `rule-do-mourn`
// for "rule" and "do/mourn". Different names may give the same class.
func class(kind, name string) string {
	safe := func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}
	return kind + "-" + strings.Map(safe, strings.TrimSuffix(short(name), "…"))
}
