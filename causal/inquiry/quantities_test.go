package inquiry

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// The changes of quantities are read off rules: what one pays another gets, and what depends on
// other facts has bounds.
func TestQuantitiesOfRules(t *testing.T) {
	const head = `nat : type. #builtin NAT nat. good : type. ore : good. tin : good. who : type. ann : who.
		un : type. z : un. s un : un. plus un un un : bwd. plus/z : plus z N N. plus/s : plus (s N) M (s P) <- plus N M P.
		purse who nat : pred. coin nat : pred. seed : pred. price nat : pred. spot nat nat : pred. have good nat : pred.
		at who nat : pred. open nat nat : pred. age un : pred. card who nat : pred. phase nat : pred. `
	for rule, want := range map[string]string{
		"coin (N + 2) -o coin N * seed":       "[+1 seed coin 2 less]",
		"coin M * coin N -o coin (M + N + 1)": "[-1 coin coin 1 more]",
		"coin N -o coin (N + 3) * coin 4":     "[+1 coin coin 7 more]",
		"coin N -o coin (3 + 2 * N - N)":      "[coin 3 more]",
		"coin N -o coin (N / 2)":              "[coin varies]",
		"$price P * purse B M * purse S Q * B <> S -o purse B (M - P) * purse S (Q + P)":           "[]",
		"$price P * purse B M * purse S Q * B <> S -o purse B (M - P) * purse S (Q + P - 1)":       "[purse 1 less]",
		"$price P * purse B (M + 2) * purse S Q * B <> S -o purse B (M + 5 - P) * purse S (P + Q)": "[purse 3 more]",
		"$price P * purse B M * purse S Q * B <> S -o purse B (M - P) * purse S " +
			"(Q + 2 * P)": "[purse more or the same]",
		"$price P * purse B M -o purse B (M - P - 1)":                    "[purse at least 1 less]",
		"$price P * purse B (M + 1) -o purse B (M + P)":                  "[purse at most 1 less]",
		"$price P * spot X Y -o spot (X + P) (Y - 2)":                    "[spot N _ more or the same spot _ N 2 less]",
		"have ore (N + 1) * have tin M -o have ore N * have tin (M + 2)": "[have ore 1 less have tin 2 more]",
		"age (s N) -o age N":                                             "[age 1 less]",
		"age N * plus (s (s z)) N M -o age M":                            "[age varies]",
		"at C X * $open X Y -o at C Y":                                   "[]", // an index
		"card C N * card D M -o card C M * card D N":                     "[]", // cards go round
		"phase 1 -o phase 2":                                             "[]", // no quantity
		"coin N * M == N + 3 -o coin M":                                  "[coin 3 more]",
		"$price P * coin N * N == P + 1 -o coin P":                       "[coin 1 less]",
		"$price P * coin N -o coin (N + N * P)":                          "[coin more or the same]",
		"$price P * coin N * N == 2 * P -o coin (P + 1)":                 "[coin at most 1 more]",
		"card A (N + 1) * purse B 0 -o card B N * coin 0":                "[+1 coin -1 purse card 1 less]",
		"purse A 99999999999999999999 -o purse A 3":                      "[]",
		"purse A (N + 99999999999999999999) -o purse A N":                "[purse varies]",
	} {
		program := replaytest.Load(t, head+"stage s = { r : "+rule+". } #trace _ s { seed }.")
		require.Equal(t, want, fmt.Sprint(NewPotential(program, nil).Incidence(program.Stages[0].Rules[0])), rule)
	}
}

// economy draws a program with rules that count in numerals or in successors, and its initial
// balances.
func economy(t *rapid.T) *lang.Program {
	var b strings.Builder
	nat := "nat : type. #builtin NAT nat.\n"
	if rapid.Bool().Draw(t, "unary") {
		nat = "nat : type. z : nat. s nat : nat.\n"
	}
	numerals := strings.Contains(nat, "NAT")
	number := func(name string, plus int) string {
		if numerals {
			return fmt.Sprintf("(%s + %d)", name, plus)
		}
		return strings.Repeat("(s ", plus) + name + strings.Repeat(")", plus)
	}
	b.WriteString(nat + "who : type. ann : who. ben : who. coin nat : pred. purse who nat : pred. both nat nat : pred. " +
		"token : pred.\nstage s = {\n")
	plus := rapid.IntRange(0, 3)
	for i := range rapid.IntRange(2, 5).Draw(t, "rules") {
		n := func(name string) string { return number(name, plus.Draw(t, "plus")) }
		fmt.Fprintf(&b, "r%d : %s.\n", i, rapid.SampledFrom([]string{
			"coin " + n("N") + " -o coin " + n("N"),
			"$token * coin " + n("N") + " -o coin " + n("N") + " * coin " + numeral(numerals, plus.Draw(t, "made")),
			"coin " + n("N") + " * coin M -o coin " + n("N"),
			"purse A " + n("N") + " * purse B M * A <> B -o purse A N * purse B " + n("M"),
			"both " + n("N") + " " + n("M") + " -o both " + n("N") + " " + n("M"),
			"both N M * coin K -o both K M * coin " + n("N"),
			"token -o coin " + numeral(numerals, 2),
		}).Draw(t, "rule"))
	}
	b.WriteString("}\n#trace 20 s { token, token, ")
	for _, fact := range []string{"coin %s", "coin %s", "purse ann %s", "purse ben %s", "both %s %[1]s"} {
		fmt.Fprintf(&b, fact+", ", numeral(numerals, rapid.IntRange(0, 6).Draw(t, "start")))
	}
	return replaytest.Load(t, strings.TrimSuffix(b.String(), ", ")+" }.\n")
}

// numeral returns a number.
func numeral(numerals bool, n int) string {
	if numerals {
		return fmt.Sprint(n)
	}
	return strings.Repeat("(s ", n) + "z" + strings.Repeat(")", n)
}

// count returns what the quantities in some facts of a run are together, by their names: another
// way to count than that of incidences.
func count(k kinds.Table, facts []trace.Resource) map[string]int {
	sums := make(map[string]int)
	for _, r := range facts {
		for i, arg := range r.Args {
			if i < len(k.Roles[r.Pred]) && k.Roles[r.Pred][i] == kinds.Quantity {
				n := strings.Count(arg.String(), "s")
				if arg.Number {
					_, _ = fmt.Sscan(arg.Head, &n)
				}
				for _, c := range rules.ChangesOf(k, r.Pred, r.Args, i) {
					sums[c.Kind] += n
				}
			}
		}
	}
	return sums
}

// What the firings of all rules add to quantities is what there is of them in the end, less what
// there was at first; and each firing adds what its rule says.
func TestQuantitiesOfARunAddUp(t *testing.T) {
	changed := 0
	rapid.Check(t, func(t *rapid.T) {
		p := economy(t)
		run := replaytest.Run(t, p, rapid.Uint64().Draw(t, "seed"))
		potential := NewPotential(p, nil)
		for _, k := range []kinds.Table{potential.Kinds, kinds.Of(causal.New(run))} {
			var first, last []trace.Resource
			g := causal.New(run)
			for _, r := range g.Resources {
				if r.Producer == causal.Outside {
					first = append(first, *r.Resource)
				}
				if r.Consumer == causal.Outside {
					last = append(last, *r.Resource)
				}
			}
			sum := count(k, first)
			for _, step := range run.Steps {
				for _, c := range changesIn(run, step, k) {
					require.True(t, c.Exact(), c)
					sum[c.Kind] += c.Least
					changed++
				}
			}
			want := count(k, last)
			for name := range sum {
				require.Equal(t, want[name], sum[name], name)
			}
			before := count(k, first)
			for _, place := range rules.NetOf(g, k).Places {
				for _, s := range place.Sums {
					require.Equal(t, rules.Sum{Quantity: s.Quantity, First: before[s.Quantity], Last: want[s.Quantity]}, s)
				}
			}
		}
		requireIncidences(t, potential, p, causal.New(run), 0)
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, changed, 200)
}

// changesIn returns how a step alone changes quantities.
func changesIn(run *trace.Trace, step trace.Step, k kinds.Table) []rules.Change {
	alone := *run
	alone.Steps = []trace.Step{step}
	alone.Steps[0].Reads = nil
	alone.Resources = nil
	for _, r := range run.Resources {
		used, made := slices.Contains(step.Consumes, r.ID), slices.Contains(step.Produces, r.ID)
		if used {
			r.By = 0
		}
		if used || made {
			alone.Resources = append(alone.Resources, r)
		}
	}
	var out []rules.Change
	for _, c := range rules.Incidences(causal.New(&alone), k)[0] {
		if c.Quantity {
			out = append(out, c)
		}
	}
	return out
}
