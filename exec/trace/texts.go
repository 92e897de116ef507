package trace

// nameTexts are the texts that say names, each made once.
type nameTexts struct {
	in   *interner
	text func(name string) string
	made []string // by number
}

func (t *nameTexts) of(n name) string {
	for len(t.made) <= int(n) {
		t.made = append(t.made, t.text(t.in.names[len(t.made)]))
	}
	return t.made[n]
}

// termTexts are the texts that say terms which are no small numbers, each made once. Those of
// long ones are not kept: few as the bytes of a file are, they can fill the memory.
type termTexts struct {
	in   *interner
	add  func(b []byte, x Sym) []byte // makes one
	made []string                     // by number; "" where it was not needed yet, or is long
	kept int                          // how many bytes of them there are
}

// forget forgets all texts.
func (t *termTexts) forget() {
	clear(t.made)
	t.kept = 0
}

const (
	// maxKept is how many bytes the text of a term may have that is made once, and maxAllKept
	// how many all of these have.
	maxKept    = 1 << 12
	maxAllKept = 1 << 28
)

// append appends the text of a term.
func (t *termTexts) append(b []byte, x Sym) []byte {
	if int(x) >= len(t.made) {
		t.made = extend(t.made, len(t.in.terms))
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
