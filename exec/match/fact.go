package match

import (
	"iter"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Fact is a fact in a row of a table. It is valid as long as the fact has copies.
type Fact struct {
	table *Table
	row   uint32
}

// Pred returns the predicate of the fact.
func (f Fact) Pred() *lang.Pred { return f.table.pred }

// Pred returns the predicate of the facts.
func (t *Table) Pred() *lang.Pred { return t.pred }

// Args returns the arguments of the fact. The slice is valid until a fact is put.
func (f Fact) Args() []trace.Sym { return f.table.at(f.row) }

func (f Fact) at() *fact { return &f.table.facts[f.row] }

// Permanent returns the permanent resource of the fact, or 0.
func (f Fact) Permanent() trace.ResourceID { return f.table.permanent(f.row) }

// Linear returns the number of linear resources of the fact.
func (f Fact) Linear() int { return int(f.at().multiplicity.linear()) }

// Resources returns the resources of the fact in no particular order, and whether each is
// permanent.
func (f Fact) Resources() iter.Seq2[trace.ResourceID, bool] {
	return func(yield func(trace.ResourceID, bool) bool) {
		if id := f.Permanent(); id != 0 && !yield(id, true) {
			return
		}
		for _, id := range f.table.copies(f.at()) {
			if !yield(id, false) {
				return
			}
		}
	}
}

// Facts returns the facts of a predicate in no particular order.
func (n *Network) Facts(p *lang.Pred) iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		t := n.Table(p)
		for row := range uint32(t.rows()) {
			if t.multiplicity(row) > 0 && !yield(Fact{t, row}) {
				return
			}
		}
	}
}

// Resources returns the number of resources.
func (n *Network) Resources() int {
	sum := 0
	for _, t := range n.tables { // in any order: it is a sum
		for row := range t.facts {
			sum += int(t.facts[row].multiplicity.resources())
		}
	}
	return sum
}

// All returns all facts in no particular order.
func (n *Network) All() iter.Seq[Fact] {
	return func(yield func(Fact) bool) {
		for p := range n.tables {
			for f := range n.Facts(p) {
				if !yield(f) {
					return
				}
			}
		}
	}
}
