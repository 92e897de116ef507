package syntax

import (
	"bytes"
	"fmt"
)

// Format returns a program in the layout that all programs have:
//
//   - The author's line ends stay, and so does one blank line of several; none
//     stays at the start of the file or of a `{…}`, nor before `}`.
//   - What stands in `{…}` is indented by 2. A line that goes on with what
//     another began is indented by 2 more, and by 4 where the author indented it
//     further than the least of them.
//   - Between two tokens is one space, between two declarations on a line two;
//     there is none within parentheses, before `.` and `,`, and after `!` and `$`.
//   - Comments at the ends of neighbouring lines stand in a column. Colons, and
//     declarations that share a line, do where the author has put them in one.
//   - `stage s {` gets its `=`, a context its `=` and `.`; a `.` after a stage
//     goes. Numerals lose their leading zeros; primes and arrows become ASCII. The `==` of an
//     invariant becomes `=`.
//
// The tree is the same, every comment stays between the same two tokens, and formatting again
// changes nothing. The notes report changed spellings, at the first place of each. A program with
// errors is not formatted; the list holds the errors.
func Format(src *Source) ([]byte, []Note, ErrorList) {
	f, errs := Parse(src)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	return f.layout(nil), respelled(src, f.tokens), nil
}

// Formatted reports whether the text of a file is as [Format] returns it.
func (f *File) Formatted() bool {
	out, ok := f.Reformat(nil)
	return ok && bytes.Equal(out, f.Source.Text)
}

// Reformat is [Format] for the file of a text that has been changed: what stood in a column before the change does so
// still, though names above it are longer now. The function returns the column in which the token or comment at an
// offset stood then, and false for one that is new. The result is [File.Formatted]. Reformat returns false where the
// text has errors.
func (f *File) Reformat(stood func(offset int) (col int, ok bool)) ([]byte, bool) {
	if !f.sound {
		return nil, false
	}
	return f.layout(stood), true
}

func (f *File) layout(stood func(offset int) (int, bool)) []byte {
	words := wordsOf(f.Source, f.tokens, f.Comments)
	indent(words)
	for i, w := range words {
		inColumns := w.comment || w.kind == tColon || w.part == begins
		if stood == nil || w.col == 0 || !inColumns {
			continue
		}
		col, ok := stood(w.offset)
		if !ok {
			col = -i // shared with no other
		}
		words[i].col = col
	}
	return page(linesOf(words))
}

// equate makes the `==` of invariants the `=` that stands for it there.
func equate(tokens []token) {
	within := false
	for i, t := range tokens {
		switch {
		case t.kind == tDirective:
			within = t.text == invariant
		case t.kind == tDot:
			within = false
		case t.kind == tSame && within:
			tokens[i].kind = tEqual
		}
	}
}

// spelling returns how a token is written.
func spelling(src *Source, t token) string {
	switch t.kind {
	case tName, tNumber:
		return t.text
	case tLolli:
		return "-o"
	case tArrow:
		return "->"
	case tRevArrow:
		return "<-"
	case tStar:
		return "*"
	case tEqual:
		return "="
	}
	return src.Slice(t.Span)
}

// respelled notes each spelling that Format changes, once.
func respelled(src *Source, tokens []token) []Note {
	var notes []Note
	seen := make(map[string]bool)
	for _, t := range tokens {
		before, after := respelling(src, t)
		if before != after && !seen[before] {
			seen[before] = true
			notes = append(notes, Note{Span: t.Span, Msg: fmt.Sprintf("`%s` becomes `%s`", before, after)})
		}
	}
	return notes
}

// respelling returns what of a token is spelled in another way, and how; of a
// name that is its first prime, as many names may have the same.
func respelling(src *Source, t token) (before, after string) {
	before, after = src.Slice(t.Span), spelling(src, t)
	if t.kind != tName || before == after {
		return before, after
	}
	for _, r := range before {
		if isPrime(r) && r != '\'' {
			return string(r), "'"
		}
	}
	return before, after
}
