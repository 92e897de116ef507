package exec

import "slices"

// ageDeque lists resources by age. There is room before the oldest, too, for often the oldest of
// many equal ones goes first, and is there again once that is undone. So the others are
// moved on the side where there are fewer.
type ageDeque struct {
	places []*Resource
	room   int // how many places are unused, which are the first
	// changes counts the insertions and removals.
	changes int
}

// all returns the resources, the oldest first. They are good until the roll changes.
func (r *ageDeque) all() []*Resource { return r.places[r.room:] }

// insert enters a resource in front of the one that is at i, or behind the last.
func (r *ageDeque) insert(i int, x *Resource) {
	r.changes++
	switch n := len(r.all()); {
	case i >= n/2:
		r.spare()
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

// spare has half of the room before the oldest used behind the youngest where that is all
// used, and is the smaller part: the oldest may go as long as others come.
func (r *ageDeque) spare() {
	if len(r.places) == cap(r.places) && r.room > len(r.all()) {
		half := r.room / 2
		r.places = slices.Delete(r.places, half, r.room)
		r.room = half
	}
}

// remove takes the resource at i out.
func (r *ageDeque) remove(i int) {
	r.changes++
	all := r.all()
	if i >= len(all)/2 {
		r.places = slices.Delete(r.places, r.room+i, r.room+i+1)
		return
	}
	copy(all[1:], all[:i])
	all[0] = nil // nobody needs it any longer
	r.room++
}
