package digraph

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// draw writes a graph with all kinds of statements.
func draw(g *Graph) string {
	g.Set(With("comment", Text("a \"b\"")))
	g.Attributes(With("label", Text("")), With("bgcolor", Text("")))
	g.NodeDefaults(With("shape", "box"), Attr{}, With("margin", "0"))
	g.EdgeDefaults(With("arrowhead", "none"))
	g.Node("a")
	g.Subgraph("cluster_1")
	g.Node(Text("b c"), With("label", Text("one\ntwo")))
	g.End()
	g.Edge("a", Text("b c"))
	g.Edge("a", "a", With("label", Room(12, 7.4)))
	return string(g.Bytes())
}

func TestStatements(t *testing.T) {
	require.Equal(t, `digraph {
  comment="a \"b\"";
  graph [label=""];
  node [shape=box, margin=0];
  edge [arrowhead=none];
  a;
  subgraph cluster_1 {
  "b c" [label="one\ntwo"];
  }
  a -> "b c";
  a -> a [label=<<table border="0" cellborder="0" cellspacing="0" fixedsize="true" width="12" height="7">`+
		`<tr><td></td></tr></table>>];
}
`, draw(New("")))
}

// A dense graph has no space that its readers could miss.
func TestDense(t *testing.T) {
	g := New("run")
	g.Dense = true
	text := draw(g)
	require.True(t, strings.HasPrefix(text, "digraph run {\ncomment="), text)
	require.Contains(t, text, "\nnode [shape=box,margin=0];\n")
	require.Contains(t, text, "\nsubgraph cluster_1 {\n\"b c\" [label=\"one\\ntwo\"];\n}\na -> \"b c\";\n")
}

// Package render/dot has Graphviz show texts, and package causal/export reads them back.
func TestTexts(t *testing.T) {
	require.Equal(t, ID(`"\\N \"a\" &amp;lt;\nb"`), Text("\\N \"a\" &lt;\nb"))
	require.Equal(t, ID(`"\\\\N \"a\""`), Tip(`\N "a"`))
	require.Equal(t, ID(`"[\"at\",\"a\u0022b\u005cc\"]"`), JSON(`["at","a\"b\\c"]`))
}

// A text is cut between characters, and none of its escapes is cut.
func TestLongTexts(t *testing.T) {
	require.Equal(t, ID(`"`+strings.Repeat("x", longest)+`"`), LongText(strings.Repeat("x", longest)))
	require.Equal(t, ID(`"`+strings.Repeat("x", longest-1)+`" + "é"`), LongText(strings.Repeat("x", longest-1)+"é"))
	require.Equal(t, ID(`"`+strings.Repeat(`\"`, longest)+`" + "\""`), LongText(strings.Repeat(`"`, longest+1)))
}
