package scenes

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// randomWays draws a graph in which each scene leads to some with higher numbers.
func randomWays(t *rapid.T) *Performance {
	p := &Performance{}
	for i := range rapid.IntRange(0, 12).Draw(t, "scenes") {
		p.Scenes = append(p.Scenes, &Scene{Number: i + 1})
	}
	density := rapid.IntRange(1, 6).Draw(t, "density")
	for i, s := range p.Scenes {
		for _, to := range p.Scenes[i+1:] {
			if rapid.IntRange(0, density).Draw(t, "way") == 0 {
				s.Exits = append(s.Exits, Passage{Scene: to})
			}
		}
	}
	return p
}

// reach returns what can be read after what, later or at once.
func reach(p *Performance) [][]bool {
	n := len(p.Scenes)
	after := make([][]bool, n)
	for i, s := range slices.Backward(p.Scenes) {
		after[i] = make([]bool, n)
		for _, next := range s.Next() {
			after[i][next.Number-1] = true
			for j, ok := range after[next.Number-1] {
				after[i][j] = after[i][j] || ok
			}
		}
	}
	return after
}

// fewest returns how few readings see every scene, by a maximum matching in the
// transitive closure (Fulkerson, "Note on Dilworth's decomposition theorem for partially
// ordered sets", Proceedings of the AMS 7, 1956).
func fewest(p *Performance) int {
	after := reach(p)
	matched := make([]int, len(after)) // 1 + what a scene is matched with
	var match func(i int, seen []bool) bool
	match = func(i int, seen []bool) bool {
		for j, ok := range after[i] {
			if ok && !seen[j] {
				seen[j] = true
				if matched[j] == 0 || match(matched[j]-1, seen) {
					matched[j] = i + 1
					return true
				}
			}
		}
		return false
	}
	paths := len(after)
	for i := range after {
		if match(i, make([]bool, len(after))) {
			paths--
		}
	}
	return paths
}

// width returns the most scenes of which no reading sees two, by trying all sets.
func width(p *Performance) int {
	after := reach(p)
	var widest func(i int, apart []int) int
	widest = func(i int, apart []int) int {
		if i == len(after) {
			return len(apart)
		}
		best := widest(i+1, apart)
		if !slices.ContainsFunc(apart, func(j int) bool { return after[j][i] }) {
			best = max(best, widest(i+1, append(slices.Clone(apart), i)))
		}
		return best
	}
	return widest(0, nil)
}

// longest returns how many scenes a reading sees at most, by trying all.
func longest(s *Scene) int {
	n := 0
	for _, next := range s.Next() {
		n = max(n, longest(next))
	}
	return n + 1
}

// requireReading checks that a reading can be read.
func requireReading(t require.TestingT, p *Performance, r Reading) {
	require.NotEmpty(t, r)
	for _, s := range p.Scenes {
		require.NotContains(t, s.Next(), r[0], "it begins where reading begins")
	}
	for i := 1; i < len(r); i++ {
		require.Contains(t, r[i-1].Next(), r[i])
	}
	require.True(t, r[len(r)-1].Ending())
}

func requirePlan(t require.TestingT, p *Performance) {
	plan := p.Plan()
	require.Equal(t, plan, p.Plan())
	require.Len(t, plan.Readings, fewest(p))
	seen := make(map[*Scene]bool)
	for _, r := range plan.Readings {
		requireReading(t, p, r)
		for _, s := range r {
			seen[s] = true
		}
	}
	require.Len(t, seen, len(p.Scenes))
	most := 0
	for _, s := range p.Scenes {
		most = max(most, longest(s))
	}
	require.Len(t, plan.Best, most)
	require.Equal(t, most, len(plan.Best))
	if most > 0 {
		requireReading(t, p, plan.Best)
	}
}

func TestPlanOfGraphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomWays(t)
		requirePlan(t, p)
		require.Equal(t, fewest(p), width(p))
	})
}

func TestPlan(t *testing.T) {
	law(t, func(t *rapid.T, p *Performance, m Method) {
		plan := p.Plan()
		require.Len(t, plan.Readings, fewest(p))
		seen := make(map[*Scene]bool)
		for _, r := range append(plan.Readings, plan.Best) {
			if p.Graph.Len() > 0 {
				requireReading(t, p, r)
			}
			for _, s := range r {
				seen[s] = true
			}
		}
		require.Len(t, seen, len(p.Scenes))
		require.Len(t, plan.Best, len(p.Hours), "there is a way through all hours")
	})
}

func TestPlanOfNothing(t *testing.T) {
	p := cut(t, causal.New(&trace.Trace{}), "", cast.Options{})
	require.Empty(t, p.Cast.Names)
	require.Equal(t, &Plan{}, p.Plan())
	require.NoError(t, p.Check())
}

// Two pairs who change partners: two readings pass the middle, and no fewer do.
func TestReadingsMayShareScenes(t *testing.T) {
	h := sitetest.New(&trace.Program{Types: sitetest.Program().Types})
	h.Play("do/insult", "+depressed romeo", "+depressed juliet")
	h.Play("do/insult", "+depressed paris", "+depressed nurse")
	h.Play("do/kill", "-depressed romeo", "-depressed juliet", "-depressed paris", "-depressed nurse", "+depressed romeo",
		"+depressed paris")
	h.Play("do/give", "-depressed romeo")
	h.Play("do/give", "-depressed paris")
	p := staged(t, h.Finish(trace.Quiescent), Step)
	var got [][]int
	for _, r := range p.Plan().Readings {
		got = append(got, numbers(r))
	}
	require.Equal(t, [][]int{{1, 3, 4}, {2, 3, 5}}, got)
}

func TestCheckFindsFaults(t *testing.T) {
	fault := func(spoil func(p *Performance)) string {
		p := staged(t, sitetest.Duel(), Step)
		require.NoError(t, p.Check())
		spoil(p)
		err := p.Check()
		require.Error(t, err)
		return err.Error()
	}
	require.Equal(t, "scene 4 of hour 2 leads to scene 1 of hour 1", fault(func(p *Performance) {
		p.Scenes[3].Exits = append(p.Scenes[3].Exits, Passage{Scene: p.Scenes[0]})
	}))
	require.Equal(t, "scene 1 leads to a scene 4 that is not in the play", fault(func(p *Performance) {
		p.Scenes[0].Exits[0].Scene = &Scene{Number: 4, Hour: 9}
	}))
	require.Equal(t, "scene 1 leads to a scene 0 that is not in the play", fault(func(p *Performance) {
		p.Scenes[0].Exits[0].Scene = &Scene{Hour: 9}
	}))
	require.Equal(t, "no way leads to scene 4 of hour 2", fault(func(p *Performance) {
		p.Scenes[0].Exits, p.Scenes[1].Exits, p.Scenes[2].Exits = nil, nil, nil
	}))
	require.Equal(t, "scene 2 stands at 1", fault(func(p *Performance) { p.Scenes[0].Number = 2 }))
}
