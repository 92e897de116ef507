package exec

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The oracle is the definition read aloud: try every assignment of constants to
// a rule's variables, and for each every choice of resources.

// genProgram draws the text of a small program over three constants, with
// premises of every kind. Some stages have so many rules that their transitions are counted
// another way.
func genProgram() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		b.WriteString("t : type. a : t. b : t. c : t.\np t : pred. q t t : pred. r : pred.\n")
		parted := rapid.IntRange(0, 5).Draw(t, "parted") == 0
		if parted {
			for _, c := range others {
				fmt.Fprintf(&b, "%c : t.\n", c)
			}
		}
		b.WriteString("e t t : bwd. d t t : bwd. d a b. d b c. e X Y <- d X Y. e X Z <- d X Y <- d Y Z <- X <> Z.\n")
		for _, stage := range []string{"one", "two"} {
			fmt.Fprintf(&b, "stage %s = {\n", stage)
			rules := rapid.IntRange(1, 3).Draw(t, "rules")
			if rapid.IntRange(0, 9).Draw(t, "many") == 0 {
				rules += manyRules
			}
			for range rules {
				b.WriteString("  " + genRule(t) + ".\n")
			}
			if parted {
				b.WriteString("  " + allOf("q %c a") + " -o ().\n  " + allOf("p %c") + " -o ().\n")
			}
			b.WriteString("}\n")
		}
		b.WriteString("qui * stage one -o stage two.\nqui * stage two * $r -o stage one.\n")
		facts := rapid.SliceOfN(rapid.SampledFrom(
			[]string{"p a", "p b", "p b", "!p a", "q a b", "q b b", "q c a", "r", "!r", "!q b c"}), 1, 8).Draw(t, "facts")
		fmt.Fprintf(&b, "#trace 12 one { %s }.\n", strings.Join(facts, ", "))
		return b.String()
	})
}

// others are so many constants that rules which ask for facts of them are found by them.
const others = "fghijklmn"

// allOf asks for a fact of each of the others.
func allOf(atom string) string {
	var all []string
	for _, c := range others {
		all = append(all, fmt.Sprintf(atom, c))
	}
	return strings.Join(all, " * ")
}

func genRule(t *rapid.T) string {
	vars := []string{"X", "Y", "a", "c"}
	term := func() string { return rapid.SampledFrom(vars).Draw(t, "term") }
	atom := func() string {
		switch rapid.IntRange(0, 2).Draw(t, "atom") {
		case 0:
			return "p " + term()
		case 1:
			return "q " + term() + " " + term()
		}
		return "r"
	}
	// The first premise binds both variables, so that everything else may use
	// them.
	left := []string{rapid.SampledFrom([]string{"q X Y", "$q X Y", "!q X Y", "p X * p Y", "p X * e X Y"}).Draw(t, "first")}
	for range rapid.IntRange(0, 2).Draw(t, "more") {
		left = append(left, rapid.SampledFrom([]string{"", "", "$", "!"}).Draw(t, "mark")+atom())
	}
	if rapid.IntRange(0, 3).Draw(t, "extra") == 0 {
		left = append(left, rapid.SampledFrom([]string{"X <> Y", "X == Y", "e X Y", "e Y _", "p _"}).Draw(t, "test"))
	}
	right := []string{"()"}
	for range rapid.IntRange(0, 2).Draw(t, "results") {
		right = append(right, rapid.SampledFrom([]string{"", "", "!"}).Draw(t, "mark")+atom())
	}
	return strings.Join(left, " * ") + " -o " + strings.Join(right, " * ")
}

// naive lists the transitions of some rules as `rule args [resource ids]`, with
// no care for speed or order.
func naive(p *lang.Program, rules []*lang.Rule, state []*Resource) []string {
	var out []string
	var consts []lang.Value
	for _, k := range p.Types[0].Constructors {
		consts = append(consts, lang.NewValue(k, nil))
	}
	there := byText(state)
	all := make(map[int][][]lang.Value) // by the number of variables
	for _, rule := range rules {
		n := len(rule.Vars)
		if all[n] == nil {
			all[n] = tuples(consts, n)
		}
		for _, args := range all[n] {
			for _, uses := range choices(rule.Premises, args, there, nil) {
				out = append(out, fmt.Sprintf("%s%s%v%v", rule.Name, lang.Arguments(args), uses, proven(rule.Premises, args)))
			}
		}
	}
	return out
}

func tuples(consts []lang.Value, n int) [][]lang.Value {
	if n == 0 {
		return [][]lang.Value{{}}
	}
	var out [][]lang.Value
	for _, shorter := range tuples(consts, n-1) {
		for _, c := range consts {
			out = append(out, append(shorter[:n-1:n-1], c))
		}
	}
	return out
}

// proven are the instances of the premises that clauses prove.
func proven(premises []lang.Premise, args []lang.Value) []string {
	out := []string{}
	for _, p := range premises {
		if p.Kind == lang.Prove {
			out = append(out, asked(p, args))
		}
	}
	return out
}

// asked is the fact that a premise asks for.
func asked(p lang.Premise, args []lang.Value) string {
	out := p.Atom.Pred.Name
	for _, a := range p.Atom.Args {
		out += " " + valueOf(a, args).String()
	}
	return out
}

// edges are the answers to e, by hand: the last clause adds a to c.
var edges = []string{"e a b", "e b c", "e a c"}

// valueOf is evaluation without numbers.
func valueOf(t lang.Term, args []lang.Value) lang.Value {
	switch t := t.(type) {
	case lang.Variable:
		return args[t]
	case lang.Literal:
		return lang.Value{Text: string(t)}
	}
	c := t.(*lang.Compound)
	var vals []lang.Value
	for _, a := range c.Args {
		vals = append(vals, valueOf(a, args))
	}
	return lang.NewValue(c.Con, vals)
}

// byText lists the resources of each fact.
func byText(state []*Resource) map[string][]*Resource {
	out := make(map[string][]*Resource)
	for _, r := range state {
		text := r.Fact.String()
		out[text] = append(out[text], r)
	}
	return out
}

// choices returns all ways to take a resource of the state for each premise that asks for one.
func choices(premises []lang.Premise, args []lang.Value, state map[string][]*Resource,
	uses []trace.ResourceID) [][]trace.ResourceID {
	if len(premises) == 0 {
		return [][]trace.ResourceID{slices.Clone(uses)}
	}
	p, rest := premises[0], premises[1:]
	if p.Kind == lang.Compare {
		same := valueOf(p.X, args).String() == valueOf(p.Y, args).String()
		if same != (p.Op == lang.Same) {
			return nil
		}
		return choices(rest, args, state, uses)
	}
	wanted := asked(p, args)
	if p.Kind == lang.Prove {
		if !slices.Contains(edges, wanted) {
			return nil
		}
		return choices(rest, args, state, uses)
	}
	var out [][]trace.ResourceID
	for _, r := range state[wanted] {
		taken := slices.Contains(uses, r.ID) && !r.Permanent
		if taken || p.Kind == lang.Permanent && !r.Permanent {
			continue
		}
		out = append(out, choices(rest, args, state, append(slices.Clone(uses), r.ID))...)
	}
	return out
}

// requireByRule counts the transitions that are listed by their rules.
func requireByRule(t *rapid.T, e *Enabled) {
	var want, got []string
	counts := make(map[*lang.Rule]int)
	for tr := range e.All() {
		if counts[tr.Rule]++; counts[tr.Rule] == 1 {
			want = append(want, tr.Rule.Name)
		}
	}
	for r, n := range e.ByRule() {
		got = append(got, r.Name)
		require.Equal(t, counts[r], n, r.Name)
	}
	require.Equal(t, want, got)
}

// all returns the resources of a state.
func all(m *Machine, p *lang.Program) []*Resource {
	var out []*Resource
	for _, pred := range p.Preds {
		out = append(out, m.Context().Of(pred)...)
	}
	return out
}

// At each state of random runs of random programs, the machine lists what the
// oracle lists, and firing does to the multiset what the rule says.
func TestAgainstOracle(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		text := genProgram().Draw(rt, "program")
		p := load(rt, text)
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		chooser := Random(rapid.Uint64().Draw(rt, "seed"))
		for range 12 {
			e, err := m.Enabled(context.Background())
			require.NoError(rt, err)
			want := expected(p, m)
			require.Equal(rt, len(want), e.Len(), text)
			require.Equal(rt, slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(listed(e))), text)
			require.Len(rt, e.Moves(), len(distinct(e)))
			requireByRule(rt, e)
			if e.Len() == 0 {
				return
			}
			choice, err := chooser.Choose(e)
			require.NoError(rt, err)
			before := texts(all(m, p))
			f, err := m.Fire(e.Transition(choice))
			require.NoError(rt, err)
			require.Equal(rt, rewritten(before, f), texts(all(m, p)), text)
		}
	})
}

func expected(p *lang.Program, m *Machine) []string {
	return expectedBy(m, func(rules []*lang.Rule) []string { return naive(p, rules, all(m, p)) })
}

// expectedBy lists the transitions of a state: of the rules or, if there are none, of the links.
func expectedBy(m *Machine, list func([]*lang.Rule) []string) []string {
	if m.Stage() == nil {
		return nil
	}
	if found := list(m.Stage().Rules); len(found) > 0 {
		return found
	}
	var rules []*lang.Rule
	for _, l := range m.Stage().Links {
		rules = append(rules, &l.Rule)
	}
	return list(rules)
}

func listed(e *Enabled) []string {
	var out []string
	for t := range e.All() {
		out = append(out, labelled(t))
	}
	return out
}

func distinct(e *Enabled) map[string]bool {
	out := make(map[string]bool)
	for t := range e.All() {
		consumes, reads := t.Takes()
		out[fmt.Sprint(t, texts(consumes), texts(reads))] = true
	}
	return out
}

// texts returns a state as sorted text.
func texts(rs []*Resource) []string {
	out := make([]string, len(rs))
	for i, r := range rs {
		out[i] = r.Fact.String()
		if r.Permanent {
			out[i] = "!" + out[i]
		}
	}
	slices.Sort(out)
	return out
}

// rewritten is multiset rewriting on text.
func rewritten(state []string, f Firing) []string {
	out := slices.Clone(state)
	i := 0
	for _, p := range f.Rule.Premises {
		if !p.Kind.OnState() {
			continue
		}
		r := f.Uses[i]
		i++
		if p.Kind == lang.Consume && !r.Permanent {
			at := slices.Index(out, r.Fact.String())
			out = slices.Delete(out, at, at+1)
		}
	}
	for _, result := range f.Rule.Results {
		text := result.Atom.Pred.Name
		for _, a := range result.Atom.Args {
			text += " " + valueOf(a, f.Args).String()
		}
		if result.Permanent {
			text = "!" + text
		}
		if !result.Permanent || !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return out
}

// Whole runs of random programs leave traces that are consistent, and the order
// of the list is the one that the package promises.
func TestRunsAreValid(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		tr, err := Run(context.Background(), p, p.Traces[0], Options{Seed: rapid.Uint64().Draw(rt, "seed")})
		require.NoError(rt, err)
		require.NoError(rt, trace.Validate(tr))
		require.LessOrEqual(rt, len(tr.Steps), 12)
	})
}

func TestOrderOfTheList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := load(rt, genProgram().Draw(rt, "program"))
		m, _ := NewMachine(p, p.Traces[0], Limits{})
		e, err := m.Enabled(context.Background())
		require.NoError(rt, err)
		all := slices.Collect(e.All())
		for i := 1; i < len(all); i++ {
			require.LessOrEqual(rt, slices.Compare(position(p, all[i-1]), position(p, all[i])), 0)
		}
	})
}

// position is where a transition stands: its rule, then its resources.
func position(p *lang.Program, t Transition) []int {
	out := []int{slices.Index(p.Rules(), t.Rule)}
	for _, r := range t.Uses {
		out = append(out, int(r.ID))
	}
	return out
}

func BenchmarkVillage(b *testing.B) {
	p := load(b, village)
	for b.Loop() {
		tr, err := Run(context.Background(), p, p.Traces[0], Options{Limits: Limits{Steps: 1000}})
		require.NoError(b, err)
		require.Len(b, tr.Steps, 1000)
	}
	b.ReportMetric(float64(1000*b.N)/b.Elapsed().Seconds(), "steps/s")
}
