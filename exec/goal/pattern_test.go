package goal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, fact string
		want          bool
	}{
		{"at romeo town", "at romeo town", true},
		{"  at  romeo\ttown ", "at romeo town", true},
		{"!open gate", "!open gate", true},
		{"!open gate", "open gate", false},
		{"open gate", "!open gate", true},
		{"! _ gate", "!open gate", true},
		{"! _ gate", "open gate", false},
		{"at romeo", "at romeo town", true},
		{"at", "at romeo town", true},
		{"at _ town", "at romeo town", true},
		{"_ romeo", "at romeo town", true},
		{"at juliet _", "at romeo town", false},
		{"at romeo town now", "at romeo town", false},
		{"age (s (s z))", "age (s (s z))", true},
		{"age (s _)", "age (s (s z))", true},
		{"age (s)", "age (s (s z))", false},
		{"age 2", "age 2", true},
		{"age (s (s z))", "age 2", true},
		{"age (s (s z))", "age 3", false},
		{"age (s z)", "age 0", false},
		{"age (s (s 1))", "age 3", true},
		{"age (s (s N))", "age 1", false},
		{"age (s _)", "age 98765432109876543210", true},
		{"age (s (t N))", "age 7", false},
		{"pair N (s N)", "pair 4 5", true},
		{"pair N (s N)", "pair 5 5", false},
		{"pair (s N) N", "pair 10000000000000000000000 9999999999999999999999", true},
		{"at X X", "at ann ann", true},
		{"at X X", "at ann bob", false},
		{"at X (f X)", "at ann (f ann)", true},
		{`say "a \" (b"`, `say "a \" (b"`, true},
		{`say "a"`, `say "b"`, false},
		{"->x é", "->x é", true},
		{"a \x00", "a \x00", true},
		{"a \x00", "a", false},
	} {
		p, err := ParsePattern(c.pattern)
		require.NoError(t, err, c.pattern)
		f, err := ParsePattern(c.fact)
		require.NoError(t, err)
		require.Equal(t, c.want, p.MatchesFact(f.Head, f.Args, f.Permanent), "%s and %s", c.pattern, c.fact)
		require.Equal(t, c.want && !p.Permanent, p.Matches(f.Head, f.Args), "%s and the rule %s", c.pattern, c.fact)
	}
}

// Lists are read as people write them, and match nothing by themselves.
func TestPatternLists(t *testing.T) {
	for text, want := range map[string]string{
		"bag [2,(s z) , [a],[]]": "bag [2, (s z), [a], []]",
		"bag [ ]":                "bag []",
		`say ["a, b", c] X`:      `say ["a, b", c] X`,
		"bag (cons [a] nil)":     "bag (cons [a] nil)",
		"at a[1,2]":              "at a[1,2]", // a name of another engine
		"bag [a[1,2],b[[]]]":     "bag [a[1,2], b[[]]]",
	} {
		p, err := ParsePattern(text)
		require.NoError(t, err)
		require.Equal(t, want, p.String())
		again, err := ParsePattern(want)
		require.NoError(t, err)
		require.Equal(t, p, again)
	}
	p, err := ParsePattern("bag [X, (f Y)]")
	require.NoError(t, err)
	require.Equal(t, []string{"X", "Y"}, p.Vars)
	require.False(t, p.Matches("bag", []trace.Term{trace.Const("nil")}))
	_, err = ParsePattern("p " + strings.Repeat("[a,", 50_000)) // ends soon
	require.ErrorContains(t, err, "nested deeper than")
}

// TestPatternLiterals reads literals with escapes: they are the texts, as traces have them.
func TestPatternLiterals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("\"\\\t\nn\u200d")))).Draw(t, "text")
		p, err := ParsePattern(`p "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`)
		require.NoError(t, err)
		require.Equal(t, trace.Text(text), p.Args[0])
	})
}

func TestPatternErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":           `"": a name is missing`,
		"a ()":       `"a ()": a name is missing`,
		"a (b":       `"a (b": a parenthesis is not closed`,
		"a \x00)":    `"a \x00)": a closing parenthesis too many`,
		"a b)":       `"a b)": a closing parenthesis too many`,
		`a "b`:       `"a \"b": a string is not closed`,
		`a "b\`:      `"a \"b\\": a string is not closed`,
		"a (b) )":    `"a (b) )": a closing parenthesis too many`,
		"bag  [a, b": `"bag  [a, b": a list is not closed`,
		"bag [a  b]": `"bag [a  b]": elements of a list stand apart with commas`,
		"bag [":      `"bag [": a list is not closed`,
		"(0 [0)]":    `"(0 [0)]": elements of a list stand apart with commas`,
		"[(b) c":     `"[(b) c": a list is no name`,
		"[a]":        `"[a]": a list is no name`,
		"a ]":        `"a ]": a closing bracket too many`,
		"(][)":       `"(][)": a closing bracket too many`,
		"a b[1":      `"a b[1": a bracket is not closed`,
		"a b[1 ]":    `"a b[1 ]": a bracket is not closed`,
		"bag [a, ]":  `"bag [a, ]": a name is missing`,
	} {
		_, err := ParsePattern(text)
		require.EqualError(t, err, want)
	}
}

// FuzzParsePattern: parsing does not panic, and a parsed pattern is parsed again from its text.
func FuzzParsePattern(f *testing.F) {
	for _, seed := range []string{"at romeo _", `p "x" (s (s z)) 12`, "((", "!q", `[""`, "a[1] [b[2], c]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePattern(text)
		if err != nil || strings.HasPrefix(p.Head, "!") { // one `!` says nothing, two are a name
			return
		}
		again, err := ParsePattern(p.String())
		require.NoError(t, err)
		require.Equal(t, p.String(), again.String())
	})
}
