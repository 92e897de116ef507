package lang

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMadeAgain: a fact consumed and made again is kept instead, anywhere in the rule.
func TestMadeAgain(t *testing.T) {
	const head = "p : pred. q : pred. r : pred. w : pred.\nstage s = { use : p * q * r * w -o ().\n"
	const tail = " }\n#trace 5 s { p, q, r, !w }."
	for rule, want := range map[string]string{
		"a : p * q -o p * r.":             "a : $p * q -o r.",
		"a : p * q -o r * p.":             "a : $p * q -o r.",
		"a : p -o p.":                     "a : $p -o ().",
		"a : p * r -o r * p.":             "a : $p * $r -o ().",
		"a : q * p * p -o (p * p) * r.":   "a : q * $p * $p -o (()) * r.",
		"a : p * p -o p.":                 "a : $p * p -o ().",
		"a : p * r o- p.":                 "a : r o- $p.",
		"a : r * p -o % why\n p % and\n.": "a : r * $p -o % why\n () % and\n.",
		"a : q -o\n\tr\n\t* p\n * q.":     "a : $q -o\n\tr\n\t* p.",
		"a : w -o w.":                     "a : w -o w.", // the permanent one stays, and there is one more
		"a : p -o !p.":                    "a : p -o !p.",
		"a : p -o p * p.":                 "a : $p -o p.",
		"a : $p * q -o p.":                "a : $p * q -o p.",
	} {
		better := Mend("t.cep", []byte(head+rule+tail)).Tidied()
		require.Equal(t, head+want+tail, string(better.Source.Text))
		_, errs := load(string(better.Source.Text))
		require.False(t, errs.Failed(), want)
	}
	const wrong = "p : pred. p -o p * $p."
	require.Equal(t, wrong, string(Mend("t.cep", []byte(wrong)).Tidied().Source.Text))
}

// There is one hint for a rule, which names all facts that it uses up and makes again.
func TestMadeAgainOnce(t *testing.T) {
	prog, errs := load("c : type. a : c. at c : pred. p : pred. q : pred.\n" +
		"meet : at  C * p * q * p -o p * at C * p * q. use : at C * p * q -o ().\n#trace 5 main { at a, p, p, q }.")
	require.False(t, errs.Failed())
	hints := prog.Hints()
	require.Len(t, hints, 1)
	require.Equal(t, "rule `meet` uses up `at C`, `p`, `q` and `p` and makes them again: keep them with `$`", hints[0].Msg)
	require.Len(t, hints[0].Notes, 1)
	require.Equal(t, "`at C` is made again here", hints[0].Notes[0].Msg)
	better := Mend("t.cep", prog.Source.Text).Tidied()
	require.Contains(t, string(better.Source.Text), "meet : $at  C * $p * $q * $p -o ().")
}

// Linear facts that rules keep and never use up may be permanent.
func TestOnlyTested(t *testing.T) {
	for text, want := range map[string]int{
		"q * $p -o (). #trace _ main { p, q }.":        1,
		"q * $p -o p. #trace _ main { q }.":            1,
		"q * $p -o (). p -o q. #trace _ main { p }.":   0,
		"q * $p -o (). #trace _ main { !p, q }.":       0,
		"q * $p -o !p. #trace _ main { p, q }.":        0,
		"q * !p -o (). #trace _ main { p, q }.":        0,
		"q -o p. #trace _ main { q }.":                 0,
		"$q * $p -o (). #trace _ main { p, q, p, p }.": 2,
	} {
		prog, errs := load("p : pred. q : pred. " + text)
		require.False(t, errs.Failed())
		require.Len(t, prog.Hints(), want, text)
	}
}
