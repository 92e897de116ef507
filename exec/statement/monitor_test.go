package statement

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/prove"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// bank is a world of numbers, of terms within terms, and of types with no terms.
const bank = `
who : type. ann : who. bob : who.
box : type. one who : box. two who who : box.
void : type. more void : void.
nat : type. #builtin NAT nat.
coin nat : pred. purse who nat : pred. in who box : pred. limit nat : pred. gone void : pred. flag : pred.
less nat nat : bwd. less N M <- N < M. rich who : bwd. rich C <- purse C N <- N > 2.
stage play = { coin N -o purse ann N * in ann (one bob) * limit N * flag. gone V -o gone V. }
#trace _ play { coin 1 }.
`

// claims are statements about bank.
var claims = []string{
	"#invariant sum N in coin N <= 6.",
	"#invariant sum N in coin N + sum N in purse _ N >= 18446744073709551615.",
	"#invariant sum N in purse C N - 2 * coin 1 <= 4.",
	"#invariant purse C _ <= 1 + flag.",
	"#invariant purse C _ <= sum N in limit N.",
	"#invariant purse _ N <= 1.",
	"#invariant purse C N <= flag + limit N.",
	"#invariant in C _ + flag >= 1.",
	"#invariant in C B + 2 * flag - !flag = 2.",
	"#invariant purse _ N - flag >= 0.",
	"#invariant purse _ N + flag = 1.",
	"#invariant purse C N - coin N = 0.",
	"#invariant in C B + in D B <= 2.",
	"#invariant in _ B <= 1.",
	"#invariant in C (two C D) + purse C _ >= 0 - flag.",
	"#invariant in C (one ann) + !in C _ = 1.",
	"#invariant gone V = 1.",
	"#never coin N * purse C (N + 1).",
	"#never coin N * coin M * less N M * M > 2.",
	"#never in C (two C D) * in D B * !flag.",
	"#never rich C * in C _.",
	"#never coin N * coin (N * 2) * limit (N - 1).",
	"#never purse C N * purse D N * C <> D.",
	"#never flag * flag.",
}

// As facts come and go, the monitor finds a violation if and only if there is one.
func TestMonitorAgainstCheck(t *testing.T) {
	p, errs := lang.Load("bank.cep", []byte(bank+strings.ReplaceAll(strings.Join(claims, "\n"),
		"18446744073709551615", "999999999999999")))
	require.NotNil(t, p, errs)
	rapid.Check(t, func(rt *rapid.T) {
		only := rapid.SampledFrom(p.Statements).Draw(rt, "statement")
		network := match.New(nil, match.Limits{MatchSteps: 1 << 20})
		m := NewMonitor([]*lang.Statement{only}, network, prove.Limits{Steps: 1 << 20, Depth: 1 << 10})
		var state []lang.Initial
		var ids []trace.ResourceID
		facts := func(preds []*lang.Pred) (out []lang.Initial) {
			for _, f := range state {
				if slices.Contains(preds, f.Fact.Pred) {
					out = append(out, f)
				}
			}
			return out
		}
		change := func(f lang.Initial, id trace.ResourceID, put bool) {
			w := m.Watch(f.Fact.Pred)
			args := network.Terms().InternAll(nil, f.Fact.Args)
			switch {
			case w == nil:
			case put:
				w.Put(args, id, f.Permanent)
			default:
				w.Take(args, id, f.Permanent)
			}
		}
		for step := range rapid.IntRange(1, 30).Draw(rt, "steps") {
			f := genFact(rt, p)
			at := slices.IndexFunc(state, func(g lang.Initial) bool { return g.String() == f.String() })
			id := trace.ResourceID(step + 1)
			switch {
			case at >= 0 && (f.Permanent || rapid.Bool().Draw(rt, "take")):
				change(f, ids[at], false)
				state, ids = slices.Delete(state, at, at+1), slices.Delete(ids, at, at+1)
			default:
				change(f, id, true)
				state, ids = append(state, f), append(ids, id)
			}
			want, err := Check(context.Background(), only, nil, state, prove.Limits{})
			require.NoError(rt, err)
			got, err := m.Violation(context.Background(), nil, facts)
			require.NoError(rt, err)
			require.Equal(rt, want, got, "%s in %v", only.Label, state)
		}
	})
}

// genFact draws a fact of bank.
func genFact(t *rapid.T, p *lang.Program) lang.Initial {
	pred := p.Preds[rapid.IntRange(0, 5).Draw(t, "pred")]
	if pred.Name == "gone" {
		pred = p.Preds[5]
	}
	f := lang.Initial{Fact: lang.Fact{Pred: pred}, Permanent: rapid.IntRange(0, 3).Draw(t, "permanent") == 0}
	for _, of := range pred.Args {
		text := strconv.Itoa(rapid.IntRange(0, 3).Draw(t, "number"))
		if text == "0" {
			text = "18446744073709551616"
		}
		v := lang.NumberValue(of, lang.ParseNat(text))
		if !of.Counts() {
			v = rapid.SampledFrom(slices.Collect(terms(of))).Draw(t, "term")
		}
		f.Fact.Args = append(f.Fact.Args, v)
	}
	return f
}

// numberOf returns the number of terms of a finite type.
func TestTerms(t *testing.T) {
	p, errs := lang.Load("bank.cep", []byte(bank))
	require.NotNil(t, p, errs)
	for name, want := range map[string][]string{
		"who":  {"ann", "bob"},
		"box":  {"one ann", "one bob", "two ann ann", "two ann bob", "two bob ann", "two bob bob"},
		"void": nil,
	} {
		of := p.Types[slices.IndexFunc(p.Types, func(t *lang.Type) bool { return t.Name == name })]
		var got []string
		for v := range terms(of) {
			got = append(got, v.String())
		}
		require.Equal(t, want, got)
		require.Equal(t, int64(len(want)), numberOf(of, nil).Int())
	}
}
