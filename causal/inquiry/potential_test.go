package inquiry

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/replay/replaytest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// links returns what can pass between rules, one link a line.
func links(ls []rules.Link) string {
	var b strings.Builder
	for _, l := range ls {
		fmt.Fprintf(&b, "%s -> %s:", l.From, l.To)
		for _, p := range l.Consumed {
			b.WriteString(" " + p)
		}
		for _, p := range l.Read {
			b.WriteString(" $" + p)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// rulesOf returns a program of some rules, all in one stage, over a type of three
// constants and numbers.
func rulesOf(rules string) string {
	return `
t : type. a : t. b : t. c : t. box t : t.
n : type. z : n. s n : n.
#builtin NAT n. #builtin NAT_ZERO z. #builtin NAT_SUCC s.
p t : pred. q t t : pred. count n : pred. text string : pred. end : pred.
stage only = {
` + rules + `
}
#trace _ only { end }.
`
}

func TestPotentialLinks(t *testing.T) {
	for _, c := range []struct{ name, rules, want string }{
		{"linear", "make : end -o p a. use : p X -o (). read : $p X -o end. perm : !p X -o ().",
			"make -> use: p\nmake -> read: $p\nread -> make: end\n"},
		{"permanent", "make : end -o !p a. use : p X -o (). read : $p X -o (). perm : !p X -o ().",
			"make -> use: $p\nmake -> read: $p\nmake -> perm: $p\n"},
		{"both", "one : end -o p a * !p b. use : p _ -o ().", "one -> use: p $p\n"},
		{"constants differ", "make : end -o p a. use : p b -o ().", ""},
		{"the same variable twice", "make : end -o q a b. twice : q X X -o (). once : q X Y -o ().", "make -> once: q\n"},
		{"variables of two rules", "make : p X -o q X b. use : q a Y -o p Y.", "make -> use: q\nuse -> make: p\n"},
		{"no term is a part of itself", "make : p X -o q X (box X). use : q X X -o ().", ""},
		{"constructors", "make : p X -o p (box X). use : p (box (box b)) -o (). flat : p a -o ().",
			"make -> make: p\nmake -> use: p\n"},
		{"numbers", "up : count N -o count (N + 2). one : count 1 -o (). three : count 3 -o ().",
			"up -> up: count\nup -> three: count\n"},
		{"successors", "up : count N -o count (s (s N)). low : count (s z) -o (). high : $count (s (s (s M))) -o ().",
			"up -> up: count\nup -> high: $count\n"},
		{"calculations may be anything", "half : count N -o count (N / 2). one : count 1 -o ().",
			"half -> half: count\nhalf -> one: count\n"},
		{"texts", `make : end -o text "a". yes : text "a" -o (). no : text "b" -o ().`, "make -> yes: text\n"},
		{"comparisons", "make : end -o q a b. same : q X Y * X == Y -o (). other : q X Y * X <> Y -o ().",
			"make -> other: q\n"},
		{"comparisons of the maker", "make : p X * p Y * X <> Y -o q X Y. same : q Z Z -o (). any : q _ _ -o ().",
			"make -> any: q\n"},
		{"orders", "make : end -o count 3. less : count N * N < 3 -o (). more : count N * N >= 3 -o ().",
			"make -> more: count\n"},
		{
			"orders at the bound",
			"make : end -o count 3. low : count N * N < 3 -o (). top : count N * N <= 3 -o (). high : count N * N > 3 -o ().",
			"make -> top: count\n",
		},
		{"orders of variables", "make : count N * N > 5 -o count N * end. small : count M * M + 1 == 3 -o ().",
			"make -> make: count\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := replaytest.Load(t, rulesOf(c.rules))
			require.Equal(t, c.want, links(NewPotential(p, nil).Links))
		})
	}
}

// Facts pass to rules of stages that come later, only.
func TestPotentialKnowsTheStages(t *testing.T) {
	p := replaytest.Load(t, `
x : pred. y : pred.
stage early = { give : x -o y. take : y -o x. }
stage late = { eat : y -o (). spill : $x -o y. }
on : qui * stage early -o stage late * x.
done : qui * stage late * y -o ().
#trace _ early { x }.
`)
	require.Equal(t, "give -> take: y\ngive -> eat: y\ngive -> done: y\ntake -> give: x\ntake -> spill: $x\n"+
		"spill -> eat: y\nspill -> done: y\non -> spill: $x\n", links(NewPotential(p, nil).Links))
}

func TestPotentialIncidence(t *testing.T) {
	p := replaytest.Load(t, rulesOf(`
move : p X * $end -o p a * p b.
note : q X Y -o !q Y X * count 1.
sure : p c -o ().
keep : $count N -o ().
`))
	says := func(start ...lang.Initial) []string {
		potential := NewPotential(p, start)
		var out []string
		for _, r := range p.Rules() {
			out = append(out, fmt.Sprint(r.Name, potential.Incidence(r)))
		}
		return out
	}
	require.Equal(t, []string{
		"move[+1 p]",
		"note[+1 count 0 to +1 !q]", // what !q it makes is all that its premise can meet: no linear q is ever made
		"sure[-1 p]", "keep[]",
	}, says())
	fact := func(pred string, permanent bool, args ...string) lang.Initial {
		f, err := replay.NewNames(p).Initial(trace.Resource{Pred: pred, Persistent: permanent, Args: constants(args)})
		require.NoError(t, err)
		return f
	}
	require.Equal(t, []string{
		"move[+1 to +2 p]", "note[+1 count -1 to 0 q 0 to +1 !q]", "sure[-1 p]", "keep[]",
	}, says(fact("p", true, "a"), fact("q", false, "a", "b")))
}

func constants(names []string) []trace.Term {
	var out []trace.Term
	for _, n := range names {
		out = append(out, trace.Const(n))
	}
	return out
}

// What happens in runs of random programs, and of the examples, is possible: the
// links of the run's graph, use by use, and what each step adds.
func TestWhatHappensIsPossible(t *testing.T) {
	for i, s := range replaytest.Subjects(t) {
		start, err := replay.Start(s.Program, s.Run)
		require.NoError(t, err)
		p := NewPotential(s.Program, start)
		g := causal.New(s.Run)
		requireLinks(t, p, g)
		requireIncidences(t, p, s.Program, g, i)
		for _, l := range p.Unhappened(rules.Condense(g, p.Kinds)) {
			require.Contains(t, links(p.Links), l.From+" -> "+l.To+":")
		}
	}
}

func requireLinks(t *testing.T, p *Potential, g *causal.Graph) {
	for i := range g.Resources {
		r := &g.Resources[i]
		if r.Producer == causal.Outside || r.StageToken() {
			continue
		}
		from := g.Step(r.Producer).Rule
		if r.Consumer != causal.Outside {
			l := linkOf(p, from, g.Step(r.Consumer).Rule)
			require.Contains(t, l.Consumed, p.Kinds.Of(r.Pred, r.Args), "%v", l)
		}
		for _, reader := range r.Readers {
			l := linkOf(p, from, g.Step(reader).Rule)
			require.Contains(t, l.Read, p.Kinds.Of(r.Pred, r.Args), "%v", l)
		}
	}
}

func linkOf(p *Potential, from, to string) rules.Link {
	i := slices.IndexFunc(p.Links, func(l rules.Link) bool { return l.From == from && l.To == to })
	if i < 0 {
		return rules.Link{From: from, To: to}
	}
	return p.Links[i]
}

// requireIncidences holds the firings of a run against what rules can add.
func requireIncidences(t require.TestingT, p *Potential, prog *lang.Program, g *causal.Graph, run int) {
	of := make(map[string]rules.Incidence)
	for _, r := range prog.Rules() {
		of[r.Name] = p.Incidence(r)
	}
	happened := rules.Incidences(g, p.Kinds)
	for i, n := range rules.Condense(g, kinds.Table{}).Nodes {
		for _, c := range happened[i] {
			can := change(of[n.Rule], c)
			require.True(t, can.Least <= c.Least &&
				c.Most <= can.Most, "run %d, %s: %v, but the rule says %v", run, n.Rule, c, can)
		}
		for _, can := range of[n.Rule] {
			c := change(happened[i], can)
			require.True(t, can.Least <= c.Least &&
				c.Most <= can.Most, "run %d, %s: %v, but the rule says %v", run, n.Rule, c, can)
		}
	}
}

// change returns the change of the same facts as another, which is none where
// it does not stand there.
func change(n rules.Incidence, like rules.Change) rules.Change {
	for _, c := range n {
		if c.Kind == like.Kind && c.Permanent == like.Permanent && c.Quantity == like.Quantity {
			return c
		}
	}
	return rules.Change{Kind: like.Kind, Permanent: like.Permanent, Quantity: like.Quantity}
}

// counters draws a program of rules over facts without arguments. It starts with
// a few of each or, in its second trace, with plenty.
func counters(t *rapid.T) *lang.Program {
	var b strings.Builder
	b.WriteString("a : pred. b : pred. c : pred. d : pred. stage s = {\n")
	facts := func(least, most int) []string {
		return rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), least, most).Draw(t, "facts")
	}
	rules := rapid.IntRange(2, 6).Draw(t, "rules")
	for i := range rules {
		left := facts(1, 2)
		if len(left) == 1 {
			left = append(left, "$"+left[0])
		}
		fmt.Fprintf(&b, "r%d : %s -o %s.\n", i, strings.Join(left, " * "), strings.Join(append(facts(0, 3), "()"), " * "))
	}
	b.WriteString("}\n")
	for _, each := range []int{2, 16} {
		plenty := strings.Repeat("a, b, c, d, ", each)
		fmt.Fprintf(&b, "#trace 20 s { %s }.\n", strings.TrimSuffix(plenty, ", "))
	}
	return replaytest.Load(t, b.String())
}

// fireAll fires rules one after the other, and returns what that added.
func fireAll(t *rapid.T, p *lang.Program, names []string) rules.Incidence {
	m, _ := exec.NewMachine(p, p.Traces[1], exec.Limits{})
	before := holdings(m, p)
	for _, name := range names {
		enabled, err := m.Enabled(context.Background())
		require.NoError(t, err)
		for next := range enabled.All() {
			if next.Rule.Name == name {
				_, err := m.Fire(next)
				require.NoError(t, err)
				break
			}
		}
	}
	var out []rules.Change
	for pred, n := range holdings(m, p) {
		out = append(out, rules.Change{Kind: pred, Least: n - before[pred], Most: n - before[pred]})
	}
	return rules.NewIncidence(out)
}

// holdings returns how many facts of each predicate there are.
func holdings(m *exec.Machine, p *lang.Program) map[string]int {
	out := make(map[string]int)
	for _, pred := range p.Preds {
		out[pred.Name] = len(m.Context().Of(pred))
	}
	return out
}

// Links are those that are found where each rule is compared with each.
func TestPotentialLinksAreThoseOfAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := counters(t)
		all := NewPotential(p, nil)
		got := all.Links
		all.Links = nil
		for _, from := range p.Rules() {
			for _, to := range p.Rules() {
				all.addLink(from, to)
			}
		}
		require.Equal(t, all.Links, got)
	})
}

// Rules are compared with those alone that take what they make.
func TestRulesThatTakeWhatIsMade(t *testing.T) {
	all := replaytest.Load(t, rulesOf("make : end -o p a * q a a. use : p X * $p a * $q X X -o (). other : !end -o text "+
		"\"\". back : $end * p X -o end.")).Rules()
	takers := takersIn(all)
	require.Equal(t, []int{1, 3}, takers.of(all[0]))
	require.Empty(t, takers.of(all[1]))
	require.Empty(t, takers.of(all[2]))
	require.Equal(t, []int{0, 2, 3}, takers.of(all[3]))
}

// The net effect of a cycle is what going round it does, and T-invariants restore
// the counts: both are fired.
func TestCyclesAndInvariantsAsFired(t *testing.T) {
	fired := 0
	rapid.Check(t, func(t *rapid.T) {
		p := counters(t)
		g := causal.New(replaytest.Run(t, p, rapid.Uint64().Draw(t, "seed")))
		rg := rules.Condense(g, kinds.Table{})
		potential := NewPotential(p, nil)
		incidences := make([]rules.Incidence, len(rg.Nodes))
		for i, n := range rg.Nodes {
			incidences[i] = potential.Incidence(p.Select(n.Rule)[0])
		}
		require.Equal(t, fmt.Sprint(incidences), fmt.Sprint(rules.Incidences(g, kinds.Table{})),
			"all firings of a rule are alike")
		cycles, _ := rg.Cycles(10)
		for _, cycle := range cycles {
			var names []string
			for _, i := range cycle {
				names = append(names, rg.Nodes[i].Rule)
			}
			fired++
			require.Equal(t, fmt.Sprint(rules.Around(cycle, incidences)), fmt.Sprint(fireAll(t, p, names)))
		}
		for _, firings := range rules.FindInvariants(incidences).Firings {
			var names []string
			for _, f := range firings {
				names = append(names, slices.Repeat([]string{rg.Nodes[f.Rule].Rule}, f.Times)...)
			}
			if len(names) <= 8 { // of which there is enough for each
				fired++
				require.Empty(t, fireAll(t, p, names))
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have as many.
	}
	require.Greater(t, fired, 50)
}

func TestUnhappened(t *testing.T) {
	p := replaytest.Load(t, rulesOf("make : end -o p a * q a a. use : p X * $q X X -o (). other : p X -o end."))
	run := &rules.Graph{
		Nodes: []rules.Node{{Rule: "make"}, {Rule: "use"}},
		Edges: []rules.Edge{{From: 0, To: 1, Consumed: 1, Kinds: []string{"p"}}},
	}
	potential := NewPotential(p, nil)
	require.Equal(t, "make -> use: p $q\nmake -> other: p\nother -> make: end\n", links(potential.Links))
	require.Equal(t, "make -> use: $q\nmake -> other: p\nother -> make: end\n", links(potential.Unhappened(run)))
}
