package webeditor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/syntax"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// node is a value of a file with its place.
type node struct {
	at    int // offset of its first byte
	end   int // offset behind its last byte
	kind  kind
	text  string           // of a string or number
	truth bool             // of a boolean
	items []*node          // of an array
	of    map[string]*node // the values of an object by their keys; of equal keys the last counts, as in JavaScript
	keys  []string         // of an object, in the order of their first places
}

type kind int

const (
	isNull kind = iota
	isBool
	isNumber
	isText
	isArray
	isObject
)

// maxNesting is how deep arrays and objects may nest; the editor's do seven levels.
const maxNesting = 20

// decoder reads nodes.
type decoder struct {
	*json.Decoder
	src   *syntax.Source
	depth int
}

// parse reads the only value of a file.
func parse(src *syntax.Source) (*node, *syntax.Error) {
	d := &decoder{Decoder: json.NewDecoder(bytes.NewReader(src.Text)), src: src}
	d.UseNumber()
	root, err := d.value()
	if err == nil {
		at := d.start()
		if _, err := d.Token(); err != io.EOF {
			return nil, d.fault(at, "the file goes on behind its end")
		}
		return root, nil
	}
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, e
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, d.fault(len(src.Text), "the file ends too early: it is not complete")
	}
	return nil, d.fault(d.start(), "this is not JSON: "+strings.TrimPrefix(err.Error(), "json: "))
}

func (d *decoder) fault(at int, msg string) *syntax.Error {
	return &syntax.Error{Source: d.src, Span: d.src.Pos(at).Span(), Code: syntax.NotSupported, Msg: msg}
}

// start returns the offset of the next token.
func (d *decoder) start() int {
	at := int(d.InputOffset())
	return len(d.src.Text) - len(bytes.TrimLeft(d.src.Text[at:], " \t\r\n,:"))
}

// value reads the next value.
func (d *decoder) value() (*node, error) {
	n := &node{at: d.start()}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case bool:
		n.kind, n.truth = isBool, t
	case json.Number:
		n.kind, n.text = isNumber, t.String()
	case string:
		n.kind, n.text = isText, t
	case json.Delim:
		if d.depth++; d.depth > maxNesting {
			return nil, d.fault(n.at, fmt.Sprintf("nested too deeply: %d levels are allowed", maxNesting))
		}
		if t == '[' {
			err = d.array(n)
		} else {
			err = d.object(n)
		}
		d.depth--
	}
	n.end = int(d.InputOffset())
	return n, err
}

func (d *decoder) array(n *node) error {
	n.kind = isArray
	for d.More() {
		item, err := d.value()
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := d.Token()
	return err
}

func (d *decoder) object(n *node) error {
	n.kind, n.of = isObject, make(map[string]*node)
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		value, err := d.value()
		if err != nil {
			return err
		}
		name := key.(string) // or else the decoder has complained
		if n.of[name] == nil {
			n.keys = append(n.keys, name)
		}
		n.of[name] = value
	}
	_, err := d.Token()
	return err
}

// word returns the text of a member that is a string or a number, else "".
func (n *node) word(key string) string { return n.of[key].string() }

// string returns the text of a string or number, else "".
func (n *node) string() string {
	if n == nil || n.kind != isText && n.kind != isNumber {
		return ""
	}
	return n.text
}

// list returns the items of a member; none where it is no array.
func (n *node) list(key string) []*node {
	if m := n.of[key]; m != nil {
		return m.items
	}
	return nil
}

// yes reports whether a member is true, as a boolean or in letters.
func (n *node) yes(key string) bool {
	m := n.of[key]
	return m != nil && (m.truth || m.kind == isText && m.text == "true")
}

// shown returns a name of a file as messages and comments show it.
func shown(name string) string { return visible.Line(name) }
