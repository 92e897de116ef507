package site

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// Headings and links that are cut do not read alike: neither the author's, nor the names of rules, nor
// what they are applied to.
func TestCutTitlesStayDifferent(t *testing.T) {
	long := strings.Repeat("over the hills ", 6)
	for _, c := range []struct{ prose, rule string }{
		{"# A play\n\n## tell\n\n### They tell of {W}\n", "tell"},
		{"", "tell"},
		{"", ""}, // each by a rule of its own
	} {
		h := sitetest.New(
			&trace.Program{Rules: []trace.Rule{{Name: "tell", Params: []trace.Param{{Name: "W", Type: "string"}}}}})
		for _, colour := range []string{"red", "green", "blue"} {
			text := long + colour + " " + long + "far away"
			rule := cmp.Or(c.rule, strings.ReplaceAll(text, " ", "_"))
			h.Play(rule)
			h.Steps[len(h.Steps)-1].Args = []trace.Term{trace.Text(text)}
		}
		var words *prose.Prose
		if c.prose != "" {
			var err error
			words, err = prose.Parse("p.md", []byte(c.prose), prose.Options{})
			require.NoError(t, err)
		}
		s := build(t, h.Finish(trace.Quiescent), Options{Prose: words})
		require.Len(t, s.Leaves, 3)
		seen := make(map[string]bool)
		for _, l := range s.Leaves {
			link := cmp.Or(l.Where, l.Short)
			if c.rule == "" || c.prose != "" {
				link = l.Short
			}
			require.LessOrEqual(t, len([]rune(link)), 60)
			require.False(t, seen[link], link)
			seen[link] = true
			require.Contains(t, string(page(t, s, "hours.html")), l.Title)
		}
	}
}
