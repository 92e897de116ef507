package explore

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Fact is the number of a fact: a predicate with its arguments. The facts that are the same in all states come first
// ([View.Fixed]), then the others in the order in which the search first made them.
type Fact uint32

// Names gives each fact one number. While states are expanded by several goroutines, it is only read.
type Names struct {
	terms  *match.Terms
	preds  []*lang.Pred
	index  map[*lang.Pred]int
	facts  []named
	args   []trace.Sym // of all facts, one after the other
	slots  []uint32    // one more than a fact, 0 for none: open addressing, at most half full
	frozen bool
}

// named is a fact: its predicate, and where its arguments begin.
type named struct{ pred, args uint32 }

func newNames(prog *lang.Program) *Names {
	n := &Names{terms: &match.Terms{Table: term.NewTable(0)}, preds: prog.Preds, index: make(map[*lang.Pred]int),
		slots: make([]uint32, 1<<10)}
	for i, p := range prog.Preds {
		n.index[p] = i
	}
	return n
}

// Fact returns the fact of a number.
func (n *Names) Fact(f Fact) lang.Fact {
	p := n.preds[n.facts[f].pred]
	return lang.Fact{Pred: p, Args: n.terms.Values(p, n.argsOf(f))}
}

// Pred returns the predicate of a fact.
func (n *Names) Pred(f Fact) *lang.Pred { return n.preds[n.facts[f].pred] }

// Number returns the number of a fact, which may be a new one. In a call from [Reducer] or [Symmetry] it may not
// return: the search then makes the call again when it may give numbers to facts.
func (n *Names) Number(f lang.Fact) Fact {
	return n.number(uint32(n.index[f.Pred]), n.terms.InternAll(nil, f.Args))
}

// Lookup returns the number of a fact that a state may have, and false if it was never made.
func (n *Names) Lookup(f lang.Fact) (fact Fact, ok bool) {
	defer func() {
		if r := recover(); r != nil && r != term.ErrFrozen {
			panic(r)
		}
	}()
	if !n.frozen {
		n.freeze(true)
		defer n.freeze(false)
	}
	return n.Number(f), true
}

// Len returns how many facts have numbers.
func (n *Names) Len() int { return len(n.facts) }

// freeze makes the names refuse new facts and terms, or accept them again.
func (n *Names) freeze(frozen bool) {
	n.frozen = frozen
	n.terms.Freeze(frozen)
}

func (n *Names) argsOf(f Fact) []trace.Sym { return n.args[n.facts[f].args:] }

// number returns the number of a fact. If it is a new one, and the names are frozen, it panics as the terms do.
func (n *Names) number(pred uint32, args []trace.Sym) Fact {
	f, at := n.find(pred, args)
	if at < 0 {
		return f
	}
	if n.frozen {
		panic(term.ErrFrozen)
	}
	f = Fact(len(n.facts))
	n.facts = append(n.facts, named{pred, uint32(len(n.args))})
	n.args = append(n.args, args...)
	n.slots[at] = uint32(f) + 1
	if 2*len(n.facts) > len(n.slots) {
		n.grow()
	}
	return f
}

// find returns the number of a fact and -1, or the slot for it if it has none.
func (n *Names) find(pred uint32, args []trace.Sym) (Fact, int) {
	mask := uint64(len(n.slots) - 1)
	for at := hash(pred, args) & mask; ; at = (at + 1) & mask {
		if n.slots[at] == 0 {
			return 0, int(at)
		}
		f := Fact(n.slots[at] - 1)
		if n.facts[f].pred == pred && slices.Equal(n.argsOf(f)[:len(args)], args) {
			return f, -1
		}
	}
}

func (n *Names) grow() {
	n.slots = make([]uint32, 2*len(n.slots))
	mask := uint64(len(n.slots) - 1)
	for f := range n.facts {
		pred := n.facts[f].pred
		at := hash(pred, n.argsOf(Fact(f))[:len(n.preds[pred].Args)]) & mask
		for n.slots[at] != 0 {
			at = (at + 1) & mask
		}
		n.slots[at] = uint32(f) + 1
	}
}

func hash(pred uint32, args []trace.Sym) uint64 {
	h := uint64(pred)
	for _, a := range args {
		h = (h ^ uint64(a)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}
