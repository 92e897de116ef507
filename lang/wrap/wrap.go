// Package wrap breaks the text of programs and their comments into lines, for the packages that write programs.
package wrap

import (
	"strings"
	"unicode/utf8"
)

// width is the largest number of columns of a line. A word that is longer has a line of its own.
const width = 96

// Words returns lines of words with single blanks between them. The first line begins with the text first, the others
// with others; every line ends with a newline.
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

// Rule returns the text of a rule of a stage, indented by two blanks, with `()` for an empty side. A rule that does
// not fit in one line is broken before its operators:
//
//	name : a * b
//	  -o c * d.
func Rule(name string, left, right []string) string {
	// side returns the words of a side, each with the operator before it.
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
