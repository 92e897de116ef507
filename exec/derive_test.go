package exec

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/prove/provetest"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// derivationOf derives a fact, written as a context has it.
func derivationOf(t require.TestingT, program, query string) (*prove.Derivation, error) {
	p := load(t, program+" tok_ : pred. stage ask_ = { ask_ : tok_ * "+query+" -o (). } #trace _ ask_ { tok_ }.")
	rule := p.Stages[len(p.Stages)-1].Rules[0]
	atom := rule.Premises[1].Atom
	args, err := term.EvaluateAll(atom.Args, make([]lang.Value, len(rule.Vars)))
	require.NoError(t, err)
	return prove.NewDeriver(prove.Limits{}).Derive(context.Background(), lang.Fact{Pred: atom.Pred, Args: args}, nil)
}

// outline writes a derivation as lines, for tests.
func outline(d *prove.Derivation) string {
	var b strings.Builder
	var write func(d *prove.Derivation, indent string)
	write = func(d *prove.Derivation, indent string) {
		fmt.Fprintf(&b, "%s%s", indent, d)
		if d.Times > 0 {
			fmt.Fprintf(&b, " %d times", d.Times)
		}
		b.WriteByte('\n')
		next := 0
		for _, p := range d.Clause.Premises {
			if p.Kind == lang.Compare {
				fmt.Fprintf(&b, "%s  %s\n", indent, d.Comparison(p, nil))
				continue
			}
			write(d.From[next], indent+"  ")
			next++
		}
	}
	write(d, "")
	return b.String()
}

// checkDerivation requires that each fact follows, by an instance of the clause,
// from those below it.
func checkDerivation(t require.TestingT, d *prove.Derivation) {
	require.True(t, slices.Contains(d.Fact.Pred.Clauses, d.Clause))
	if d.Times > 0 {
		require.Len(t, d.From, 1)
		checkCount(t, d)
	} else {
		checkInstance(t, d)
	}
	for _, from := range d.From {
		checkDerivation(t, from)
	}
}

func checkInstance(t require.TestingT, d *prove.Derivation) {
	instance := func(a lang.Atom) lang.Fact {
		args, err := term.EvaluateAll(a.Args, d.Args)
		require.NoError(t, err)
		return lang.Fact{Pred: a.Pred, Args: args}
	}
	require.Equal(t, instance(d.Clause.Head).String(), d.Fact.String())
	next := 0
	for _, p := range d.Clause.Premises {
		if p.Kind == lang.Compare {
			sides, err := term.EvaluateAll([]lang.Term{p.X, p.Y}, d.Args)
			require.NoError(t, err)
			require.True(t, term.Holds(p.Op, sides[0], sides[1]), d.Comparison(p, nil))
			continue
		}
		require.Equal(t, instance(p.Atom).String(), d.From[next].Fact.String())
		next++
	}
	require.Len(t, d.From, next)
}

// checkCount uses a clause that only counts as often as it says, if that is not
// too often.
func checkCount(t require.TestingT, d *prove.Derivation) {
	if d.Times > 10_000 {
		return
	}
	at := d.Fact.Args
	vars := make([]lang.Value, len(d.Clause.Vars))
	for range d.Times {
		b := term.Bindings{Args: vars, Bound: make([]bool, len(vars))}
		require.True(t, b.FitAll(d.Clause.Head.Args, at))
		var err error
		at, err = term.EvaluateAll(d.Clause.Premises[0].Atom.Args, vars)
		require.NoError(t, err)
	}
	require.Equal(t, lang.Arguments(at), lang.Arguments(d.From[0].Fact.Args))
}

const ways = `nat : type. #builtin NAT nat.
place : type. a : place. b : place. c : place. d : place. bag : type. of place nat : bag.
door place place : bwd. door a b. door b c. short: door c d.
way place place : bwd. way/one : way X Y <- door X Y. way/far : door X Y * way Y Z -> way X Z.
both place place : bwd. both X Y <- way X Y <- way a Y <- X <> Y.
plus nat nat nat : bwd. plus 0 N N. plus (N + 1) M (K + 1) <- plus N M K.
lt nat nat : bwd. lt 0 (_ + 1). lt (N + 1) (M + 1) <- lt N M.
twice nat nat : bwd. twice N (N * 2) <- N < 100.
most nat nat : bwd. most N M <- plus N _ M <- 2 * N + 1 >= M <- M == N + 3.
some place : bwd. some X <- packed X (of _ 2). packed place bag : bwd. packed X (of Y (N + 1)) <- door X X'.
other place : bwd. other X <- packed X B <- wrap B. wrap bag : bwd. wrap _.
beyond place : place. endless place : bwd. endless X <- endless (beyond X).
all nat : bwd. all 0. all N <- all M <- N == M + 1. above nat : bwd. above N <- all M <- M > N.
`

func TestDerive(t *testing.T) {
	for query, want := range map[string]string{
		"door a b": "door a b\n",
		"way a d":  "way a d\n  door a b\n  way b d\n    door b c\n    way c d\n      door c d\n",
		"both b c": "both b c\n  way b c\n    door b c\n  way a c\n    door a b\n    way b c\n      door b c\n  b <> c\n",
		// What only counts does it at one go; once is no leap.
		"lt 2000 3000":  "lt 2000 3000 2000 times\n  lt 0 1000\n",
		"lt 1 3":        "lt 1 3\n  lt 0 2\n",
		"plus 12 30 42": "plus 12 30 42 12 times\n  plus 0 30 30\n",
		"twice 4 8":     "twice 4 8\n  4 < 100\n",
		"most 2 5":      "most 2 5\n  plus 2 3 5 2 times\n    plus 0 3 3\n  (2 * 2) + 1 >= 5\n  5 == 5\n",
		"some a":        "some a\n  packed a (of _ 2)\n    door a b\n",
		"other b":       "other b\n  packed b (of _ 1)\n    door b c\n  wrap (of _ 1)\n",
		"above 2": "above 2\n  all 3\n    all 2\n      all 1\n        all 0\n        1 == 1\n      2 == 2\n    3 == " +
			"3\n  3 > 2\n",
	} {
		d, err := derivationOf(t, ways, query)
		require.NoError(t, err, query)
		require.Equal(t, want, outline(d), query)
		checkDerivation(t, d)
	}
}

func TestDeriveErrors(t *testing.T) {
	_, err := derivationOf(t, ways, "door a c")
	require.ErrorIs(t, err, prove.ErrUnproved)
	_, err = derivationOf(t, ways, "endless a")
	require.ErrorContains(t, err, "gave up the search for a proof after ")
	done, cancel := context.WithCancel(context.Background())
	cancel()
	p := load(t, ways)
	_, err = prove.NewDeriver(prove.Limits{}).Derive(done, lang.Fact{Pred: p.Preds[0], Args: make([]lang.Value, 2)}, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// Terms that double at each step are neither walked through nor written.
func TestDeriveLargeTerms(t *testing.T) {
	const doubling = `nat : type. #builtin NAT nat. t : type. a : t. f t t : t.
		full nat t : bwd. full 0 a. full (N + 1) (f X X) <- full N X.
		big nat : bwd. big N <- full N X <- X <> a. deep nat : bwd. deep N <- full N _.`
	d, err := derivationOf(t, doubling, "big 15")
	require.NoError(t, err)
	lines := strings.Split(outline(d), "\n")
	require.Equal(t, "  full …", lines[1])
	require.Contains(t, lines, "  … <> …")
	_, err = derivationOf(t, doubling, "deep 200")
	require.NoError(t, err)
}

// eachProof derives what the transitions prove that a machine fires.
func eachProof(t require.TestingT, m *Machine, f func(lang.Fact, *prove.Derivation, error)) {
	derive := prove.NewDeriver(m.limits.proofs())
	choose := Random(1)
	for range 100 {
		enabled, err := m.Enabled(context.Background())
		if err != nil || enabled.Len() == 0 {
			return
		}
		choice, err := choose.Choose(enabled)
		require.NoError(t, err)
		fired, err := m.Fire(enabled.Transition(choice))
		if err != nil {
			return
		}
		for _, fact := range fired.Proves {
			if fact.Pred.Kind == lang.Backward {
				d, err := derive.Derive(context.Background(), fact, nil)
				f(fact, d, err)
			}
		}
	}
}

// Whatever the examples prove has a derivation that holds.
func TestDeriveExamples(t *testing.T) {
	files, err := filepath.Glob("../examples/*.cep")
	require.NoError(t, err)
	proofs := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p, errs := lang.Load(file, text)
		require.NotNil(t, p, "%v", errs)
		for _, start := range p.Traces {
			m, _ := NewMachine(p, start, Limits{})
			eachProof(t, m, func(f lang.Fact, d *prove.Derivation, err error) {
				require.NoError(t, err)
				require.Equal(t, f.String(), d.String())
				checkDerivation(t, d)
				proofs++
			})
		}
	}
	require.Greater(t, proofs, 200)
}

// A derivation uses the clauses that the first proof of the textbook uses.
func TestDeriveAgainstOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		arg := func(name string) string {
			return rapid.SampledFrom([]string{"a", "b", "(f a)", "(g a b)", "(g a a)", "(f (f a))"}).Draw(rt, name)
		}
		pred := rapid.IntRange(0, 3).Draw(rt, "pred")
		p := load(rt, provetest.Clauses(rt)+fmt.Sprintf("tok : pred. ask : tok * p%d %s %s -o ().",
			pred, arg("first"), arg("second")))
		premise := p.Stages[0].Rules[0].Premises[1]
		oracle := &provetest.Prover{}
		oracle.Prove(premise)
		args, err := term.EvaluateAll(premise.Atom.Args, nil)
		require.NoError(rt, err)
		d, err := prove.NewDeriver(prove.Limits{}).Derive(context.Background(),
			lang.Fact{Pred: premise.Atom.Pred, Args: args}, nil)
		if len(oracle.Answers) == 0 {
			require.ErrorIs(rt, err, prove.ErrUnproved)
			return
		}
		require.NoError(rt, err)
		checkDerivation(rt, d)
		require.True(rt, slices.Equal(oracle.First, clausesOf(d)))
	})
}

// clausesOf returns the clauses of a derivation, each before those below it.
func clausesOf(d *prove.Derivation) []*lang.Clause {
	out := []*lang.Clause{d.Clause}
	for _, from := range d.From {
		out = append(out, clausesOf(from)...)
	}
	return out
}

// What counts in leaps has a derivation that holds, if it follows at all.
func TestDeriveCounting(t *testing.T) {
	proofs := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, "n : type. z : n. s n : n. c n n : bwd.\n"+genCounting(rt))
		number := func(name string) lang.Value {
			return lang.NumberValue(p.Types[0], lang.NewNat(rapid.Int64Range(0, 12).Draw(rt, name)))
		}
		fact := lang.Fact{Pred: p.Preds[0], Args: []lang.Value{number("first"), number("second")}}
		d, err := prove.NewDeriver(prove.Limits{Steps: 10_000}).Derive(context.Background(), fact, nil)
		found, proveErr := prove.NewTable().Prove(context.Background(),
			lang.Atom{Pred: fact.Pred, Args: []lang.Term{lang.Variable(0), lang.Variable(1)}}, fact.Args, []bool{true, true},
			Limits{ProofSteps: 10_000}.OrDefaults().proofs(), nil)
		require.Equal(rt, len(found.Facts) > 0, err == nil)
		require.Equal(rt, proveErr == nil, err == nil || errors.Is(err, prove.ErrUnproved))
		if err == nil {
			checkDerivation(rt, d)
			proofs++
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, proofs, 5)
}

// FuzzDerive looks for proofs of which no derivation is found, or a wrong one.
func FuzzDerive(f *testing.F) {
	f.Add(fmt.Appendf(nil, clauses, "plus X Y (s (s z))"))
	f.Add(fmt.Appendf(nil, clauses, "apart X Y * word V W"))
	f.Add([]byte(numerals + arithmetic + calculated + `p nat : pred.
stage s = { p N * twice N M * half M K * fac K L * lt K L -o p K. } #trace _ s { p 9, p 3, p 4 }.`))
	f.Add([]byte(ways + "p : pred. stage s = { p * way X Y * both X Z * some X * other Y * above 3 -o (). } #trace _ s " +
		"{ p, p }."))
	limits := Limits{ProofSteps: 20_000, ProofDepth: 1000, MatchSteps: 20_000, FactSize: 500}
	f.Fuzz(func(t *testing.T, text []byte) {
		prog, _ := lang.Load("p.cep", text)
		if prog == nil {
			return
		}
		for _, start := range prog.Traces {
			m, _ := NewMachine(prog, start, limits)
			m.Tie(anywhere(prog).Sensors)
			eachProof(t, m, func(f lang.Fact, d *prove.Derivation, err error) {
				require.NotErrorIs(t, err, prove.ErrUnproved)
				if err == nil {
					require.Equal(t, f.String(), d.String())
					checkDerivation(t, d)
				}
			})
		}
	})
}
