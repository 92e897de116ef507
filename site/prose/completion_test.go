package prose

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/site/locale"
)

// shown formats a site for comparison: the senses, the words, and in brackets the part of a word
// that is written and its additions.
func (g CompletionSite) shown(text string) string {
	names := map[Sense]string{OfRule: "RULE", OfStage: "STAGE", OfConstant: "CONSTANT", OfCharacter: "CHARACTER",
		OfPredicate: "PREDICATE", OfVariable: "VARIABLE"}
	var parts []string
	for _, s := range g.Senses {
		parts = append(parts, names[s])
	}
	return strings.TrimSpace(fmt.Sprintf("%s [%s] %s|%s", strings.Join(append(parts, g.Words...), " "),
		text[g.Start:g.End], g.Rule, g.Fact))
}

// The completions at a place depend on the text before it.
func TestFindGap(t *testing.T) {
	const kinds = "character place stage beginning ending scene story fact"
	for marked, want := range map[string]string{
		"---\n‸": "title author language description theme url characters " +
			"places at names words [] |",
		"---\nti‸\n---\n": "title author language description theme url characters " +
			"places at names words [ti] |",
		"---\ntitle: a‸\n---\n":                                 "",
		"---\ncharacters:\n  ro‸":                               "CHARACTER [ro] |",
		"---\nplaces:\n  ro‸":                                   "CONSTANT [ro] |",
		"---\nnames:\n  ro‸\n---\n":                             "CONSTANT [ro] |",
		"---\nauthor:\n  ro‸\n---\n":                            "",
		"---\ncharacters:\n  a: {na‸":                           "name pronouns plural [na] |",
		"---\ncharacters:\n  a: {name: X, ‸":                    "name pronouns plural [] |",
		"---\ncharacters:\n  a: {pronouns: s‸":                  "they she he it [s] |",
		"---\ncharacters:\n  a:\n    na‸":                       "name pronouns plural [na] |",
		"---\ncharacters:\n  a: {plural: no,\n    na‸":          "name pronouns plural [na] |",
		"---\ncharacters:\n  a:\n    name: X\n    pronouns: s‸": "they she he it [s] |",
		"---\ncharacters:\n  a:\n    name: X\n  b‸":             "CHARACTER [b] |",
		"---\nplaces:\n  a:\n    na‸":                           "",
		"---\nplaces:\n  a: {name: X, ‸":                        "",
		"---\n---\n## ‸":                                        "RULE " + kinds + " [] |",
		"## g‸o":                                                "RULE " + kinds + " [g] |",
		"# g‸":                                                  "",
		"### g‸":                                                "",
		"##g‸":                                                  "",
		"## character ‸":                                        "CHARACTER [] |",
		"## ending ro‸":                                         "CHARACTER [ro] |",
		"## place h‸":                                           "CONSTANT [h] |",
		"## stage ‸":                                            "STAGE [] |",
		"## nothing ‸":                                          "",
		"## go (‸": "first time later times at random in turn together if " +
			"unless [] |",
		"## go (first t‸)": "first time later times at random in turn together if unless [first " +
			"t] |",
		"## go (first time for C‸":         "VARIABLE [C] go|",
		"## go (first time for C ‸":        "VARIABLE [] go|",
		"## go (first time; if‸":           "first time later times at random in turn together if unless [if] |",
		"## go (if ‸":                      "PREDICATE not stage [] |",
		"## go (if no‸":                    "PREDICATE not stage [no] |",
		"## go (unless !d‸":                "PREDICATE stage [d] |",
		"## go (if not ‸":                  "PREDICATE stage [] |",
		"## go (if at ‸":                   "CONSTANT VARIABLE _ [] go|at",
		"## go (if at C (ro‸":              "CONSTANT VARIABLE _ [ro] go|at C (",
		"## go (if at \"a;b\" ‸":           "CONSTANT VARIABLE _ [] go|at \"a;b\"",
		"## go (if at C L)‸":               "",
		"## go (first time) ‸":             "",
		"## go (if at C (room hall) ‸":     "CONSTANT VARIABLE _ [] go|at C (room hall)",
		"## go (if at \")\\\"\" ‸":         "CONSTANT VARIABLE _ [] go|at \")\\\"\"",
		"## go (if at C L, ‸":              "PREDICATE stage [] |",
		"## go (if at C L, at ‸":           "CONSTANT VARIABLE _ [] go|at",
		"## go (if stage d‸":               "STAGE [d] |",
		"## character romeo (if at ‸":      "CONSTANT _ C [] |at",
		"## go\nIn {‸":                     "VARIABLE [] go|",
		"## go (if dry)\nIn {C} and {C'‸}": "VARIABLE [C'] go|",
		"## go\n\nIn {C.t‸":                "they",
		"## go\nIn {C} ‸":                  "",
		"## go\nIn {C.their} h‸":           "",
		"## go\nIn {C.their}‸":             "",
		"## go\nIn {C.their h‸":            "",
		"## go\nIn \\{‸":                   "",
		"## go\nIn {C and ‸":               "",
		"## go\n# other\nIn {‸":            "",
		"In {‸":                            "",
		"## place hall\n{‸":                "L [] |",
		"## stage day\n{‸":                 "S [] |",
		"## scene ‸":                       "RULE with in [] |",
		"## scene go w‸":                   "with in [w] |",
		"## scene with ro‸":                "CHARACTER [ro] |",
		"## scene go with romeo, ‸":        "CHARACTER [] |",
		"## scene in ha‸":                  "CONSTANT [ha] |",
		"## scene go\n{‸":                  "VARIABLE L [] go|",
		"## scene\n{‸":                     "L [] |",
		"## fact ‸":                        "PREDICATE stage [] |",
		"## fact at C ‸":                   "CONSTANT _ [] |at C",
		"## fact at C hall\n{‸":            "C [] |",
		":: go 1\n{‸":                      "",
	} {
		before, after, _ := strings.Cut(marked, "‸")
		text := before + after
		site, ok := FindCompletionSite([]byte(text), len(before), labelsOf("go"))
		require.Equal(t, want != "", ok, "%q: %+v", marked, site)
		switch {
		case want == "they":
			require.Equal(t, "t", text[site.Start:site.End])
			require.Subset(t, site.Words, []string{"they", "They", "s"})
			require.NotContains(t, site.Words, "S")
		case ok:
			require.Equal(t, want, strings.TrimRight(site.shown(text), " "), "%q", marked)
		}
	}
}

// Keys of fixed words are completed below words.
func TestFindGapOfFixedWords(t *testing.T) {
	const text = "---\nwords:\n  scene: x\n  exi"
	site, ok := FindCompletionSite([]byte(text), len(text), labelsOf("go"))
	require.True(t, ok)
	require.Equal(t, locale.Keys(), site.Words)
	require.Equal(t, "exi", text[site.Start:site.End])
}

// Each name in a text is among the completions at its place.
func TestFindGapWhereNamesAre(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		var headings []string
		for line := range strings.Lines(string(src)) {
			if rest, ok := strings.CutPrefix(line, "## "); ok {
				name, _, _ := cutConditions(strings.TrimSpace(rest))
				if parseTopic(name).Kind == Rule {
					headings = append(headings, name)
				}
			}
		}
		rules := labelsOf(headings...)
		names, err := FindNames(file, src, rules)
		require.NoError(t, err)
		for _, n := range names.Namings {
			site, ok := FindCompletionSite(src, n.End, rules)
			require.True(t, ok && slices.Contains(site.Senses, n.Sense), "%s: %q at %d: %+v", file, n.Name, n.Start, site)
			require.Equal(t, n.Stretch, site.Stretch, "%s: %q", file, n.Name)
			if n.Sense == OfVariable {
				require.Equal(t, n.Rule, site.Rule, "%s: %q at %d", file, n.Name, n.Start)
			}
		}
	}
}

// Any bytes may come, and any offset.
func FuzzFindGap(f *testing.F) {
	f.Add("---\ncharacters:\n  a: {\n---\n## go (if at C; first time for C)\n{C.they} ‸", 40)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if site, ok := FindCompletionSite([]byte(text), offset, labelsOf("go")); ok {
			require.True(t, 0 <= site.Start && site.Start <= site.End && site.End == offset)
		}
	})
}
