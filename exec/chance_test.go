package exec

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// ruleFirst returns the probability of each transition of a state if a written rule is drawn first, by enumeration.
func ruleFirst(e *Enabled) map[string]float64 {
	of := make(map[*lang.Rule][]string) // labels of transitions, by written rule
	for t := range e.All() {
		of[t.Rule.Written] = append(of[t.Rule.Written], labelled(t))
	}
	out := make(map[string]float64)
	for _, all := range of {
		for _, label := range all {
			out[label] += 1 / float64(len(of)) / float64(len(all))
		}
	}
	return out
}

// merged returns a program in which the rules of some names are variants of one.
func merged(t require.TestingT, text string, names ...string) *lang.Program {
	p := load(t, text)
	var first *lang.Rule
	for _, r := range p.Stages[0].Rules {
		switch {
		case !slices.Contains(names, r.Name):
		case first == nil:
			first = r
		default:
			r.Written = first
		}
	}
	return p
}

// Chance with the rule first draws each transition as often as enumeration says, by the chi-squared test, at a point
// that a right draw exceeds once in a hundred thousand. Seeds are fixed, so the test cannot flicker.
func TestRuleFirstFrequencies(t *testing.T) {
	texts := map[string]string{
		"variants": `p : pred. q : pred. r : pred. stage s = { a : p * p -o (). b : q -o (). c : r * p -o (). } ` +
			`#trace _ s { p, p, p, q, q, r }.`,
		"variants of an ordered stage": `p : pred. q : pred. stage s = { a : p * p * q * q -o (). b : q * q -o (). ` +
			`c : p -o (). } #ordered s. #trace _ s { p, q, q, q }.`,
		"links": `p : pred. q : pred. stage s = { } qui * stage s * p -o stage s. qui * stage s * q -o (). ` +
			`qui * stage s * q * q -o stage s. #trace _ s { p, q, q, q }.`,
		"state clauses": `t : type. a : t. b : t. p t : pred. q t t : pred. far t : bwd. far X <- q X Y <- p Y. ` +
			`stage s = { go : p X * far X -o (). stay : p X -o (). } #trace _ s { p a, p b, q a b, q b a, q a a }.`,
	}
	for name, text := range worlds {
		texts[name] = text
	}
	for name, text := range texts {
		for _, text := range []string{text, padded(text)} {
			t.Run(name, func(t *testing.T) {
				p := merged(t, text, "a", "b")
				m, _ := NewMachine(p, p.Traces[0], Limits{})
				e, err := m.Enabled(context.Background())
				require.NoError(t, err)
				want, counts := ruleFirst(e), make(map[string]int)
				chance, draws := Random(42).RuleFirst(), 100*e.Len()
				for range draws {
					counts[labelled(e.Transition(chance.Draw(e)))]++
				}
				chi := 0.0
				for label, probability := range want {
					expected := probability * float64(draws)
					d := float64(counts[label]) - expected
					chi += d * d / expected
					delete(counts, label)
				}
				require.Empty(t, counts, "each draw is of those that are listed")
				require.Less(t, chi, chiBound(max(len(want)-1, 1)))
			})
		}
	}
}

// Rules are one rule as written only if a front end gives them one place.
func TestVariantsAreOfOneRule(t *testing.T) {
	text := `p : pred. stage s = { a : p -o (). a : p * p -o (). b : p -o p. } #trace _ s { p, p }.`
	for _, x := range []struct {
		p      *lang.Program
		leader []bool
		want   float64 // the probability of b
	}{
		{load(t, text), []bool{true, true, true}, 1. / 3},
		{merged(t, text, "a"), []bool{true, false, true}, 1. / 2},
	} {
		m, _ := NewMachine(x.p, x.p.Traces[0], Limits{})
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		got := 0.0
		for label, probability := range ruleFirst(e) {
			if strings.HasPrefix(label, "b[") {
				got += probability
			}
		}
		require.InDelta(t, x.want, got, 1e-9)
		for at, leads := range x.leader {
			require.Equal(t, leads, e.leads(at))
		}
	}
}

// In each state of random runs of random programs, chance with the rule first draws transitions that are enabled, and
// in the end all of them. A run by itself is the run of a machine.
func TestRuleFirstAgainstOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text, seed := genProgram().Draw(rt, "program"), rapid.Uint64().Draw(rt, "seed")
		p := load(rt, text)
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		run, chance := Random(seed).RuleFirst(), Random(seed+1).RuleFirst()
		var steps []string
		for step := range 12 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			want := expected(p, m)
			if e.Len() == 0 {
				require.Empty(rt, want)
				break
			}
			if step == 0 && len(want) <= 12 {
				probability, drawn := ruleFirst(e), make(map[string]bool)
				least := slices.Min(slices.Collect(maps.Values(probability)))
				for range int(25 / least) { // a transition is missed with a probability below 10⁻¹⁰
					drawn[labelled(e.Transition(chance.Draw(e)))] = true
				}
				require.Len(rt, drawn, len(want), text)
			}
			next := e.Transition(run.Draw(e))
			require.Contains(rt, want, labelled(next))
			f, err := m.Fire(next)
			require.NoError(rt, err)
			s := f.Step(0)
			steps = append(steps, s.String())
		}
		tr, err := Run(context.Background(), p, p.Traces[0], Options{Chooser: Random(seed).RuleFirst()})
		require.NoError(rt, err)
		require.Equal(rt, "rule", tr.Run.Choose)
		for i := range tr.Steps {
			tr.Steps[i].ID = 0
			require.Equal(rt, steps[i], tr.Steps[i].String())
		}
		require.Len(rt, tr.Steps, len(steps))
	})
}

// A program says how chance chooses; a chooser that is asked for has the last word.
func TestRuleFirstOfPrograms(t *testing.T) {
	p := load(t, `p : pred. stage s = { a : p -o (). } #trace _ s { p }.`)
	for _, first := range []bool{false, true} {
		p.RuleFirst = first
		tr, err := Run(context.Background(), p, p.Traces[0], Options{})
		require.NoError(t, err)
		require.Equal(t, map[bool]string{false: "random", true: "rule"}[first], tr.Run.Choose)
		tr, err = Run(context.Background(), p, p.Traces[0], Options{Chooser: Random(1)})
		require.NoError(t, err)
		require.Equal(t, "random", tr.Run.Choose)
	}
}

// Programs run the same way, with the rule first, whether transitions are counted anew in each state, or where they
// have changed; numbers that no int holds are drawn, too.
func TestRuleFirstOfManyRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, seed := genProgram().Draw(t, "program"), rapid.Uint64().Draw(t, "seed")
		var runs [2]*trace.Trace
		for i, text := range []string{text, padded(text)} {
			p := load(t, text)
			var err error
			runs[i], err = Run(context.Background(), p, p.Traces[0], Options{Chooser: Random(seed).RuleFirst()})
			require.NoError(t, err)
		}
		require.Equal(t, runs[0].Steps, runs[1].Steps)
	})
	coins := strings.Repeat("p, ", 60)
	text := `p : pred. q : pred. stage s = { a : ` + strings.Repeat("$p * ", 30) + `q -o q. b : p * q -o q. ` +
		`c : $q -o (). } #trace _ s { ` + coins + `q }.`
	for _, text := range []string{text, padded(text)} {
		p := merged(t, text, "a", "b")
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		e, err := m.Enabled(context.Background())
		require.NoError(t, err)
		require.NotNil(t, e.vast)
		chance, counts := Random(1).RuleFirst(), make(map[string]int)
		for range 1000 {
			counts[e.Transition(chance.Draw(e)).Rule.Name]++
		}
		require.InDelta(t, 500, counts["a"], 80) // a and b are one rule, of which b has next to no transitions
		require.InDelta(t, 500, counts["c"], 80)
	}
}
