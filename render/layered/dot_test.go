package layered

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// placeByDot asks Graphviz' dot for a placement of the same diagram.
func placeByDot(t testing.TB, d *diagram.Diagram) {
	program, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz' dot is not installed: nothing to compare with")
	}
	var in, out bytes.Buffer
	in.WriteString("digraph {\ngraph [nodesep=0.2, ranksep=0.4];\nnode [label=\"\", fixedsize=true];\nedge " +
		"[arrowhead=none];\n")
	for i, n := range d.Nodes {
		shape := "box"
		if n.Shape == diagram.Oval {
			shape = "oval"
		}
		fmt.Fprintf(&in, "%d [shape=%s, width=%f, height=%f];\n", i, shape, n.W/72, n.H/72)
	}
	for _, e := range d.Edges {
		fmt.Fprintf(&in, "%d -> %d [weight=%d];\n", e.From, e.To, max(1, e.Pull))
	}
	in.WriteString("}\n")
	cmd := exec.CommandContext(t.Context(), program, "-Tplain")
	cmd.Stdin, cmd.Stdout = &in, &out
	require.NoError(t, cmd.Run())
	readPlain(t, d, strings.ReplaceAll(out.String(), "\\\n", ""))
}

// readPlain reads what dot says in its plain form, in inches with y upwards.
func readPlain(t testing.TB, d *diagram.Diagram, plain string) {
	paths := make(map[[2]int][][]diagram.Point)
	point := func(f []string) diagram.Point {
		x, errX := strconv.ParseFloat(f[0], 64)
		y, errY := strconv.ParseFloat(f[1], 64)
		require.NoError(t, errX)
		require.NoError(t, errY)
		return diagram.Point{X: 72 * x, Y: d.Height - 72*y}
	}
	for line := range strings.Lines(plain) {
		f := strings.Fields(line)
		switch f[0] {
		case "graph":
			size := point(f[2:])
			d.Width, d.Height = size.X, -size.Y
		case "node":
			i, err := strconv.Atoi(f[1])
			require.NoError(t, err)
			d.Nodes[i].At = point(f[2:])
		case "edge":
			from, _ := strconv.Atoi(f[1])
			to, _ := strconv.Atoi(f[2])
			n, _ := strconv.Atoi(f[3])
			var path []diagram.Point
			for k := range n {
				path = append(path, point(f[4+2*k:]))
			}
			paths[[2]int{from, to}] = append(paths[[2]int{from, to}], path)
		}
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		key := [2]int{e.From, e.To}
		require.NotEmpty(t, paths[key])
		e.Path, paths[key] = paths[key][0], paths[key][1:]
	}
	d.Placed = true
}

// BenchmarkAgainstDot reports how many times as many crossings as dot's a placement has.
func BenchmarkAgainstDot(b *testing.B) {
	for _, nodes := range []int{100, 300, 1000} {
		for seed := range uint64(3) {
			b.Run(fmt.Sprint(nodes, "/", seed), func(b *testing.B) {
				theirs := newStory(nodes, 10, seed)
				placeByDot(b, theirs)
				sketch(b, theirs, fmt.Sprint("dot-", nodes, "-", seed))
				var ours *diagram.Diagram
				for range b.N {
					ours = newStory(nodes, 10, seed)
					require.NoError(b, Place(context.Background(), ours, fonts.Like("sans")))
				}
				sketch(b, ours, fmt.Sprint("our-", nodes, "-", seed))
				b.ReportMetric(float64(crossings(theirs)), "dot")
				b.ReportMetric(float64(crossings(ours)), "crossings")
				b.ReportMetric(float64(crossings(ours))/float64(max(1, crossings(theirs))), "ratio")
			})
		}
	}
}

// The order within layers is about as good as dot's.
func TestCrossingsAgainstDot(t *testing.T) {
	ours, theirs := 0, 0
	for seed := range uint64(5) {
		d := newStory(300, 10, seed)
		placeByDot(t, d)
		theirs += crossings(d)
		require.NoError(t, Place(t.Context(), d, fonts.Like("sans")))
		ours += crossings(d)
	}
	t.Logf("crossings: %d, dot's: %d", ours, theirs)
	require.LessOrEqual(t, float64(ours), 1.2*float64(theirs))
}
