package trace_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

func TestTermJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := tracetest.Terms(3).Draw(t, "term")
		text, err := json.Marshal(want)
		require.NoError(t, err)
		var got trace.Term
		require.NoError(t, json.Unmarshal(text, &got))
		require.True(t, want.Equal(got), "%s", text)
		require.Equal(t, want, got)
	})
}

func TestTermEqual(t *testing.T) {
	a, b := trace.Const("a"), trace.Const("b")
	one := trace.Term{Head: "1", Number: true}
	different := []trace.Term{
		a, b, one, trace.Const("1"),
		{Head: "f", Args: []trace.Term{a}}, {Head: "f", Args: []trace.Term{b}},
		{Head: "f", Args: []trace.Term{a, b}}, {Head: "g", Args: []trace.Term{a}},
	}
	for i, x := range different {
		for j, y := range different {
			require.Equal(t, i == j, x.Equal(y), "%v, %v", x, y)
		}
	}
}

func TestLiteral(t *testing.T) {
	for head, want := range map[string]string{`"a \"b\" \\ \n"`: "a \"b\" \\ \n", `"\q"`: `\q`, `""`: ""} {
		text, ok := trace.Const(head).Literal()
		require.True(t, ok)
		require.Equal(t, want, text)
	}
	for _, term := range []trace.Term{trace.Const("a"), {Head: "7", Number: true}, trace.Const(`"a`),
		{Head: `"f"`, Args: []trace.Term{trace.Const("a")}}} {
		_, ok := term.Literal()
		require.False(t, ok)
	}
}

// TestText: a literal has one spelling, on one line, that shows its characters.
func TestText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("\"\\\t\nn\u200d")))).Draw(t, "text")
		term := trace.Text(text)
		got, ok := term.Literal()
		require.True(t, ok)
		require.Equal(t, text, got)
		require.Equal(t, term.Head, visible.Line(term.Head))

		var read trace.Term
		raw, err := json.Marshal(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &read))
		require.Equal(t, term, read)
	})
}
