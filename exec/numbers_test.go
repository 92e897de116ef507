package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/prove/provetest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// numerals ties numbers to a type.
const numerals = "nat : type. z : nat. s nat : nat. #builtin NAT nat. #builtin NAT_ZERO z. #builtin NAT_SUCC s.\n"

// arithmetic is how authors write it: by recursion on unary numbers.
const arithmetic = `
plus nat nat nat : bwd. plus z N N. plus (s A) B (s C) <- plus A B C.
gather nat nat nat : bwd. gather z N N. gather (s A) B C <- gather A (s B) C.
lt nat nat : bwd. lt z (s N). lt (s N) (s M) <- lt N M.
below nat nat : bwd. below N (s N). below N (s M) <- below N M.
max nat nat nat : bwd. max z N N. max N z N. max (s A) (s B) (s C) <- max A B C.
times nat nat nat : bwd. times z N z. times (s A) B C <- times A B D <- plus B D C.
half nat nat : bwd. half z z. half (s z) z. half (s (s N)) (s M) <- half N M.
`

// calculated are clauses with calculations in all places.
const calculated = `
fac nat nat : bwd. fac 0 1. fac (N + 1) (F * (N + 1)) <- fac N F.
fib nat nat : bwd. fib 0 0. fib 1 1. fib (N + 2) (A + B) <- fib (N + 1) A <- fib N B.
gcd nat nat nat : bwd. gcd N 0 N. gcd N M R <- M > 0 <- gcd M (N mod M) R.
twice nat nat : bwd. twice N M <- M == N * 2.
before nat nat : bwd. before N (N - 1).
early nat nat : bwd. early N M <- before (N / K) M <- twice 2 K.
sure nat : bwd. sure N <- N < M <- twice 2 M.
huge nat nat : bwd. huge 0 10. huge (N + 1) (M * M) <- huge N M.
far nat nat : bwd. far 0 N. far (N + 1) M <- far N (M + 1000000000000000000).
`

// ask returns the arguments of a rule with a premise, for each way to meet it.
func ask(t require.TestingT, clauses, premise string) ([]string, error) {
	p := load(t, clauses+"goal : pred. stage go = { q : goal * "+premise+" -o (). } #trace _ go { goal }.")
	m, _ := NewMachine(p, p.Traces[0], Limits{})
	e, err := m.Enabled(context.Background())
	if err != nil {
		return nil, err
	}
	var out []string
	for tr := range e.All() {
		out = append(out, strings.TrimSpace(lang.Arguments(tr.Args)))
	}
	return out, nil
}

func TestNumbers(t *testing.T) {
	for premise, want := range map[string][]string{
		"plus 5000 5000 X":                   {"10000"},
		"plus X 5000 10000":                  {"5000"},
		"plus 5000 X 10000":                  {"5000"},
		"plus 5000 X 4999":                   nil,
		"plus X Y 2":                         {"0 2", "1 1", "2 0"},
		"plus X X 10000":                     {"5000"},
		"plus X X 9999":                      nil,
		"plus 1 1 (s X)":                     {"1"},
		"plus 1 1 (X + 3)":                   nil,
		"gather 9000 1000 X":                 {"10000"},
		"gather 9000 X 10000":                {"1000"},
		"lt 9999 10000":                      {""},
		"lt 10000 10000":                     nil,
		"lt X 3":                             {"0", "1", "2"},
		"below 9999 10000":                   {""},
		"max 9999 10000 X":                   {"10000"},
		"max 10000 9999 X":                   {"10000"},
		"times 100 100 X":                    {"10000"},
		"times 10000 10000 X":                {"100000000"},
		"half 9999 X":                        {"4999"},
		"fac 25 X":                           {"15511210043330985984000000"},
		"fib 15 X":                           {"610"},
		"gcd 1071 462 X":                     {"21"},
		"twice 21 X":                         {"42"},
		"twice 21 42":                        {""},
		"twice 21 43":                        nil,
		"before 1 X":                         {"0"},
		"before 0 X":                         nil,
		"lt X 9 * X * 2 == 6 + X":            {"6"},
		"lt X 9 * 2 * X + 1 == X * 3 * 1":    {"1"},
		"lt X 9 * (X + 1) * 2 > 3 * 5":       {"7", "8"},
		"lt X 9 * X > 2 * X < 2 * 2":         {"3"},
		"lt X 4 * lt (X * X) 5 * Y == X + 1": {"0 1", "1 2", "2 3"},
		"lt X 4 * twice (X - 2) Y":           {"2 0", "3 2"},
		"lt X 9 * lt Y 9 * X / Y == 4":       {"4 1", "8 2"},
		"lt X 9 * twice X (Y + 13)":          {"7 1", "8 3"},
		"lt X 9 * X <> 3 * X >= 2 * X <= 4":  {"2", "4"},
		"sure 3":                             {""},
	} {
		got, err := ask(t, numerals+arithmetic+calculated, premise)
		require.NoError(t, err, premise)
		require.Equal(t, want, got, premise)
	}
}

func TestNumberErrors(t *testing.T) {
	for premise, want := range map[string]string{
		"below 3 X":        "gave up the search for a proof after",
		"plus 3 X Y":       "leaves an argument open",
		"early 8 X":        "a clause calculates with `K`, and nothing gives it a value by then",
		"huge 20 X":        "a number grows beyond 77824 digits",
		"far 4000000000 1": "gave up the search for a proof after",
		"lt X Y":           "an answer to `lt 0 (N + 1)` leaves an argument open",
	} {
		_, err := ask(t, numerals+arithmetic+calculated, premise)
		require.ErrorContains(t, err, want, premise)
	}
}

// genCounting draws a predicate of two numbers with one clause that only counts
// and others.
func genCounting(t *rapid.T) string {
	term := func(name string) string {
		return rapid.SampledFrom([]string{"z", "(s z)", "(s (s (s z)))", "X", "X", "Y", "(s X)", "(s (s Y))"}).Draw(t, name)
	}
	of := func(v, name string) string {
		n := rapid.IntRange(0, 2).Draw(t, name)
		return strings.Repeat("(s ", n) + v + strings.Repeat(")", n)
	}
	clauses := []string{fmt.Sprintf("c %s %s <- c %s %s", of("N", "from"), of("M", "from"), of("N", "to"), of("M", "to"))}
	for range rapid.IntRange(0, 2).Draw(t, "others") {
		clauses = append(clauses, fmt.Sprintf("c %s %s", term("first"), term("second")))
	}
	if rapid.IntRange(0, 3).Draw(t, "more") == 0 {
		clauses = append(clauses, "c "+term("first")+" (s (s (s X))) <- c X "+term("asked"))
	}
	return strings.Join(rapid.Permutation(clauses).Draw(t, "order"), ".\n") + ".\n"
}

// Skipped recursion gives the same answers in the same order as the textbook's prover, which counts
// step by step.
func TestSkipsAgainstOracle(t *testing.T) {
	compared := 0
	rapid.Check(t, func(rt *rapid.T) {
		arg := func(name string) string {
			n := rapid.IntRange(0, 12).Draw(rt, name)
			inner := rapid.SampledFrom([]string{"z", "z", "z", "V", "W"}).Draw(rt, "inner")
			return strings.Repeat("(s ", n) + inner + strings.Repeat(")", n)
		}
		text := "n : type. z : n. s n : n. c n n : bwd.\n" + genCounting(rt) +
			"tok : pred. ask : tok * c " + arg("first") + " " + arg("second") + " -o (). #trace _ main { tok }."
		if provesAsOracle(rt, load(rt, text), &provetest.Prover{Most: 300}) {
			compared++
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, compared, 20)
}

func finalFacts(tr *trace.Trace) []string {
	var out []string
	for _, r := range tr.Final() {
		if r.Pred != trace.StagePred {
			out = append(out, r.String())
		}
	}
	return out
}

func BenchmarkLess(b *testing.B) {
	benchmarkProof(b, "lt 9999 10000")
}

func BenchmarkTimes(b *testing.B) {
	benchmarkProof(b, "times 10000 10000 X")
}

// benchmarkProof measures one proof from a cold start, as the first step of a run
// has it.
func benchmarkProof(b *testing.B, premise string) {
	p := load(b, numerals+arithmetic+"goal : pred. stage go = { q : goal * "+premise+" -o (). } #trace _ go { goal }.")
	for b.Loop() {
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		e, err := m.Enabled(context.Background())
		require.NoError(b, err)
		require.Equal(b, 1, e.Len())
	}
}

// provesAsOracle proves the second premise of the program's first rule in both ways, and reports
// whether the oracle came to an end.
func provesAsOracle(t require.TestingT, p *lang.Program, oracle *provetest.Prover) bool {
	rule := p.Stages[0].Rules[0]
	oracle.Prove(rule.Premises[1])
	if oracle.Uses >= oracle.Most {
		return false
	}
	n := len(rule.Vars)
	limits := Limits{}.OrDefaults().proofs()
	found, err := prove.NewTable().Prove(context.Background(), rule.Premises[1].Atom, make([]lang.Value, n),
		make([]bool, n), limits, nil)
	if slices.ContainsFunc(oracle.Answers, func(a string) bool { return strings.Contains(a, "?") }) {
		require.ErrorContains(t, err, "leaves an argument open", "%s", p.Source.Text)
		return true
	}
	require.NoError(t, err, "%s", p.Source.Text)
	var got []string
	for _, f := range found.Facts {
		got = append(got, provetest.Text(f))
	}
	require.Equal(t, oracle.Answers, got, "%s", p.Source.Text)
	return true
}
