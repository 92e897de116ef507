package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

const clauses = `
n : type. z : n. s n : n.
plus n n n : bwd.
plus z N N.
plus (s A) B (s C) <- plus A B C.
lt n n : bwd.
lt z (s N).
lt (s N) (s M) <- lt N M.
place : type. a : place. b : place. c : place. d : place.
door place place : bwd. door a b. door b c. door a c.
way place place : bwd.
way X Y <- door X Y.
door X Y * way Y Z -> way X Z.
apart place place : bwd. apart X Y <- way X Y <- X <> Y.
any place place : bwd. any X Y.
twin place place : bwd. twin X X.
loop n n : bwd. loop N (s N).
early place place : bwd. early X Y <- X <> Y <- door X Y.
word string string : bwd. word "a" "b". word X X.
goal : pred.
stage go = {
  q : goal * %s -o ().
}
#trace _ go { goal }.
`

// provedBy returns the instances of a backward premise, in order.
func provedBy(t *testing.T, query string) ([]string, error) {
	p := load(t, fmt.Sprintf(clauses, query))
	m, _ := NewMachine(p, p.Traces[0], Limits{ProofDepth: 100})
	e, err := m.Enabled(context.Background())
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range e.Len() {
		for _, f := range e.At(i).Proves {
			out = append(out, f.String())
		}
	}
	return out, nil
}

func TestProve(t *testing.T) {
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"plus (s z) (s z) X", []string{"plus (s z) (s z) (s (s z))"}},
		{"plus X Y (s z)", []string{"plus z (s z) (s z)", "plus (s z) z (s z)"}},
		{"plus X X (s (s z))", []string{"plus (s z) (s z) (s (s z))"}},
		{"plus (s (s z)) X (s z)", nil},
		{"lt X (s (s z))", []string{"lt z (s (s z))", "lt (s z) (s (s z))"}},
		{"lt z z", nil},
		// Two ways lead to c; equal answers count once.
		{"way a X", []string{"way a b", "way a c"}},
		{"!way X c", []string{"way b c", "way a c"}},
		{"apart b X", []string{"apart b c"}},
		{"any a b", []string{"any a b"}},
		// What is compared too early waits.
		{"early a X", []string{"early a b", "early a c"}},
		{"twin a X", []string{"twin a a"}},
		// Nothing is a part of itself.
		{"loop X X", nil},
		{`word X "b"`, []string{`word "a" "b"`, `word "b" "b"`}},
		{`word X "c"`, []string{`word "c" "c"`}},
		{`word "a" "c"`, nil},
		{"door a X * door X Y", []string{"door a b", "door b c"}},
		{"door X Y * X == b", []string{"door b c"}},
	} {
		got, err := provedBy(t, c.query)
		require.NoError(t, err, c.query)
		require.Equal(t, c.want, got, c.query)
	}
}

func TestProveErrors(t *testing.T) {
	for query, want := range map[string]string{
		"any X b":     "rule q: an answer to `any _1 b` leaves an argument open",
		"lt z X":      "rule q: an answer to `lt z (s N)` leaves an argument open",
		"plus X z X'": "rule q: gave up the search for a proof after ",
	} {
		_, err := provedBy(t, query)
		require.ErrorContains(t, err, want, query)
	}
}

// A search may be given up at a comparison, too.
func TestProveGivesUpAnywhere(t *testing.T) {
	for steps := range 60 {
		p := load(t, fmt.Sprintf(clauses, "apart a X"))
		m, _ := NewMachine(p, p.Traces[0], Limits{ProofSteps: steps + 1, ProofDepth: 1 + steps%4})
		if _, err := m.Enabled(context.Background()); err != nil {
			require.ErrorContains(t, err, "gave up the search")
		}
	}
}

// Counting is linear in the numbers counted.
func TestProveQuadruple(t *testing.T) {
	const n = 2000
	text := `n : type. z : n. s n : n. plus n n n : bwd. plus z N N. plus (s A) B (s C) <- plus A B C.
		quad n n : bwd. quad N R <- plus N N P <- plus P P R.
		p n : pred. ask : p N * quad N _ -o ().
		#trace _ main { p ` + strings.Repeat("(s ", n) + "z" + strings.Repeat(")", n) + " }."
	tr, err := runText(t, text, Options{Limits: Limits{FactSize: 10 * n, ProofSteps: 200 * n}})
	require.NoError(t, err)
	require.Len(t, tr.Steps, 1)
}

// Also where the result comes first, so that what is bound is bound late.
func TestProveQuadrupleBackwards(t *testing.T) {
	const n = 2000
	text := `n : type. z : n. s n : n. sum n n n : bwd. sum N z N. sum (s C) (s A) B <- sum C A B.
		quad n n : bwd. quad N R <- sum P N N <- sum R P P.
		p n : pred. ask : p N * quad N _ -o ().
		#trace _ main { p ` + strings.Repeat("(s ", n) + "z" + strings.Repeat(")", n) + " }."
	tr, err := runText(t, text, Options{Limits: Limits{FactSize: 10 * n, ProofSteps: 200 * n}})
	require.NoError(t, err)
	require.Len(t, tr.Steps, 1)
}

// A conjunction that doubles at each level does not exhaust the stack.
func TestProveDeepConjunction(t *testing.T) {
	text := "t : type. a : t. q0 t : bwd. q0 a."
	for i := range 20 {
		text += fmt.Sprintf(" q%d t : bwd. q%d X <- q%d Y <- q%d X.", i+1, i+1, i, i)
	}
	text += " tok : pred. go : tok * q20 X -o (). #trace _ main { tok }."
	_, err := runText(t, text, Options{})
	require.ErrorContains(t, err, "gave up the search for a proof after ")
}

// A goal may become ground after it was written down.
func TestProveOnceLate(t *testing.T) {
	var b strings.Builder
	b.WriteString("t : type. a0 : t. u : type. w t : u. edge t t : bwd. way u u : bwd. way X X. way (w X) Z <- edge X Y " +
		"<- way (w Y) Z.\n")
	diamonds(&b, 30)
	b.WriteString("box u : bwd. box (w T). last u t : bwd. last (w Q) Q <- end Q. end t : bwd. end a30. far u : bwd. " +
		"far P <- box P <- last P Q <- way (w a0) P.\n")
	b.WriteString("p : pred. stage s = { go : p * far _ -o (). } #trace _ s { p }.")
	tr, err := runText(t, b.String(), Options{})
	require.NoError(t, err)
	require.Len(t, tr.Steps, 1)
}

// Premises without arguments cost steps like all others.
func TestProveNullary(t *testing.T) {
	text := "t0 : bwd. t0."
	for i := range 44 {
		text += fmt.Sprintf(" t%d : bwd. t%d <- t%d <- t%d. t%d <- t%d <- t%d.", i+1, i+1, i, i, i+1, i, i)
	}
	text += " tok : pred. ask : tok * t44 -o (). #trace _ main { tok }."
	_, err := runText(t, text, Options{Limits: Limits{ProofSteps: 100_000}})
	require.ErrorContains(t, err, "gave up the search for a proof after 100001 steps")
}

// diamonds writes the edges of a chain of diamonds, from a0 on.
func diamonds(b *strings.Builder, n int) {
	for i := range n {
		fmt.Fprintf(b, "a%d : t. b%d : t. c%d : t. edge a%d b%d. edge a%d c%d. edge b%d a%d. edge c%d a%d.\n",
			i+1, i, i, i, i, i, i, i, i+1, i, i+1)
	}
}

// There are two to the thirtieth ways through thirty diamonds; one is enough.
func TestProveOnce(t *testing.T) {
	var b strings.Builder
	b.WriteString("t : type. a0 : t. edge t t : bwd. way t t : bwd. way X X. way X Z <- edge X Y <- way Y Z.\n")
	diamonds(&b, 30)
	b.WriteString("p : pred. stage s = { go : p * way a0 a30 -o (). } #trace _ s { p }.")
	tr, err := runText(t, b.String(), Options{})
	require.NoError(t, err)
	require.Len(t, tr.Steps, 1)
}

// A chain of a thousand clauses is no endless search.
func TestProveDeep(t *testing.T) {
	p := load(t, fmt.Sprintf(clauses, "goal"))
	lt := p.Preds[slices.IndexFunc(p.Preds, func(p *lang.Pred) bool { return p.Name == "lt" })]
	less := func(a, b int64) int {
		atom := lang.Atom{Pred: lt, Args: []lang.Term{lang.Variable(0), lang.Variable(1)}}
		args := []lang.Value{lang.NumberValue(p.Types[0], lang.NewNat(a)), lang.NumberValue(p.Types[0], lang.NewNat(b))}
		found, err := prove.NewTable().Prove(context.Background(), atom, args, []bool{true, true},
			prove.Limits{Steps: DefaultProofSteps, Depth: defaultProofDepth}, nil)
		require.NoError(t, err)
		return len(found.Facts)
	}
	require.Equal(t, 1, less(1000, 1001))
	require.Equal(t, 0, less(1000, 1000))
}
