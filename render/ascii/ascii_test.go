package ascii

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/render/diagram"
)

var update = flag.Bool("update", false, "write what is drawn into testdata")

// TestGolden draws the diagrams of testdata. A file has one as lines of words, see parse, in the
// section `in`; its other sections are the drawings, in Unicode and in ASCII.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			require.NoError(t, err)
			d := parse(t, string(archive.Files[0].Data))
			want := []txtar.File{archive.Files[0], {Name: "unicode", Data: Write(d, Options{Width: 70})},
				{Name: "ascii", Data: Write(d, Options{Width: 70, ASCII: true})}}
			if *update {
				archive.Files = want
				require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
			}
			require.Equal(t, want, archive.Files)
		})
	}
}

// The legend has all marks that occur, and no others.
func TestLegendOfMarks(t *testing.T) {
	d := parse(t, "dot a\ncapsule b\na -> b\n")
	d.Legend = []diagram.Entry{
		{Text: "events", Node: &diagram.Node{Shape: diagram.Dot}, Also: []diagram.Shape{diagram.Capsule, diagram.Plain}},
		{Text: "lines", Edge: &diagram.Edge{}},
		{Text: "ends", Edge: &diagram.Edge{Head: diagram.Tee}, Also: []diagram.Shape{diagram.Capsule}},
		{Text: "words"},
	}
	require.Contains(t, string(Write(d, Options{})), "• or ◆ events\n│ lines\n◆ ends\nwords\n\n")
}

// parse reads a diagram: `title words`, `band words`, `frame words: ids`, `box a words`,
// `oval a words` and other shapes, and `a -> b words` with `->2` for a hue, `-->` for
// dashes, `..>` for dots and `<->` for both ways.
func parse(t *testing.T, text string) *diagram.Diagram {
	d := &diagram.Diagram{}
	shapes := map[string]diagram.Shape{"box": diagram.Box, "oval": diagram.Oval, "plain": diagram.Plain,
		"capsule": diagram.Capsule, "dot": diagram.Dot}
	index := map[string]int{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		rest := words[min(2, len(words)):]
		shape, isNode := shapes[words[0]]
		switch {
		case words[0] == "title":
			d.Title = strings.Join(words[1:], " ")
		case words[0] == "band":
			d.Bands = append(d.Bands, diagram.Band{Text: strings.Join(words[1:], " ")})
		case words[0] == "legend" && words[1] == "both":
			d.Legend = append(d.Legend, diagram.Entry{Text: strings.Join(rest, " "), Edge: &diagram.Edge{Both: true}})
		case words[0] == "legend":
			d.Legend = append(d.Legend, diagram.Entry{Text: strings.Join(rest, " "),
				Node: &diagram.Node{Shape: shapes[words[1]]}})
		case words[0] == "frame":
			f := diagram.Frame{Text: words[1:2]}
			for _, id := range rest {
				f.Nodes = append(f.Nodes, index[id])
			}
			d.Frames = append(d.Frames, f)
		case isNode:
			index[words[1]] = len(d.Nodes)
			d.Nodes = append(d.Nodes, diagram.Node{ID: words[1], Shape: shape, Text: []string{strings.Join(rest, " ")}})
		default:
			line, both := strings.CutPrefix(words[1], "<")
			arrow, hue, _ := strings.Cut(line, ">")
			e := diagram.Edge{From: index[words[0]], To: index[words[2]],
				Stroke: diagram.Stroke(strings.Index("- --..", arrow) / 2)}
			e.Both = both
			e.Hue, _ = strconv.Atoi(hue)
			if len(words) > 3 {
				e.Text = []string{strings.Join(words[3:], " ")}
			}
			d.Edges = append(d.Edges, e)
		}
	}
	return d
}

func diagrams() *rapid.Generator[*diagram.Diagram] {
	return rapid.Custom(func(t *rapid.T) *diagram.Diagram {
		d := &diagram.Diagram{}
		n := rapid.IntRange(1, 80).Draw(t, "nodes")
		word := rapid.StringMatching(`[xyz]{1,9}( [xyz]{1,9}){0,20}`)
		for i := range n {
			d.Nodes = append(d.Nodes, diagram.Node{
				ID: "n" + strconv.Itoa(i), Text: []string{word.Draw(t, "text")},
				Shape: diagram.Shape(rapid.IntRange(0, 4).Draw(t, "shape")), Born: rapid.IntRange(0, 9).Draw(t, "born"),
			})
		}
		node := rapid.IntRange(0, n-1)
		isCyclic := rapid.Bool().Draw(t, "cyclic")
		for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
			from, to := node.Draw(t, "from"), node.Draw(t, "to")
			if !isCyclic && from >= to {
				continue
			}
			e := diagram.Edge{From: from, To: to, Hue: rapid.IntRange(0, 3).Draw(t, "hue"),
				Stroke: diagram.Stroke(rapid.IntRange(0, 2).Draw(t, "stroke"))}
			if rapid.IntRange(0, 4).Draw(t, "worded") == 0 {
				e.Text = []string{word.Draw(t, "words")}
			}
			d.Edges = append(d.Edges, e)
		}
		return d
	})
}

// TestDrawingsCanBeRead gets all edges, and no others, back from drawings.
func TestDrawingsCanBeRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := diagrams().Draw(t, "diagram")
		o := Options{ASCII: rapid.Bool().Draw(t, "ascii"), Width: rapid.IntRange(0, 200).Draw(t, "width")}
		text := string(Write(d, o))
		r := newReader(o.ASCII)
		require.NoError(t, r.read(text), text)
		want := map[[2]string]bool{}
		for _, e := range d.Edges {
			want[[2]string{d.Nodes[e.From].ID, d.Nodes[e.To].ID}] = true
		}
		require.Equal(t, want, r.edges, text)
	})
}

// TestNodesHaveRowsInOrder finds the text of each node once, after those before it.
func TestNodesHaveRowsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := diagrams().Draw(t, "diagram")
		r := newReader(false)
		text := string(Write(d, Options{}))
		require.NoError(t, r.read(text))
		require.Len(t, r.nodes, len(d.Nodes))
		row := map[string]int{}
		for i, id := range r.nodes {
			row[id] = i
		}
		require.Len(t, row, len(d.Nodes))
		for _, n := range d.Nodes {
			require.True(t, strings.HasPrefix(r.texts[row[n.ID]]+" ", n.ID+" "+n.Text[0]+" "), "%s in\n%s", n.ID, text)
		}
		if isAcyclic(d) {
			require.NotContains(t, text, "↑")
			for _, e := range d.Edges {
				require.Less(t, row[d.Nodes[e.From].ID], row[d.Nodes[e.To].ID])
			}
		}
	})
}

// isAcyclic takes away nodes that nothing leads to until none is left.
func isAcyclic(d *diagram.Diagram) bool {
	gone := make([]bool, len(d.Nodes))
	for range d.Nodes {
		for i := range d.Nodes {
			isReached := false
			for _, e := range d.Edges {
				isReached = isReached || e.To == i && !gone[e.From]
			}
			gone[i] = gone[i] || !isReached
		}
	}
	for _, g := range gone {
		if !g {
			return false
		}
	}
	return true
}

// TestLinesAreNarrow gives labels of any kind, and no line may be wider than asked
// for, end with a space, or move the cursor.
func TestLinesAreNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := diagrams().Draw(t, "diagram")
		label := rapid.String()
		d.Title = label.Draw(t, "title")
		d.Bands = []diagram.Band{{Text: label.Draw(t, "band")}}
		for i := range d.Nodes {
			d.Nodes[i].Text = []string{strings.Repeat(label.Draw(t, "label"), 3), "語語 e\u0301"}
		}
		width := rapid.IntRange(0, 150).Draw(t, "width")
		most := max(width, leastWidth)
		if width == 0 {
			most = usualWidth
		}
		text := Write(d, Options{Width: width})
		require.True(t, utf8.Valid(text))
		require.NotContains(t, string(text), "\x1b")
		require.Equal(t, text, Write(d, Options{Width: width}), "the same again")
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			require.LessOrEqual(t, columns(line), most, line)
			require.Equal(t, strings.TrimRight(line, " "), line)
		}
	})
}

func TestASCIIIsASCII(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := diagrams().Draw(t, "diagram")
		d.Title, d.Nodes[0].Text = "a title", []string{strings.Repeat("long ", 1000)}
		d.Bands = []diagram.Band{{Text: "romeo"}, {Text: "juliet"}}
		for i := range 3 {
			d.Legend = append(d.Legend, diagram.Entry{Text: "a line", Edge: &diagram.Edge{Stroke: diagram.Stroke(i)}})
		}
		for _, b := range Write(d, Options{ASCII: true}) {
			require.Less(t, b, byte(utf8.RuneSelf))
		}
	})
}

// TestOrder has facts of the start before their first use, and marks without a time
// after the last that leads to them.
func TestOrder(t *testing.T) {
	d := &diagram.Diagram{
		Nodes: []diagram.Node{{ID: "start1"}, {ID: "start2"}, {ID: "never"}, {ID: "t1", Born: 1}, {ID: "made", Born: 1},
			{ID: "t2", Born: 2}, {ID: "t3", Born: 3}, {ID: "end"}},
		Edges: []diagram.Edge{{From: 1, To: 3}, {From: 3, To: 4}, {From: 0, To: 5}, {From: 6, To: 7}, {From: 4, To: 6}},
	}
	var ids []string
	for _, n := range order(d) {
		ids = append(ids, d.Nodes[n].ID)
	}
	require.Equal(t, []string{"never", "start2", "t1", "made", "start1", "t2", "t3", "end"}, ids)
}

// TestFarEdgesAreNamed has an edge over many rows, and a source of many.
func TestFarEdgesAreNamed(t *testing.T) {
	d := chain(200)
	text := string(Write(d, Options{}))
	require.Contains(t, text, "t2 do/wander romeo orchard ballroom → t102\n")
	require.Contains(t, text, "t102 do/wander romeo orchard ballroom ← t2\n")
	for i := 100; i < 120; i++ {
		d.Edges = append(d.Edges, diagram.Edge{From: 0, To: i})
	}
	text = string(Write(d, Options{}))
	require.Contains(t, text, "→ t101, t102, t103, t104, t105, t106, t107, t108 and 12 more\n")
	require.Contains(t, text, "← t1, t20")
}

// chain is a run: each step uses what the last made, something of the start, and
// something made long ago.
func chain(n int) *diagram.Diagram {
	d := &diagram.Diagram{}
	for i := range n {
		d.Nodes = append(d.Nodes, diagram.Node{ID: fmt.Sprintf("t%d", i+1),
			Text: []string{"do/wander romeo orchard ballroom"}, Born: i + 1})
		for _, back := range []int{1, 3, 100} {
			if i >= back && (back != 3 || i%5 == 0) {
				d.Edges = append(d.Edges, diagram.Edge{From: i - back, To: i})
			}
		}
	}
	return d
}

// TestSmallChangesChangeFewLines takes a step out of a run.
func TestSmallChangesChangeFewLines(t *testing.T) {
	d := chain(1000)
	before := strings.Split(string(Write(d, Options{})), "\n")
	d.Nodes[500].Text = []string{"do/stay"}
	d.Edges = append(d.Edges, diagram.Edge{From: 498, To: 507, Hue: 1})
	after := strings.Split(string(Write(d, Options{})), "\n")
	require.Len(t, after, len(before))
	changed := 0
	for i := range before {
		if before[i] != after[i] {
			changed++
		}
	}
	require.Positive(t, changed)
	require.Less(t, changed, 20)
}

func BenchmarkWrite(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			d := chain(n)
			for b.Loop() {
				Write(d, Options{})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/node")
		})
	}
}
