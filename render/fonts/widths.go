package fonts

import (
	"encoding/binary"
	"sort"
)

// perEm is how many units of the widths are an em.
const perEm = 2048

// A span is letters that follow each other in Unicode and are equally wide.
type span struct {
	first, last rune
	width       int // in units
}

// parse reads the widths of a font: for each span how many letters stand between it and
// the one before, how many it has besides the first, and its width, as varints.
func parse(table []byte) []span {
	var spans []span
	next := func() int {
		n, size := binary.Uvarint(table)
		table = table[size:]
		return int(n)
	}
	for at := rune(0); len(table) > 0; {
		s := span{first: at + rune(next())}
		s.last = s.first + rune(next())
		s.width = next()
		spans = append(spans, s)
		at = s.last + 1
	}
	return spans
}

// width returns how many units wide a letter is, and false for one that the font lacks.
func (f *Font) width(r rune) (int, bool) {
	spans := f.widths()
	at := sort.Search(len(spans), func(i int) bool { return spans[i].last >= r })
	if at == len(spans) || spans[at].first > r {
		return 0, false
	}
	return spans[at].width, true
}
