package goal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// State is a multiset of facts of which goals ask. The zero value is empty.
type State struct {
	relations map[string]*relation
	made      int // how many different facts there were so far
	tried     int // how many facts were tried for answers
}

// Fact is a fact of a state. Equal facts are one, but a linear and a permanent one are two.
type Fact struct {
	trace.Fact
	Permanent bool
	// Copies are the numbers under which the copies were added, in ascending order.
	Copies []int
	age    int // how many facts of the state are older
}

// relation is the facts of a predicate.
type relation struct {
	facts []*Fact // the oldest first; some may have gone
	known map[string]*Fact
	gone  int
	index []map[string][]*Fact // by argument: the facts with a term there; nil before it is needed
}

// Add adds a copy of a fact under a number, and returns the fact.
func (s *State) Add(f trace.Fact, permanent bool, number int) *Fact {
	r := s.relations[f.Pred]
	if r == nil {
		if s.relations == nil {
			s.relations = make(map[string]*relation)
		}
		r = &relation{known: make(map[string]*Fact)}
		s.relations[f.Pred] = r
	}
	k := key(f.Args, permanent)
	known := r.known[k]
	if known == nil {
		known = &Fact{Fact: f, Permanent: permanent, age: s.made}
		s.made++
		r.known[k] = known
		r.insert(known)
	}
	at, _ := slices.BinarySearch(known.Copies, number)
	known.Copies = slices.Insert(known.Copies, at, number)
	return known
}

// Remove removes the copy of a fact that was added under a number.
func (s *State) Remove(f trace.Fact, permanent bool, number int) {
	r := s.relations[f.Pred]
	k := key(f.Args, permanent)
	known := r.known[k]
	at, _ := slices.BinarySearch(known.Copies, number)
	if known.Copies = slices.Delete(known.Copies, at, at+1); len(known.Copies) > 0 {
		return
	}
	delete(r.known, k)
	if r.gone++; r.gone > len(r.facts)/2 {
		r.facts = slices.DeleteFunc(r.facts, func(f *Fact) bool { return len(f.Copies) == 0 })
		r.gone, r.index = 0, nil
	}
}

// key returns a key that differs for different facts of a predicate.
func key(args []trace.Term, permanent bool) string {
	var b strings.Builder
	if permanent {
		b.WriteByte('!')
	}
	for _, t := range args {
		b.WriteString(t.String())
		b.WriteByte(0)
		if t.Number {
			b.WriteByte(1)
		}
	}
	return b.String()
}

func (r *relation) insert(f *Fact) {
	r.facts = append(r.facts, f)
	for i, column := range r.index {
		if column != nil && i < len(f.Args) {
			term := f.Args[i].String()
			column[term] = append(column[term], f)
		}
	}
}

// with returns the facts with a term as an argument; some may have gone.
func (r *relation) with(argument int, term string) []*Fact {
	for len(r.index) <= argument {
		r.index = append(r.index, nil)
	}
	column := r.index[argument]
	if column == nil {
		column = make(map[string][]*Fact)
		for _, f := range r.facts {
			if argument < len(f.Args) {
				t := f.Args[argument].String()
				column[t] = append(column[t], f)
			}
		}
		r.index[argument] = column
	}
	return column[term]
}

// candidates returns a superset of the facts that a pattern matches under some bindings, the oldest
// first.
func (s *State) candidates(p Pattern, b Bindings) []*Fact {
	if p.Head == trace.Open {
		return s.all()
	}
	r := s.relations[p.Head]
	if r == nil {
		return nil
	}
	fewest := r.facts
	for i, arg := range p.Args {
		if len(fewest) <= fewEnough {
			break
		}
		if term, ok := bound(p, arg, b); ok {
			if found := r.with(i, term.String()); len(found) < len(fewest) {
				fewest = found
			}
		}
	}
	return fewest
}

// fewEnough is how many facts are looked at one by one: an index is no quicker.
const fewEnough = 8

// bound returns the term that an argument of a pattern stands for, and false if it may match
// several: constructors may match a numeral, too.
func bound(p Pattern, arg trace.Term, b Bindings) (trace.Term, bool) {
	switch {
	case len(arg.Args) > 0 || arg.Head == trace.Open:
		return arg, false
	case slices.Contains(p.Vars, arg.Head):
		return b.Lookup(arg.Head)
	}
	return arg, true
}

// all returns all facts, the oldest first.
func (s *State) all() (all []*Fact) {
	for _, r := range s.relations {
		for _, f := range r.facts {
			if len(f.Copies) > 0 {
				all = append(all, f)
			}
		}
	}
	slices.SortFunc(all, func(a, b *Fact) int { return cmp.Compare(a.age, b.age) })
	return all
}
