package row

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// NameTexts are the texts that say names, each made once.
type NameTexts struct {
	in   *Interner
	text func(name string) string
	made []string // by number
}

// NewNameTexts returns the texts that a function makes of names.
func NewNameTexts(in *Interner, text func(name string) string) NameTexts {
	return NameTexts{in: in, text: text}
}

// Of returns the text of a name.
func (t *NameTexts) Of(n Name) string {
	for len(t.made) <= int(n) {
		t.made = append(t.made, t.text(t.in.Names[len(t.made)]))
	}
	return t.made[n]
}

// TermTexts are the texts that say terms which are no small numbers, each made once. Those of
// long ones are not kept: few as the bytes of a file are, they can fill the memory.
type TermTexts struct {
	in   *Interner
	add  func(b []byte, x trace.Sym) []byte // makes one
	made []string                           // by number; "" where it was not needed yet, or is long
	kept int                                // how many bytes of them there are
}

const (
	// maxKept is how many bytes the text of a term may have that is made once, and maxAllKept
	// how many all of these have.
	maxKept    = 1 << 12
	maxAllKept = 1 << 28
)

// NewTermTexts returns the texts that a function appends of terms. They go where the interner forgets.
func NewTermTexts(in *Interner, add func(b []byte, x trace.Sym) []byte) *TermTexts {
	t := &TermTexts{in: in, add: add}
	in.OnForget(func() {
		clear(t.made)
		t.kept = 0
	})
	return t
}

// Append appends the text of a term.
func (t *TermTexts) Append(b []byte, x trace.Sym) []byte {
	if int(x) >= len(t.made) {
		t.made = Extend(t.made, len(t.in.Terms))
	}
	if text := t.made[x]; text != "" {
		return append(b, text...)
	}
	from := len(b)
	b = t.add(b, x)
	if n := len(b) - from; n <= maxKept && t.kept+n <= maxAllKept {
		t.made[x] = string(b[from:])
		t.kept += n
	}
	return b
}

// Extend returns s with at least the given length; added elements are zero.
func Extend[T any](s []T, length int) []T {
	if length <= len(s) {
		return s
	}
	return append(s, make([]T, length-len(s))...)
}
