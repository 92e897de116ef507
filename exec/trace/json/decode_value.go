package json

import (
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// name reads a string that is not empty.
func (d *decoder) name(to *string) error {
	d.peek()
	at := d.at
	if err := d.text(to); err != nil {
		return err
	}
	if *to == "" {
		return d.errorf(at, "want a name, found an empty string")
	}
	return nil
}

// text reads a string. Equal strings share their bytes, for a trace says the
// same few names over and over.
func (d *decoder) text(to *string) error {
	s, err := d.quoted()
	if err != nil {
		return err
	}
	known, ok := d.names[string(s)]
	if !ok {
		known = string(s)
		d.names[known] = known
	}
	*to = known
	return nil
}

// quoted reads a string and returns its text, which the next token overwrites.
func (d *decoder) quoted() ([]byte, error) {
	if d.peek() != '"' {
		return nil, d.unexpected("a string")
	}
	at, escaped := d.at, false
	d.token = append(d.token[:0], '"')
	d.take()
	for d.advance(); d.ch != '"'; d.advance() {
		if d.ch == '\\' {
			escaped = true
			d.token = append(d.token, d.ch)
			d.advance()
		}
		if d.ch < ' ' {
			return nil, d.unexpected("the closing quote")
		}
		if len(d.token) > maxToken {
			return nil, d.errorf(at, "string of more than %d bytes", maxToken)
		}
		d.token = append(d.token, d.ch)
		d.take()
	}
	d.advance()
	if !utf8.Valid(d.token) {
		return nil, d.errorf(at, "string that is not UTF-8")
	}
	if !escaped {
		return d.token[1:], nil
	}
	var s string
	if json.Unmarshal(append(d.token, '"'), &s) != nil {
		return nil, d.errorf(at, "string with a bad escape")
	}
	return []byte(s), nil
}

// number reads a natural number of so many bits.
func number[T int | uint64](d *decoder, to *T, bits int) error {
	d.peek()
	at := d.at
	digits, err := d.word("a whole number", isNumeral)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(digits, 10, bits)
	if err != nil {
		return d.errorf(at, "number too large: %.40s", digits)
	}
	*to = T(n)
	return nil
}

func (d *decoder) int(to *int) error { return number(d, to, strconv.IntSize-1) }

func (d *decoder) bool(to *bool) error {
	word, err := d.word("true or false", func(w string) bool { return w == "true" || w == "false" })
	*to = word == "true"
	return err
}

// word reads a bare word, without quotes.
func (d *decoder) word(want string, valid func(string) bool) (string, error) {
	d.peek()
	at := d.at
	if !isWordByte(d.ch) {
		return "", d.unexpected(want)
	}
	word := d.bare()
	switch {
	case d.err != nil && d.err != io.EOF: // it may not be all of the word
		return "", d.unexpected(want)
	case isWordByte(d.ch):
		return "", d.errorf(at, "number of more than %d bytes", maxToken)
	case !valid(word):
		return "", d.errorf(at, "want %s, found %.40s", want, word)
	}
	return word, nil
}

// bare returns the letters, digits and signs up to the next other byte, or the
// first maxToken of them.
func (d *decoder) bare() string {
	d.token = d.token[:0]
	for ; isWordByte(d.ch) && len(d.token) < maxToken; d.advance() {
		d.token = append(d.token, d.ch)
	}
	return string(d.token)
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '+' || c == '.'
}

func isNumeral(word string) bool { return trace.Atomic(word).Number }
