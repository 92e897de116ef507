package structure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
)

// place is a number of facts that equations are about: how many facts of a predicate there are, or the sum of the
// numbers in an argument of them, for each value of the key if there is one.
type place struct {
	pred *lang.Pred
	key  int    // the argument that is the key; -1 without
	sum  int    // the argument whose numbers are added up; -1 where facts are counted
	only []mark // by argument: which facts count
}

// mark says which values of an argument count. The zero mark stands for all.
type mark struct {
	// head is the symbol of the values that count, if exact is set.
	head  head
	exact bool
	// other says that the values count for which no mark of the argument is exact.
	other bool
}

// name returns a key for maps, different for different places.
func (p place) name() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%d/%d", p.pred.Name, p.key, p.sum)
	for _, m := range p.only {
		switch {
		case m.other:
			b.WriteString(" *")
		case m.exact:
			b.WriteString(" " + m.head.String())
		default:
			b.WriteString(" _")
		}
	}
	return b.String()
}

// String returns the symbol as programs write it, without arguments.
func (h head) String() string {
	if h.con != nil {
		return h.con.Name
	}
	return fmt.Sprintf("%q", h.text)
}

// splits are the symbols by which facts of a predicate are told apart, by argument; nil where all values count.
type splits map[*lang.Pred][]heads

// mostHeads is the greatest number of symbols by which an argument is split: beyond it, programs mostly have data.
const mostHeads = 12

// newSplits returns the symbols that rules name in facts that they make or use up.
func newSplits(schemes []scheme) splits {
	out := make(splits)
	for _, s := range schemes {
		for _, e := range s.effects {
			p := e.atom.Pred
			if out[p] == nil {
				out[p] = make([]heads, len(p.Args))
			}
			for i, t := range e.atom.Args {
				t = s.resolve(t)
				if _, isVariable := t.(lang.Variable); isVariable || p.Args[i].Counts() {
					continue
				}
				if out[p][i] == nil {
					out[p][i] = heads{}
				}
				for h := range headsOf(t, nil) {
					out[p][i][h] = true
				}
			}
		}
	}
	for _, all := range out {
		for i, named := range all {
			if len(named) > mostHeads {
				all[i] = nil
			}
		}
	}
	return out
}

// mark returns the mark of an argument of a predicate for values with a symbol.
func (s splits) mark(p *lang.Pred, arg int, h head) mark {
	switch named := s[p]; {
	case named == nil || named[arg] == nil:
		return mark{}
	case named[arg][h]:
		return mark{head: h, exact: true}
	}
	return mark{other: true}
}

// placesOf calls f with each place in which facts of a predicate count, given the marks of their arguments, by keys
// of a type; nil for places without key.
func placesOf(p *lang.Pred, marks []mark, key *lang.Type, f func(place)) {
	keys := []int{-1}
	if key != nil {
		keys = nil
		for i, t := range p.Args {
			if t == key {
				keys = append(keys, i)
			}
		}
	}
	for _, k := range keys {
		only := slices.Clone(marks)
		if k >= 0 {
			only[k] = mark{}
		}
		f(place{p, k, -1, only})
		for i, t := range p.Args {
			if t.Counts() && i != k {
				f(place{p, k, i, make([]mark, len(p.Args))})
			}
		}
	}
}
