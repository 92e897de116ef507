package exec

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// stocked returns a context of so many equal facts.
func stocked(n int) (*Context, []*Resource) {
	net, p := network.New(nil, network.Limits{}), &lang.Pred{Name: "coin"}
	for i := range n {
		net.Put(net.Table(p), nil, trace.ResourceID(i+1), false)
	}
	net.Commit(context.Background())
	c := &Context{network: net}
	return c, slices.Clone(c.Of(p))
}

// withdraw takes a resource out of the state.
func withdraw(c *Context, r *Resource) {
	c.network.Take(r.at, r.ID)
	c.remove(r.Fact.Pred, r.ID)
}

// Whichever resource is taken out, the others stay in their order.
func TestRemoveKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, left := stocked(rapid.IntRange(1, 20).Draw(t, "size"))
		p := left[0].Fact.Pred
		for len(left) > 0 {
			i := rapid.IntRange(0, len(left)-1).Draw(t, "which")
			gone := left[i]
			withdraw(c, gone)
			left = slices.Delete(left, i, i+1)
			require.Equal(t, left, append([]*Resource{}, c.Of(p)...))
			require.Nil(t, c.Find(p, gone.ID))
		}
	})
}

// BenchmarkRemove takes all of many equal facts, the oldest first. Time should grow
// as their number does.
func BenchmarkRemove(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				c, all := stocked(n)
				for _, r := range all {
					withdraw(c, r)
				}
			}
		})
	}
}
