package stable

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-air/gini/z"
)

// weighted is a literal with the weight that it adds to a sum where it holds.
type weighted struct {
	literal z.Lit
	weight  int64
}

// mostNodes is the number of nodes of all decision diagrams of a program beyond which no more are made. A node takes
// some 200 bytes.
const mostNodes = 1 << 20

// between returns a literal that holds if and only if the sum of the weights of the literals that hold is between two
// bounds. math.MinInt64 and math.MaxInt64 are no bound.
//
// The sum is a reduced ordered decision diagram over the literals, and each of its nodes is a variable (Eén and
// Sörensson, “Translating pseudo-Boolean constraints into SAT”, JSAT 2, 2006). A bound k on the number of n literals
// takes less than n·k nodes, and unit propagation derives all that follows from it. Beyond mostNodes the literal has no
// meaning.
func (f *formula) between(terms []weighted, lower, upper int64) z.Lit {
	terms, offset := normalize(terms)
	d := diagram{formula: f, terms: terms, rest: make([]int64, len(terms)+1), nodes: make(map[node]z.Lit)}
	for i, t := range slices.Backward(terms) {
		d.rest[i] = d.rest[i+1] + t.weight
	}
	enough, tooMuch := yes, no
	if lower != math.MinInt64 {
		enough = d.atLeast(node{0, lower - offset})
	}
	if upper != math.MaxInt64 {
		tooMuch = d.atLeast(node{0, upper + 1 - offset})
	}
	return f.conjunction([]z.Lit{enough, tooMuch.Not()})
}

// normalize returns terms with the same sum but for an offset: each variable occurs once, with a positive weight, and
// large weights come first.
func normalize(terms []weighted) (normal []weighted, offset int64) {
	terms = slices.Clone(terms)
	slices.SortFunc(terms, func(a, b weighted) int { return cmp.Compare(a.literal, b.literal) })
	for i := 0; i < len(terms); {
		// The terms of a variable v sum up to constant + weight·v.
		v, weight := terms[i].literal.Var(), int64(0)
		for ; i < len(terms) && terms[i].literal.Var() == v; i++ {
			if t := terms[i]; t.literal.IsPos() {
				weight += t.weight
			} else {
				offset += t.weight
				weight -= t.weight
			}
		}
		switch {
		case v == yes.Var():
			offset += weight
		case weight > 0:
			normal = append(normal, weighted{v.Pos(), weight})
		case weight < 0: // weight·v = weight + |weight|·(1 - v)
			offset += weight
			normal = append(normal, weighted{v.Neg(), -weight})
		}
	}
	slices.SortStableFunc(normal, func(a, b weighted) int { return cmp.Compare(b.weight, a.weight) })
	return normal, offset
}

// diagram is a decision diagram of sums that are at least a bound.
type diagram struct {
	*formula
	terms []weighted
	rest  []int64 // the sum of the weights from each term on
	nodes map[node]z.Lit
}

// node stands for: the terms from one on sum up to a bound, or to more.
type node struct {
	from  int
	bound int64
}

func (d *diagram) atLeast(n node) z.Lit {
	if n.bound <= 0 {
		return yes
	}
	if n.bound > d.rest[n.from] {
		return no
	}
	if m, ok := d.nodes[n]; ok {
		return m
	}
	if d.nodeCount++; d.nodeCount > mostNodes {
		return no
	}
	t := d.terms[n.from]
	with := d.atLeast(node{n.from + 1, n.bound - t.weight})
	without := d.atLeast(node{n.from + 1, n.bound})
	m := t.literal
	switch {
	case with == without:
		m = with
	case with != yes || without != no:
		// As the weight is positive, without implies with.
		m = d.variable()
		d.clause(m.Not(), with)
		d.clause(m.Not(), t.literal, without)
		d.clause(m, without.Not())
		d.clause(m, t.literal.Not(), with.Not())
	}
	d.nodes[n] = m
	return m
}
