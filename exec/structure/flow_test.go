package structure

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/verdict/verdicttest"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// find returns the findings of a program from its first start.
func find(t require.TestingT, text string) *Findings {
	prog := replaytest.Load(t, text)
	return Find(context.Background(), prog, prog.Traces[0], Options{})
}

// texts returns the invariants as text.
func texts(f *Findings) []string {
	out := []string{}
	for _, v := range f.Invariants {
		out = append(out, strings.TrimPrefix(v.Statement.Label, "#invariant "))
	}
	return out
}

// world declares people, places, grudges and coins.
const world = `nat : type. #builtin NAT nat.
	character : type. ann : character. bob : character. cat : character.
	place : type. inn : place. mill : place. tomb : place.
	colour : type. red : colour. green : colour. amber : colour.
	at character place : pred. dead character : pred. grudge character character : pred. coin character nat : pred.
	stock nat : pred. light colour : pred. token : pred. lamp : pred.
	`

func TestInvariantsByHand(t *testing.T) {
	for _, c := range []struct {
		name, rules, facts string
		want               []string
	}{
		{"one place", "go : at C L * at D M -o at C M * at D M.", "at ann inn, at bob inn, at cat mill",
			[]string{"at C _ = 1"}},
		{"one place or dead", "go : at C L * $at _ M -o at C M. die : at C L -o dead C.",
			"at ann inn, at bob inn, at cat mill",
			[]string{"at C _ + dead C = 1"}},
		{"permanently dead", "go : at C L * $at _ M -o at C M. die : at C L * grudge _ C -o !dead C.",
			"at ann inn, at bob inn, dead cat, grudge ann bob", []string{"at C _ <= 1", "at _ _ <= 2", "grudge _ _ <= 1"}},
		{"dead for good", "go : at C L * $at _ M -o at C M. die : at C L -o !dead C.",
			"at ann inn, at bob inn, !dead cat",
			[]string{"at C _ + dead C = 1"}},
		{"dead for good without having been there", "die : $at C L -o !dead C. go : at C L * $at _ M -o at C M.",
			"at ann inn, at bob inn, at cat inn", []string{"at C _ = 1"}},
		{"a clone", "go : at C L * $at _ M -o at C M. clone : $at C L -o at C tomb.",
			"at ann inn, at bob inn, at cat mill", nil},
		{"another resurrected", "die : at C _ -o dead C. rise : dead C * $at _ L -o at C L.",
			"at ann inn, dead bob, dead cat",
			[]string{"at C _ + dead C = 1"}},
		{"not all are there", "go : at C L * $at _ M -o at C M.", "at ann inn, at bob inn",
			[]string{"at C _ <= 1", "at _ _ = 2"}},
		{"payment", "pay : coin C (N + 1) * coin D M -o coin C N * coin D (M + 1).", "coin ann 3, coin bob 0, coin cat 4",
			[]string{"coin C _ = 1", "sum N in coin _ N = 7"}},
		{"purchase and sale", "buy : coin C (N + 5) * stock M -o coin C N * stock (M + 1). " +
			"sell : coin C N * stock (M + 1) -o coin C (N + 5) * stock M.", "coin ann 10, stock 2",
			[]string{"coin _ _ = 1", "stock _ = 1", "sum N in coin _ N + 5 * sum M in stock M = 20"}},
		{"a doubled coin", "win : coin C N -o coin C (2 * N).", "coin ann 3, coin bob 1, coin cat 1",
			[]string{"coin C _ = 1"}},
		{"lights", "a : light red -o light green. b : light green -o light amber. c : light amber -o light red.",
			"light red",
			[]string{"light _ = 1"}},
		{"one of two", "a : light red -o light green * lamp. b : light green * lamp -o light red.",
			"light red, light amber",
			[]string{"light red + lamp = 1", "light _ = 2"}},
		{"equal by comparison", "go : at C L * $at D M * C == D -o at D M.", "at ann inn, at bob inn, at cat mill",
			[]string{"at C _ = 1"}},
		{"used up", "burn : token * token -o lamp.", "token, token, token", []string{"token + 2 * lamp = 3"}},
		{"only falls", "lose : token -o (). lose : grudge A B -o ().", "token, grudge ann bob, grudge bob ann",
			[]string{"grudge C _ <= 1", "grudge _ C <= 1", "token <= 1", "grudge _ _ <= 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := texts(find(t, world+"stage s = {"+c.rules+"} #trace _ s {"+c.facts+"}."))
			require.ElementsMatch(t, c.want, got)
		})
	}
}

// drawNet draws rules over so many predicates without arguments, by what they add to each.
func drawNet(t *rapid.T, preds int) (text string, adds [][]int64) {
	var b strings.Builder
	for i := range preds {
		fmt.Fprintf(&b, "p%d : pred. ", i)
	}
	b.WriteString("stage s = {\n")
	for range rapid.IntRange(1, 8).Draw(t, "rules") {
		var sides [2][]string
		effect := make([]int64, preds)
		for side := range sides {
			for range rapid.IntRange(0, 3).Draw(t, "facts") {
				i := rapid.IntRange(0, preds-1).Draw(t, "fact")
				sides[side] = append(sides[side], fmt.Sprintf("p%d", i))
				effect[i] += int64(2*side - 1)
			}
		}
		adds = append(adds, effect)
		left, right := strings.Join(append(sides[0], "()"), " * "), strings.Join(append(sides[1], "()"), " * ")
		fmt.Fprintf(&b, "  %s -o %s.\n", left, right)
	}
	b.WriteString("}\n#trace _ s {")
	for i := range preds {
		fmt.Fprintf(&b, " p%d,", i)
	}
	return strings.TrimSuffix(b.String(), ",") + " }.", adds
}

// mostWeight is the greatest weight that plain enumeration tries.
const mostWeight = 6

// TestSemiflowsAgainstEnumeration: of programs whose predicates have no arguments, the invariants are the weights of
// minimal support that each rule keeps.
func TestSemiflowsAgainstEnumeration(t *testing.T) {
	const preds = 4
	rapid.Check(t, func(t *rapid.T) {
		text, adds := drawNet(t, preds)
		least := make(map[int]string)
		for code := 1; code < mostWeight*mostWeight*mostWeight*mostWeight; code++ {
			support, sum, parts := 0, int64(0), []string{}
			effect := make([]int64, len(adds))
			for i, rest := 0, code; i < preds; i, rest = i+1, rest/mostWeight {
				w := int64(rest % mostWeight)
				if w == 0 {
					continue
				}
				support |= 1 << i
				sum += w
				part := fmt.Sprintf("p%d", i)
				if w > 1 {
					part = fmt.Sprintf("%d * p%d", w, i)
				}
				parts = append(parts, part)
				for r := range adds {
					effect[r] += w * adds[r][i]
				}
			}
			if _, known := least[support]; !known && !slices.ContainsFunc(effect, func(n int64) bool { return n != 0 }) {
				least[support] = fmt.Sprintf("%s = %d", strings.Join(parts, " + "), sum)
			}
		}
		want := []string{}
		for support, text := range least {
			minimal := true
			for other := range least {
				minimal = minimal && (other == support || other&^support != 0)
			}
			if minimal {
				want = append(want, text)
			}
		}
		got := []string{}
		for _, v := range find(t, text).Invariants {
			heavy := slices.ContainsFunc(v.Statement.Sum, func(c lang.Count) bool { return c.Times >= mostWeight })
			if v.Statement.Op == lang.Same && !heavy {
				got = append(got, strings.TrimPrefix(v.Statement.Label, "#invariant "))
			}
		}
		// A predicate that no rule makes or uses up has no invariant.
		still := func(s string) bool {
			pred, _, single := strings.Cut(s, " = ")
			rules, _, _ := strings.Cut(text[strings.Index(text, "{"):], "#trace")
			return single && !strings.Contains(pred, " ") && !strings.Contains(rules, pred)
		}
		require.ElementsMatch(t, slices.DeleteFunc(want, still), got, text)
	})
}

// holds evaluates an invariant in a state, by its definition, for keys a, b and c and numbers below 10.
func holds(s *lang.Statement, prog *lang.Program, facts []lang.Initial) bool {
	keys := []string{""}
	if s.Free > 0 {
		keys = []string{"a", "b", "c", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
		if !s.Vars[0].Type.Counts() {
			keys = keys[:3]
		}
	}
	for _, key := range keys {
		sum := int64(0)
		for _, c := range s.Sum {
			for _, i := range facts {
				if i.Fact.Pred != c.Pattern.Pred {
					continue
				}
				matches, n := true, int64(1)
				for k, arg := range c.Pattern.Args {
					switch v := i.Fact.Args[k]; {
					case s.Free > 0 && arg == lang.Term(lang.Variable(0)):
						matches = matches && v.String() == key
					case c.Of >= 0 && arg == lang.Term(c.Of):
						n = v.Num.Int()
					default:
						compound, ok := arg.(*lang.Compound)
						matches = matches && (!ok || v.Con == compound.Con)
					}
				}
				if matches {
					sum += c.Times * n
				}
			}
		}
		if sum != s.Bound && (s.Op == lang.Same || sum > s.Bound) {
			return false
		}
	}
	return true
}

// TestFindingsHoldInAllStates: all invariants hold in each state of random programs, and no rule fires that is idle.
func TestFindingsHoldInAllStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := verdicttest.Program(t)
		prog := replaytest.Load(t, text)
		found := Find(context.Background(), prog, prog.Traces[0], Options{})
		verdicttest.EachState(t, prog, 60, func(m *exec.Machine, facts []lang.Initial) {
			for _, v := range found.Invariants {
				require.True(t, holds(v.Statement, prog, facts), "%s\n%s\n%v", text, v.Statement.Label, facts)
			}
			require.NotContains(t, found.Unentered, m.Stage(), text)
			enabled, err := m.Enabled(context.Background())
			require.NoError(t, err)
			for rule := range enabled.ByRule() {
				require.NotContains(t, found.Idle, rule, text)
			}
		})
	})
}
