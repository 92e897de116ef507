package graphviz

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	library "github.com/goccy/go-graphviz"
	"github.com/stretchr/testify/require"
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
			fmt.Fprintf(&b, "%d -> %d [label=<<table fixedsize=\"true\" width=\"40\" height=\"12\"><tr><td></td></tr></table>>]; ", r.IntN(i+1), i)
		}
	}
	b.WriteString("}")
	return b.Bytes()
}

// What comes out is what the library makes of the same drawing.
func TestAsTheLibrary(t *testing.T) {
	ctx := context.Background()
	gv, err := library.New(ctx)
	require.NoError(t, err)
	defer gv.Close()
	for seed := range uint64(8) {
		dot := random(seed, 5+int(seed)*5)
		graph, err := library.ParseBytes(dot)
		require.NoError(t, err)
		var want bytes.Buffer
		require.NoError(t, gv.SetLayout(library.DOT).Render(ctx, graph, "json0", &want))
		require.NoError(t, graph.Close())
		got, err := run(ctx, "dot", "json0", dot)
		require.NoError(t, err)
		require.Equal(t, want.String(), string(got))
	}
}

// The module is the library's own, of the version in go.mod.
func TestModuleIsTheLibrarys(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/goccy/go-graphviz").Output()
	if err != nil || strings.TrimSpace(string(dir)) == "" {
		t.Skip("the source of the library is not here")
	}
	theirs, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "internal", "wasm", "graphviz.wasm"))
	require.NoError(t, err)
	require.Equal(t, sha256.Sum256(theirs), sha256.Sum256(module))
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

// A context that ends stops the work, and what comes after it is well.
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

// What Graphviz cannot do is an error, of this picture and of no other.
func TestErrors(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ engine, format, dot, want string }{
		{"dot", "json0", "digraph {", "cannot read the drawing"},
		{"dott", "json0", "digraph {}", "dott gives up"},
		{"dot", "no-such", "digraph {}", "cannot write no-such"},
	} {
		_, err := run(ctx, c.engine, c.format, []byte(c.dot))
		require.ErrorContains(t, err, c.want)
		require.ErrorAs(t, err, new(*Refusal))
		_, err = run(ctx, "dot", "json0", []byte("digraph { a -> b }"))
		require.NoError(t, err)
	}
}

// An error of the module is no refusal of a drawing, with a cache or without.
func TestNoModule(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		_, err := compile(context.Background(), []byte("no module"), dir)
		require.ErrorContains(t, err, "invalid magic number")
		require.False(t, errors.As(err, new(*Refusal)))
	}
}

// A thousand pictures leave nothing behind but the code.
func TestKeepsNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand pictures")
	}
	ctx := context.Background()
	draw := func(n int) {
		for range n {
			_, err := run(ctx, "dot", "json0", []byte("digraph { a -> b -> c; a -> c }"))
			require.NoError(t, err)
		}
	}
	draw(100)
	before := resident(t)
	draw(900)
	// The library keeps 0.2 MB of each.
	require.Less(t, resident(t), before+60<<20)
}

// resident returns the memory of this process, in bytes.
func resident(t *testing.T) int {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("the system does not say how much memory a process has")
	}
	var all, here int
	_, err = fmt.Sscan(string(data), &all, &here)
	require.NoError(t, err)
	return here * os.Getpagesize()
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
