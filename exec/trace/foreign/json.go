package foreign

import (
	"encoding/json"
	"strings"
)

// document reads JSON values one by one and knows where they stand, which
// encoding/json does not tell.
type document struct {
	file *file
	base int // where the text of the decoder starts
	dec  *json.Decoder
}

// at returns the offset of the next value or bracket.
func (d *document) at() int {
	at := d.base + int(d.dec.InputOffset())
	rest := d.file.text[at:]
	return at + len(rest) - len(strings.TrimLeft(rest, " \t\r\n,:"))
}

func (d *document) atEnd() bool { return d.at() == len(d.file.text) }

// token takes a token of the kind that want says.
func (d *document) token(want string, is func(json.Token) bool) (json.Token, error) {
	at := d.at()
	t, err := d.dec.Token()
	if err != nil || !is(t) {
		s := scanner{file: d.file, text: d.file.text, pos: at, stops: brackets}
		return nil, s.unexpected(want)
	}
	return t, nil
}

func (d *document) delim(c json.Delim, want string) error {
	_, err := d.token(want, func(t json.Token) bool { return t == c })
	return err
}

// text takes a string.
func (d *document) text() (string, error) {
	t, err := d.token("a string", func(t json.Token) bool { _, ok := t.(string); return ok })
	s, _ := t.(string)
	return s, err
}

// list calls item at each item of a list.
func (d *document) list(item func() error) error {
	if err := d.delim('[', "a list"); err != nil {
		return err
	}
	for d.dec.More() {
		if err := item(); err != nil {
			return err
		}
	}
	return d.delim(']', `"]"`)
}

// object calls field at each value of an object, with its key, and wants these
// keys to be there; what names the object.
func (d *document) object(what string, field func(key string) error, keys ...string) error {
	start := d.at()
	seen, err := d.fields(field)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if !seen[key] {
			return d.file.errorf(start, "%s without %q", what, key)
		}
	}
	return nil
}

// fields takes an object and returns its keys.
func (d *document) fields(field func(key string) error) (seen map[string]bool, err error) {
	if err := d.delim('{', "an object"); err != nil {
		return nil, err
	}
	seen = make(map[string]bool)
	for d.dec.More() {
		key, err := d.key(seen)
		if err != nil {
			return nil, err
		}
		if err := field(key); err != nil {
			return nil, err
		}
	}
	return seen, d.delim('}', `"}"`)
}

// key takes the key of a field that the object does not have so far.
func (d *document) key(seen map[string]bool) (string, error) {
	at := d.at()
	key, err := d.text()
	if err == nil && seen[key] {
		err = d.file.errorf(at, "field %.40q for the second time", key)
	}
	seen[key] = true
	return key, err
}
