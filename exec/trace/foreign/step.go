package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/compact"
)

// This file reads the older Ceptre's JSON of single steps, one or many in a file,
// in the order in which they fired:
//
//	{"command": {"rulename": "walk", "args": ["ann", "garden"]},
//	 "removed": [{"varname": "x1", "mode": "lin", "pred": "at", "args": ["ann", "hall"]}],
//	 "added": [{"varname": "x7", "mode": "lin", "pred": "at", "args": ["ann", "garden"]}],
//	 "context": ["(at bob hall)", "(at ann garden)"]}

// isOurs reports whether a text that starts so is to be read as a trace of ours,
// if only for the errors: JSON that is no step.
func isOurs(head []byte) bool {
	if compact.Is(head) {
		return true
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrder)), " \t\r\n")
	return len(head) > 0 && head[0] == '{' && !isStep(string(head))
}

// isStep reports whether a text starts with an object that has a field of steps
// before others that it cannot know.
func isStep(text string) bool {
	dec := json.NewDecoder(strings.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return false
	}
	for dec.More() {
		key, err := dec.Token()
		var value json.RawMessage
		switch {
		case err != nil || key == "format":
			return false
		case key == "command" || key == "removed" || key == "added" || key == "context":
			return true
		case dec.Decode(&value) != nil:
			return false
		}
	}
	return false
}

func beginsSteps(text string) int {
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if strings.HasPrefix(text[start:], "{") && isStep(text[start:]) {
		return start
	}
	return -1
}

// change is a resource that a step removes or adds.
type change struct {
	fact
	name string
	at   int
}

// jsonStep is an object of the file.
type jsonStep struct {
	firing
	at             int
	removed, added []change
	context        []fact
	listed         bool // there is a context
}

// steps reads objects.
type steps struct {
	*document
	run  *run
	read []*jsonStep
}

func readSteps(r *run, at int) error {
	in := json.NewDecoder(strings.NewReader(r.file.text[at:]))
	d := &steps{document: &document{file: r.file, base: at, dec: in}, run: r}
	for !d.atEnd() {
		s := &jsonStep{at: d.at()}
		err := d.object("step", func(key string) error { return d.stepField(s, key) }, "command", "removed", "added")
		if err == nil {
			err = d.fire(s)
		}
		if err != nil {
			return err
		}
		d.read = append(d.read, s)
	}
	r.note(noteNoEnd)
	// The facts that contexts list beside those that steps use and make were there from the start. A
	// context is the state after its step; or else, if that does not fit, before.
	for _, late := range []bool{true, false} {
		if facts, ok := r.beside(d.read, late); ok {
			r.giveAll(facts)
			return nil
		}
	}
	r.note(noteNoContext)
	return nil
}

func (d *steps) stepField(s *jsonStep, key string) error {
	switch key {
	case "command":
		return d.object("command", func(key string) error { return d.commandField(s, key) }, "rulename")
	case "removed":
		return d.changes(&s.removed)
	case "added":
		return d.changes(&s.added)
	case "context":
		s.listed = true
		return d.list(func() error { return d.contextItem(s) })
	}
	return d.unknown(key)
}

// unknown passes over a field that is not known.
func (d *steps) unknown(key string) error {
	d.run.note(Note(fmt.Sprintf("unknown field %.40q left out", key)))
	at := d.at()
	var value json.RawMessage
	if err := d.dec.Decode(&value); err != nil {
		return d.file.errorf(at, "malformed JSON value")
	}
	return nil
}

func (d *steps) commandField(s *jsonStep, key string) error {
	switch key {
	case "rulename":
		return d.name(&s.rule)
	case "args":
		return d.terms(&s.args)
	}
	return d.unknown(key)
}

func (d *steps) changes(to *[]change) error {
	return d.list(func() error {
		c := change{at: d.at()}
		err := d.object("resource", func(key string) error { return d.changeField(&c, key) }, "varname", "mode", "pred")
		if err == nil {
			err = checkToken(d.file, c.at, c.Fact)
		}
		*to = append(*to, c)
		return err
	})
}

func (d *steps) changeField(c *change, key string) error {
	switch key {
	case "varname":
		return d.name(&c.name)
	case "mode":
		return d.mode(&c.persistent)
	case "pred":
		return d.name(&c.Pred)
	case "args":
		return d.terms(&c.Args)
	}
	return d.unknown(key)
}

func (d *steps) mode(persistent *bool) error {
	at := d.at()
	mode, err := d.text()
	if err == nil && mode != "lin" && mode != "pers" {
		return d.file.errorf(at, `mode %.40q: want "lin" or "pers"`, mode)
	}
	*persistent = mode == "pers"
	return err
}

// name takes a string that is a single word.
func (d *steps) name(to *string) error {
	at := d.at()
	text, err := d.text()
	if err != nil {
		return err
	}
	s := d.file.inner(text, at)
	if *to, err = s.name("a name"); err == nil && !s.atEnd() {
		err = s.unexpected("a single name")
	}
	return err
}

func (d *steps) terms(to *[]trace.Term) error {
	return d.list(func() error {
		at := d.at()
		text, err := d.text()
		if err != nil {
			return err
		}
		t, err := d.file.wholeTerm(text, at)
		*to = append(*to, t)
		return err
	})
}

func (d *steps) contextItem(s *jsonStep) error {
	at := d.at()
	text, err := d.text()
	if err != nil {
		return err
	}
	f, err := d.file.wholeFact(text, at)
	if !f.isQui() {
		s.context = append(s.context, f)
	}
	return err
}

// fire adds a step to the run. Names are those of the first occurrence, so it
// has to be the same fact each time.
func (d *steps) fire(s *jsonStep) error {
	d.run.start(&s.firing)
	for _, c := range s.removed {
		if c.isQui() {
			s.idle = true
			continue
		}
		x := d.run.given(c.name)
		if err := d.know(x, c); err != nil {
			return err
		}
		if err := d.run.use(&s.firing, x, false, c.at); err != nil {
			return err
		}
	}
	for _, c := range s.added {
		if c.isQui() {
			continue
		}
		x, err := d.run.create(&s.firing, c.name, c.at)
		if err != nil {
			return err
		}
		x.fact, x.told = c.fact, true
	}
	return nil
}

func (d *steps) know(x *resource, c change) error {
	if x.told && x.key() != c.key() {
		return d.file.errorf(c.at, "%s is %s here, but it was %s", c.name, c.key(), x.key())
	}
	x.fact, x.told = c.fact, true
	return nil
}
