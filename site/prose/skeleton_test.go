package prose

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

func TestSkeletonOfWhatIsLacking(t *testing.T) {
	program := sitetest.Program()
	have := mustParse(t, "---\ncharacters: {romeo: R}\n---\n## toll\nDong.\n## beginning\n{C}.\n## nightfall\n<!-- soon "+
		"-->\n")
	require.Len(t, have.Untold(program), 8)
	text, err := Skeleton(program, Roles{Characters: []string{"romeo", "lady_capulet"}, Places: []string{"tomb"}}, have)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "---\ncharacters:\n    lady_capulet: {name: Lady Capulet, pronouns: "+
		"they}\nplaces:\n    tomb: the tomb\n---\n\n## do/travel\n\n<!--\ndo/travel\n  : at C L -o at C L'.\n\nVariables: "+
		"{C} {L} {L'}\n-->\n"), string(text))
	require.NotContains(t, string(text), "## toll")
	require.NotContains(t, string(text), "## beginning")
	require.Contains(t, string(text), "## stage night\n")
	require.NotContains(t, string(text), "title:")
}

// Whatever the names, a skeleton is read, fits its program, and says nothing.
func TestSkeletonsAreRead(t *testing.T) {
	hostile := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"-->", "a\n---\nb", "## x", "r (at random)", "beginning", "character romeo", "a_b--c", "{C}", "<b>", "\x1b[31m\u202e",
		"  ", "x #", "[a]: b", "\t\n", " a\n", "null", "#", "- a", "::", ":: a 1", "'\"", "C'",
	}))
	rapid.Check(t, func(t *rapid.T) {
		program := &trace.Program{Name: hostile.Draw(t, "program")}
		for _, name := range rapid.SliceOfNDistinct(hostile, 0, 4, rapid.ID[string]).Draw(t, "rules") {
			program.Rules = append(program.Rules,
				trace.Rule{Name: name, Text: hostile.Draw(t, "text"), Params: []trace.Param{{Name: hostile.Draw(t, "variable")}}})
		}
		names := rapid.SliceOfNDistinct(hostile, 0, 4, rapid.ID[string]).Draw(t, "names")
		program.Types = []trace.Type{{Name: "t", Constants: names}}
		program.Stages = []trace.Stage{{Name: hostile.Draw(t, "stage")}}
		script := rapid.Bool().Draw(t, "script")
		text, err := Skeleton(program, Roles{names, names, script}, nil)
		require.NoError(t, err)
		require.Equal(t, script, isScript(text), "%s", text)
		p, err := Parse("p.md", text, Options{})
		require.NoError(t, err, "%s", text)
		require.NoError(t, p.Check(program), "%s", text)
		require.Len(t, p.Untold(program), len(program.Rules))
		for _, s := range p.sections {
			require.False(t, s.written(), "%s", text)
		}
		if script {
			return // in which characters have no names of their own
		}
		for _, name := range names {
			if name != "" {
				require.Contains(t, p.Front().Characters, name)
			}
		}
	})
}

func TestSkeletonOfNothing(t *testing.T) {
	text, err := Skeleton(&trace.Program{}, Roles{}, mustParse(t, "## beginning\na\n## ending\nb\n"))
	require.NoError(t, err)
	require.Empty(t, text)
}

func TestSkeletonOfScript(t *testing.T) {
	program := sitetest.Program()
	program.Types = []trace.Type{{Name: "who", Constants: []string{"romeo"}}}
	program.Rules[0].Params[0].Type = "who"
	roles := Roles{Characters: []string{"romeo"}, Script: true}
	text, err := Skeleton(program, roles, nil)
	require.NoError(t, err)
	require.Contains(t, string(text), "\n% do/travel\n% : at C L -o at C L'.\n% <1> C, <2> L, <3> L'\n:: do/travel 1\n")
	written := strings.Replace(string(text), ":: do/travel 1\n", ":: do/travel 1\n<1> goes.\n", 1)
	have, err := Parse("t.scenes", []byte(written), Options{})
	require.NoError(t, err)
	require.Len(t, have.Untold(program), len(program.Rules)-1)
	rest, err := Skeleton(program, Roles{}, have)
	require.NoError(t, err)
	require.NotContains(t, string(rest), "travel")
	const end = "% The beginning.\n:: initial 0\n\n% The end.\n:: final 0\n"
	require.True(t, strings.HasSuffix(string(rest), end), string(rest))
}
