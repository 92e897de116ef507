package main

import (
	"bytes"
	"fmt"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostListed is how many items a section of an answer lists, if not all are asked
// for.
const mostListed = 20

// allUsage is the help of the flag that asks for all.
const allUsage = "list everything, however much it is"

// report is an answer as text of sections. What a terminal would obey is made
// visible.
type report struct {
	bytes.Buffer
	all bool
}

func (b *report) line(format string, args ...any) {
	fmt.Fprintln(b, trace.Visible(fmt.Sprintf(format, args...)))
}

// lines writes lines as they are.
func (b *report) lines(lines []string) {
	for _, l := range lines {
		b.line("%s", l)
	}
}

// title begins a section, after an empty line if something is above it.
func (b *report) title(text string) {
	if b.Len() > 0 {
		b.line("")
	}
	b.line("%s", text)
}

// item writes a line of a section.
func (b *report) item(format string, args ...any) { b.line("  "+format, args...) }

// list writes a section, unless it is empty.
func (b *report) list(heading string, items []string) {
	if len(items) == 0 {
		return
	}
	b.title(heading + ":")
	b.items(items)
}

// items writes lines of a section, the first of many.
func (b *report) items(items []string) {
	shown := items
	if !b.all {
		shown = items[:min(len(items), mostListed)]
	}
	for _, item := range shown {
		b.item("%s", item)
	}
	if more := len(items) - len(shown); more > 0 {
		b.item("and %d more; --all lists them", more)
	}
}

// counted returns words with equal ones once, with their number.
func counted(words []string) []string {
	counts := make(map[string]int)
	var out []string
	for _, w := range words {
		if counts[w]++; counts[w] == 1 {
			out = append(out, w)
		}
	}
	for i, w := range out {
		if n := counts[w]; n > 1 {
			out[i] = fmt.Sprintf("%d × %s", n, w)
		}
	}
	return out
}
