// Package shorten makes labels from texts that are too long for their place.
package shorten

import (
	"fmt"
	"strings"
)

// Labels are the labels of texts that are read side by side, some of which are too long. Different
// texts have different labels. The zero value is ready.
type Labels struct {
	texts   map[string]string // by label
	numbers map[numbered]int  // that were added
	last    map[string]int    // number that was added, by the label without it
}

// numbered is a text, and the label that it shares with others.
type numbered struct{ label, text string }

// Lines returns the label that lay makes of a text, which cuts off the end of a long one. If another
// text has this label, more is kept of where the two differ, and failing that a number is added.
func (s *Labels) Lines(text string, lay func(text string) []string) []string {
	lines := lay(text)
	other, ok := s.enter(text, lines)
	if ok {
		return lines
	}
	room := len([]rune(strings.Join(lines, " ")))
	for ; room > 8; room -= 2 {
		for _, shorter := range []string{nearDifference(text, other, room), ends(text, room)} {
			lines = lay(shorter)
			if strings.Join(lines, " ") != shorter {
				continue // it is cut itself
			}
			if _, ok := s.enter(text, lines); ok {
				return lines
			}
		}
	}
	for n := s.number(strings.Join(lay(text), "\n"), text); ; n++ {
		suffix := fmt.Sprintf("…(%d)", n)
		lines = lay(text)
		last := &lines[len(lines)-1]
		*last = strings.TrimSuffix(*last, "…")
		*last = string([]rune(*last)[:max(0, len([]rune(*last))-len(suffix))]) + suffix
		if _, ok := s.enter(text, lines); ok {
			return lines
		}
	}
}

// Line returns the label of one line that cut makes of a text, as Lines does.
func (s *Labels) Line(text string, cut func(text string) string) string {
	return s.Lines(text, func(text string) []string { return []string{cut(text)} })[0]
}

// number returns the number of a text among those of one label.
func (s *Labels) number(label, text string) int {
	if s.numbers == nil {
		s.numbers, s.last = make(map[numbered]int), make(map[string]int)
	}
	n, known := s.numbers[numbered{label, text}]
	if !known {
		n = max(2, s.last[label]+1)
		s.numbers[numbered{label, text}], s.last[label] = n, n
	}
	return n
}

// enter enters the label of a text, and returns the other text that has it already.
func (s *Labels) enter(text string, lines []string) (other string, ok bool) {
	label := strings.Join(lines, "\n")
	other, taken := s.texts[label]
	if taken && other != text {
		return other, false
	}
	if s.texts == nil {
		s.texts = make(map[string]string)
	}
	s.texts[label] = text
	return "", true
}

// ends returns the two ends of a text, in so many characters.
func ends(text string, room int) string {
	runes := []rune(text)
	if len(runes) <= room {
		return text
	}
	last := room / 2
	return string(runes[:room-last-1]) + "…" + string(runes[len(runes)-last:])
}

// nearDifference returns the beginning of a text, and what stands where it begins to differ from another.
func nearDifference(text, other string, room int) string {
	runes, others := []rune(text), []rune(other)
	if len(runes) <= room {
		return text
	}
	at := 0
	for at < min(len(runes), len(others)) && runes[at] == others[at] {
		at++
	}
	first := room / 3
	from := min(max(first, at-room/4), len(runes)-(room-first-1))
	to := from + room - first - 2
	if to+1 >= len(runes) {
		return string(runes[:first]) + "…" + string(runes[from:])
	}
	return string(runes[:first]) + "…" + string(runes[from:to]) + "…"
}
