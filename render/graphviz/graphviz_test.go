package graphviz

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/render/diagram"
	"github.com/ceptre-graph/ceptre/render/fonts"
)

// random returns a graph in DOT.
func random(seed uint64, nodes int) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	var b bytes.Buffer
	b.WriteString("digraph { ")
	for i := range nodes {
		fmt.Fprintf(&b, "%d [label=\"n\", width=%.2f]; ", i, 0.3+r.Float64())
		if i > 0 {
			fmt.Fprintf(&b, "%d -> %d [weight=%d]; ", r.IntN(i), i, r.IntN(4))
		}
		if i%3 == 0 {
			fmt.Fprintf(&b, "%d -> %d [label=<<table fixedsize=\"true\" width=\"40\" "+
				"height=\"12\"><tr><td></td></tr></table>>]; ", r.IntN(i+1), i)
		}
	}
	b.WriteString("}")
	return b.Bytes()
}

// layouts are the hashes of the layouts of Graphviz 12.1 for random drawings, on any machine.
var layouts = []string{
	"4ffe19cf9f9e86fc0de85c3594d483990a417d09e4789bfa214b6c3dcc188f44",
	"08bdd5a914692f88e10ab3c3f038968d64f699549c5d40b9c05eeac9917222ae",
	"a0ba72ef1cbe9b91de30b09b64749c836aaa1b80badb420729b306d587912574",
	"07923b7a08749f6efdb1834f57db23527193a7ec3e68230a7a1ab51c0df01807",
	"138d0ba343fc2d204bb2caa306e004c6a74a2b75322f619c95ca77b68b73e0fa",
	"71baa9a8934ad77d937732080a25764b7da65cecbca635e5fa8b82be772eae13",
	"52c1720febeef35ddfe46c9ec54345796360ca3767ffe3ef41523d6ed87a037a",
	"c299dc961c7f4c47efed528a10cc59f06a20a714d252e6c86dd95ecec50a3351",
}

// A new version of the library does not change pictures unnoticed.
func TestLayouts(t *testing.T) {
	for seed, want := range layouts {
		got, err := run(t.Context(), "dot", "json0", random(uint64(seed), 5+seed*5))
		require.NoError(t, err)
		require.Equal(t, want, fmt.Sprintf("%x", sha256.Sum256(got)))
	}
}

// Pictures drawn at the same time are those drawn one after another.
func TestAtTheSameTime(t *testing.T) {
	ctx := context.Background()
	want := make([][]byte, 6)
	for i := range want {
		var err error
		want[i], err = run(ctx, "dot", "json0", random(uint64(i), 20))
		require.NoError(t, err)
	}
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			got, err := run(ctx, "dot", "json0", random(uint64(i%len(want)), 20))
			if err != nil || !bytes.Equal(got, want[i%len(want)]) {
				t.Errorf("picture %d differs: %v", i, err)
			}
		})
	}
	all.Wait()
}

// The end of a context stops the work, and later drawings are not affected.
func TestStops(t *testing.T) {
	hard := random(1, 2000)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := run(ctx, "dot", "json0", hard)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	_, err = run(ctx, "dot", "json0", random(1, 3))
	require.ErrorIs(t, err, context.Canceled)

	_, err = run(context.Background(), "dot", "json0", random(1, 3))
	require.NoError(t, err)
}

// A drawing that Graphviz cannot lay out is an error of this drawing and of no other. Graphviz has warnings
// for some, which the library takes for errors of later drawings.
func TestErrors(t *testing.T) {
	ctx := t.Context()
	for _, c := range []struct{ engine, format, dot, want string }{
		{"dot", "json0", "digraph {", "syntax error in line 1"},
		{"dot", "json0", "", "cannot read the drawing"},
		{"dott", "json0", "digraph {}", "dott"},
		{"dot", "no-such", "digraph {}", "graphviz: "},
	} {
		_, err := run(ctx, "dot", "json0", []byte("digraph { a [shape=unheard] }"))
		require.NoError(t, err)
		_, err = run(ctx, c.engine, c.format, []byte(c.dot))
		require.ErrorContains(t, err, c.want)
		require.NotContains(t, err.Error(), "unheard")
		require.ErrorAs(t, err, new(*Refusal))
		_, err = run(ctx, "dot", "json0", []byte("digraph { a -> b }"))
		require.NoError(t, err)
	}
}

// A worker draws many pictures, but no more than its memory allows.
func TestRenewal(t *testing.T) {
	p := newPool()
	ids := make(map[int]int)
	for range 2*renewal + 1 {
		_, err := p.draw(t.Context(), request{"dot", "json0", []byte("digraph { a -> b -> c; a -> c }")})
		require.NoError(t, err)
		if w := p.take(); w != nil {
			ids[w.command.Process.Pid]++
			p.put(w)
		}
	}
	require.Len(t, ids, 3)
}

// A worker that waits long is ended.
func TestIdle(t *testing.T) {
	p := newPool()
	_, err := p.draw(t.Context(), request{"dot", "json0", []byte("digraph {}")})
	require.NoError(t, err)
	w := p.take()
	p.put(w)
	w.retire.Reset(0)
	require.Eventually(t, func() bool {
		p.lock.Lock()
		defer p.lock.Unlock()
		return len(p.idle) == 0
	}, time.Minute, time.Millisecond)
	_, err = p.draw(t.Context(), request{"dot", "json0", []byte("digraph {}")})
	require.NoError(t, err)
	require.NotSame(t, w, p.take())
}

// A program that is not there is an error that names the layout, and no refusal of the drawing.
func TestNoProgram(t *testing.T) {
	p := newPool()
	p.program = func() (string, error) { return filepath.Join(t.TempDir(), "gone"), nil }
	_, err := p.draw(t.Context(), request{"dot", "json0", []byte("digraph {}")})
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "by Graphviz")
	require.False(t, errors.As(err, new(*Refusal)))
}

func BenchmarkPicture(b *testing.B) {
	for _, n := range []int{10, 50, 100} {
		dot := random(1, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				_, err := run(context.Background(), "dot", "json0", dot)
				require.NoError(b, err)
			}
		})
	}
}

// Nodes on which no edge pulls stand near those that they precede or follow, and not in any row that is left.
func TestNodesWithoutPullStandNear(t *testing.T) {
	d := &diagram.Diagram{Before: [][2]int{{6, 5}, {0, 7}}} // a chain from 0 to 5, and nodes beside it
	for range 9 {
		d.Nodes = append(d.Nodes, diagram.Node{W: 40, H: 20})
	}
	for i := range 5 {
		d.Edges = append(d.Edges, diagram.Edge{From: i, To: i + 1, Pull: 2})
	}
	d.Edges = append(d.Edges, diagram.Edge{From: 8, To: 4})
	require.NoError(t, Place(t.Context(), d, fonts.Like("sans")))
	row := func(i int) int { return int(math.Round(d.Nodes[i].At.Y)) }
	require.Equal(t, row(4), row(6), "before the last")
	require.Equal(t, row(1), row(7), "after the first")
	require.Equal(t, row(3), row(8), "with an arrow that does not pull")
}
