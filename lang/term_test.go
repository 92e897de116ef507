package lang

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// EachTerm reaches all terms within one, but none within those that it is to leave out.
func TestEachTerm(t *testing.T) {
	n := &Calculation{Op: Plus, X: Variable(1), Y: &Successor{Var: 2, By: NewNat(3)}}
	whole := &Compound{Args: []Term{Variable(0), &Compound{Args: []Term{n, Literal("x")}}, nil}}
	var all, outside []Term
	EachTerm(whole, func(t Term) bool { all = append(all, t); return true })
	require.Equal(t, []Term{whole, Variable(0), whole.Args[1], n, Variable(1), n.Y, Variable(2), Literal("x")}, all)
	EachTerm(whole, func(t Term) bool { outside = append(outside, t); return t != Term(n) })
	require.Equal(t, []Term{whole, Variable(0), whole.Args[1], n, Literal("x")}, outside)
}
