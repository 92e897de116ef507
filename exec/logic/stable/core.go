package stable

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/go-air/gini/z"
)

// most minimized is the number of rules up to which each rule of a core is tried to be left out.
const mostMinimized = 64

// findCore returns rules of a program without stable models that can not be met together: constraints and bounds if
// these suffice, and rules of any sort if the others have no stable model either.
func findCore(ctx context.Context, p *ground.Program) ([]int, error) {
	for _, g := range []guard{guardBounds, guardAll} {
		s := newSearch(p, g)
		rules := make(map[z.Lit]int)
		var core []z.Lit
		for i, m := range s.guards {
			if m != yes {
				rules[m] = i
				core = append(core, m)
			}
		}
		core, err := s.minimize(ctx, core)
		if err != nil {
			return nil, err
		}
		if len(core) > 0 {
			out := make([]int, len(core))
			for i, m := range core {
				out[i] = rules[m]
			}
			slices.Sort(out)
			return out, nil
		}
	}
	return nil, nil
}

// minimize returns a part of a set of assumptions without a stable model that has none either. Up to mostMinimized
// assumptions, all are necessary.
func (s *search) minimize(ctx context.Context, core []z.Lit) ([]z.Lit, error) {
	for {
		ok, err := s.stable(ctx, core)
		if ok || err != nil {
			return nil, err // ok: unreachable
		}
		smaller := s.failed()
		if len(smaller) >= len(core) {
			break
		}
		core = smaller
	}
	for i := 0; i < len(core) && len(core) <= mostMinimized; {
		without := slices.Delete(slices.Clone(core), i, i+1)
		ok, err := s.stable(ctx, without)
		if err != nil {
			return nil, err
		}
		if ok {
			i++
		} else {
			core = without
		}
	}
	return core, nil
}
