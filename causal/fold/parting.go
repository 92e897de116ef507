package fold

// parting are the foldings between two, the coarser one of which is made of the finer one by
// a method. None has a cycle, as was shown at [Selection.Fold] of the coarser one: it is
// enough that each direct predecessor of a group but the first of a piece is in the piece, or
// in one that begins earlier. In a piece of a chain or of a run of a rule, it is in the
// piece or in an earlier one of the same chain or run. Pieces of visits, rounds and spans
// are consecutive groups, as these are.
type parting struct {
	finer  *Folding
	method Method
	units  [][]int32 // groups of finer that are one group of the coarser one
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
