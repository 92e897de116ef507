package compact

import (
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// writtenShape is a [shape] as it is read.
type writtenShape struct {
	flags                  uint64
	chosen                 trace.Chosen
	rule, stage            string
	variant                int
	args, consumes, reads  int
	made                   int
	proves, absent, sensed int
	others                 int // others counts the facts that are not made
	facts                  []writtenFact
	sources                []source
	free                   int                // how much takes no bytes of a row
	used                   bool               // by a row
	last                   []trace.ResourceID // resources that were used at each place the last time
}

// writtenFact is a fact of a shape, without its arguments.
type writtenFact struct {
	pred       string
	persistent bool
	args       int
}

func (b *blockReader) shape(c *cursor) writtenShape {
	s := writtenShape{flags: c.uint(), rule: b.texts.read(c), stage: b.texts.read(c)}
	s.chosen = choosers[s.flags&chosenMask>>chosenShift]
	s.variant = int(s.flags >> variantShift)
	s.args = c.count(c)
	uses := &b.columns[useColumn]
	s.consumes, s.reads = c.count(uses), c.count(uses)
	s.made, s.proves = c.count(c), c.count(c)
	if b.version >= absentSince {
		s.absent = c.count(c)
	}
	s.sensed = c.count(c)
	s.others = s.proves + s.absent + s.sensed + c.count(c)
	args := 0
	for i := 0; i < s.made+s.others && !c.spoilt; i++ {
		f := writtenFact{pred: b.texts.read(c)}
		n := c.uint()
		f.persistent, f.args = n&1 != 0, c.bounded(n>>1, c)
		args += f.args
		s.facts = append(s.facts, f)
	}
	for i := 0; i < s.args+args && !c.spoilt; i++ {
		s.sources = append(s.sources, s.source(c, i < s.args))
	}
	s.free += len(s.facts)
	if s.flags>>variantShift > trace.MaxVariant || s.flags&initialFlag != 0 && !s.isInitial() {
		c.spoil()
	}
	return s
}

// source reads where an argument comes from; those of the rule do not come from it.
func (s *writtenShape) source(c *cursor, direct bool) source {
	n := c.uint()
	if n >= uint64(fromRule) {
		s.free++
		if direct || n-uint64(fromRule) >= uint64(s.args) {
			c.spoil()
			return fromSymbols
		}
	}
	return source(n)
}

// isInitial reports whether there is a resource and nothing else.
func (s *writtenShape) isInitial() bool {
	return s.chosen == "" && s.variant == 0 && s.made == 1 && s.others+s.args+s.consumes+s.reads == 0
}

// row reads a row of a shape. What the columns do not hold is zero, and spoils them.
func (b *blockReader) row(s *writtenShape) {
	b.uses, b.produce, b.facts, b.args, b.made = b.uses[:0], b.produce[:0], b.facts[:0], b.args[:0], b.made[:0]
	if !b.use(s) {
		return
	}
	args := b.terms(s)
	b.initial = s.flags&initialFlag != 0
	if b.initial {
		b.make(s, 0)
		return
	}
	b.step += 1 + trace.StepID(b.odd(s))
	b.make(s, b.step)
	b.fire(s, args)
}

// odd reads how far an id is from the one that is due.
func (b *blockReader) odd(s *writtenShape) int {
	if s.flags&oddFlag == 0 {
		return 0
	}
	return b.columns[idColumn].int()
}

// use reads what the row consumes and reads, if there is as much.
func (b *blockReader) use(s *writtenShape) bool {
	c := &b.columns[useColumn]
	n := c.bounded(uint64(s.consumes+s.reads), c)
	s.last = row.Extend(s.last, n)
	for i := range n {
		x := c.uint()
		switch {
		case x&1 != 0:
			s.last[i] = trace.ResourceID(x >> 1)
		case x != 0:
			s.last[i] = b.next - trace.ResourceID(x>>1)
		}
		b.uses = append(b.uses, s.last[i])
	}
	return !c.spoilt
}

// terms reads the arguments of the rule and returns them; the facts get theirs.
func (b *blockReader) terms(s *writtenShape) []trace.Term {
	b.size, b.sizes = 0, b.sizes[:0]
	for _, source := range s.sources[:s.args] {
		arg, size := b.term(source)
		b.args, b.sizes = append(b.args, arg), append(b.sizes, size)
		b.size += size
	}
	args := b.args[:s.args:s.args]
	at := s.args
	for i := range s.facts {
		f := &s.facts[i]
		for _, source := range s.sources[at : at+f.args] {
			arg, size := b.ruled(source, args)
			b.args = append(b.args, arg)
			b.size += size
		}
		at += f.args
		b.facts = append(b.facts, trace.Fact{Pred: f.pred, Args: some(b.args[at-f.args : at : at])})
	}
	return some(args)
}

// ruled returns an argument of a fact, and its size.
func (b *blockReader) ruled(from source, args []trace.Term) (trace.Term, int) {
	if from >= fromRule {
		return args[from-fromRule], b.sizes[from-fromRule]
	}
	return b.term(from)
}

// some returns a list, nil where it is empty.
func some[T any](items []T) []T {
	if len(items) == 0 {
		return nil
	}
	return items
}

// term reads a term of the row, and returns its size, too.
func (b *blockReader) term(from source) (trace.Term, int) {
	c := &b.columns[termColumn]
	n := c.uint()
	if from == fromNumerals {
		t := number31(c, n)
		return t, t.Size()
	}
	s := b.numbered(c, n)
	return s.term, s.size
}

// make makes the resources of a row, and reads their ids.
func (b *blockReader) make(s *writtenShape, by trace.StepID) {
	for i, f := range b.facts[:s.made] {
		id := b.next + trace.ResourceID(b.odd(s))
		b.next = id + 1
		b.made = append(b.made, trace.Resource{ID: id, Pred: f.Pred, Args: f.Args, Persistent: s.facts[i].persistent, By: by})
		b.produce = append(b.produce, id)
	}
}

// fire makes the step of a row.
func (b *blockReader) fire(s *writtenShape, args []trace.Term) {
	if s.flags&oddFlag != 0 {
		c := &b.columns[idColumn]
		for i := range b.produce {
			if n := c.uint(); n < uint64(len(b.made)) {
				b.produce[i] = b.made[n].ID
			} else {
				c.spoil()
			}
		}
	}
	others := b.facts[s.made:]
	sensed := s.proves + s.absent
	acts := sensed + s.sensed
	b.choices += b.columns[choiceColumn].int()
	b.fired = trace.Step{
		ID: b.step, Rule: s.rule, Variant: s.variant, Args: args, Stage: s.stage,
		Consumes: some(b.uses[:s.consumes]), Reads: some(b.uses[s.consumes:]), Produces: some(b.produce),
		Proves: some(others[:s.proves]), Absent: some(others[s.proves:sensed]),
		Sensed: some(others[sensed:acts]), Acts: some(others[acts:]),
		Choices: b.choices, Chosen: s.chosen,
	}
}

// each hands out the records of the row.
func (b *blockReader) each(record func(trace.Record) error) error {
	for i := range b.made {
		if err := record(trace.Record{Resource: &b.made[i]}); err != nil {
			return err
		}
	}
	if b.initial {
		return nil
	}
	return record(trace.Record{Step: &b.fired})
}
