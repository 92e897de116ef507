package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/lang"
)

// The oracle of clauses that ask the state is their least model, bottom up: every instance of every
// clause is tried until no fact is new.

// genStateClauses draws the text of a program whose clauses ask the state and each other, in cycles
// and on both sides.
func genStateClauses(t *rapid.T) string {
	var b strings.Builder
	b.WriteString("t : type. a : t. b : t. c : t.\np t : pred. q t t : pred. r : pred.\nd t t : bwd. d a b. d b c. f t " +
		"t : bwd. f b a.\n")
	term := func() string { return rapid.SampledFrom([]string{"X", "Y", "Z", "X", "Y", "a"}).Draw(t, "term") }
	atom := func(of []string) string {
		switch kind := rapid.SampledFrom(of).Draw(t, "atom"); kind {
		case "r", "$r", "!r":
			return kind
		case "p", "$p", "!p":
			return kind + " " + term()
		default:
			return kind + " " + term() + " " + term()
		}
	}
	for _, pred := range []string{"e", "g"} {
		fmt.Fprintf(&b, "%s t t : bwd.\n", pred)
		for range rapid.IntRange(1, 3).Draw(t, "clauses") {
			// Variables that nothing else binds are bound at the end, so that answers are ground.
			premises := []string{}
			for range rapid.IntRange(1, 3).Draw(t, "premises") {
				premises = append(premises, atom([]string{"p", "q", "q", "$q", "!q", "r", "!p", "d", "e", "g", "e", "f"}))
			}
			if rapid.IntRange(0, 4).Draw(t, "comparison") == 0 {
				premises = append(premises, rapid.SampledFrom([]string{"X <> Y", "X == Y", "Y <> a"}).Draw(t, "which"))
			}
			premises = append(premises, "one X", "one Y", "one Z")
			fmt.Fprintf(&b, "%s X Y <- %s.\n", pred, strings.Join(premises, " <- "))
		}
	}
	b.WriteString("one t : bwd. one a. one b. one c.\n")
	b.WriteString("f X Y <- d Y X. f X Z <- f X Y <- f Y Z.\n")
	for _, stage := range []string{"one", "two"} {
		fmt.Fprintf(&b, "stage %s = {\n", stage)
		for range rapid.IntRange(1, 3).Draw(t, "rules") {
			left := rapid.SampledFrom([]string{"q X Y", "$q X Y", "e X Y", "p X * g X Y", "f X Y * p Y", "g X Y * e Y X"}).Draw(
				t, "first")
			for range rapid.IntRange(0, 2).Draw(t, "more") {
				left += " * " + strings.ReplaceAll(atom([]string{"p", "q", "$q", "$p", "e", "g", "r", "!q"}), "Z", "Y")
			}
			right := []string{"()"}
			for range rapid.IntRange(0, 2).Draw(t, "results") {
				right = append(right, strings.ReplaceAll(atom([]string{"p", "q", "q", "!q", "r", "!p"}), "Z", "X"))
			}
			fmt.Fprintf(&b, "  %s -o %s.\n", left, strings.Join(right, " * "))
		}
		b.WriteString("}\n")
	}
	b.WriteString("qui * stage one * e X Y -o stage two.\nqui * stage two * $r -o stage one.\n")
	facts := rapid.SliceOfN(rapid.SampledFrom([]string{"p a", "p b", "p b", "!p a", "q a b", "q b a", "q b c", "q c a",
		"q a a", "r", "!r", "!q b c"}), 1, 8).Draw(t, "facts")
	fmt.Fprintf(&b, "#trace 12 one { %s }.\n", strings.Join(facts, ", "))
	return b.String()
}

// groundClause is an instance of a clause, as text, without its comparisons, which hold.
type groundClause struct {
	head     string
	premises []lang.PremiseKind
	facts    []string // that these ask for
}

// groundClauses returns all instances of a program's clauses.
func groundClauses(p *lang.Program) []groundClause {
	var consts []lang.Value
	for _, k := range p.Types[0].Constructors {
		consts = append(consts, lang.NewValue(k, nil))
	}
	var out []groundClause
	for _, pred := range p.Preds {
		for _, c := range pred.Clauses {
			for _, args := range tuples(consts, len(c.Vars)) {
				if g, holds := ground(c, args); holds {
					out = append(out, g)
				}
			}
		}
	}
	return out
}

func ground(c *lang.Clause, args []lang.Value) (groundClause, bool) {
	g := groundClause{head: asked(lang.Premise{Atom: c.Head}, args)}
	for _, p := range c.Premises {
		if p.Kind != lang.Compare {
			g.premises, g.facts = append(g.premises, p.Kind), append(g.facts, asked(p, args))
		} else if (valueOf(p.X, args).String() == valueOf(p.Y, args).String()) != (p.Op == lang.Same) {
			return g, false
		}
	}
	return g, true
}

// leastModel returns the facts that follow from clauses in a state, as text.
func leastModel(clauses []groundClause, state []*Resource) map[string]bool {
	there, permanent, model := make(map[string]bool), make(map[string]bool), make(map[string]bool)
	for _, r := range state {
		there[r.Fact.String()] = true
		permanent[r.Fact.String()] = permanent[r.Fact.String()] || r.Permanent
	}
	met := map[lang.PremiseKind]map[string]bool{lang.Keep: there, lang.Permanent: permanent, lang.Prove: model}
	for again := true; again; {
		again = false
		for _, g := range clauses {
			holds := !model[g.head]
			for i := 0; holds && i < len(g.facts); i++ {
				holds = met[g.premises[i]][g.facts[i]]
			}
			if holds {
				model[g.head], again = true, true
			}
		}
	}
	return model
}

// naiveWithClauses lists the transitions of rules as [naive] does, given what follows from clauses.
func naiveWithClauses(p *lang.Program, clauses []groundClause, rules []*lang.Rule, state []*Resource) []string {
	model, there := leastModel(clauses, state), byText(state)
	var out []string
	var consts []lang.Value
	for _, k := range p.Types[0].Constructors {
		consts = append(consts, lang.NewValue(k, nil))
	}
	for _, rule := range rules {
		for _, args := range tuples(consts, len(rule.Vars)) {
			var others []lang.Premise
			follows := true
			for _, premise := range rule.Premises {
				if premise.Kind == lang.Prove {
					follows = follows && model[asked(premise, args)]
				} else {
					others = append(others, premise)
				}
			}
			if !follows {
				continue
			}
			for _, uses := range choices(others, args, there, nil) {
				out = append(out, fmt.Sprintf("%s%s%v%v", rule.Name, lang.Arguments(args), uses, proven(rule.Premises, args)))
			}
		}
	}
	return out
}

func expectedWithClauses(p *lang.Program, clauses []groundClause, m *Machine) []string {
	return expectedBy(m, func(rules []*lang.Rule) []string { return naiveWithClauses(p, clauses, rules, all(m, p)) })
}

// In each state of random runs, there and back again, what is enabled is what the least model says,
// and each transition reads enough for its proofs, all of it there.
func TestClausesThatAskTheStateAgainstOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := genStateClauses(rt)
		p := load(rt, text)
		clauses := groundClauses(p)
		m, _ := NewMachine(p, p.Traces[0], Limits{ProofDepth: 200})
		chooser := Random(rapid.Uint64().Draw(rt, "seed"))
		start := m.Mark()
		for range 12 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err, text)
			want := expectedWithClauses(p, clauses, m)
			require.Equal(rt, len(want), e.Len(), text)
			require.Equal(rt, slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(listed(e))), text)
			state := all(m, p)
			for range min(e.Len(), 2) {
				requireEnoughRead(rt, clauses, m, e.At(rapid.IntRange(0, e.Len()-1).Draw(rt, "looked into")), state, text)
			}
			if e.Len() == 0 {
				return
			}
			if rapid.IntRange(0, 9).Draw(rt, "back") == 0 {
				m.Return(start)
				continue
			}
			choice, err := chooser.Choose(e)
			require.NoError(rt, err)
			f, err := m.Fire(e.Transition(choice))
			require.NoError(rt, err)
			require.Equal(rt, slices.Sorted(slices.Values(f.Reads)), slices.Compact(slices.Sorted(slices.Values(f.Reads))))
		}
	})
}

// requireEnoughRead holds that what a transition takes proves what it proves, and that a record of
// it is taken for what it is, but not without what its proofs read.
func requireEnoughRead(t *rapid.T, clauses []groundClause, m *Machine, tr Transition, state []*Resource, text string) {
	consumes, reads := tr.Takes()
	taken := slices.Concat(consumes, reads)
	for _, r := range taken {
		require.True(t, slices.ContainsFunc(state, func(x *Resource) bool { return x.ID == r.ID }), text)
	}
	model := leastModel(clauses, taken)
	for _, f := range tr.Proves {
		require.True(t, model[f.String()], "%s needs more than %v\n%s", f, taken, text)
	}
	claim := Claim{Rule: tr.Rule, Args: tr.Args, Consumes: consumes, Reads: reads}
	again, err := m.Instance(context.Background(), claim)
	require.NoError(t, err, text)
	used, read := again.Takes()
	require.ElementsMatch(t, texts(consumes), texts(used), text)
	require.ElementsMatch(t, texts(reads), texts(read), text)
	if len(tr.Reads) > 0 {
		claim.Reads = nil
		_, bare := Transition{Rule: tr.Rule, Uses: tr.Uses}.Takes()
		claim.Reads = bare
		without := leastModel(clauses, slices.Concat(consumes, bare))
		_, err := m.Instance(context.Background(), claim)
		proved := !slices.ContainsFunc(tr.Proves, func(f lang.Fact) bool { return !without[f.String()] })
		require.Equal(t, proved, err == nil, text)
		claim.AnyProof = true
		_, err = m.Instance(context.Background(), claim)
		require.NoError(t, err, text)
	}
}
