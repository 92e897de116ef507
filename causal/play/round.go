package play

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
)

// Again returns after how many steps of the way here the state was the present one for the
// first time, and false where it is new. Ids of resources do not count, nor what sensors
// answered.
func (p *Play) Again() (after int, ok bool) {
	now := p.here().state
	after = slices.IndexFunc(p.path, func(at Point) bool { return p.points[at].state == now })
	return after, after < p.Depth()
}

// Round returns after how many steps the run comes back to the present state, again and again,
// as it just did and nothing else can follow; 0 where that is not known, as of programs that
// ask sensors. Ids of resources do not count.
func (p *Play) Round() int {
	if slices.ContainsFunc(p.prog.Preds, func(of *lang.Pred) bool { return of.Kind == lang.Sense }) {
		return 0
	}
	now := p.here().state
	for depth, at := range slices.Backward(p.path) {
		switch {
		case depth < p.Depth() && p.points[at].state == now:
			return p.Depth() - depth
		case at == Start || p.points[at].step.Choices != 1:
			return 0
		}
	}
	return 0
}
