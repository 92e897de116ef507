package workload

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// The machine, which knows nothing of how the programs by hand do it, agrees with
// each step of theirs: that it can be done, among how many, and what it makes.
// And they draw from all of these evenly.
func TestByHand(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  string
		hand  func(seed uint64, steps int, rec trace.Recorder) error
		steps int
		why   trace.Why
	}{
		{"ring", Ring(5), byHand(RingByHand, 5), 1000, trace.LimitHit},
		{"blocks", Blocks(6), byHand(BlocksByHand, 6), 1500, trace.LimitHit},
		{"village of 4", Village(4), byHand(VillageByHand, 4), 1500, trace.LimitHit},
		{"village of 12", Village(12), byHand(VillageByHand, 12), 3000, trace.LimitHit},
		{"village of 40", Village(40), byHand(VillageByHand, 40), 60, trace.LimitHit},
		{"primes", Primes(120), byHand(PrimesByHand, 120), 1000, trace.Quiescent},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := runByHand(t, c.hand, c.steps)
			require.NoError(t, trace.Validate(r))
			require.Equal(t, c.why, r.End.Why)
			w := newWitness(t, c.text, r)
			for _, s := range r.Steps {
				w.step(s)
			}
			w.even()
		})
	}
}

// Draws that try again are even: in one state, each jealousy and each pair of a
// number and a multiple comes up as often as the others.
func TestDraws(t *testing.T) {
	v := newVillageHand(40, 1, new(counter))
	v.newEvents()
	p := newPrimesHand(40, 1, new(counter))
	p.sieve()
	for range 200 {
		v.step()
	}
	for range 5 {
		p.strike(int(p.draw().multiple))
	}
	for _, c := range []struct {
		draw func() [2]int32
		of   int
	}{
		{func() [2]int32 { i, j := v.triangle(); return [2]int32{i, j} }, v.jealousies},
		{func() [2]int32 { x := p.draw(); return [2]int32{x.factor, x.multiple} }, p.live},
	} {
		require.Greater(t, c.of, 5)
		draws := 1000 * c.of
		seen := make(map[[2]int32]float64)
		for range draws {
			seen[c.draw()]++
		}
		require.Len(t, seen, c.of)
		requireEven(t, slices.Collect(maps.Values(seen)), float64(draws))
	}
}

// A run by hand can be had again, and another seed gives another.
func TestSeeds(t *testing.T) {
	hand := byHand(VillageByHand, 20)
	again := func(seed uint64) *trace.Trace {
		b := trace.NewBuilder()
		require.NoError(t, hand(seed, 50, b))
		return b.Trace()
	}
	require.Equal(t, again(1), again(1))
	require.NotEqual(t, again(1).Steps, again(2).Steps)
}

// runByHand returns the record of a run.
func runByHand(t *testing.T, hand func(uint64, int, trace.Recorder) error, steps int) *trace.Trace {
	b := trace.NewBuilder()
	require.NoError(t, hand(1, steps, b))
	return b.Trace()
}

// bins is in how many parts of equal size the list of a rule's transitions is cut, to
// see whether each part is drawn from as often as the others.
const bins = 10

// witness follows a record on a machine.
type witness struct {
	*testing.T
	prog    *lang.Program
	machine *exec.Machine
	rules   map[string]*lang.Rule

	// How many steps came of each rule, how many should have, and from which parts of
	// its list.
	fired, expected map[string]float64
	parts           map[string]*[bins]float64
}

func newWitness(t *testing.T, text string, r *trace.Trace) *witness {
	p := start(t, text)
	m, initial := exec.NewMachine(p, p.Traces[0], exec.Limits{})
	require.Equal(t, r.Resources[:len(initial)], initial)
	w := &witness{
		T: t, prog: p, machine: m, rules: make(map[string]*lang.Rule),
		fired: make(map[string]float64), expected: make(map[string]float64), parts: make(map[string]*[bins]float64),
	}
	for i, rule := range p.Rules() {
		said := r.Program.Rules[i]
		require.Equal(t, rule.Name, said.Name)
		require.Len(t, said.Params, len(rule.Vars))
		for j, v := range rule.Vars {
			require.Equal(t, v.Name, said.Params[j].Name)
		}
		w.rules[rule.Name], w.parts[rule.Name] = rule, new([bins]float64)
	}
	for i, pred := range p.Preds {
		said := r.Program.Predicates[i]
		require.Equal(t, pred.Name, said.Name)
		require.Equal(t, pred.Kind == lang.Backward, said.Mode == trace.Backward)
		require.Len(t, said.Args, len(pred.Args))
	}
	return w
}

// step holds a step against the machine and fires it.
func (w *witness) step(s trace.Step) {
	ctx := context.Background()
	enabled, err := w.machine.Enabled(ctx)
	require.NoError(w, err)
	require.Equal(w, enabled.Len(), s.Choices, s.ID)
	claimed, err := w.machine.Instance(ctx, w.claim(s))
	require.NoError(w, err, s.ID)
	w.count(slices.Collect(enabled.All()), claimed)
	firing, err := w.machine.Fire(claimed)
	require.NoError(w, err)
	require.Equal(w, firing.Consumes, s.Consumes, s.ID)
	require.ElementsMatch(w, firing.Reads, s.Reads, s.ID)
	require.Len(w, s.Produces, len(firing.Makes))
	for i, made := range firing.Makes {
		require.Equal(w, made.ID, s.Produces[i], s.ID)
	}
}

// claim returns what a step says of itself. Its reads end in the stage token.
func (w *witness) claim(s trace.Step) exec.Claim {
	rule := w.rules[s.Rule]
	require.Len(w, s.Args, len(rule.Vars))
	c := exec.Claim{Rule: rule}
	for i, a := range s.Args {
		v, err := w.prog.ParseValue(a.String(), rule.Vars[i].Type)
		require.NoError(w, err)
		c.Args = append(c.Args, v)
	}
	for _, x := range s.Consumes {
		c.Consumes = append(c.Consumes, w.resource(x))
	}
	for _, x := range s.Reads[:len(s.Reads)-1] {
		c.Reads = append(c.Reads, w.resource(x))
	}
	return c
}

func (w *witness) resource(x trace.ResourceID) *exec.Resource {
	for _, p := range w.prog.Preds {
		if r := w.machine.Context().Find(p, x); r != nil {
			return r
		}
	}
	w.Fatalf("%v is not there", x)
	return nil
}

// count notes which of the transitions fires, and how likely each rule was.
func (w *witness) count(all []exec.Transition, fires exec.Transition) {
	rule := fires.Rule.Name
	w.fired[rule]++
	for _, x := range all {
		w.expected[x.Rule.Name] += 1 / float64(len(all))
	}
	all = slices.DeleteFunc(all, func(x exec.Transition) bool { return x.Rule != fires.Rule })
	at := slices.IndexFunc(all, func(x exec.Transition) bool {
		return slices.Equal(x.Uses, fires.Uses) && x.String() == fires.String()
	})
	require.GreaterOrEqual(w, at, 0)
	// It stands for a stretch of the list, which may lie in several parts.
	length := bins / float64(len(all))
	from, to := float64(at)*length, float64(at+1)*length
	for i := range bins {
		w.parts[rule][i] += max(0, min(to, float64(i+1))-max(from, float64(i))) / length
	}
}

// even fails where a rule, or a part of its list, is drawn too often or too seldom.
func (w *witness) even() {
	var x float64
	for _, rule := range w.prog.Rules() {
		n := w.fired[rule.Name]
		require.Positive(w, n, rule.Name)
		x += square(n, w.expected[rule.Name])
		requireEven(w, w.parts[rule.Name][:], n)
	}
	requireLikely(w, x, len(w.rules)-1)
}

// requireEven fails where of so many draws some parts had too many.
func requireEven(t require.TestingT, parts []float64, draws float64) {
	var x float64
	for _, n := range parts {
		x += square(n, draws/float64(len(parts)))
	}
	requireLikely(t, x, len(parts)-1)
}

// square is a term of the chi-square statistic.
func square(seen, expected float64) float64 { return (seen - expected) * (seen - expected) / expected }

// requireLikely fails for a sum of squares that good luck goes beyond once in 100,000
// seeds.
func requireLikely(t require.TestingT, x float64, freedom int) {
	if freedom > 0 {
		require.Less(t, x, quantile(float64(freedom)))
	}
}

// quantile is what a chi-square variable goes beyond once in 100,000 times (Wilson and
// Hilferty, "The distribution of chi-square", PNAS 17, 1931).
func quantile(freedom float64) float64 {
	const normal = 4.265
	part := 2 / (9 * freedom)
	return freedom * math.Pow(1-part+normal*math.Sqrt(part), 3)
}
