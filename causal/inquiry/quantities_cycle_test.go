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

// cycleSentences returns what going round the cycles of a program's rules does, as it is told.
func cycleSentences(p *lang.Program) (says []string) {
	potential := NewPotential(p, nil)
	var incidences []rules.Incidence
	for _, r := range p.Rules() {
		incidences = append(incidences, potential.Incidence(r))
	}
	cycles, _ := potential.Graph(p).Cycles(20)
	for _, cycle := range cycles {
		var names []string
		for _, i := range cycle {
			names = append(names, p.Rules()[i].Name)
		}
		says = append(says, strings.Join(names, " ")+" is "+rules.Around(cycle, incidences).Sentence())
	}
	return says
}

// A number that changes together with other arguments, or on the way to another predicate, is a
// quantity, and loops say what they gain.
func TestNumbersThatMoveAndChange(t *testing.T) {
	const head = `nat : type. #builtin NAT nat. un : type. z : un. s un : un. plus un un un : bwd. plus/z : plus z N N.
		plus/s : plus (s N) M (s P) <- plus N M P. who : type. ann : who. mood : type. sad : mood. glad : mood. place : type.
		feels who mood nat : pred. at who place nat : pred. seed nat : pred. crop nat : pred. old un : pred. new un : pred.
		hand who nat : pred. table nat : pred. tok : pred. door place place : pred. spot nat nat : pred. wreck nat nat : pred.
		next nat : pred. item nat : pred. `
	for rules, want := range map[string]string{
		"a : feels W sad N -o feels W glad (N + 1). b : feels W glad N -o feels W sad N.": "a b is engine: feels 1 more " +
			"each round",
		"a : feels W sad N -o feels W glad N. b : feels W glad N -o feels W sad N.": "a b is neutral: leaves the numbers " +
			"as they are",
		"a : at C L (N + 1) * $door L K -o at C K N.":                    "a is drain: at 1 less each round",
		"a : seed N -o crop N. b : crop N -o seed (N + 1).":              "a b is engine: crop + seed 1 more each round",
		"a : seed N * M == N + 2 -o crop M. b : crop (N + 3) -o seed N.": "a b is drain: crop + seed 1 less each round",
		"a : seed N -o crop (2 * N). b : crop N -o seed N.": "a b is varies: crop + seed more or the same " +
			"each round",
		"a : old N * plus (s z) N M -o new M. b : new N -o old N.": "a b is varies: new varies, old varies each round",
		"a : old N -o new (s N). b : new (s N) -o old N.":          "a b is neutral: leaves the numbers as they are",
		// The number of an item is a copy, and cards have names.
		"a : next N * tok -o item N * next (N + 1). b : item N -o tok.":     "a b is engine: next 1 more each round",
		"a : hand ann N * tok -o table N. b : table N -o hand ann N * tok.": "a b is neutral: leaves the numbers as they are",
		// Each number of a position has its own effect.
		"a : spot X Y -o spot (X + 1) Y. b : spot X Y -o wreck X Y. " +
			"c : wreck X (Y + 1) -o spot X Y.": "b c is drain: spot _ N + wreck _ N 1 less each round",
	} {
		program := replaytest.Load(t, head+"stage s = { "+rules+" } #trace _ s { tok }.")
		got := cycleSentences(program)
		require.Contains(t, strings.Join(got, "\n"), want, rules+"\n"+strings.Join(got, "\n"))
	}
}

// trades draws a program with facts that pass numbers on to each other and change them on the way.
func trades(t *rapid.T) *lang.Program {
	unary := rapid.Bool().Draw(t, "unary")
	var b strings.Builder
	b.WriteString("nat : type. mood : type. sad : mood. glad : mood. who : type. ann : who. ben : who.\n")
	if unary {
		b.WriteString("z : nat. s nat : nat. plus nat nat nat : bwd. plus z N N. plus (s N) M (s P) <- plus N M P.\n")
	} else {
		b.WriteString("#builtin NAT nat.\n")
	}
	b.WriteString("feels who mood nat : pred. seed nat : pred. crop nat : pred. both nat nat : pred. price nat : pred. " +
		"purse who nat : pred.\nstage s = {\n")
	plus := rapid.IntRange(0, 2)
	number := func(name string) string {
		n := plus.Draw(t, "plus")
		if unary {
			return strings.Repeat("(s ", n) + name + strings.Repeat(")", n)
		}
		return fmt.Sprintf("(%s + %d)", name, n)
	}
	rules := []string{
		"feels W sad #N -o feels W glad #N", "feels W glad #N -o feels W sad #N", "feels W M #N -o feels W M #N",
		"seed #N -o crop #N", "crop #N -o seed #N", "crop N * seed M -o crop M * seed N", "seed N -o crop N * seed #N",
		"both #N #M -o both #M #N", "both N M * seed K -o both K #M * crop N", "seed N * crop M -o both #N #M",
		"both N M -o seed N * crop #M",
		"purse A #N * purse B M * A <> B -o purse A N * purse B #M", "$price P * seed N * N == P -o crop #P",
		"purse A #N * crop M -o crop #M * purse A N",
	}
	if unary {
		rules = append(rules, "seed N * plus (s z) N M -o crop M", "$price P * crop N * plus P N M -o seed M")
	} else {
		rules = append(rules, "seed N * M == N + 2 -o crop M", "crop N -o seed (N * 2 - N / 2)",
			"$price P * purse A N * seed M -o purse A (N - P) * seed (M + P)", "seed N * N < 50 -o seed (N * N)")
	}
	for i := range rapid.IntRange(2, 5).Draw(t, "rules") {
		rule := rapid.SampledFrom(rules).Draw(t, "rule")
		for {
			before, after, found := strings.Cut(rule, "#")
			if !found {
				break
			}
			rule = before + number(after[:1]) + after[1:]
		}
		fmt.Fprintf(&b, "r%d : %s.\n", i, rule)
	}
	b.WriteString("}\n#trace 25 s { ")
	for _, fact := range []string{"feels ann sad %s", "feels ben glad %s", "seed %s", "seed %s", "crop %s", "crop %s",
		"both %s %[1]s", "purse ann %s", "purse ben %s"} {
		fmt.Fprintf(&b, fact+", ", numeral(!unary, rapid.IntRange(0, 4).Draw(t, "start")))
	}
	return replaytest.Load(t, b.String()+"price "+numeral(!unary, 2)+" }.\n")
}

// added returns what firings add to the number of facts and to the quantities in them, and to the
// pools of these, by plain addition.
func added(g *causal.Graph, k kinds.Table, firings []causal.Event) map[string]int {
	sums := make(map[string]int)
	for _, e := range firings {
		step := g.Step(e)
		for _, id := range step.Produces {
			r := g.Resource(id).Resource
			sums["fact "+k.Of(r.Pred, r.Args)]++
			for name, n := range count(k, []trace.Resource{*r}) {
				sums[name] += n
			}
		}
		for _, id := range step.Consumes {
			r := g.Resource(id).Resource
			sums["fact "+k.Of(r.Pred, r.Args)]--
			for name, n := range count(k, []trace.Resource{*r}) {
				sums[name] -= n
			}
		}
	}
	return sums
}

// TestCyclesAddUp: the effect of a cycle holds for any firings of its rules, one of each.
func TestCyclesAddUp(t *testing.T) {
	kindsSeen := make(map[rules.LoopKind]int)
	rapid.Check(t, func(t *rapid.T) {
		p := trades(t)
		g := causal.New(replaytest.Run(t, p, rapid.Uint64().Draw(t, "seed")))
		potential := NewPotential(p, nil)
		requireIncidences(t, potential, p, g, 0)
		for _, k := range []kinds.Table{potential.Kinds, kinds.Of(g)} {
			graph, incidences := rules.Condense(g, k), rules.Incidences(g, k)
			firings := make([][]causal.Event, len(graph.Nodes))
			for e := range causal.Event(g.Len()) {
				i := slices.IndexFunc(graph.Nodes, func(n rules.Node) bool { return n.Rule == g.Label(e) })
				firings[i] = append(firings[i], e)
			}
			cycles, _ := graph.Cycles(20)
			for _, cycle := range cycles {
				around := rules.Around(cycle, incidences)
				kindsSeen[around.Kind()]++
				for range 5 {
					var round []causal.Event
					for _, rule := range cycle {
						round = append(round, rapid.SampledFrom(firings[rule]).Draw(t, "firing"))
					}
					requireAround(t, around, added(g, k, round))
				}
			}
		}
	})
	if testing.Short() {
		return // Few samples need not have all kinds.
	}
	for _, kind := range []rules.LoopKind{rules.Engine, rules.Drain, rules.Neutral, rules.Converter, rules.Varies} {
		require.Positive(t, kindsSeen[kind], kind)
	}
}

// requireAround compares the effect of a cycle with the changes of one round.
func requireAround(t *rapid.T, around rules.Incidence, sums map[string]int) {
	told := make(map[string]rules.Change)
	parts := make(map[string]bool) // quantities told as one with others
	for _, c := range around {
		parts[c.Kind] = true
	}
	for _, c := range around.Told() {
		name := c.Kind
		if !c.Quantity {
			name = "fact " + name
		}
		told[name] = c
		require.True(t, c.Least <= sums[name] && sums[name] <= c.Most, "%s, but it is %d", c, sums[name])
	}
	gains, loses := 0, 0
	for name, n := range sums {
		if _, said := told[name]; !said && (parts[name] || strings.Contains(name, " + ")) {
			continue // of a pool, either the whole is told or its parts
		}
		require.True(t, n == 0 || told[name] != rules.Change{}, "%s changes by %d, and it is not told", name, n)
		gains, loses = max(gains, n), min(loses, n)
	}
	switch around.Kind() {
	case rules.Neutral:
		require.Zero(t, gains-loses)
	case rules.Engine:
		require.Zero(t, loses)
	case rules.Drain:
		require.Zero(t, gains)
	}
}
