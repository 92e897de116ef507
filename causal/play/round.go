package play

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Round returns after how many steps the run comes back to the present state, again and again,
// as it just did and nothing else can follow; 0 where that is not known, as of programs that
// ask sensors. Ids of resources do not count.
func (p *Play) Round() int {
	if slices.ContainsFunc(p.prog.Preds, func(of *lang.Pred) bool { return of.Kind == lang.Sense }) {
		return 0
	}
	changed := make(map[string]int) // how many more there are now of each fact
	add := func(ids []trace.ResourceID, n int) {
		for _, id := range ids {
			fact := p.Resource(id).String()
			if changed[fact] += n; changed[fact] == 0 {
				delete(changed, fact)
			}
		}
	}
	for i, at := range slices.Backward(p.path) {
		step := &p.points[at].step
		if i == 0 || step.Choices != 1 {
			return 0
		}
		add(step.Produces, 1)
		add(step.Consumes, -1)
		if len(changed) == 0 {
			return p.Depth() - i + 1
		}
	}
	return 0
}
