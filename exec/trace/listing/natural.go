package listing

import (
	"cmp"
	"strings"
)

// natural compares texts by their letters, and runs of digits in them by the
// number that they are: `cell 9` comes before `cell 10`.
func natural(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a = chunk(a)
		y, b = chunk(b)
		if c := compareChunks(x, y); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// chunk takes a run of digits, or of anything else, off a text.
func chunk(s string) (first, rest string) {
	digits := isDigit(s[0])
	i := 1
	for i < len(s) && isDigit(s[i]) == digits {
		i++
	}
	return s[:i], s[i:]
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func compareChunks(x, y string) int {
	if isDigit(x[0]) && isDigit(y[0]) {
		m, n := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		return cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n), cmp.Compare(len(x), len(y)))
	}
	return cmp.Compare(x, y)
}
