package trace

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// This file is the middle of all that writes runs record by record. There are
// two sources, the events of a [Recorder] and the records of a trace, and two
// forms, lines and the compact one. All of them meet in a row: a step with what it
// makes, or a resource of the initial state, in numbers. Names and terms have theirs
// from an interner.

// row is a record in numbers. Its slices are good until the next one.
type row struct {
	initial  bool // a resource of the initial state and no step
	id       StepID
	rule     name
	variant  int // as [Step].Variant
	args     []Sym
	stage    name // noName where there is none
	consumes []ResourceID
	reads    []ResourceID
	produces []ResourceID
	// made are the ids of the first of the facts; those that were proved, sensed
	// and done follow, as many as the lengths say.
	made                 []ResourceID
	facts                []atom
	proves, sensed, acts int
	choices              int
	chosen               Chosen
}

// atom is a fact in numbers.
type atom struct {
	pred       name
	persistent bool
	args       []Sym
}

// name is the number of a name.
type name int32

// noName is the number of the name "".
const noName name = 0

// sink takes the rows of a run, in order.
type sink interface {
	begin(h *Header) error
	row(r *row) error
	// flush writes the rows so far.
	flush() error
	// end takes nil if it is unknown how the run ended.
	end(e *End) error
}

// interner gives names and terms numbers, in the order in which they come. Small
// numerals are those of [Numeral]. It forgets terms where they are many, see tidy.
type interner struct {
	names   []string
	byName  map[string]name
	terms   []entry
	atomic  map[string]Sym // constants and literals
	byShape map[string]Sym // the rest, by what their entries say
	key     []byte
	lasting int      // lasting is the number of leading terms, all constants, that are kept for good
	few     int      // few is the number of other terms that are always kept
	forget  []func() // forget holds callbacks of the caches keyed by term number
}

// fewTerms is as many terms as take some ten megabytes.
const fewTerms = 1 << 16

// entry is a term in numbers.
type entry struct {
	head   string
	number bool
	size   uint32 // what [Term.size] says of the term, but no more than maxTermSize+1
	args   []Sym
}

func newInterner() *interner {
	return &interner{
		names:   []string{""},
		byName:  map[string]name{"": noName},
		atomic:  make(map[string]Sym),
		byShape: make(map[string]Sym),
		few:     fewTerms,
	}
}

// tidy forgets terms where there are more than so many, and not few, for most of these do not come
// again; and it tells who knows their numbers. It is called between rows.
func (in *interner) tidy(most int) {
	if len(in.terms)-in.lasting <= max(most, in.few) {
		return
	}
	lasting := make(map[string]Sym, in.lasting)
	for i := range in.lasting {
		lasting[in.terms[i].head] = Sym(i)
	}
	in.atomic, in.byShape = lasting, make(map[string]Sym)
	clear(in.terms[in.lasting:])
	in.terms = in.terms[:in.lasting]
	for _, forget := range in.forget {
		forget()
	}
}

// forgets registers a callback that clears a cache keyed by term number when the interner forgets.
func (in *interner) forgets(forget func()) { in.forget = append(in.forget, forget) }

func (in *interner) name(s string) name {
	n, ok := in.byName[s]
	if !ok {
		n = name(len(in.names))
		in.byName[s] = n
		in.names = append(in.names, s)
	}
	return n
}

// term returns the number of a term.
func (in *interner) term(t Term) (Sym, error) {
	if !t.Number && len(t.Args) == 0 {
		return in.constant(t.Head)
	}
	if t.Number && (len(t.Args) > 0 || !isNumeral(t.Head)) {
		return 0, fmt.Errorf("bad numeral %.40q", t.Head)
	}
	if t.Number {
		if n, err := strconv.ParseUint(t.Head, 10, 31); err == nil {
			return Numeral + Sym(n), nil
		}
	}
	args := make([]Sym, len(t.Args))
	for i, arg := range t.Args {
		var err error
		if args[i], err = in.term(arg); err != nil {
			return 0, err
		}
	}
	return in.shaped(entry{head: t.Head, number: t.Number, args: args})
}

// expect makes room for so many constants, where there are none yet.
func (in *interner) expect(constants int) {
	if len(in.terms) == 0 {
		in.terms, in.atomic = make([]entry, 0, constants), make(map[string]Sym, constants)
	}
}

func (in *interner) constant(head string) (Sym, error) {
	if x, ok := in.atomic[head]; ok {
		return x, nil
	}
	x, err := in.add(entry{head: head})
	if err == nil {
		in.atomic[head] = x
	}
	return x, err
}

func (in *interner) shaped(e entry) (Sym, error) {
	in.key = binary.AppendUvarint(in.key[:0], uint64(len(e.args)))
	for _, x := range e.args {
		in.key = binary.LittleEndian.AppendUint32(in.key, uint32(x))
	}
	in.key = append(strconv.AppendBool(in.key, e.number), e.head...)
	if x, ok := in.byShape[string(in.key)]; ok {
		return x, nil
	}
	x, err := in.add(e)
	if err == nil {
		in.byShape[string(in.key)] = x
	}
	return x, err
}

func (in *interner) add(e entry) (Sym, error) {
	if Sym(len(in.terms)) == Numeral {
		return 0, fmt.Errorf("more than %d terms", Numeral)
	}
	size := len(e.head) + 1
	for _, x := range e.args {
		size += in.size(x)
	}
	e.size = uint32(min(size, maxTermSize+1))
	in.terms = append(in.terms, e)
	return Sym(len(in.terms) - 1), nil
}

// size returns how many bytes a term has.
func (in *interner) size(x Sym) int {
	if x >= Numeral {
		return len(strconv.Itoa(int(x-Numeral))) + 1
	}
	return int(in.terms[x].size)
}

// sizes returns how many bytes terms have together.
func (in *interner) sizes(terms []Sym) (n int) {
	for _, x := range terms {
		n += in.size(x)
	}
	return n
}

// numeral returns the term that is a small number.
func numeral(x Sym) Term {
	return Term{Head: strconv.Itoa(int(x - Numeral)), Number: true}
}
