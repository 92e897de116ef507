package trace

import (
	"bytes"
	"io"
	"strconv"
)

// lineSink writes rows as JSON Lines. The text of each name and term is made once,
// so that a record is put together from a few pieces.
type lineSink struct {
	out    io.Writer
	in     *interner
	header Header
	rows   bool // there were some
	buf    []byte
	id     []byte   // the number of the step
	terms  []string // behind commas; "" where it was not needed yet, or is long
	kept   int      // how many bytes of them there are
	preds  pieces   // of resources
	rules  pieces
	stages pieces
	facts  pieces // predicates of facts that are no resources
}

// pieces are texts that hold a name, by its number.
type pieces struct {
	before string // what comes before the name
	texts  []string
}

const (
	// flushSize is how many bytes are written at once.
	flushSize = 1 << 16
	// maxKept is how many bytes the text of a term may have that is made once, and maxAllKept
	// how many all of these have.
	maxKept    = 1 << 12
	maxAllKept = 1 << 28
)

func newLineSink(w io.Writer, in *interner) *lineSink {
	return &lineSink{
		out: w, in: in, buf: make([]byte, 0, flushSize+flushSize/4),
		preds:  pieces{before: `","pred":`},
		rules:  pieces{before: `","rule":`},
		stages: pieces{before: `,"stage":`},
		facts:  pieces{before: `{"pred":`},
	}
}

func (l *lineSink) begin(h *Header) error {
	l.header = *h
	return l.record(h)
}

// record writes a record that comes once.
func (l *lineSink) record(x any) error {
	text, err := marshal(x)
	l.buf = append(append(l.buf, text...), '\n')
	return err
}

// end writes the end. A trace that holds nothing is written as by [Write], for
// its header alone would not say that it is complete.
func (l *lineSink) end(e *End) error {
	if e == nil && !l.rows {
		return Write(l.out, &Trace{Header: l.header})
	}
	if e != nil {
		if err := l.record(e); err != nil {
			return err
		}
	}
	return l.flush()
}

func (l *lineSink) flush() error {
	_, err := l.out.Write(l.buf)
	l.buf = l.buf[:0]
	return err
}

func (l *lineSink) row(r *row) error {
	l.rows = true
	l.id = strconv.AppendInt(l.id[:0], int64(r.id), 10)
	b := l.buf
	for i, id := range r.made {
		b = l.resource(b, r, id, &r.facts[i])
	}
	if !r.initial {
		b = l.step(b, r)
	}
	l.buf = b
	if len(b) >= flushSize {
		return l.flush()
	}
	return nil
}

func (l *lineSink) resource(b []byte, r *row, id ResourceID, a *atom) []byte {
	b = strconv.AppendInt(append(b, `{"id":"x`...), int64(id), 10)
	b = append(b, l.piece(&l.preds, a.pred)...)
	b = l.args(b, a.args)
	if a.persistent {
		b = append(b, `,"persistent":true`...)
	}
	if r.id != 0 {
		b = append(append(append(b, `,"by":"t`...), l.id...), '"')
	}
	return append(b, "}\n"...)
}

func (l *lineSink) step(b []byte, r *row) []byte {
	b = append(append(b, `{"id":"t`...), l.id...)
	b = append(b, l.piece(&l.rules, r.rule)...)
	b = l.args(b, r.args)
	if r.stage != noName {
		b = append(b, l.piece(&l.stages, r.stage)...)
	}
	b = appendIDs(b, `,"consumes":["x`, r.consumes)
	b = appendIDs(b, `,"reads":["x`, r.reads)
	b = appendIDs(b, `,"produces":["x`, r.produces)
	if others := r.facts[len(r.made):]; len(others) > 0 {
		b = l.list(b, `,"proves":[`, others[:r.proves])
		b = l.list(b, `,"sensed":[`, others[r.proves:r.proves+r.sensed])
		b = l.list(b, `,"acts":[`, others[r.proves+r.sensed:])
	}
	if r.choices != 0 {
		b = strconv.AppendInt(append(b, `,"choices":`...), int64(r.choices), 10)
	}
	switch r.chosen {
	case "":
	case ByChance:
		b = append(b, `,"chosen":"random"`...)
	default:
		b = append(append(b, `,"chosen":`...), quote(string(r.chosen))...)
	}
	return append(b, "}\n"...)
}

func (l *lineSink) list(b []byte, open string, facts []atom) []byte {
	for i := range facts {
		if i > 0 {
			open = ","
		}
		b = append(append(b, open...), l.piece(&l.facts, facts[i].pred)...)
		b = append(l.args(b, facts[i].args), '}')
	}
	if len(facts) > 0 {
		b = append(b, ']')
	}
	return b
}

func (l *lineSink) args(b []byte, args []Sym) []byte {
	if len(args) == 0 {
		return b
	}
	const open = `,"args":[`
	from := len(b) + len(open) - 1
	b = append(b, open[:len(open)-1]...)
	for _, x := range args {
		if x >= Numeral {
			b = strconv.AppendUint(append(b, ','), uint64(x-Numeral), 10)
		} else {
			b = l.term(b, x)
		}
	}
	b[from] = '[' // in the place of the first comma
	return append(b, ']')
}

// piece returns the text that holds a name.
func (l *lineSink) piece(p *pieces, n name) string {
	for len(p.texts) <= int(n) {
		p.texts = append(p.texts, p.before+quote(l.in.names[len(p.texts)]))
	}
	return p.texts[n]
}

// term appends a term that is not a small number, behind a comma. The texts of long
// ones are not kept: few as the bytes of a file are, they can fill the memory.
func (l *lineSink) term(b []byte, x Sym) []byte {
	if int(x) >= len(l.terms) {
		l.terms = extend(l.terms, len(l.in.terms))
	}
	if text := l.terms[x]; text != "" {
		return append(b, text...)
	}
	from := len(b)
	b = l.in.appendJSON(append(b, ','), x)
	if n := len(b) - from; n <= maxKept && l.kept+n <= maxAllKept {
		l.terms[x] = string(b[from:])
		l.kept += n
	}
	return b
}

// appendIDs appends a list unless it is empty; open is all that comes before the first
// number.
func appendIDs(b []byte, open string, ids []ResourceID) []byte {
	if len(ids) == 0 {
		return b
	}
	b = append(b, open...)
	for i, id := range ids {
		if i > 0 {
			b = append(b, `","x`...)
		}
		b = strconv.AppendInt(b, int64(id), 10)
	}
	return append(b, `"]`...)
}

// appendJSON appends a term as JSON.
func (in *interner) appendJSON(b []byte, x Sym) []byte {
	if x >= Numeral {
		return strconv.AppendUint(b, uint64(x-Numeral), 10)
	}
	e := &in.terms[x]
	switch {
	case e.number:
		return append(b, e.head...)
	case len(e.args) == 0:
		return append(b, quote(e.head)...)
	}
	b = append(append(b, '['), quote(e.head)...)
	for _, arg := range e.args {
		b = in.appendJSON(append(b, ','), arg)
	}
	return append(b, ']')
}

// quote returns a text as a string of JSON.
func quote(s string) string {
	text, _ := marshal(s) // of a string this never fails
	return string(text)
}

// marshal returns a value as JSON on a line, with `<`, `>` and `&` as they are.
func marshal(x any) ([]byte, error) {
	var b bytes.Buffer
	err := newEncoder(&b).Encode(x)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
