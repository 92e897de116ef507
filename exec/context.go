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

// String returns the resource as programs write its fact, with `!` before a
// permanent one.
func (r *Resource) String() string {
	if r.Permanent {
		return "!" + r.Fact.String()
	}
	return r.Fact.String()
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

// Find returns the resource of a predicate with that id, or nil.
func (c *Context) Find(p *lang.Pred, id trace.ResourceID) *Resource {
	i, ok := c.search(p, id)
	if !ok {
		return nil
	}
	return c.byPred[p][i]
}

// search returns where the resource of that id stands among those of its
// predicate.
func (c *Context) search(p *lang.Pred, id trace.ResourceID) (int, bool) {
	return slices.BinarySearchFunc(c.byPred[p], id, func(r *Resource, id trace.ResourceID) int { return cmp.Compare(r.ID, id) })
}

// has reports whether the fact holds permanently.
func (c *Context) has(f lang.Fact) bool { return c.permanent[f.String()] }

// add enters a resource that is younger than all there are.
func (c *Context) add(r *Resource) {
	c.byPred[r.Fact.Pred] = append(c.byPred[r.Fact.Pred], r)
	if r.Permanent {
		c.permanent[r.Fact.String()] = true
	}
}

// remove takes a linear resource out. It moves the others on the side where there are
// fewer: often the oldest of many equal ones go first.
func (c *Context) remove(r *Resource) {
	p := r.Fact.Pred
	i, ok := c.search(p, r.ID)
	switch list := c.byPred[p]; {
	case !ok:
	case i < len(list)/2:
		copy(list[1:], list[:i])
		list[0] = nil // nobody needs it any longer
		c.byPred[p] = list[1:]
	default:
		c.byPred[p] = slices.Delete(list, i, i+1)
	}
}
