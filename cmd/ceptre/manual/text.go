package manual

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// body is the indentation of everything but headings.
const body = "  "

// Text returns Markdown as plain text, with paragraphs, lists and tables of at most the given
// number of columns; code keeps its lines. It supports only the Markdown of the manual.
func Text(markdown string, columns int) string {
	l := &layout{columns: max(columns, 40)}
	lines := strings.Split(strings.TrimSpace(markdown), "\n")
	for len(lines) > 0 {
		lines = lines[l.block(lines):]
	}
	return strings.ReplaceAll(l.out.String(), fixed, " ")
}

// layout is a text that is being laid out.
type layout struct {
	out     strings.Builder
	columns int
}

var (
	heading = regexp.MustCompile(`^#+ +`)
	item    = regexp.MustCompile(`^ *(?:[-*]|\d+\.) +`)
	rule    = regexp.MustCompile(`^\|[-:| ]+\|$`) // the line between the head and the rows of a table
	starts  = regexp.MustCompile("^(?:#+ |```|\\|)")
)

// block writes the block that begins the lines, and returns how many of these it is.
func (l *layout) block(lines []string) int {
	first := lines[0]
	switch {
	case strings.TrimSpace(first) == "":
		return 1
	case strings.HasPrefix(first, "```"):
		n := 1 + count(lines[1:], func(line string) bool { return !strings.HasPrefix(line, "```") })
		l.code(lines[1:n])
		return min(n+1, len(lines))
	case strings.HasPrefix(first, "    "):
		n := count(lines, func(line string) bool { return line == "" || strings.HasPrefix(line, "    ") })
		var code []string
		for _, line := range strings.Split(strings.TrimRight(strings.Join(lines[:n], "\n"), "\n"), "\n") {
			code = append(code, strings.TrimPrefix(line, "    "))
		}
		l.code(code)
		return n
	case heading.MatchString(first):
		l.separate()
		l.out.WriteString(plain(heading.ReplaceAllString(first, "")) + "\n")
		return 1
	case strings.HasPrefix(first, "|"):
		n := count(lines, func(line string) bool { return strings.HasPrefix(line, "|") })
		l.table(lines[:n])
		return n
	}
	return l.paragraph(lines)
}

// count returns how many lines there are before the first that does not hold.
func count(lines []string, holds func(string) bool) int {
	for i, line := range lines {
		if !holds(line) {
			return i
		}
	}
	return len(lines)
}

// separate leaves an empty line between two blocks.
func (l *layout) separate() {
	if l.out.Len() > 0 {
		l.out.WriteString("\n")
	}
}

func (l *layout) code(lines []string) {
	l.separate()
	for _, line := range lines {
		l.out.WriteString(strings.TrimRight(body+"    "+line, " ") + "\n")
	}
}

// paragraph writes a paragraph, or an item of a list, and returns how many lines it is.
func (l *layout) paragraph(lines []string) int {
	mark := item.FindString(lines[0])
	n := 1 + count(lines[1:], func(line string) bool {
		return strings.TrimSpace(line) != "" && !item.MatchString(line) && !starts.MatchString(line)
	})
	text := strings.TrimPrefix(strings.Join(lines[:n], " "), mark)
	if mark == "" || !l.inList() {
		l.separate()
	}
	l.wrap(plain(text), body+mark, body+strings.Repeat(" ", len(mark)))
	return n
}

// inList reports whether the last line written is of a list.
func (l *layout) inList() bool {
	lines := strings.Split(strings.TrimSuffix(l.out.String(), "\n"), "\n")
	last := strings.TrimPrefix(lines[len(lines)-1], body)
	return item.MatchString(last) || strings.HasPrefix(last, "  ") && !strings.HasPrefix(last, "    ")
}

// table writes a table with its columns side by side where that fits, and otherwise each row
// as its first cell with the others below it.
func (l *layout) table(lines []string) {
	l.separate()
	var rows [][]string
	var widths []int
	for _, line := range lines {
		if rule.MatchString(line) {
			continue
		}
		row := cells(line)
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
		rows = append(rows, row)
	}
	total := len(body)
	for _, w := range widths {
		total += w + 2
	}
	for i, row := range rows {
		switch {
		case total-2 <= l.columns:
			line := body
			for i, cell := range row {
				line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
			}
			l.out.WriteString(strings.TrimRight(line, " ") + "\n")
		case i > 0: // a head above stacked cells says nothing
			l.wrap(row[0], body, body+"  ")
			l.wrap(strings.Join(row[1:], "; "), body+"    ", body+"    ")
		}
	}
}

// cells returns the cells of a row of a table as plain text.
func cells(line string) []string {
	const bar = "\x00"
	line = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), `\|`, bar)
	var out []string
	for _, cell := range strings.Split(line, "|") {
		out = append(out, plain(strings.ReplaceAll(strings.TrimSpace(cell), bar, "|")))
	}
	return out
}

// wrap writes a text in lines, the first with one indentation and the others with another.
func (l *layout) wrap(text, first, others string) {
	line, empty := first, true
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' }) {
		switch {
		case empty:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > l.columns:
			l.out.WriteString(line + "\n")
			line = others + word
		default:
			line += " " + word
		}
		empty = false
	}
	l.out.WriteString(strings.TrimRight(line, " ") + "\n")
}

// inline is what plain takes away: code, images, links and emphasis.
var inline = regexp.MustCompile("`` ?(.+?) ?``|`([^`]+)`|!?\\[([^\\]]*)\\]\\([^)]*\\)|\\*\\*(.+?)\\*\\*")

// fixed is a space at which no line is broken.
const fixed = "\u00a0"

// plain returns text without the marks of Markdown inside it. Short code keeps together.
func plain(text string) string {
	return inline.ReplaceAllStringFunc(text, func(found string) string {
		parts := inline.FindStringSubmatch(found)
		if code := parts[1] + parts[2]; code != "" && utf8.RuneCountInString(code) <= 30 {
			return strings.ReplaceAll(code, " ", fixed)
		}
		return parts[1] + parts[2] + parts[3] + parts[4]
	})
}
