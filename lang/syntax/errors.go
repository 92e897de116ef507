package syntax

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Error is one thing wrong with a program, at a place.
type Error struct {
	Source *Source
	Span
	Code    Code
	Msg     string
	Fix     *Fix // the change that the message proposes; nil if notes propose it, or if only the author knows it
	Notes   []Note
	Warning bool // the program runs all the same
	// Hint marks a warning about style alone: the proposed change alters no run.
	Hint bool
}

// Note is more about an error, perhaps with a place of its own: where a name
// was declared, what was meant.
type Note struct {
	Span // the zero Span is no place
	Msg  string
	Fix  *Fix // the change that the note proposes, or nil
}

// Fix is a text that may be written in the place of a part of the source, which may be
// empty.
type Fix struct {
	Span
	Text string
}

// String says what a fix does: change to `at`, add `.`, leave it out.
func (f *Fix) String() string {
	verb := "change to"
	switch {
	case f.Text == "":
		return "leave it out"
	case f.Start == f.End:
		verb = "add"
	}
	return verb + " `" + strings.TrimSpace(f.Text) + "`"
}

// Fixes returns what the message and the notes propose.
func (e *Error) Fixes() []*Fix {
	var out []*Fix
	if e.Fix != nil {
		out = append(out, e.Fix)
	}
	for _, n := range e.Notes {
		if n.Fix != nil {
			out = append(out, n.Fix)
		}
	}
	return out
}

// Error returns `file:line:col: message`, without the code and the notes. Like [Error.Fprint], it shows
// the name, the message and the line as package visible does.
func (e *Error) Error() string { return e.head(Style{}) }

func (e *Error) head(s Style) string {
	kind := ""
	switch {
	case e.Hint:
		kind = styled(s.Note, "hint:") + " "
	case e.Warning:
		kind = styled(s.Warning, "warning:") + " "
	}
	return s.place(e.Source, e.Start) + kind + visible.Text(e.Msg)
}

// Style says how the parts of a message look: each function returns its text with
// what a terminal needs around it. Those that are nil change nothing.
type Style struct {
	Place, Error, Warning, Note, Code func(string) string
}

func styled(f func(string) string, text string) string {
	if f == nil {
		return text
	}
	return f(text)
}

func (s Style) place(src *Source, p Pos) string {
	return styled(s.Place, fmt.Sprintf("%s:%s:", src, p)) + " "
}

// caret returns the carets below a fault, coloured by severity.
func (s Style) caret(warning bool) func(string) string {
	if warning {
		return s.Warning
	}
	return s.Error
}

// Fprint writes the error in full: the message with its code, the line with a
// caret below it, and the notes.
func (e *Error) Fprint(w io.Writer, s Style) error {
	var b strings.Builder
	b.WriteString(e.head(s) + " " + styled(s.Code, "["+string(e.Code)+"]") + "\n")
	e.Source.quote(&b, e.Span, s.caret(e.Warning))
	for _, n := range e.Notes {
		if !n.Start.IsValid() {
			fmt.Fprintf(&b, "    %s %s\n", styled(s.Note, "note:"), visible.Text(n.Msg))
			continue
		}
		b.WriteString(s.place(e.Source, n.Start) + styled(s.Note, "note:") + " " + visible.Text(n.Msg) + "\n")
		e.Source.quote(&b, n.Span, s.Note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// longestQuote is the longest line, in characters, that messages quote.
const longestQuote = 200

// quote writes the line of a span with carets below it.
func (s *Source) quote(b *strings.Builder, span Span, caret func(string) string) {
	line := string(s.line(span.Start))
	if utf8.RuneCountInString(line) > longestQuote {
		return
	}
	before := line[:min(span.Start.Offset-s.lineStart(span.Start), len(line))]
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, visible.Text(before))
	fmt.Fprintf(b, "    %s\n    %s%s\n", visible.Text(line), indent, styled(caret, strings.Repeat("^", s.width(span))))
}

// ErrorList is all that is wrong with a program, in source order.
type ErrorList []*Error

// Error returns the messages, a line each.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// mostShown is how many errors a list shows in full.
const mostShown = 100

// Fprint writes the errors in full, as far as anybody will read, and how many
// more there are.
func (l ErrorList) Fprint(w io.Writer, s Style) error {
	for _, e := range l[:min(len(l), mostShown)] {
		if err := e.Fprint(w, s); err != nil {
			return err
		}
	}
	if more := len(l) - mostShown; more > 0 {
		_, err := fmt.Fprintf(w, "and %d more\n", more)
		return err
	}
	return nil
}

// Sort puts the list into source order and drops errors that say the same of
// the same place.
func (l *ErrorList) Sort() {
	slices.SortStableFunc(*l, func(a, b *Error) int { return a.Start.Offset - b.Start.Offset })
	*l = slices.CompactFunc(*l, func(a, b *Error) bool { return a.Start == b.Start && a.Msg == b.Msg })
}

// Failed reports whether the list holds more than warnings.
func (l ErrorList) Failed() bool {
	return slices.ContainsFunc(l, func(e *Error) bool { return !e.Warning })
}
