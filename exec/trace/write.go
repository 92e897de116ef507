package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
)

// Write writes a trace as a single JSON object, with a line for each resource,
// each step and each part of the program. Equal traces give equal bytes. What
// [Validate] accepts reads back as it was, if its texts are UTF-8 and no longer
// than maxToken; of the rest some cannot be written.
func Write(w io.Writer, t *Trace) error {
	in := newInterner()
	o := newObjectSink(w, in)
	if err := o.begin(&t.Header); err != nil {
		return err
	}
	r := &records{to: o, in: in}
	for i := range t.Resources {
		if err := r.resource(&t.Resources[i]); err != nil {
			return err
		}
	}
	if err := o.turn(); err != nil {
		return err
	}
	for i := range t.Steps {
		if err := r.step(&t.Steps[i]); err != nil {
			return err
		}
	}
	return o.end(t.End)
}

func (l *layout) header(h *Header) {
	l.field("format", h.Format)
	if h.Generator != nil {
		l.field("generator", h.Generator)
	}
	if h.Program != nil {
		l.key("program")
		l.program(h.Program)
	}
	if h.Run != nil {
		l.field("run", h.Run)
	}
}

func (l *layout) program(p *Program) {
	l.open("{")
	l.text("name", p.Name)
	l.text("file", p.File)
	l.text("sha256", p.SHA256)
	writeParts(l, "types", p.Types)
	writeParts(l, "predicates", p.Predicates)
	writeParts(l, "stages", p.Stages)
	writeParts(l, "rules", p.Rules)
	l.close("}")
}

// writeParts writes a list that is left out where it is empty.
func writeParts[T any](l *layout, name string, items []T) {
	if len(items) > 0 {
		writeList(l, name, items)
	}
}

// WriteLines writes a trace as JSON Lines: the header, then each step after the
// resources it made, then the end. A trace that holds nothing is written as by
// [Write], for its header alone would not say that it is complete.
func WriteLines(w io.Writer, t *Trace) error {
	return t.Stream().WriteLines(w)
}

// each hands out the records of a trace: each step after the resources it made.
func (t *Trace) each(record func(Record) error) error {
	rest := t.Resources
	made := func(by StepID) error {
		for len(rest) > 0 && rest[0].By == by {
			if err := record(Record{Resource: &rest[0]}); err != nil {
				return err
			}
			rest = rest[1:]
		}
		return nil
	}
	err := made(0)
	for i := 0; i < len(t.Steps) && err == nil; i++ {
		if err = made(t.Steps[i].ID); err == nil {
			err = record(Record{Step: &t.Steps[i]})
		}
	}
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return fmt.Errorf("resource %v does not stand where it was made", rest[0].ID)
	case t.End != nil:
		return record(Record{End: t.End})
	}
	return nil
}

// newEncoder returns an encoder that leaves `<`, `>` and `&` as they are.
func newEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

// layout writes JSON with a line for each field and each item of a list. It
// keeps the first error.
type layout struct {
	out   *bufio.Writer
	buf   bytes.Buffer
	enc   *json.Encoder // to buf
	err   error
	depth int  // how many objects and lists are open
	fresh bool // the innermost of them is still empty
}

func newLayout(w io.Writer) *layout {
	l := &layout{out: bufio.NewWriter(w)}
	l.enc = newEncoder(&l.buf)
	return l
}

func (l *layout) open(bracket string) {
	l.out.WriteString(bracket)
	l.depth++
	l.fresh = true
}

func (l *layout) close(bracket string) {
	l.depth--
	if !l.fresh {
		l.newLine()
	}
	l.out.WriteString(bracket)
	l.fresh = false
}

// next starts the next field or item.
func (l *layout) next() {
	if !l.fresh {
		l.out.WriteByte(',')
	}
	l.newLine()
	l.fresh = false
}

func (l *layout) newLine() {
	l.out.WriteByte('\n')
	for range l.depth {
		l.out.WriteByte(' ')
	}
}

// value writes a value on the line.
func (l *layout) value(x any) {
	l.buf.Reset()
	if err := l.enc.Encode(x); err != nil && l.err == nil {
		l.err = err
	}
	l.out.Write(bytes.TrimSuffix(l.buf.Bytes(), []byte("\n")))
}

func (l *layout) key(name string) {
	l.next()
	l.value(name)
	l.out.WriteString(": ")
}

func (l *layout) field(name string, x any) {
	l.key(name)
	l.value(x)
}

// text writes a field that is left out where it is empty.
func (l *layout) text(name, s string) {
	if s != "" {
		l.field(name, s)
	}
}

func writeList[T any](l *layout, name string, items []T) {
	l.key(name)
	l.open("[")
	for i := range items {
		l.next()
		l.value(&items[i])
	}
	l.close("]")
}

// end ends the text.
func (l *layout) end() error {
	l.newLine()
	return cmp.Or(l.err, l.out.Flush())
}
