package exec

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/term"
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

// Record returns the resource as traces hold it, but for the step that made it.
func (r *Resource) Record() trace.Resource {
	f := term.RecordFact(r.Fact)
	return trace.Resource{ID: r.ID, Pred: f.Pred, Args: f.Args, Persistent: r.Permanent}
}

// Copies returns how many linear resources of the same fact there are, and whether there is a
// permanent one. The resource must be in the state.
func (r *Resource) Copies() (linear int, permanent bool) { return r.at.Linear(), r.at.Permanent() != 0 }

// Context is the indexed multiset of the resources that exist. Linear facts are
// a multiset, permanent ones a set.
//
// The network holds the facts. A list of the resources of a predicate is made when it is first asked
// for, and then kept up to date.
type Context struct {
	network *match.Network
	byPred  map[*lang.Pred]*ageDeque // nil before a list is asked for
}

// Of returns the resources of a predicate, oldest first. The slice is valid until the context
// changes.
func (c *Context) Of(p *lang.Pred) []*Resource {
	return c.byAge(p).all()
}

// byAge returns the list of a predicate, and makes it if there is none.
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

// search returns the index of the resource with that id among those of its predicate.
func (c *Context) search(p *lang.Pred, id trace.ResourceID) (int, bool) {
	return slices.BinarySearchFunc(c.Of(p), id,
		func(r *Resource, id trace.ResourceID) int { return cmp.Compare(r.ID, id) })
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
	r := &Resource{ID: id, Fact: lang.Fact{Pred: p, Args: c.network.Terms().Values(p, f.Args())}, Permanent: permanent,
		at: f}
	there := list.all()
	i := len(there)
	if i > 0 && there[i-1].ID > id { // an undone step has brought it back
		i, _ = c.search(p, id)
	}
	list.insert(i, r)
}

// remove removes a resource from the list of its predicate, if there is one.
func (c *Context) remove(p *lang.Pred, id trace.ResourceID) {
	if list := c.byPred[p]; list != nil {
		i, _ := c.search(p, id)
		list.remove(i)
	}
}

// ageDeque lists resources by age. It has room at both ends, as often the oldest of many equal
// resources is removed first, and inserted again when that is undone. An insertion or removal moves
// the shorter part of the list.
type ageDeque struct {
	places []*Resource
	room   int // number of unused places at the front
	// changes counts the insertions and removals.
	changes int
}

// all returns the resources, the oldest first, until the next change.
func (r *ageDeque) all() []*Resource { return r.places[r.room:] }

// insert inserts a resource at index i.
func (r *ageDeque) insert(i int, x *Resource) {
	r.changes++
	switch n := len(r.all()); {
	case i >= n/2:
		if len(r.places) == cap(r.places) && r.room > n { // as in a queue: half of the room moves to the back
			half := r.room / 2
			r.places = slices.Delete(r.places, half, r.room)
			r.room = half
		}
		r.places = slices.Insert(r.places, r.room+i, x)
		return
	case r.room == 0:
		r.room = n/4 + 1
		r.places = append(make([]*Resource, r.room), r.places...)
	}
	r.room--
	all := r.all()
	copy(all, all[1:i+1])
	all[i] = x
}

// remove removes the resource at index i.
func (r *ageDeque) remove(i int) {
	r.changes++
	all := r.all()
	if i >= len(all)/2 {
		r.places = slices.Delete(r.places, r.room+i, r.room+i+1)
		return
	}
	copy(all[1:], all[:i])
	all[0] = nil // for the garbage collector
	r.room++
}
