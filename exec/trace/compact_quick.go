package trace

// This file is the quick way of events into the compact form. Nearly all steps of a
// run have a shape that came up just before. They are written straight from the
// event, without a row. Whatever is not so simple goes the way of all rows. Both ways
// share a block and write the same.

// CompactRecorder is a [Recorder] that writes the compact form as the run goes
// on: just what [WriteCompact] writes of the whole. What it holds is the table of
// terms, and a block.
type CompactRecorder struct {
	events
	sink  *compactSink
	block *blockWriter // of the sink
	codes []code       // by the recorder's Sym
}

// Begin implements [Recorder].
func (c *CompactRecorder) Begin(h *Header, terms Terms, initial []Made) error {
	if err := c.events.Begin(h, terms, nil); err != nil {
		return err
	}
	c.block.recent = extend(c.block.recent, len(c.in.names))
	c.block.reserve()
	var v Event
	for i := range initial {
		v.Makes = initial[i : i+1]
		if err := c.quickInitial(&v); err != nil {
			return err
		}
	}
	return nil
}

// quickInitial writes a resource of the initial state, which is all that the event makes.
func (c *CompactRecorder) quickInitial(v *Event) error {
	s := c.quick(v, declaredRule{}, initialFlag)
	if s == nil {
		c.made = c.block.next - 1
		return c.went(c.initial(&v.Makes[0]))
	}
	b := c.block
	b.put(shapeColumn, s.number)
	b.next++
	b.made++
	return c.sink.wrote()
}

// Step implements [Recorder].
func (c *CompactRecorder) Step(v *Event) error {
	chosen, ok := chooserCode(v.Chosen)
	if !ok {
		return c.long(v) // which says what is wrong
	}
	s := c.quick(v, c.rules[v.Rule], chosen<<chosenShift)
	if s == nil {
		return c.long(v)
	}
	b := c.block
	b.quickUses(v, s)
	b.put(shapeColumn, s.number)
	b.choice(v.Choices)
	b.step++
	b.steps++
	b.next += ResourceID(len(v.Makes))
	b.made += len(v.Makes)
	return c.sink.wrote()
}

// long takes a step the long way.
func (c *CompactRecorder) long(v *Event) error {
	c.row.id, c.made = c.block.step, c.block.next-1
	return c.went(c.events.Step(v))
}

// went makes room for the quick way, after something went the long way.
func (c *CompactRecorder) went(err error) error {
	c.block.reserve()
	return err
}

// quick writes the terms of an event that can go the quick way, and returns its shape, the
// first that fits, as in [blockWriter.shape]. It returns nil for others, of which
// nothing is written. Symbols may be new in the block then, but they come in the order
// in which the long way needs them.
func (c *CompactRecorder) quick(v *Event, r declaredRule, flags uint64) *shape {
	recent := &c.block.recent[r.rule]
	for i, s := range recent {
		if s == nil {
			break
		}
		if s.flags != flags || s.stage != r.stage || !s.counts(v) || !c.fits(s, v) {
			continue
		}
		if s.wide || !c.quickTerms(v, s) {
			break
		}
		if i > 0 {
			promote(recent, i)
		}
		return s
	}
	return nil
}

// quickTerms writes the terms of an event that its shape does not know. It returns false,
// and has written nothing, where one has no code.
func (c *CompactRecorder) quickTerms(v *Event, s *shape) bool {
	b := c.block
	to := b.window(termColumn)
	at, ok := to.terms(v.Args, c.codes, b.symbols.block)
	if !ok || s.unknown {
		if at, ok = c.allTerms(v, s, to); !ok {
			return false
		}
	}
	b.filled(termColumn, at)
	return true
}

// quickUses writes what an event consumes and reads.
func (b *blockWriter) quickUses(v *Event, s *shape) {
	to := b.window(useColumn)
	at := to.uses(0, v.Consumes, s.last, b.next)
	at = to.uses(at, v.Reads, s.last[len(v.Consumes):], b.next)
	b.filled(useColumn, at)
}

// counts reports whether an event has as many of everything as the shape says.
func (s *shape) counts(v *Event) bool {
	return s.args == len(v.Args) && s.consumes == len(v.Consumes) && s.reads == len(v.Reads) && s.made == len(v.Makes) &&
		s.proves == len(v.Proves) && s.sensed == len(v.Sensed) && s.acts == len(v.Acts)
}
