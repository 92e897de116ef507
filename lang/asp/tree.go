package asp

import (
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// statement is a rule as written.
type statement struct {
	*file
	syntax.Span
	head head // nil for a constraint
	body []literal
	// names are the variables of the statement, of which new ones have to be different.
	names map[string]bool
}

// head is what a rule derives: *[node], which is an atom, or *[choice].
type head interface {
	// heads returns the heads of the rules that the statement stands for.
	heads(u *unfolder) []alternative[logic.Head]
}

// literal is a part of a body or condition.
type literal interface {
	// literals returns the ways in which the literal can be met: each is a conjunction in normal form.
	literals(u *unfolder) [][]logic.Literal
}

// node is a term as written.
type node struct {
	kind nodeKind
	// text is the name of a variable or of a compound, the value of a string, or an operator. A tuple has none. The
	// text of a pool is the name of the atom or function whose arguments it gives.
	text string
	// args are the arguments of a compound, the operands of a calculation, the ends of an interval, or the
	// alternatives of a pool.
	args  []*node
	value int32 // of an integer
	syntax.Span
}

type nodeKind int

const (
	nVariable nodeKind = iota
	nInteger
	nString
	nCompound
	nCalculation
	nInterval
	nPool
)

// isAtom reports whether the term can stand as an atom.
func (n *node) isAtom() bool { return (n.kind == nCompound || n.kind == nPool) && n.text != "" }

// choice is the head `{ p : q; r } 2`.
type choice struct {
	elements []conditional
	guards   []guard
	syntax.Span
}

// guard compares the value of an aggregate, on the left, with a term.
type guard struct {
	op   logic.Op
	term *node
}

// atomLiteral is an atom with the number of `not` before it.
type atomLiteral struct {
	negations int
	atom      *node
	syntax.Span
}

// comparison compares each term with the next. A negated one has one operator.
type comparison struct {
	terms []*node
	ops   []logic.Op
	syntax.Span
}

// truth is `#true` or `#false`.
type truth struct {
	value bool
	syntax.Span
}

// conditional is `literal : condition` in a body or among the elements of a choice. In the latter, the condition may
// be missing.
type conditional struct {
	literal   literal
	condition []literal
	syntax.Span
}

// aggregate is `#sum { … } > 2` or `{ … } 1` in a body. The elements of the latter have literals and no tuples.
type aggregate struct {
	negated  bool
	function logic.Function
	positive bool // #sum+, which adds positive weights only
	elements []aggregateElement
	guards   []guard
	syntax.Span
}

type aggregateElement struct {
	literal   literal // nil if there is a tuple
	tuple     []*node
	condition []literal
}
