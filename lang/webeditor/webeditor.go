// Package webeditor reads and writes the files of the web editor that came before ours, the structure editor of
// Martens et al., “Modeling Game Mechanics with Ceptre” (IEEE Transactions on Games).
//
// “Save Program” writes a JSON array of 8 parts: sets, predicates, locked predicates, rules, atoms, and the next
// numbers of the last three. “Save Initial State” writes an array of atoms alone. [Is] knows both by their content.
//
// Such a program has one stage and one initial state. A set becomes a type with its elements as constants, an atom a
// fact of the context `init`, and a rule a rule of the stage `main`: its conditions are the parts with an ID that
// begins with c, marked `$` unless they are removed, and its effects the parts with an ID that begins with a. The set
// `numbers` becomes a type of natural numbers, the five number tests become comparisons, and expressions
// calculations.
//
// [Read] turns a file into the text of a program, and [Write] a program into a file. What Read cannot say in Ceptre
// stays in the text as a comment, and a message tells the reason. Write makes a file of the whole program or none.
package webeditor

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// maxSize is how many bytes a file may have.
const maxSize = 16 << 20

// numbers is the set of numbers, which each file has since 2022.
const numbers = "numbers"

// tests are the built-in number tests of the editor.
var tests = map[string]syntax.Op{
	"less_than":          syntax.Less,
	"greater_than":       syntax.More,
	"equal":              syntax.Same,
	"less_than_equal":    syntax.LessEq,
	"greater_than_equal": syntax.MoreEq,
}

// The parts of a program, by their places in the array.
const (
	setPart = iota
	predicatePart
	lockedPart
	rulePart
	atomPart
	counterPart // the first of three
	parts       = counterPart + 3
)

// Is reports whether a file begins like one of the web editor. It knows a file that is damaged further on, too. An
// empty array is an initial state without atoms.
func Is(data []byte) bool {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	if !opens(d, '[') {
		return false
	}
	first, err := d.Token()
	if err != nil {
		return false
	}
	if first == json.Delim(']') {
		_, err := d.Token()
		return err == io.EOF
	}
	if first == json.Delim('[') { // the sets
		second, err := d.Token()
		if err != nil {
			return false
		}
		if second == json.Delim(']') {
			return opens(d, '[') // the predicates
		}
		return second == json.Delim('{') && hasKey(d, "id", "elements")
	}
	return first == json.Delim('{') && hasKey(d, "argumentIndex", "arguments")
}

// opens reports whether the next token is a bracket.
func opens(d *json.Decoder, bracket json.Delim) bool {
	t, err := d.Token()
	return err == nil && t == bracket
}

// hasKey reports whether one of some keys is among those of an object that has been opened.
func hasKey(d *json.Decoder, keys ...string) bool {
	for depth, value := 0, false; ; {
		t, err := d.Token()
		if err != nil {
			return false
		}
		switch t := t.(type) {
		case json.Delim:
			switch t {
			case '{', '[':
				depth++
			default:
				if depth--; depth < 0 {
					return false
				}
			}
		case string:
			if depth == 0 && !value {
				for _, k := range keys {
					if t == k {
						return true
					}
				}
				value = true
				continue
			}
		}
		if depth == 0 {
			value = false
		}
	}
}

// Read returns the text of the program that a file holds, which messages call by name. The list holds what could not
// be taken over as it is; the text is nil where that is an error.
func Read(name string, data []byte) ([]byte, syntax.ErrorList) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	r := &reader{src: &syntax.Source{Name: name, Text: data}}
	if len(data) > maxSize {
		r.fail(0, "the file is too large: it may have %d MB", maxSize>>20)
		return nil, r.errs
	}
	if e := r.src.NotText(); e != nil {
		return nil, syntax.ErrorList{e}
	}
	root, e := parse(r.src)
	if e != nil {
		return nil, syntax.ErrorList{e}
	}
	r.program(root)
	var text []byte
	if !r.errs.Failed() {
		text = r.text()
	}
	r.errs.Sort()
	return text, r.errs
}
