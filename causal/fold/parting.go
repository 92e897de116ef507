package fold

import "slices"

// parting are the foldings between two, the coarser one of which is made of the finer one by
// a method. None has a cycle, as was shown at [Selection.Fold] of the coarser one: it is
// enough that each direct predecessor of a group but the first of a piece is in the piece, or
// in one that begins earlier. In a piece of a chain or of a run of a rule, it is in the
// piece or in an earlier one of the same chain or run. Pieces of turns, visits, rounds
// and spans are consecutive groups, as these are.
type parting struct {
	finer  *Folding
	method Method
	units  [][]int32 // groups of finer that are one group of the coarser one
}

// split returns the parting in which the units have single events for groups: pieces of these
// follow each other in time.
func (p *parting) split() *parting {
	f := p.finer
	open := make([]bool, len(f.Groups))
	for _, unit := range p.units {
		for _, g := range unit {
			open[g] = true
		}
	}
	with := make([]int32, len(f.of))
	first := make(map[int32]int32) // by group: the position of its first event
	for i, g := range f.of {
		with[i] = int32(i)
		if _, known := first[g]; !known {
			first[g] = int32(i)
		}
		if !open[g] {
			with[i] = first[g]
		}
	}
	split := &parting{finer: f.Selection.single().bundled().join(p.method, with), method: p.method}
	for g := range split.finer.Groups {
		group := &split.finer.Groups[g]
		if len(group.Events) > 1 {
			group.Method = f.Groups[f.Group(group.Events[0])].Method
		}
	}
	for _, unit := range p.units {
		var events []int32
		for _, g := range unit {
			for _, e := range f.Groups[g].Events {
				events = append(events, int32(split.finer.Group(e)))
			}
		}
		slices.Sort(events)
		split.units = append(split.units, events)
	}
	return split
}

// fold folds the first units, that many, in pieces of width groups each, but the first
// pieces, as many as double says, of twice as many.
func (p *parting) fold(units, width, double int) *Folding {
	with := make([]int32, len(p.finer.Groups))
	for g := range with {
		with[g] = int32(g)
	}
	for _, unit := range p.units[:units] {
		for len(unit) > 0 {
			piece := width
			if double > 0 {
				piece *= 2
				double--
			}
			piece = min(piece, len(unit))
			for _, g := range unit[:piece] {
				with[g] = unit[0]
			}
			unit = unit[piece:]
		}
	}
	f := p.finer.join(p.method, with)
	f.Uneven = p.method != Repeats && p.method != Chains
	return f
}

// pieces returns how many pieces of a width there are in all units.
func (p *parting) pieces(width int) int {
	n := 0
	for _, unit := range p.units {
		n += (len(unit) + width - 1) / width
	}
	return n
}
