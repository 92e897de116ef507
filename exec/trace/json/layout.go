package json

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

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

// end ends the text.
func (l *layout) end() error {
	l.newLine()
	return cmp.Or(l.err, l.out.Flush())
}

func (l *layout) header(h *trace.Header) {
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

func (l *layout) program(p *trace.Program) {
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
	if len(items) == 0 {
		return
	}
	l.key(name)
	l.open("[")
	for i := range items {
		l.next()
		l.value(&items[i])
	}
	l.close("]")
}
