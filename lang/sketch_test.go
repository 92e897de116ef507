package lang

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The sketch of a rule names the variables that the rule has in its program, in
// their order.
func TestSketchNamesVariablesAsPrograms(t *testing.T) {
	files, err := filepath.Glob("../examples/*.cep")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		p, errs := Load(file, text)
		require.NotNil(t, p, "%v", errs)
		for _, r := range p.Rules() {
			s, ok := ReadSketch(p.Text(r))
			require.True(t, ok, "%s: %s", file, p.Text(r))
			var want, got []string
			for _, v := range r.Vars {
				want = append(want, v.Name)
			}
			for _, part := range append(s.Left, s.Right...) {
				got = partVariables(part, got)
			}
			require.Equal(t, want, got, r.Name)
		}
	}
}

// partVariables adds the variables of a part that are not there yet.
func partVariables(p Part, to []string) []string {
	known := false
	for _, name := range to {
		known = known || name == p.Text
	}
	if p.Kind == VariablePart && !known {
		to = append(to, p.Text)
	}
	for _, a := range p.Args {
		to = partVariables(a, to)
	}
	return to
}

func TestReadSketch(t *testing.T) {
	atom := func(name string, args ...Part) Part { return Part{Kind: PredicatePart, Text: name, Args: args} }
	marked := func(mark string, p Part) Part { return Part{Kind: OtherPart, Text: mark, Args: []Part{p}} }
	x, wild := Part{Kind: VariablePart, Text: "X"}, Part{Kind: VariablePart, Text: "_1"}
	for text, want := range map[string]*Sketch{
		"r : p X * $(a * b _) -o !p X.": {
			Name: "r", Left: []Part{atom("p", x), marked("$", atom("a")), marked("$", atom("b", wild))},
			Right: []Part{marked("!", atom("p", x))},
		},
		"() o- !$p X.": {Left: []Part{marked("!", atom("p", x))}},
		"qui * stage a * X == s 1 -o stage b.": {
			Left: []Part{
				{Kind: StagePart, Text: "a"},
				{Kind: OtherPart, Text: "==", Args: []Part{x,
					{Kind: ConstructorPart, Text: "s", Args: []Part{{Kind: OtherPart, Text: "1"}}}}},
			},
			Right: []Part{{Kind: StagePart, Text: "b"}},
		},
		"qui -o p \"it\".": {Left: []Part{atom("qui")}, Right: []Part{atom("p", Part{Kind: OtherPart, Text: `"it"`})}},
	} {
		got, ok := ReadSketch(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "p : pred.", "p -o", "a -o b. b -o c.", "#trace _ s c."} {
		_, ok := ReadSketch(text)
		require.False(t, ok, text)
	}
}
