package themes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// A node is a value of JSON with its place, which encoding/json does not tell.
type node struct {
	at     int // offset of its first byte
	kind   kind
	text   string // of a string
	keys   map[string]*node
	again  []repeat
	values []*node // of a list
}

// A repeat is a key that an object has had before. JSON lets the last one win, so what
// stands at the first is lost, and its author wonders why it does nothing.
type repeat struct {
	key       string
	at, first int // offsets of the key
}

// kind says what a value of JSON is, in words for messages.
type kind string

const (
	object  kind = "an object"
	list    kind = "a list"
	text    kind = "a string"
	nothing kind = "of another kind" // a number, a truth value or null
)

// parseTree reads the one value of a file.
func parseTree(data []byte) (*node, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil { // so all below holds JSON, not too deep
		return nil, err
	}
	p := &treeParser{data: data, tokens: json.NewDecoder(bytes.NewReader(data))}
	return p.value()
}

// A treeParser makes a tree of tokens.
type treeParser struct {
	data   []byte
	tokens *json.Decoder
}

func (p *treeParser) value() (*node, error) {
	from := p.data[p.tokens.InputOffset():]
	n := &node{at: len(p.data) - len(bytes.TrimLeft(from, " \t\r\n,:")), kind: nothing}
	token, err := p.tokens.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case string:
		n.kind, n.text = text, v
	case json.Delim:
		return n, p.inside(n, v)
	}
	return n, nil
}

// inside reads what an object or a list holds, and its end.
func (p *treeParser) inside(n *node, open json.Delim) error {
	n.kind, n.keys = list, make(map[string]*node)
	if open == '{' {
		n.kind = object
	}
	first := make(map[string]int)
	for p.tokens.More() {
		v, err := p.value()
		if err != nil {
			return err
		}
		if n.kind == list {
			n.values = append(n.values, v)
			continue
		}
		if at, had := first[v.text]; had {
			n.again = append(n.again, repeat{v.text, v.at, at})
		} else {
			first[v.text] = v.at
		}
		if n.keys[v.text], err = p.value(); err != nil {
			return err
		}
	}
	_, err := p.tokens.Token()
	return err
}

// position returns "line:column" of an offset, both from 1; columns are of
// characters.
func position(data []byte, at int) string {
	before := data[:at]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])
	return fmt.Sprintf("%d:%d", line, column)
}
