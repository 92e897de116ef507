package row

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Name is the number of a name.
type Name int32

// NoName is the number of the name "".
const NoName Name = 0

// Interner gives names and terms numbers, in the order in which they come. Small
// numerals are those of [trace.Numeral]. It forgets terms where they are many, see Tidy.
type Interner struct {
	Names []string // by Name
	Terms []Entry  // by Sym
	// Lasting is the number of leading terms, all constants, that are kept for good.
	Lasting int
	// Few is the number of other terms that are always kept.
	Few int

	byName  map[string]Name
	atomic  map[string]trace.Sym // constants and literals
	byShape map[string]trace.Sym // the rest, by what their entries say
	key     []byte
	forget  []func() // forget holds callbacks of the caches keyed by term number
}

// fewTerms is as many terms as take some ten megabytes.
const fewTerms = 1 << 16

// Entry is a term in numbers.
type Entry struct {
	Head   string
	Number bool
	size   uint32 // what Size of [trace.Term] says of the term, but no more than MaxTermSize+1
	Args   []trace.Sym
}

// NewInterner returns an interner without terms.
func NewInterner() *Interner {
	return &Interner{
		Names:   []string{""},
		Few:     fewTerms,
		byName:  map[string]Name{"": NoName},
		atomic:  make(map[string]trace.Sym),
		byShape: make(map[string]trace.Sym),
	}
}

// Tidy forgets terms where there are more than so many, and not few, for most of these do not come
// again; and it tells the caches that know their numbers. It is called between rows.
func (in *Interner) Tidy(most int) {
	if len(in.Terms)-in.Lasting <= max(most, in.Few) {
		return
	}
	lasting := make(map[string]trace.Sym, in.Lasting)
	for i := range in.Lasting {
		lasting[in.Terms[i].Head] = trace.Sym(i)
	}
	in.atomic, in.byShape = lasting, make(map[string]trace.Sym)
	clear(in.Terms[in.Lasting:])
	in.Terms = in.Terms[:in.Lasting]
	for _, forget := range in.forget {
		forget()
	}
}

// OnForget registers a callback that clears a cache keyed by term number when the interner forgets.
func (in *Interner) OnForget(forget func()) { in.forget = append(in.forget, forget) }

// Name returns the number of a name.
func (in *Interner) Name(s string) Name {
	n, ok := in.byName[s]
	if !ok {
		n = Name(len(in.Names))
		in.byName[s] = n
		in.Names = append(in.Names, s)
	}
	return n
}

// Term returns the number of a term.
func (in *Interner) Term(t trace.Term) (trace.Sym, error) {
	args := make([]trace.Sym, len(t.Args))
	for i, arg := range t.Args {
		var err error
		if args[i], err = in.Term(arg); err != nil {
			return 0, err
		}
	}
	return in.entry(t.Head, t.Number, args)
}

// entry returns the number of a term with arguments in numbers.
func (in *Interner) entry(head string, number bool, args []trace.Sym) (trace.Sym, error) {
	if !number && len(args) == 0 {
		return in.constant(head)
	}
	if number {
		if len(args) > 0 || !trace.Atomic(head).Number {
			return 0, fmt.Errorf("bad numeral %.40q", head)
		}
		if n, err := strconv.ParseUint(head, 10, 31); err == nil {
			return trace.Numeral + trace.Sym(n), nil
		}
	}
	return in.shaped(Entry{Head: head, Number: number, Args: args})
}

// Expect makes room for so many constants, where there are none yet.
func (in *Interner) Expect(constants int) {
	if len(in.Terms) == 0 {
		in.Terms, in.atomic = make([]Entry, 0, constants), make(map[string]trace.Sym, constants)
	}
}

func (in *Interner) constant(head string) (trace.Sym, error) {
	if x, ok := in.atomic[head]; ok {
		return x, nil
	}
	x, err := in.add(Entry{Head: head})
	if err == nil {
		in.atomic[head] = x
	}
	return x, err
}

func (in *Interner) shaped(e Entry) (trace.Sym, error) {
	in.key = binary.AppendUvarint(in.key[:0], uint64(len(e.Args)))
	for _, x := range e.Args {
		in.key = binary.LittleEndian.AppendUint32(in.key, uint32(x))
	}
	in.key = append(strconv.AppendBool(in.key, e.Number), e.Head...)
	if x, ok := in.byShape[string(in.key)]; ok {
		return x, nil
	}
	x, err := in.add(e)
	if err == nil {
		in.byShape[string(in.key)] = x
	}
	return x, err
}

func (in *Interner) add(e Entry) (trace.Sym, error) {
	if trace.Sym(len(in.Terms)) == trace.Numeral {
		return 0, fmt.Errorf("more than %d terms", trace.Numeral)
	}
	size := len(e.Head) + 1 + in.Sizes(e.Args)
	e.size = uint32(min(size, trace.MaxTermSize+1))
	in.Terms = append(in.Terms, e)
	return trace.Sym(len(in.Terms) - 1), nil
}

// Size returns how many bytes a term has, as Size of [trace.Term] does.
func (in *Interner) Size(x trace.Sym) int {
	if x >= trace.Numeral {
		return len(strconv.Itoa(int(x-trace.Numeral))) + 1
	}
	return int(in.Terms[x].size)
}

// Sizes returns how many bytes terms have together.
func (in *Interner) Sizes(terms []trace.Sym) (n int) {
	for _, x := range terms {
		n += in.Size(x)
	}
	return n
}

// CheckTerms refuses a row with a term that is larger than readers take. No part of a term is larger
// than the term.
func (in *Interner) CheckTerms(r *Row) error {
	err := in.checkTerms(r.Args)
	for i := range r.Facts {
		err = cmp.Or(err, in.checkTerms(r.Facts[i].Args))
	}
	return r.Refuse(err)
}

func (in *Interner) checkTerms(terms []trace.Sym) error {
	for _, x := range terms {
		if size := in.Size(x); size > trace.MaxTermSize {
			return trace.Const(in.Terms[x].Head).CheckHead(1, size)
		}
	}
	return nil
}
