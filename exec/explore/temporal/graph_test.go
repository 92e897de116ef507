package temporal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/stretchr/testify/require"
)

// The oracles go by the definitions: all sets of states, all strategies of the player, all simple paths.

// drawn is a small random graph, with two labels of its states.
type drawn struct {
	*Graph
	label, goal []bool
}

// drawGraph draws a graph in which each state can be reached, numbered breadth first as a search does.
func drawGraph(rnd *rand.Rand) drawn {
	n := 1 + rnd.IntN(6)
	succ := make([][]int, n)
	for s := range succ {
		for range []int{0, 1, 1, 1, 2, 2, 3}[rnd.IntN(7)] {
			succ[s] = append(succ[s], rnd.IntN(n))
		}
	}
	order, number := []int{0}, map[int]int{0: 0}
	var edges []explore.Edge
	for i := 0; i < len(order); i++ {
		for _, to := range succ[order[i]] {
			if _, known := number[to]; !known {
				number[to] = len(order)
				order = append(order, to)
			}
			edges = append(edges, explore.Edge{From: explore.State(i), To: explore.State(number[to])})
		}
	}
	bools := func(odds int) []bool {
		out := make([]bool, len(order))
		for s := range out {
			out[s] = rnd.IntN(odds) == 0
		}
		return out
	}
	return drawn{NewGraph(edges, bools(2), len(order)), bools(2), bools(1 + rnd.IntN(4))}
}

// String shows the graph in the messages of tests.
func (d drawn) String() string {
	return fmt.Sprintf("first %v to %v player %v looked %d label %v goal %v", d.First, d.To, d.Player, d.Looked, d.label,
		d.goal)
}

const cases = 3000

func eachDrawn(t *testing.T, do func(t *testing.T, d drawn)) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range cases {
		do(t, drawGraph(rnd))
	}
}

// reach returns which states can be reached from one without leaving some, that one included.
func (d drawn) reach(from int, through func(s int) bool, next func(s int) []explore.State) []bool {
	seen := make([]bool, d.Len())
	var visit func(s int)
	visit = func(s int) {
		if seen[s] || !through(s) {
			return
		}
		seen[s] = true
		for _, to := range next(s) {
			visit(int(to))
		}
	}
	visit(from)
	return seen
}

func (d drawn) all(s int) []explore.State { return d.next(explore.State(s)) }

// isEndComponent goes by the definition: from each state all can be reached by transitions that stay in the
// set, there is one, and chance has no other.
func (d drawn) isEndComponent(set []bool) bool {
	in := func(s int) bool { return set[s] }
	for s := range set {
		if !set[s] {
			continue
		}
		inside := 0
		for _, to := range d.all(s) {
			if set[to] {
				inside++
			}
		}
		if inside == 0 || !d.Player[s] && inside < len(d.all(s)) || !slices.Equal(d.reach(s, in, d.all), set) {
			return false
		}
	}
	return slices.Contains(set, true)
}

// endComponents returns the maximal end components among states without a label: those of all sets that
// are in no larger one.
func (d drawn) endComponents(label []bool) (found [][]explore.State) {
	var sets [][]bool
	for bits := 1<<d.Len() - 1; bits > 0; bits-- {
		set := make([]bool, d.Len())
		fits := true
		for s := range set {
			set[s] = bits>>s&1 == 1
			fits = fits && !(set[s] && label[s])
		}
		larger := func(other []bool) bool {
			for s := range set {
				if set[s] && !other[s] {
					return false
				}
			}
			return true
		}
		if fits && !slices.ContainsFunc(sets, larger) && d.isEndComponent(set) {
			sets = append(sets, set)
		}
	}
	for _, set := range sets {
		var states []explore.State
		for s := range set {
			if set[s] {
				states = append(states, explore.State(s))
			}
		}
		found = append(found, states)
	}
	return found
}

func TestEndComponents(t *testing.T) {
	eachDrawn(t, func(t *testing.T, d drawn) {
		p := newPartition(d.Graph)
		found := p.endComponents(d.lookedAt(d.goal))
		require.ElementsMatch(t, d.endComponents(d.goal), found, d)
		for s := range explore.State(d.Len()) {
			in := slices.IndexFunc(found, func(states []explore.State) bool { return slices.Contains(states, s) })
			if in < 0 {
				require.Zero(t, p.set[s], d)
				continue
			}
			require.NotZero(t, p.set[s], d)
			require.Equal(t, p.set[found[in][0]], p.set[s], d)
		}
	})
}

// eachStrategy calls do with the transitions that are left for each memoryless strategy of the player.
// These are enough to make a goal as unlikely as can be (Baier and Katoen, lemma 10.102).
func (d drawn) eachStrategy(do func(next func(s int) []explore.State)) {
	choice := make([]int, d.Len())
	for {
		do(func(s int) []explore.State {
			if all := d.all(s); d.Player[s] && len(all) > 0 {
				return all[choice[s] : choice[s]+1]
			}
			return d.all(s)
		})
		s := 0
		for ; s < d.Len(); s++ {
			if choice[s]++; d.Player[s] && choice[s] < len(d.all(s)) {
				break
			}
			choice[s] = 0
		}
		if s == d.Len() {
			return
		}
	}
}

// avoids reports whether the player can make it possible that a run from a state never comes to the goal:
// in the Markov chain that is left, it may come to a state, without the goal until then, from which the
// goal cannot be reached.
func (d drawn) avoids(from int) (avoids bool) {
	d.eachStrategy(func(next func(s int) []explore.State) {
		for s, there := range d.reach(from, func(s int) bool { return !d.goal[s] }, next) {
			anywhere := d.reach(s, func(int) bool { return true }, next)
			avoids = avoids || there &&
				!slices.ContainsFunc(statesOf(anywhere), func(s explore.State) bool { return d.goal[s] })
		}
	})
	return avoids
}

// mayAvoid reports whether some path from a state has no goal: one to a dead end, or to a state again.
func (d drawn) mayAvoid(from int) bool {
	var on []int
	var visit func(s int) bool
	visit = func(s int) bool {
		switch {
		case d.goal[s]:
			return false
		case slices.Contains(on, s) || len(d.all(s)) == 0:
			return true
		}
		on = append(on, s)
		defer func() { on = on[:len(on)-1] }()
		return slices.ContainsFunc(d.all(s), func(to explore.State) bool { return visit(int(to)) })
	}
	return visit(from)
}

// requireAvoids checks a finding against what an oracle says, and its path against the definition of one.
func requireAvoids(t *testing.T, d drawn, refuted bool, f Finding, owes func(s explore.State) bool) {
	if !refuted {
		require.Equal(t, Finding{Verdict: Holds}, f, d)
		return
	}
	require.Equal(t, Refuted, f.Verdict, d)
	requireRun(t, d, f.Path)
	length := len(f.Path.States) - 1
	if f.Path.Loop >= 0 {
		length = f.Path.Loop
	}
	require.Equal(t, d.shortest(owes), length, "%v: %v", d, f.Path)
	last := length // from here on, there is no goal
	for last > 0 && !d.goal[f.Path.States[last-1]] {
		last--
	}
	require.True(t, slices.ContainsFunc(f.Path.States[last:length+1], owes), "%v: %v", d, f.Path)
}

// requireRun checks that a path is one from the start to a dead end, or to a cycle in an end component.
func requireRun(t *testing.T, d drawn, p *Path) {
	require.Equal(t, explore.State(0), p.States[0], d)
	for k, s := range p.States[1:] {
		require.Contains(t, d.next(p.States[k]), s, "%v: %v", d, p)
	}
	if p.Loop < 0 {
		require.Empty(t, d.next(p.Last()), d)
		require.Empty(t, p.Stay, d)
		return
	}
	require.Less(t, p.Loop, len(p.States)-1, d)
	require.Equal(t, p.States[p.Loop], p.Last(), d)
	set := make([]bool, d.Len())
	for _, s := range p.Stay {
		set[s] = true
		require.False(t, d.goal[s], d)
	}
	require.True(t, d.isEndComponent(set), d)
	for _, s := range p.States[p.Loop:] {
		require.True(t, set[s], d)
	}
}

// shortest returns the length of a shortest way over a state that owes the goal to a state in which the run
// is kept from it: in rounds, by which states can be reached in so many steps.
func (d drawn) shortest(owes func(s explore.State) bool) int {
	kept := make([]bool, d.Len())
	for _, states := range d.endComponents(d.goal) {
		for _, s := range states {
			kept[s] = true
		}
	}
	free, owing := map[explore.State]bool{0: true}, map[explore.State]bool{}
	for length := range 2*d.Len() + 1 {
		for s := range free {
			owing[s] = owing[s] || owes(s) && !d.goal[s]
		}
		nextFree, nextOwing := map[explore.State]bool{}, map[explore.State]bool{}
		for s, is := range owing {
			if !is {
				continue
			}
			if kept[s] || len(d.next(s)) == 0 {
				return length
			}
			for _, to := range d.next(s) {
				nextOwing[to] = nextOwing[to] || !d.goal[to]
			}
		}
		for s := range free {
			for _, to := range d.next(s) {
				nextFree[to] = true
			}
		}
		free, owing = nextFree, nextOwing
	}
	return -1
}

// unfair returns the graph without fairness.
func (d drawn) unfair() drawn { return drawn{d.Unfair(), d.label, d.goal} }

// With fairness, a claim fails if the player has a strategy against it; without, if there is any path.
func TestEventually(t *testing.T) {
	eachDrawn(t, func(t *testing.T, d drawn) {
		requireEventually(t, d, d.avoids(0))
		requireEventually(t, d.unfair(), d.mayAvoid(0))
	})
}

func requireEventually(t *testing.T, d drawn, refuted bool) {
	f := d.Eventually(d.goal)
	if !refuted {
		require.Equal(t, Finding{Verdict: Holds}, f, d)
		return
	}
	require.Equal(t, Refuted, f.Verdict, d)
	requireRun(t, d, f.Path)
	for _, s := range f.Path.States {
		require.False(t, d.goal[s], d)
	}
}

func statesOf(label []bool) (states []explore.State) {
	for s, is := range label {
		if is {
			states = append(states, explore.State(s))
		}
	}
	return states
}

// A claim that one label leads to another is a claim that this comes at last, from each state with the first.
func TestLeadsTo(t *testing.T) {
	eachDrawn(t, func(t *testing.T, d drawn) {
		owes := func(s explore.State) bool { return d.label[s] }
		fails := func(avoids func(s int) bool) bool {
			return slices.ContainsFunc(statesOf(d.label), func(s explore.State) bool { return avoids(int(s)) })
		}
		requireAvoids(t, d, fails(d.avoids), d.LeadsTo(d.label, d.goal), owes)
		requireAvoids(t, d.unfair(), fails(d.mayAvoid), d.unfair().LeadsTo(d.label, d.goal), owes)
	})
}

// Bottom components go by the definition: from each of their states just their states can be reached.
func TestLivelocks(t *testing.T) {
	eachDrawn(t, func(t *testing.T, d drawn) {
		want := [][]explore.State{}
		for s := range d.Len() {
			from := func(s int) []bool { return d.reach(s, func(int) bool { return true }, d.all) }
			set := from(s)
			bottom := len(d.all(s)) > 0
			for other, in := range set {
				bottom = bottom && (!in || slices.Equal(from(other), set) && !d.goal[other])
			}
			if states := statesOf(set); bottom && states[0] == explore.State(s) {
				want = append(want, states)
			}
		}
		require.Equal(t, want, d.Livelocks(d.goal), d)
	})
}

// A label can be reached if a path leads there.
func TestReaching(t *testing.T) {
	eachDrawn(t, func(t *testing.T, d drawn) {
		can := d.Reaching(d.goal)
		for s := range d.Len() {
			anywhere := d.reach(s, func(int) bool { return true }, d.all)
			want := slices.ContainsFunc(statesOf(anywhere), func(to explore.State) bool { return d.goal[to] })
			require.Equal(t, want, can[s], d)
		}
	})
}

// A verdict on a search that was cut short is right however the rest of the graph looks. A claim is left open only if
// some rest refutes it, and another one does not.
func TestCutShort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range cases {
		whole := drawGraph(rnd)
		cut := whole.cut(rnd.IntN(whole.Len()))
		ask := func(d drawn) []Verdict {
			return []Verdict{d.Eventually(d.goal).Verdict, d.LeadsTo(d.label, d.goal).Verdict}
		}
		said, so := ask(cut), ask(whole)
		for i := range said {
			if said[i] != Open {
				require.Equal(t, said[i], so[i], "%d: %v of %v", i, cut, whole)
			}
		}
		can := whole.Reaching(whole.goal)
		for s, is := range cut.Reaching(cut.goal) {
			require.True(t, is || !can[s], "%v of %v", cut, whole)
		}
		for _, states := range cut.Livelocks(cut.goal) {
			require.Contains(t, whole.Livelocks(whole.goal), states, "%v of %v", cut, whole)
		}
		ill, well := ask(cut.ended(false)), ask(cut.ended(true))
		for i, v := range said {
			if v == Open {
				require.Equal(t, Refuted, ill[i], "%d: %v", i, cut)
				require.Equal(t, Holds, well[i], "%d: %v", i, cut)
			}
		}
	}
}

// cut returns the part of a graph that a search knows after so many states.
func (d drawn) cut(looked int) drawn {
	found := 1
	var edges []explore.Edge
	for s := range explore.State(looked) {
		for _, to := range d.next(s) {
			edges = append(edges, explore.Edge{From: s, To: to})
			found = max(found, int(to)+1)
		}
	}
	return drawn{NewGraph(edges, d.Player[:found], looked), d.label[:found], d.goal[:found]}
}

// ended returns a graph that was cut short as if the states that were not looked at led to a final state: one
// with the goal, or one with the label that has not.
func (d drawn) ended(well bool) drawn {
	end := explore.State(d.Len())
	var edges []explore.Edge
	for s := range end {
		for _, to := range d.next(s) {
			edges = append(edges, explore.Edge{From: s, To: to})
		}
		if int(s) >= d.Looked {
			edges = append(edges, explore.Edge{From: s, To: end})
		}
	}
	g := NewGraph(edges, append(slices.Clone(d.Player), false), int(end)+1)
	return drawn{g, append(slices.Clone(d.label), !well), append(slices.Clone(d.goal), well)}
}

// BenchmarkGraph asks about random graphs with three transitions from each state, of which one in ten has the goal,
// and reports the time for each state.
func BenchmarkGraph(b *testing.B) {
	const states = 1 << 18
	rnd := rand.New(rand.NewPCG(7, 8))
	var edges []explore.Edge
	player, label, goal := make([]bool, states), make([]bool, states), make([]bool, states)
	for s := range explore.State(states) {
		for range 3 {
			edges = append(edges, explore.Edge{From: s, To: explore.State(rnd.IntN(states))})
		}
		player[s], label[s], goal[s] = rnd.IntN(2) == 0, rnd.IntN(100) == 0, rnd.IntN(10) == 0
	}
	g := NewGraph(edges, player, states)
	for name, ask := range map[string]func(){
		"eventually": func() { g.Eventually(goal) },
		"leads-to":   func() { g.LeadsTo(label, goal) },
		"livelocks":  func() { g.Livelocks(goal) },
		"reaching":   func() { g.Reaching(goal) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				ask()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/states, "ns/state")
		})
	}
}
