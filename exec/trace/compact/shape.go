package compact

import (
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/row"
)

// shape is what rows have in common, see format.go.
type shape struct {
	outline
	block   uint32 // block is the latest that has the shape, number its number there
	number  uint64
	chosen  trace.Chosen
	facts   []factShape
	sources []source           // sources say where arguments come from, those of the rule first
	written []argument         // written lists the arguments of facts that rows store
	free    int                // free counts facts and arguments that take no bytes of a row
	form    int                // form is the form of events of which the rows have the shape; 0 if unknown
	last    []trace.ResourceID // last holds the resources used at each place the last time
}

// outline is the part of a shape that is of one size.
type outline struct {
	flags                 uint64
	rule, stage           row.Name
	args, consumes, reads int
	made, proves, absent  int
	sensed, acts          int
}

// factShape is a fact without its arguments.
type factShape struct {
	pred       row.Name
	persistent bool
	args       int
}

// argument is the place of an argument of a fact.
type argument struct {
	fact, arg int
	source    source
}

// source says where an argument comes from: one of those below, or, from
// fromRule on, which argument of the rule it is.
type source int

const (
	fromSymbols source = iota
	fromNumerals
	fromRule
)

func outlineOf(r *row.Row, flags uint64) outline {
	return outline{
		flags: flags, rule: r.Rule, stage: r.Stage,
		args: len(r.Args), consumes: len(r.Consumes), reads: len(r.Reads),
		made: len(r.Made), proves: r.Proves, absent: r.Absent, sensed: r.Sensed, acts: r.Acts,
	}
}

// fits reports whether a row of that outline has the shape.
func (s *shape) fits(r *row.Row, o *outline) bool {
	if s.outline != *o {
		return false
	}
	for i, x := range r.Args {
		if s.sources[i] != direct(x) {
			return false
		}
	}
	at := len(r.Args)
	for i := range r.Facts {
		f, g := &r.Facts[i], &s.facts[i]
		if f.Pred != g.pred || len(f.Args) != g.args || f.Persistent != g.persistent {
			return false
		}
		for _, x := range f.Args {
			if !s.sources[at].yields(x, r.Args) {
				return false
			}
			at++
		}
	}
	return true
}

// direct returns the source of a term that is not one of the rule's.
func direct(x trace.Sym) source {
	return source(x / trace.Numeral) // without a branch
}

// yields reports whether a source can yield a term.
func (s source) yields(x trace.Sym, args []trace.Sym) bool {
	if s >= fromRule {
		return args[s-fromRule] == x
	}
	return s == direct(x)
}

// set makes a shape that of a row, but for what a block says of it.
func (s *shape) set(r *row.Row, o *outline) {
	s.outline, s.chosen, s.free = *o, r.Chosen, len(r.Facts)
	s.facts, s.sources, s.written = s.facts[:0], s.sources[:0], s.written[:0]
	for _, x := range r.Args {
		s.sources = append(s.sources, direct(x))
	}
	for i, f := range r.Facts {
		s.facts = append(s.facts, factShape{f.Pred, f.Persistent, len(f.Args)})
		for j, x := range f.Args {
			from := s.source(x, r.Args)
			s.sources = append(s.sources, from)
			if from < fromRule {
				s.written = append(s.written, argument{i, j, from})
			}
		}
	}
}

// source returns the source of an argument of a fact: the rule, if there is one.
func (s *shape) source(x trace.Sym, args []trace.Sym) source {
	if s.free < maxFree {
		if i := slices.Index(args, x); i >= 0 {
			s.free++
			return fromRule + source(i)
		}
	}
	return direct(x)
}

// append appends what files say of a shape.
func (s *shape) append(b []byte, in *row.Interner) []byte {
	b = binary.AppendUvarint(b, s.flags)
	b = appendText(b, in.Names[s.rule])
	b = appendText(b, in.Names[s.stage])
	for _, n := range []int{s.args, s.consumes, s.reads, s.made, s.proves, s.absent, s.sensed, s.acts} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for _, f := range s.facts {
		b = appendText(b, in.Names[f.pred])
		n := uint64(f.args) << 1
		if f.persistent {
			n |= 1
		}
		b = binary.AppendUvarint(b, n)
	}
	for _, source := range s.sources {
		b = binary.AppendUvarint(b, uint64(source))
	}
	return b
}
