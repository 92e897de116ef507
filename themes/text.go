package themes

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// mark is what some editors write before text in UTF-8 (the byte order mark). JSON does
// not know it, and within a stylesheet it would be part of a selector.
const mark = "\ufeff"

// plainText returns the text of a file without a byte order mark. Invalid UTF-8 is an error, since
// browsers would show other characters than intended.
func plainText(file string, data []byte) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte(mark))
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return nil, fmt.Errorf("%s:%s: is not text in UTF-8: save it as such", file, position(data, at))
		}
		at += size
	}
	return data, nil
}
