package grid

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// coordinate is a term that can be a row or a column.
type coordinate struct {
	family family
	n      int
}

// family is what coordinates of one argument have in common: the same letters before a number, or
// that they are single letters.
type family struct {
	letter bool
	prefix string // prefix stands before a number; the case for letters, "a" or "A"
}

// integer is the family of plain numbers.
var integer = family{}

// mostDigits bounds the numbers that are coordinates.
const mostDigits = 6

// coordinateOf reads a term as a coordinate: 3, -1, c3, r_3, a, H. Numbers may be constants, as they
// are in GDL.
func coordinateOf(t trace.Term) (coordinate, bool) {
	head := t.Head
	if len(t.Args) > 0 || head == "" || head == trace.List {
		return coordinate{}, false
	}
	if len(head) == 1 && isLetter(head[0]) {
		first := "a"
		if head[0] < 'a' {
			first = "A"
		}
		return coordinate{family{true, first}, int(head[0] - first[0])}, true
	}
	digits := strings.TrimLeft(head, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-")
	prefix := head[:len(head)-len(digits)]
	if digits == "" || len(digits) > mostDigits {
		return coordinate{}, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || digits[0] == '+' {
		return coordinate{}, false
	}
	if prefix == "-" {
		return coordinate{integer, -n}, true
	}
	return coordinate{family{prefix: prefix}, n}, true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// argument gathers the coordinates at one place of the facts of a form.
type argument struct {
	family family
	values map[int]bool
	broken bool // something else than a coordinate, or one of another family, stands there, too
}

func (a *argument) enter(t trace.Term) {
	c, ok := coordinateOf(t)
	switch {
	case a.broken:
	case !ok, a.values != nil && a.family != c.family:
		a.broken, a.values = true, nil
	default:
		if a.values == nil {
			a.family, a.values = c.family, make(map[int]bool)
		}
		a.values[c.n] = true
	}
}

// mostSpan is the greatest distance of two coordinates.
const mostSpan = 200

// isAxis reports whether the values can be the coordinates of an axis. Letters and names with numbers
// may as well be names of things (x, o, b): an axis has each letter from its first to its last.
func (a *argument) isAxis() bool {
	if a.broken || len(a.values) == 0 {
		return false
	}
	low, high := a.bounds()
	switch {
	case a.family.letter:
		return len(a.values) > 1 && high-low+1 == len(a.values)
	case a.family != integer:
		return len(a.values) > 1 && high-low < mostSpan
	}
	return high-low < mostSpan
}

func (a *argument) bounds() (low, high int) {
	first := true
	for n := range a.values {
		if first || n < low {
			low = n
		}
		if first || n > high {
			high = n
		}
		first = false
	}
	return low, high
}

// axis gathers the coordinates of all rows, or of all columns. A coordinate is several numbers where
// boards stand on a board.
type axis struct {
	known map[string]bool
	all   [][]trace.Term
	index map[string]int
}

func newAxis() *axis { return &axis{known: make(map[string]bool), index: make(map[string]int)} }

// name joins the terms of a coordinate.
func name(terms []trace.Term) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = t.String()
	}
	return strings.Join(parts, " ")
}

func (a *axis) enter(terms []trace.Term) {
	if key := name(terms); !a.known[key] {
		a.known[key] = true
		a.all = append(a.all, terms)
	}
}

// settle orders the coordinates and returns their names: numbers by size, with those between that do
// not come up in the run.
func (a *axis) settle(upwards bool) []string {
	a.fill()
	slices.SortFunc(a.all, func(x, y []trace.Term) int {
		return slices.CompareFunc(x, y, func(s, t trace.Term) int {
			c, _ := coordinateOf(s)
			d, _ := coordinateOf(t)
			return cmp.Or(cmp.Compare(c.family.prefix, d.family.prefix), cmp.Compare(c.n, d.n),
				cmp.Compare(s.String(), t.String()))
		})
	})
	if upwards {
		slices.Reverse(a.all)
	}
	names := make([]string, len(a.all))
	for i, terms := range a.all {
		names[i] = name(terms)
		a.index[names[i]] = i
	}
	return names
}

// fill adds the numbers that are missing between two others.
func (a *axis) fill() {
	var numbers argument
	for _, terms := range a.all {
		if len(terms) != 1 {
			return
		}
		numbers.enter(terms[0])
	}
	if numbers.broken || len(a.all) == 0 || numbers.family.letter {
		return
	}
	low, high := numbers.bounds()
	if high-low >= mostSpan {
		return
	}
	for n := low; n <= high; n++ {
		if !numbers.values[n] {
			a.enter([]trace.Term{trace.Const(numbers.family.prefix + strconv.Itoa(n))})
		}
	}
}
