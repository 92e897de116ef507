package structure

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// enumerated returns the minimal sets that meet demands, by plain enumeration of all sets.
func enumerated(preds int, demands []demand) []uint {
	var all []uint
	for s := uint(1); s < 1<<preds; s++ {
		meets := true
		for _, d := range demands {
			some := false
			for _, p := range d.some {
				some = some || s>>p&1 == 1
			}
			meets = meets && (s>>d.of&1 == 0 || some)
		}
		if meets {
			all = append(all, s)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(s uint) bool {
		return slices.ContainsFunc(all, func(t uint) bool { return t != s && t&^s == 0 })
	})
}

func TestMinimalSetsAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const preds = 6
		var demands []demand
		pred := rapid.IntRange(0, preds-1)
		for range rapid.IntRange(0, 8).Draw(t, "demands") {
			demands = append(demands, demand{pred.Draw(t, "of"), rapid.SliceOfN(pred, 0, 3).Draw(t, "some")})
		}
		found, ok := minimal(preds, demands)
		require.True(t, ok)
		var got []uint
		for _, s := range found {
			code := uint(0)
			for i, in := range s {
				if in {
					code |= 1 << i
				}
			}
			got = append(got, code)
		}
		require.ElementsMatch(t, enumerated(preds, demands), got)
		all := make([]bool, preds)
		for i := range all {
			all[i] = rapid.Bool().Draw(t, "in")
		}
		part := greatest(all, demands)
		require.True(t, within(part, all))
		for _, s := range found { // the greatest part holds all others
			require.True(t, !within(s, all) || within(s, part))
		}
	})
}

// sentences returns the findings beside invariants.
func sentences(f *Findings) []string {
	out := []string{}
	for _, s := range f.Losses {
		out = append(out, s.Loss())
	}
	for _, s := range f.Always {
		out = append(out, s.Always())
	}
	for _, s := range f.Once {
		out = append(out, s.Once())
	}
	for _, g := range f.Growths {
		out = append(out, g.Sentence())
	}
	return out
}

func TestFindingsByHand(t *testing.T) {
	const round = " leaves more, and no fewer other facts"
	for _, c := range []struct {
		name, rules, facts string
		want               []string
	}{
		{"dawn", "rise : token * $lamp -o ().", "token, lamp", []string{"once no `token` is left, there is none ever again"}},
		{"two that feed each other", "a : token -o lamp. b : lamp -o token. c : lamp -o ().", "token",
			[]string{"once `token` and `lamp` are all gone, none of them ever comes back"}},
		{"some is kept", "a : token * $token -o ().", "token, token", []string{"there is always some `token`"}},
		{"for good", "die : at C _ -o !dead C.", "at ann inn",
			[]string{"once no `at _ _` is left, there is none ever again", "once there is some `dead _`, there always is"}},
		{"a fountain", "a : $lamp -o lamp * token.", "lamp",
			[]string{"once there is some `token`, there always is", "there may be ever more `token`: a round of `a`" + round,
				"there may be ever more `lamp`: a round of `a`" + round}},
		{"one symbol into another", "a : light red -o light green * light green. b : light green -o ().", "light red",
			[]string{"once no `light _` is left, there is none ever again"}},
		{"two rules", "a : light red -o light green * token. b : light green -o light red.", "light red",
			[]string{"once there is some `token`, there always is",
				"there may be ever more `token`: a round of `a` and `b`" + round}},
		{"numbers", "a : stock N -o stock (N + 2). b : stock (N + 3) -o stock N.", "stock 1",
			[]string{"the numbers N in `stock N` may grow for ever: a round of `a`" + round}},
		{"a permanent fact beside another", "a : token -o !lamp. b : $lamp -o token.", "token, lamp",
			[]string{"there may be ever more `token`: a round of `b`" + round}},
		{"numbers that vary", "a : stock N -o stock (2 * N).", "stock 1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := find(t, world+"stage s = {"+c.rules+"} #trace _ s {"+c.facts+"}.")
			require.ElementsMatch(t, c.want, sentences(f))
		})
	}
}

// Links count: facts that grow from stage to stage grow only where the stages come round.
func TestGrowthNeedsAWayBack(t *testing.T) {
	stages := world + "stage a = { } stage b = { } qui * stage a -o stage b * token. "
	require.Empty(t, find(t, stages+"#trace _ a {lamp}.").Growths)
	require.Len(t, find(t, stages+"qui * stage b -o stage a. #trace _ a {lamp}.").Growths, 1)
}

// TestGrowthsAgainstEnumeration: of programs whose predicates have no arguments, those grow for which some firings,
// up to a number of each rule, leave more of them and no fewer of others.
func TestGrowthsAgainstEnumeration(t *testing.T) {
	const preds, most = 3, 3
	rapid.Check(t, func(t *rapid.T) {
		text, adds := drawNet(t, preds)
		adds = adds[:min(len(adds), 5)]
		if len(adds) == 5 {
			return // too many to try
		}
		var grows [preds]bool
		times := make([]int64, len(adds))
		var try func(i int)
		try = func(i int) {
			if i < len(times) {
				for times[i] = 0; times[i] <= most; times[i]++ {
					try(i + 1)
				}
				return
			}
			var sum [preds]int64
			for r, n := range times {
				for p := range sum {
					sum[p] += n * adds[r][p]
				}
			}
			if slices.Min(sum[:]) >= 0 {
				for p := range sum {
					grows[p] = grows[p] || sum[p] > 0
				}
			}
		}
		try(0)
		found := find(t, text)
		for p := range preds {
			name := "p" + string(rune('0'+p))
			i := slices.IndexFunc(found.Growths, func(g Growth) bool { return g.Pred.Name == name })
			if grows[p] {
				require.GreaterOrEqual(t, i, 0, "%s\n%s", name, text)
			}
			if i < 0 {
				continue
			}
			var sum [preds]int64
			for _, times := range found.Growths[i].Round {
				for q := range sum {
					sum[q] += int64(times.Times) * adds[slices.Index(times.Rule.Stage.Rules, times.Rule)][q]
				}
			}
			require.GreaterOrEqual(t, slices.Min(sum[:]), int64(0), text)
			require.Positive(t, sum[p], text)
		}
	})
}

// Rules are idle by what facts come up, and by invariants.
func TestIdleRules(t *testing.T) {
	f := find(t, world+"stage s = { go : at C L * $at D M * C <> D -o at C M. meet : $at C L * $at C M * L <> M -o lamp. "+
		"shine : light red * light green -o light red * light green. swap : light red -o light green. "+
		"back : light green -o light red. mourn : $dead C -o lamp. last : lamp -o (). } stage night = { } "+
		"qui * stage s * dead C -o stage night. #trace _ s { at ann inn, at bob inn, at cat inn, light red }.")
	var idle []string
	for _, r := range f.Idle {
		idle = append(idle, r.Name)
	}
	require.Equal(t, []string{"meet", "shine", "mourn"}, idle[:3])
	require.Equal(t, "night", f.Unentered[0].Name)
}
