package exec

import (
	"fmt"
	"testing"

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

// answers returns the instances of a backward premise, in order.
func answers(t *testing.T, query string) ([]string, error) {
	p := load(t, fmt.Sprintf(clauses, query))
	m, _ := NewMachine(p, p.Traces[0], Limits{ProofDepth: 100})
	e, err := m.Enabled()
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
		{"twin a X", []string{"twin a a"}},
		// Nothing is a part of itself.
		{"loop X X", nil},
		{`word X "b"`, []string{`word "a" "b"`, `word "b" "b"`}},
		{"door a X * door X Y", []string{"door a b", "door b c"}},
		{"door X Y * X == b", []string{"door b c"}},
	} {
		got, err := answers(t, c.query)
		require.NoError(t, err, c.query)
		require.Equal(t, c.want, got, c.query)
	}
}

func TestProveErrors(t *testing.T) {
	for query, want := range map[string]string{
		"any X b":     "rule q: an answer to `any _1 b` leaves an argument open",
		"lt z X":      "rule q: an answer to `lt z (s N)` leaves an argument open",
		"early X Y":   "rule q: a clause compares a variable that is not known yet: put the premise that gives it a value first",
		"plus X z X'": "rule q: the search for a proof does not seem to end",
	} {
		_, err := answers(t, query)
		require.ErrorContains(t, err, want, query)
	}
}

// A chain of a thousand clauses is no endless search.
func TestProveDeep(t *testing.T) {
	p := load(t, fmt.Sprintf(clauses, "goal"))
	var s, z *lang.Constructor
	for _, k := range p.Types[0].Constructors {
		if k.Name == "s" {
			s = k
		} else {
			z = k
		}
	}
	var lt *lang.Pred
	for _, pred := range p.Preds {
		if pred.Name == "lt" {
			lt = pred
		}
	}
	numbers := []lang.Value{lang.NewValue(z, nil)}
	for range 1001 {
		numbers = append(numbers, lang.NewValue(s, numbers[len(numbers)-1:]))
	}
	less := func(a, b int) int {
		atom := lang.Atom{Pred: lt, Args: []lang.Term{lang.Variable(0), lang.Variable(1)}}
		facts, err := prove(atom, []lang.Value{numbers[a], numbers[b]}, []bool{true, true}, Limits{}.orDefaults())
		require.NoError(t, err)
		return len(facts)
	}
	require.Equal(t, 1, less(1000, 1001))
	require.Equal(t, 0, less(1000, 1000))
}
