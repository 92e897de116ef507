package exec

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// stocked returns a context of so many equal facts.
func stocked(n int) (*Context, []*Resource) {
	net, p := match.New(nil, match.Limits{}), &lang.Pred{Name: "coin"}
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

// returned puts a resource that was withdrawn into the state again.
func returned(c *Context, r *Resource) {
	f, _ := c.network.Put(c.network.Table(r.Fact.Pred), nil, r.ID, r.Permanent)
	c.add(f, r.ID, r.Permanent)
}

// Whatever goes, comes and comes back, resources are listed by age.
func TestListByAge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 20).Draw(t, "size")
		c, first := stocked(size)
		p := first[0].Fact.Pred
		next, gone, want := trace.ResourceID(size+1), []*Resource(nil), resourceIDs(first)
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			switch change := rapid.IntRange(0, 3).Draw(t, "change"); {
			case change == 0:
				returned(c, &Resource{ID: next, Fact: lang.Fact{Pred: p}})
				want = append(want, next)
				next++
			case change == 1 && len(gone) > 0:
				i := rapid.IntRange(0, len(gone)-1).Draw(t, "which of those that went")
				returned(c, gone[i])
				want = append(want, gone[i].ID)
				slices.Sort(want)
				gone = slices.Delete(gone, i, i+1)
			case len(want) > 0:
				i := rapid.IntRange(0, len(want)-1).Draw(t, "which")
				if change == 3 {
					i = 0
				}
				gone = append(gone, c.Of(p)[i])
				withdraw(c, c.Of(p)[i])
				want = slices.Delete(want, i, i+1)
			}
			require.Equal(t, want, resourceIDs(c.Of(p)))
		}
	})
}

func resourceIDs(of []*Resource) []trace.ResourceID {
	ids := make([]trace.ResourceID, 0, len(of))
	for _, r := range of {
		ids = append(ids, r.ID)
	}
	return ids
}

// Where the oldest of many go and come back, the others stay where they are. The first time
// there is no room for one before them.
func TestReturnMovesFew(t *testing.T) {
	c, all := stocked(1000)
	p, moved := all[0].Fact.Pred, 0
	oldest := all[:200]
	c.byPred = nil // nobody asks before they have gone
	for _, r := range oldest {
		withdraw(c, r)
	}
	last := func() **Resource { return &c.Of(p)[len(c.Of(p))-1] }
	for range 3 {
		for _, r := range slices.Backward(oldest) {
			before := last()
			if returned(c, r); last() != before {
				moved++
			}
		}
		require.Equal(t, resourceIDs(all), resourceIDs(c.Of(p)))
		for _, r := range oldest {
			before := last()
			withdraw(c, r)
			require.Same(t, before, last())
		}
	}
	require.Equal(t, 1, moved)
}

// A list takes no more room than those in it need, however long others come as the oldest go.
func TestQueueKeepsItsRoom(t *testing.T) {
	c, all := stocked(100)
	p := all[0].Fact.Pred
	for id := range trace.ResourceID(10_000) {
		withdraw(c, c.Of(p)[0])
		returned(c, &Resource{ID: 101 + id, Fact: lang.Fact{Pred: p}})
	}
	require.Less(t, cap(c.byPred[p].places), 500)
}

// BenchmarkReturn takes all of many equal facts, the oldest first, and puts them back. Time
// should grow as their number does.
func BenchmarkReturn(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			c, all := stocked(n)
			for b.Loop() {
				for _, r := range all {
					withdraw(c, r)
				}
				for _, r := range slices.Backward(all) {
					returned(c, r)
				}
			}
		})
	}
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
