package exec

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/network"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Resource is a fact of the state with an identity.
type Resource struct {
	ID        trace.ResourceID
	Fact      lang.Fact
	Permanent bool
	at        network.Fact
}

// String returns the resource as programs write its fact, with `!` before a
// permanent one.
func (r *Resource) String() string {
	if r.Permanent {
		return "!" + r.Fact.String()
	}
	return r.Fact.String()
}

// Copies returns how many linear resources of the same fact there are, and whether there
// is a permanent one. It is good for a resource that is in the state.
func (r *Resource) Copies() (linear int, permanent bool) { return r.at.Linear(), r.at.Permanent() != 0 }

// Context is the indexed multiset of the resources that exist. Linear facts are
// a multiset, permanent ones a set.
//
// The network holds them; those of a predicate are listed here once somebody has
// asked for them, and then kept up to date.
type Context struct {
	network *network.Network
	byPred  map[*lang.Pred][]*Resource // ascending ids; nil before somebody asks
}

// Of returns the resources of a predicate, oldest first. The slice is good until
// the context changes.
func (c *Context) Of(p *lang.Pred) []*Resource {
	list, ok := c.byPred[p]
	if ok {
		return list
	}
	for f := range c.network.Facts(p) {
		fact := lang.Fact{Pred: p, Args: c.network.Terms().Values(p, f.Args())}
		for id, permanent := range f.Resources() {
			list = append(list, &Resource{ID: id, Fact: fact, Permanent: permanent, at: f})
		}
	}
	sortByAge(list)
	if c.byPred == nil {
		c.byPred = make(map[*lang.Pred][]*Resource)
	}
	c.byPred[p] = list
	return list
}

// sortByAge sorts resources, the oldest first.
func sortByAge(rs []*Resource) {
	slices.SortFunc(rs, func(a, b *Resource) int { return cmp.Compare(a.ID, b.ID) })
}

// Find returns the resource of a predicate with that id, or nil.
func (c *Context) Find(p *lang.Pred, id trace.ResourceID) *Resource {
	i, ok := c.search(p, id)
	if !ok {
		return nil
	}
	return c.Of(p)[i]
}

// search returns where the resource of that id stands among those of its
// predicate.
func (c *Context) search(p *lang.Pred, id trace.ResourceID) (int, bool) {
	return slices.BinarySearchFunc(c.Of(p), id, func(r *Resource, id trace.ResourceID) int { return cmp.Compare(r.ID, id) })
}

// listed reports whether there are lists to be kept up to date.
func (c *Context) listed() bool { return c.byPred != nil }

// add enters a resource into the list of its predicate, if there is one.
func (c *Context) add(f network.Fact, id trace.ResourceID, permanent bool) {
	p := f.Pred()
	list, ok := c.byPred[p]
	if !ok {
		return
	}
	r := &Resource{ID: id, Fact: lang.Fact{Pred: p, Args: c.network.Terms().Values(p, f.Args())}, Permanent: permanent, at: f}
	i := len(list)
	if i > 0 && list[i-1].ID > id { // it was there before, and is again
		i, _ = c.search(p, id)
	}
	c.byPred[p] = slices.Insert(list, i, r)
}

// remove takes a resource out of the list of its predicate, if there is one. It
// moves the others on the side where there are fewer: often the oldest of many
// equal ones go first.
func (c *Context) remove(p *lang.Pred, id trace.ResourceID) {
	list, ok := c.byPred[p]
	if !ok {
		return
	}
	switch i, _ := c.search(p, id); {
	case i < len(list)/2:
		copy(list[1:], list[:i])
		list[0] = nil // nobody needs it any longer
		c.byPred[p] = list[1:]
	default:
		c.byPred[p] = slices.Delete(list, i, i+1)
	}
}
