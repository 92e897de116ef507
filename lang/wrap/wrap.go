// Package wrap breaks the text of programs into lines, for what makes programs of files in other languages.
package wrap

import (
	"strings"
	"unicode/utf8"
)

// width is how many columns lines have at the most, where there is a place to break them.
const width = 96

// Words joins words to lines: the first begins with one text, the others with another.
func Words(words []string, first, others string) string {
	var b strings.Builder
	col := utf8.RuneCountInString(first)
	b.WriteString(first)
	for i, w := range words {
		size := utf8.RuneCountInString(w)
		switch {
		case i == 0:
		case col+1+size > width:
			b.WriteString("\n" + others)
			col = utf8.RuneCountInString(others)
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(w)
		col += size
	}
	b.WriteByte('\n')
	return b.String()
}

// Rule returns a rule of a stage: in one line or, if that is too long, with lines that begin with an operator.
func Rule(name string, left, right []string) string {
	side := func(parts []string) []string {
		if len(parts) == 0 {
			return []string{"()"}
		}
		out := make([]string, len(parts))
		for i, p := range parts {
			if out[i] = p; i > 0 {
				out[i] = "* " + p
			}
		}
		return out
	}
	first := "  " + name + " :"
	l, r := side(left), side(right)
	r[0] = "-o " + r[0]
	if line := first + " " + strings.Join(append(l, r...), " ") + ".\n"; utf8.RuneCountInString(line) <= width {
		return line
	}
	r[len(r)-1] += "."
	return strings.TrimSuffix(Words(append([]string{first}, l...), "", "    "), "\n") + "\n" + Words(r, "    ", "    ")
}
