package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// mostListed is how many items a section lists if not all are asked for.
const mostListed = 20

// An Answer to a question about runs and programs prints itself, and is data for JSON: a
// [trace.Trace], which has a form of its own, a value that writes itself (WriteJSON), or one for package json.
type Answer interface {
	Print(*Text)
	Data() any
}

// Text is an answer as text of sections. What a terminal would obey is made visible.
type Text struct {
	bytes.Buffer
	All bool  // sections list all of their items
	Err error // why the text is not whole; nil if it is
	// To gets a long text in pieces, before its end; if To is nil, the buffer keeps the whole text.
	To io.Writer

	begun bool // To has got a piece
}

// mostKept is the number of bytes in the buffer from which they are written to To.
const mostKept = 1 << 16

// Line writes a line.
func (b *Text) Line(format string, args ...any) {
	fmt.Fprintln(b, visible.Line(fmt.Sprintf(format, args...)))
	if b.To != nil && b.Len() >= mostKept {
		b.Flush()
	}
}

// Flush writes the buffer to To, and empties it. It keeps the first error, and writes nothing after it.
func (b *Text) Flush() {
	if b.Err == nil {
		_, b.Err = b.To.Write(b.Bytes())
	}
	b.begun = true
	b.Reset()
}

// Lines writes lines as they are.
func (b *Text) Lines(lines []string) {
	for _, l := range lines {
		b.Line("%s", l)
	}
}

// Title begins a section, after an empty line if something is above it.
func (b *Text) Title(text string) {
	if b.Len() > 0 || b.begun {
		b.Line("")
	}
	b.Line("%s", text)
}

// Item writes a line of a section.
func (b *Text) Item(format string, args ...any) { b.Line("  "+format, args...) }

// List writes a section, unless it is empty.
func (b *Text) List(heading string, items []string) {
	if len(items) > 0 {
		b.Title(heading + ":")
		b.Items(items)
	}
}

// Items writes lines of a section, the first of many.
func (b *Text) Items(items []string) {
	shown := items
	if !b.All {
		shown = items[:min(len(items), mostListed)]
	}
	b.First(shown, len(items)-len(shown))
}

// First writes lines of a section, and how many more there are.
func (b *Text) First(items []string, more int) {
	for _, item := range items {
		b.Item("%s", item)
	}
	if more > 0 {
		b.Item("and %d more; --all lists them", more)
	}
}
