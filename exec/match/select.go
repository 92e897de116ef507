package match

import (
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Agreeing returns the facts of a predicate with the given terms in the given columns, in
// no particular order. It finds them in an index, which is kept from then on and reflects the
// resources put and taken before the last [Network.Commit].
func (n *Network) Agreeing(p *lang.Pred, columns []int, key []trace.Sym) iter.Seq[Fact] {
	t := n.Table(p)
	return func(yield func(Fact) bool) {
		if len(columns) == len(p.Args) {
			if f, ok := n.Find(t, key); ok {
				yield(f)
			}
			return
		}
		for _, e := range t.index(columns).members(key) {
			if !yield(Fact{t, e.row}) {
				return
			}
		}
	}
}
