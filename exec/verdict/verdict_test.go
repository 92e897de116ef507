package verdict

import (
	"context"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/verdict/verdicttest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestVerdictsAgainstEnumeration: proved statements hold in all states of random programs, refuted ones do not,
// and the certificate of the verdicts is accepted.
func TestVerdictsAgainstEnumeration(t *testing.T) {
	const most = 150
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		text := verdicttest.Program(t)
		prog, errs := lang.Load("test", []byte(text))
		require.NotNil(t, prog, "%v\n%s", errs, text)
		r, err := Settle(ctx, prog, prog.Traces[0], Options{MaxStates: most})
		require.NoError(t, err)
		violated := make(map[*lang.Statement]bool)
		whole := verdicttest.EachState(t, prog, most, func(m *exec.Machine, facts []lang.Initial) {
			for _, s := range prog.Statements {
				v, err := statement.Check(ctx, s, m.Stage(), facts, prove.Limits{})
				require.NoError(t, err)
				violated[s] = violated[s] || v != nil
			}
		})
		for _, v := range r.Verdicts {
			if violated[v.Statement] {
				require.NotEqual(t, Proved, v.Outcome, "%s\n%s", text, v.Statement)
			}
			if whole {
				require.Equal(t, violated[v.Statement], v.Outcome == Refuted, "%s\n%s", text, v.Statement)
				require.NotEqual(t, Open, v.Outcome, "%s\n%s", text, v.Statement)
			}
		}
		c, _ := r.Certificate(ctx, prog, prog.Traces[0])
		start := func(prog *lang.Program) (*lang.Start, error) { return prog.Traces[0], nil }
		require.NoError(t, c.Check(ctx, prog, start, exec.Limits{}), text)
	})
}

// settle returns the verdicts on the statements of a program.
func settle(t *testing.T, text string) *Result {
	prog, errs := lang.Load("test", []byte(text))
	require.NotNil(t, prog, errs)
	r, err := Settle(context.Background(), prog, prog.Traces[0], Options{MaxStates: 50})
	require.NoError(t, err)
	return r
}

const people = `character : type. ann : character. bob : character. place : type. inn : place. mill : place.
	at character place : pred. dead character : pred. nat : type. #builtin NAT nat. coin character nat : pred.
	heard character string : pred. listen string : sense. #sensor listen line.
	`

// The worlds that prove has to settle.
func TestWorlds(t *testing.T) {
	const live = "go : at C L * $at _ M -o at C M. slay : at C _ * $at D _ -o dead C."
	const here = " #trace _ s { at ann inn, at bob mill, coin ann 3, coin bob 0 }. "
	const one = "#invariant at C _ + dead C = 1."
	for _, c := range []struct {
		name, rules, statement string
		want                   Outcome
		by                     By
	}{
		{"one place or dead", live, one, Proved, ByRules},
		{"with a clone", live + "clone : $at C L -o at C L.", one, Refuted, ByRun},
		{"with resurrection", live + "rise : dead C * $at _ L -o at C L.", one, Proved, ByRules},
		{"with a ghost", live + "rise : $dead C * $at _ L -o at C L.", one, Refuted, ByRun},
		{"never both", live, "#never at C L * dead C.", Proved, ByRules},
		{"payment", "pay : coin C (N + 1) * coin D M -o coin C N * coin D (M + 1).", "#invariant sum N in coin _ N = 3.",
			Proved, ByRules},
		{"a tip", "pay : coin C (N + 1) * coin D M -o coin C N * coin D (M + 2).", "#invariant sum N in coin _ N = 3.",
			Refuted, ByRun},
		{"a counter", "up : coin C N -o coin C (N + 1).", "#invariant sum N in coin _ N <= 1000.", Open, ""},
		{"sensors", "hear : $at C _ * listen X -o heard C X. stop : heard C _ -o ().", "#never heard ann X.", Open, ""},
		{"a finite space", "up : coin C N * N < 8 -o coin C (N + 2).", "#never coin bob 5.", Proved, ByStates},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := settle(t, people+"stage s = {"+c.rules+"}"+here+c.statement).Verdicts[0]
			require.Equal(t, c.want, v.Outcome)
			require.Equal(t, c.by, v.By)
		})
	}
}

func TestLoops(t *testing.T) {
	for _, c := range []struct {
		name, rules string
		want        []string
	}{
		{"a clone", "clone : $at C L -o at C L.", []string{"some run makes ever more facts of `at`: it repeats `clone`"}},
		{"there and back", "go : at C inn -o at C mill * dead C. back : at C mill -o at C inn.",
			[]string{"some run makes ever more facts of `dead`: it repeats `back` and `go`"}},
		{"no way back", "go : at C inn -o at C mill * dead C.", nil},
		{"an ordered stage", "clone : $at C L -o at C L.} #ordered s. stage other = {", nil},
		{"by what a player says", "clone : $at C L * listen X -o at C L * heard C X.", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, l := range settle(t, people+"stage s = {"+c.rules+"} #trace _ s { at ann inn, at bob mill }.").Loops {
				got = append(got, l.Sentence())
			}
			require.Equal(t, c.want, got)
		})
	}
}

// Facts that a proved statement bounds, or a complete search, are not said to grow.
func TestMayGrow(t *testing.T) {
	const shop = people + `price nat : pred. bread : pred. stage s = {
		buy : coin C N * price M * N >= M -o coin C (N - M) * price M * bread.
		sell : bread * coin C N * $price M -o coin C (N + M). }
		#trace _ s { coin ann 9, coin bob 0, price 2 }. `
	for _, c := range []struct {
		statements string
		want       []string
	}{
		{"", []string{"bread"}},
		{"#invariant sum N in coin _ N + 2 * bread = 9.", nil},
		{"#invariant sum N in coin C N + 2 * bread <= 9.", nil},
		{"#invariant bread <= 1. #never bread * bread.", []string{"bread"}}, // not proved
		{"#invariant sum N in coin _ N + 2 * bread >= 9.", []string{"bread"}},
		{"#invariant 1 + coin C _ >= bread - bread.", []string{"bread"}},
	} {
		var names []string
		for _, g := range settle(t, shop+c.statements).MayGrow() {
			names = append(names, g.Pred.Name)
		}
		require.Equal(t, c.want, names, c.statements)
	}
	const ends = `a : pred. b : pred. n : type. #builtin NAT n. p n : pred.
		stage s = { r : p N * N > 0 -o p (N / 2) * a. } #never b. #trace _ s { p 3 }.`
	require.Len(t, settle(t, ends).Found.Growths, 1)
	require.Nil(t, settle(t, ends+"#invariant a <= 3.").MayGrow())
}

// A proof that needs a link to fire in a quiescent state only is certified by all states.
func TestCertificateByStates(t *testing.T) {
	text := people + "stage s = { die : at C _ -o dead C. } stage night = { } qui * stage s -o stage night. " +
		"#trace _ s { at ann inn, at bob mill }. #never in night : at C L."
	prog, errs := lang.Load("test", []byte(text))
	require.NotNil(t, prog, errs)
	r, err := Settle(context.Background(), prog, prog.Traces[0], Options{})
	require.NoError(t, err)
	require.Equal(t, ByRules, r.Verdicts[0].By)
	c, without := r.Certificate(context.Background(), prog, prog.Traces[0])
	require.Empty(t, without)
	require.Equal(t, "states", c.Claims[0].By)
	require.Equal(t, 5, c.Claims[0].States)
	start := func(prog *lang.Program) (*lang.Start, error) { return prog.Traces[0], nil }
	require.NoError(t, c.Check(context.Background(), prog, start, exec.Limits{}))
}
