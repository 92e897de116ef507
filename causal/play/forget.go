package play

import "slices"

// Forget forgets the points that were found after the present one, on whatever branch, for
// the room that they take; what was found before can be visited as ever. Points that are
// found from now on have the numbers of those that were forgotten.
func (p *Play) Forget() {
	kept := p.At() + 1
	for at := Point(len(p.points) - 1); at >= kept; at-- {
		p.points[p.points[at].parent].disown(at)
	}
	clear(p.points[kept:])
	p.points = shrink(p.points[:kept])
	p.path, p.marks, p.made = shrink(p.path), shrink(p.marks), shrink(p.made)
}

// disown takes away the last child.
func (p *point) disown(child Point) {
	p.children = p.children[:len(p.children)-1]
	switch n := len(p.children); {
	case p.latest != child:
	case n > 0:
		p.latest = p.children[n-1]
	default:
		p.latest = Start
	}
}

// shrink returns a list that holds on to little more room than it needs.
func shrink[T any](list []T) []T {
	if cap(list) > 2*len(list) {
		return slices.Clone(list)
	}
	return list
}
