package exec

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Resource is a fact of the state with an identity.
type Resource struct {
	ID        trace.ResourceID
	Fact      lang.Fact
	Permanent bool
	at        match.Fact
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
	network *match.Network
	byPred  map[*lang.Pred]*ageDeque // nil before somebody asks
}

// Of returns the resources of a predicate, oldest first. The slice is good until
// the context changes.
func (c *Context) Of(p *lang.Pred) []*Resource {
	return c.byAge(p).all()
}

// byAge returns the list of a predicate, which is made where there is none.
func (c *Context) byAge(p *lang.Pred) *ageDeque {
	if r := c.byPred[p]; r != nil {
		return r
	}
	var list []*Resource
	for f := range c.network.Facts(p) {
		fact := lang.Fact{Pred: p, Args: c.network.Terms().Values(p, f.Args())}
		for id, permanent := range f.Resources() {
			list = append(list, &Resource{ID: id, Fact: fact, Permanent: permanent, at: f})
		}
	}
	sortByAge(list)
	if c.byPred == nil {
		c.byPred = make(map[*lang.Pred]*ageDeque)
	}
	r := &ageDeque{places: list}
	c.byPred[p] = r
	return r
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
func (c *Context) add(f match.Fact, id trace.ResourceID, permanent bool) {
	p := f.Pred()
	list := c.byPred[p]
	if list == nil {
		return
	}
	r := &Resource{ID: id, Fact: lang.Fact{Pred: p, Args: c.network.Terms().Values(p, f.Args())}, Permanent: permanent, at: f}
	there := list.all()
	i := len(there)
	if i > 0 && there[i-1].ID > id { // it was there before, and is again
		i, _ = c.search(p, id)
	}
	list.insert(i, r)
}

// remove takes a resource out of the list of its predicate, if there is one.
func (c *Context) remove(p *lang.Pred, id trace.ResourceID) {
	if list := c.byPred[p]; list != nil {
		i, _ := c.search(p, id)
		list.remove(i)
	}
}
