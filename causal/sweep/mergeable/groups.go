package mergeable

import (
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"maps"
	"slices"
)

// MostGroups is how many groups a [Groups] keeps.
const MostGroups = 1 << 14

// Value is a statistic that a [Groups] keeps for each group: a pointer to a type with the unit as its zero value.
type Value[V any] interface {
	*V
	Merge(*V)
	Append([]byte) []byte
	Read(*Reader)
}

// Groups has a value for each group, up to [MostGroups] groups. Of more, it keeps the groups with the smallest hashes
// of their names; a group that is kept has lost nothing. The zero value has no groups.
type Groups[V any, P Value[V]] struct {
	groups map[string]*group[V]
	more   bool // there were others
	// bound is the greatest hash of a group that is kept, if there were others.
	bound uint64
}

type group[V any] struct {
	value V
	hash  uint64
}

// At returns the value of a group, to add to. It is lost if the group is not among those to keep.
func (g *Groups[V, P]) At(name string) P {
	if known := g.groups[name]; known != nil {
		return &known.value
	}
	sum := sha256.Sum256([]byte(name))
	added := &group[V]{hash: binary.BigEndian.Uint64(sum[:])}
	if g.more && added.hash > g.bound {
		return &added.value
	}
	if g.groups == nil {
		g.groups = make(map[string]*group[V])
	}
	g.groups[name] = added
	if len(g.groups) >= 2*MostGroups {
		g.trim()
	}
	return &added.value
}

// trim cuts the groups to their bound.
func (g *Groups[V, P]) trim() {
	if len(g.groups) <= MostGroups {
		return
	}
	hashes := make([]uint64, 0, len(g.groups))
	for _, one := range g.groups {
		hashes = append(hashes, one.hash)
	}
	slices.Sort(hashes)
	g.more, g.bound = true, hashes[MostGroups-1]
	maps.DeleteFunc(g.groups, func(_ string, one *group[V]) bool { return one.hash > g.bound })
}

// Merge adds the groups of another.
func (g *Groups[V, P]) Merge(o *Groups[V, P]) {
	for name, one := range o.groups {
		P(g.At(name)).Merge(&one.value)
	}
	if o.more && (!g.more || o.bound < g.bound) {
		g.more, g.bound = true, o.bound
		maps.DeleteFunc(g.groups, func(_ string, one *group[V]) bool { return one.hash > g.bound })
	}
}

// All yields the groups by their names.
func (g *Groups[V, P]) All() iter.Seq2[string, P] {
	g.trim()
	return func(yield func(string, P) bool) {
		for _, name := range slices.Sorted(maps.Keys(g.groups)) {
			if !yield(name, &g.groups[name].value) {
				return
			}
		}
	}
}

// Whole reports whether all groups are kept.
func (g *Groups[V, P]) Whole() bool {
	g.trim()
	return !g.more
}

// Append appends the canonical form.
func (g *Groups[V, P]) Append(b []byte) []byte {
	g.trim()
	b = binary.AppendUvarint(AppendBool(b, g.more), uint64(len(g.groups)))
	for name, value := range g.All() {
		b = value.Append(AppendText(b, name))
	}
	return b
}

// Read reads the canonical form.
func (g *Groups[V, P]) Read(r *Reader) {
	*g = Groups[V, P]{}
	more, last := r.Bool(), ""
	n := r.Len(2, MostGroups)
	for i := range n {
		name := r.Text()
		if r.Err() != nil || i > 0 && name <= last {
			r.Fail("groups are not in their order")
			return
		}
		last = name
		g.At(name).Read(r)
	}
	if !more {
		return
	}
	if n != MostGroups {
		r.Fail("there is room for other groups")
	}
	g.more = true
	for _, one := range g.groups {
		g.bound = max(g.bound, one.hash)
	}
}
