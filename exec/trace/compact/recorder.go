package compact

import (
	"io"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// NewRecorder returns a recorder that writes the compact form as the run goes on: just what [Write]
// writes of the whole. It writes to w a block at a time; End writes the last, and the index. What it
// holds is the table of terms, and a block.
func NewRecorder(w io.Writer) trace.Recorder { return newRecorder(w) }

func newRecorder(w io.Writer) *recorder {
	in := row.NewInterner()
	sink := newSink(w, in)
	c := &recorder{Events: row.NewEvents(sink, in), in: in, sink: sink, block: &sink.block}
	in.OnForget(c.Forget)
	return c
}

// recorder writes events. Each becomes a row, but for those of a form that the block knows: the
// shape of the rows of a form is found when the first of them is written, and all others go
// straight into the columns. Nearly all steps of a run do. If all became rows, runs would take from
// 15 % longer (dungeon) to 95 % (blocks 1000) in `go test ./exec/workload -run Table -table`.
type recorder struct {
	*row.Events
	in    *row.Interner
	sink  *sink
	block *blockWriter // of the sink
	codes []code       // by the recorder's Sym
}

// Begin implements [trace.Recorder].
func (c *recorder) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	err := c.Events.Begin(h, terms, nil)
	var v trace.Event
	for i := 0; i < len(initial) && err == nil; i++ {
		v.Makes = initial[i : i+1]
		err = c.initial(&v)
	}
	return err
}

// initial writes an event that is a resource of the initial state and nothing else: as a row, if it
// has not the shape of the one before. There may be very many that have; without this way, the run of
// ballots 100000 takes 20 % longer.
func (c *recorder) initial(v *trace.Event) error {
	b, m := c.block, &v.Makes[0]
	s := b.latest
	if s == nil || s.facts[0] != (factShape{c.Preds[m.Pred+1], m.Persistent, len(m.Args)}) ||
		len(m.Args) > maxRowNumbers || !c.terms(v, s) {
		c.Made = b.next - 1
		return c.Initial(m)
	}
	b.columns[shapeColumn].add(s.number)
	b.next++
	b.made++
	return c.sink.count()
}

// Step implements [trace.Recorder]. It writes what row of [blockWriter] does.
func (c *recorder) Step(v *trace.Event) error {
	b := c.block
	if uint(v.Form) >= uint(len(b.forms)) {
		return c.first(v)
	}
	s := b.forms[v.Form]
	if s == nil || s.chosen != v.Chosen || !c.terms(v, s) {
		return c.first(v)
	}
	b.columns[choiceColumn].add(b.choice(v.Choices))
	b.columns[shapeColumn].add(s.number)
	uses, last, next := &b.columns[useColumn], s.last, b.next
	buf, at := uses.buf, uses.size
	for i, id := range v.Uses[:len(last)] {
		if id == last[i] { // as in useCode; without this branch, ring 1000 takes 6 % longer
			buf[at] = 0
			at++
			continue
		}
		at = put(buf, at, useCode(id, next, last[i]))
		last[i] = id
	}
	uses.size = at
	b.step++
	b.steps++
	b.next += trace.ResourceID(len(v.Makes))
	b.made += len(v.Makes)
	return c.sink.count()
}

// first writes an event as a row, and notes the shape of its form.
func (c *recorder) first(v *trace.Event) error {
	b := c.block
	c.Steps, c.Made = b.step, b.next-1
	if err := c.Events.Step(v); err != nil {
		return err
	}
	s := b.latest
	if s != nil && v.Form > 0 && max(len(s.sources), len(s.last)) <= maxRowNumbers && c.distinct(v) {
		b.forget(s)
		s.form = v.Form
		b.forms = row.Extend(b.forms, v.Form+1)
		b.forms[v.Form] = s
	}
	return nil
}

// distinct reports whether the arguments of an event's rule differ from each other, and whether no
// two numbers of the event stand for one term. So each argument of a fact that the shape of the
// event takes from the rule stands at the same place in the form, and every event of the form has
// the shape, if its other arguments have codes or are numerals where they are.
func (c *recorder) distinct(v *trace.Event) bool {
	for i, x := range v.Args {
		if slices.Contains(v.Args[:i], x) {
			return false
		}
	}
	return !slices.ContainsFunc(v.Args, c.isAlias) && !slices.ContainsFunc(v.Makes, func(m trace.Made) bool {
		return slices.ContainsFunc(m.Args, c.isAlias)
	}) && !c.aliases(v.Proves) && !c.aliases(v.Absent) && !c.aliases(v.Sensed) && !c.aliases(v.Acts)
}

func (c *recorder) aliases(facts []trace.Atom) bool {
	return slices.ContainsFunc(facts, func(a trace.Atom) bool { return slices.ContainsFunc(a.Args, c.isAlias) })
}

// isAlias reports whether another number came first for a term that the interner knows.
func (c *recorder) isAlias(x trace.Sym) bool {
	if x >= trace.Numeral {
		return false
	}
	known := c.Syms[x] - 1
	return known >= trace.Numeral || c.First[known] != x+1
}

// terms writes the terms of an event that its shape does not know. It returns false and writes
// nothing if a term has no code or differs in kind from the shape.
func (c *recorder) terms(v *trace.Event, s *shape) bool {
	w, codes, first := &c.block.columns[termColumn], c.codes, firstCode(c.block.symbols.block)
	buf, at := w.buf, w.size
	for i, x := range v.Args {
		if int(x) < len(codes) && codes[x] >= first && s.sources[i] == fromSymbols {
			at = codes[x].put(buf, at)
		} else if at = c.term(buf, at, x, s.sources[i]); at < 0 {
			return false
		}
	}
	for i := range s.written {
		p := &s.written[i]
		x := atom(v, p.fact).Args[p.arg]
		if int(x) < len(codes) && codes[x] >= first && p.source == fromSymbols {
			at = codes[x].put(buf, at)
		} else if at = c.term(buf, at, x, p.source); at < 0 {
			return false
		}
	}
	w.size = at
	return true
}

// term writes a term at a place, and returns the place after it; -1 if the term has no code, or
// differs in kind.
func (c *recorder) term(buf []byte, at int, x trace.Sym, from source) int {
	switch {
	case direct(x) != from:
		return -1
	case x >= trace.Numeral:
		return put(buf, at, uint64(x-trace.Numeral))
	case (int(x) >= len(c.codes) || c.codes[x] < firstCode(c.block.symbols.block)) && !c.encode(x):
		return -1
	}
	return c.codes[x].put(buf, at)
}

// atom returns a fact of an event by its place among all of them.
func atom(v *trace.Event, i int) *trace.Atom {
	if i < len(v.Makes) {
		return &v.Makes[i].Atom
	}
	return other(v, i-len(v.Makes))
}

// other returns a fact that is no resource by its place among these.
func other(v *trace.Event, i int) *trace.Atom {
	for _, list := range [3][]trace.Atom{v.Proves, v.Absent, v.Sensed} {
		if i < len(list) {
			return &list[i]
		}
		i -= len(list)
	}
	return &v.Acts[i]
}

// encode gives a term a code in this block. It returns false where there is none, because another
// number came first for the term, or it is too large.
func (c *recorder) encode(x trace.Sym) bool {
	known, err := c.Number(x)
	if err != nil || c.isAlias(x) || c.in.Size(known) > maxCodedSize { // the general way reports the error
		return false
	}
	number := c.block.symbols.number(known)
	if number >= maxCoded {
		return false
	}
	c.codes = row.Extend(c.codes, len(c.Syms))
	c.codes[x] = newCode(c.block.symbols.terms[known].block, number)
	return true
}

// Forget implements [trace.Recorder].
func (c *recorder) Forget() {
	c.Events.Forget()
	clear(c.codes)
}
