package exec

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Resource is a fact of the state with an identity.
type Resource struct {
	ID        trace.ResourceID
	Fact      lang.Fact
	Permanent bool
}

// Context is the indexed multiset of the resources that exist. Linear facts are
// a multiset, permanent ones a set.
type Context struct {
	byPred    map[*lang.Pred][]*Resource // ascending ids
	permanent map[string]bool            // by the fact as written
}

func newContext() *Context {
	return &Context{byPred: make(map[*lang.Pred][]*Resource), permanent: make(map[string]bool)}
}

// Of returns the resources of a predicate, oldest first. The slice is good until
// the context changes.
func (c *Context) Of(p *lang.Pred) []*Resource { return c.byPred[p] }

// has reports whether the fact holds permanently.
func (c *Context) has(f lang.Fact) bool { return c.permanent[f.String()] }

// add enters a resource that is younger than all there are.
func (c *Context) add(r *Resource) {
	c.byPred[r.Fact.Pred] = append(c.byPred[r.Fact.Pred], r)
	if r.Permanent {
		c.permanent[r.Fact.String()] = true
	}
}

// remove takes a linear resource out.
func (c *Context) remove(r *Resource) {
	list := c.byPred[r.Fact.Pred]
	i, ok := slices.BinarySearchFunc(list, r.ID, func(a *Resource, id trace.ResourceID) int {
		return cmp.Compare(a.ID, id)
	})
	if ok {
		c.byPred[r.Fact.Pred] = slices.Delete(list, i, i+1)
	}
}
