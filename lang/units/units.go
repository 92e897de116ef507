// Package units converts places in texts between bytes, by which programs of Go count, and units of UTF-16, by which
// browsers and most editors do.
package units

import (
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// every is how many bytes are at the least between the places that an index keeps.
const every = 1 << 6

// Index converts the places of one text. It is made in one pass over the text; each conversion then reads a bounded
// stretch of it.
type Index struct {
	text string
	// bytes and units are the places of some characters, in ascending order, from the first on. They are nil for a
	// text that is ASCII, in which both numbers are the same.
	bytes, units []int
}

// NewIndex returns the index of a text. A byte that is not UTF-8 counts as one unit.
func NewIndex(text string) *Index {
	x := &Index{text: text}
	ascii := 0
	for ascii < len(text) && text[ascii] < utf8.RuneSelf {
		ascii++
	}
	if ascii == len(text) {
		return x
	}
	x.bytes, x.units = []int{0, ascii}, []int{0, ascii}
	units, last := ascii, ascii
	for i, r := range text[ascii:] {
		if at := ascii + i; at-last >= every {
			x.bytes, x.units = append(x.bytes, at), append(x.units, units)
			last = at
		}
		units += utf16.RuneLen(r)
	}
	return x
}

// Units returns how many units stand before an offset in bytes, which lies within the text and not within a
// character.
func (x *Index) Units(offset int) int {
	if x.bytes == nil || offset <= x.bytes[1] {
		return offset
	}
	i := sort.SearchInts(x.bytes, offset+1) - 1
	units := x.units[i]
	for _, r := range x.text[x.bytes[i]:offset] {
		units += utf16.RuneLen(r)
	}
	return units
}

// Offset returns the offset in bytes of the character that a number of units lead to. A number below 0 means the
// start of the text, one beyond the text its end, and one within a character the start of that.
func (x *Index) Offset(units int) int {
	units = max(0, units)
	if x.bytes == nil {
		return min(units, len(x.text))
	}
	if units <= x.units[1] {
		return units
	}
	i := sort.SearchInts(x.units, units+1) - 1
	at := x.units[i]
	for j, r := range x.text[x.bytes[i]:] {
		if at += utf16.RuneLen(r); at > units {
			return x.bytes[i] + j
		}
	}
	return len(x.text)
}
