package compact

import "slices"

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// This file is the quick way of events into the compact form. Nearly all steps of a
// run have a shape that came up just before. They are written straight from the
// event, without a row. Whatever is not so simple goes the way of all rows. Both ways
// share a block and write the same.

// recorder writes events.
type recorder struct {
	*row.Events
	in    *row.Interner
	sink  *sink
	block *blockWriter // of the sink
	codes []code       // by the recorder's Sym
	// windows are the ends of the block's columns, as far as they were written the quick
	// way.
	windows [columnCount]window
}

// Begin implements [trace.Recorder].
func (c *recorder) Begin(h *trace.Header, terms trace.Terms, initial []trace.Made) error {
	if err := c.Events.Begin(h, terms, nil); err != nil {
		return err
	}
	c.block.recent = row.Extend(c.block.recent, len(c.in.Names))
	for len(initial) > 0 {
		n, err := c.quickInitial(initial)
		if err != nil {
			return err
		}
		initial = initial[n:]
	}
	return nil
}

// Step implements [trace.Recorder]. Nearly all steps end here: they are chosen by chance, have the
// latest shape of their rule, no terms but those of the rule, which the block has, and small
// numbers. Nothing is called for them, so that all that they need stays in registers, and of
// others only what writes numerals, and terms that are none of the rule's.
func (c *recorder) Step(v *trace.Event) error {
	b := c.block
	if uint(v.Form) >= uint(len(b.forms)) || v.Chosen != trace.ByChance {
		return c.other(v)
	}
	s := b.forms[v.Form]
	if s == nil {
		return c.other(v)
	}
	if s.plain {
		w, codes, first := &c.windows[termColumn], c.codes, firstCode(b.symbols.block)
		at := w.size
		for _, x := range v.Args {
			if int(x) >= len(codes) || codes[x] < first {
				return c.other(v)
			}
			at = w.code(at, codes[x])
		}
		w.size = at
	} else if !c.quickTerms(v, s) {
		return c.other(v)
	}
	choice, number := b.choice(v.Choices), s.number
	if choice|number >= 0x80 {
		return c.rest(v, s, choice)
	}
	c.windows[choiceColumn].byte(choice)
	c.windows[shapeColumn].byte(number)
	b.quickUses(&c.windows[useColumn], v, s)
	b.step++
	b.steps++
	if b.grow(1, len(v.Makes)) {
		return c.look()
	}
	return nil
}

// other writes a step by searching for its shape.
//
//go:noinline
func (c *recorder) other(v *trace.Event) error {
	s := c.search(v)
	if s == nil {
		return c.long(v)
	}
	return c.rest(v, s, c.block.choice(v.Choices))
}

// rest writes all of a step but its terms.
//
//go:noinline
func (c *recorder) rest(v *trace.Event, s *shape, choice uint64) error {
	c.windows[choiceColumn].add(choice)
	c.windows[shapeColumn].add(s.number)
	b := c.block
	b.quickUses(&c.windows[useColumn], v, s)
	b.step++
	b.steps++
	if b.grow(1, len(v.Makes)) {
		return c.look()
	}
	return nil
}

// long takes a step the long way.
func (c *recorder) long(v *trace.Event) error {
	c.drain()
	c.Steps, c.Made = c.block.step, c.block.next-1
	return c.Events.Step(v)
}

// look drains the windows before they are full, and writes the block if that is.
func (c *recorder) look() error {
	pending, b := 0, c.block
	for i := range c.windows {
		pending += int(c.windows[i].size)
	}
	b.near = min(uint64(b.next)/2, maxNear)
	if pending < maxPending && !b.full(pending) {
		return nil
	}
	c.drain()
	return c.sink.look()
}

// drain puts what the quick way has written into the columns of the block.
func (c *recorder) drain() {
	for i := range c.windows {
		w, column := &c.windows[i], &c.block.columns[i]
		*column = append(room(*column, int(w.size)), w.bytes[:w.size]...)
		w.size = 0
	}
}

// room returns a slice that has room for so many bytes more. One that has to grow becomes
// twice as large, where append would soon give it a quarter more, and copy it often.
func room(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		return slices.Grow(b, max(n, len(b)))
	}
	return b
}

// Forget implements [trace.Recorder].
func (c *recorder) Forget() {
	c.Events.Forget()
	clear(c.codes)
}

// End implements [trace.Recorder].
func (c *recorder) End(end *trace.End) error {
	c.drain()
	return c.Events.End(end)
}
