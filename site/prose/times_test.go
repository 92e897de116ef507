package prose

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Times are counted by the variables that a section names: it is told if and only if the earlier
// moments allow it.
func TestTimesForSomebody(t *testing.T) {
	conditions := []string{"first time", "later times", "first time for C", "later times for C", "first time for C C'",
		"later times for C' C", "first time for C; later times", "later times for C; first time for C C'"}
	name := rapid.SampledFrom([]string{"romeo", "juliet", "tybalt"})
	rapid.Check(t, func(rt *rapid.T) {
		var before [][2]string
		condition := rapid.SampledFrom(conditions).Draw(rt, "condition")
		n := mustParse(rt, "## do/insult ("+condition+")\nyes\n## do/insult\nno\n").Narrator(nil, 0)
		for range rapid.IntRange(1, 12).Draw(rt, "moments") {
			m := [2]string{name.Draw(rt, "C"), name.Draw(rt, "C'")}
			moment := insult(m[0], "square", m[1])
			want := "no"
			if inTime(condition, before, m) {
				want = "yes"
			}
			require.Equal(rt, want, n.Foretell(moment).Opening(nil))
			if rapid.Bool().Draw(rt, "recalled") {
				n.Recall(moment, nil)
			} else {
				require.Equal(rt, want, n.Tell(moment).Opening(nil))
			}
			before = append(before, m)
		}
	})
}

// inTime is the oracle: whether a condition holds after some pairs of C and C'.
func inTime(condition string, before [][2]string, now [2]string) bool {
	of := func(b [2]string) bool { return b[0] == now[0] }
	all, c, both := len(before) > 0, slices.ContainsFunc(before, of), slices.Contains(before, now)
	return map[string]bool{
		"first time": !all, "later times": all, "first time for C": !c, "later times for C": c, "first time for C C'": !both,
		"later times for C' C":          both,
		"first time for C; later times": !c && all, "later times for C; first time for C C'": c && !both,
	}[condition]
}
