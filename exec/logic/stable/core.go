package stable

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/go-air/gini/z"
)

// mostMinimized is the size up to which a core is made as small as possible. Larger ones take as many searches.
const mostMinimized = 64

// findCore returns rules of a program without stable models that can not be met together: constraints and bounds if
// these suffice, and rules of any sort if the others have no stable model either.
func findCore(ctx context.Context, p *ground.Program) ([]int, error) {
	for _, g := range []guard{guardBounds, guardAll} {
		s, err := newSearch(p, g)
		if err != nil {
			return nil, err
		}
		core, err := s.core(ctx)
		if len(core) > 0 || err != nil {
			return core, err
		}
	}
	return nil, nil
}

// core returns the rules with guards that can not be met together. It first looks for as few rules of the source as
// possible, so that the explanation is short where it takes many of their instances.
func (s *search) core(ctx context.Context) ([]int, error) {
	// A group is a literal that implies the guards of all instances of a rule. Rules without an origin are alone.
	groups := make(map[*logic.Rule]z.Lit)
	members := make(map[z.Lit][]z.Lit)
	rules := make(map[z.Lit]int)
	var core []z.Lit
	for i, m := range s.guards {
		if m == yes {
			continue
		}
		origin := s.program.Rules[i].Origin
		g, ok := groups[origin]
		if origin == nil || !ok {
			g = s.variable()
			groups[origin] = g
			core = append(core, g)
		}
		s.clause(g.Not(), m)
		members[g] = append(members[g], m)
		rules[m] = i
	}
	core, err := s.minimize(ctx, core)
	if err != nil {
		return nil, err
	}
	var instances []z.Lit
	for _, g := range core {
		instances = append(instances, members[g]...)
	}
	slices.Sort(instances) // in the order of the rules
	instances, err = s.minimize(ctx, instances)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, m := range instances {
		out = append(out, rules[m])
	}
	slices.Sort(out)
	return out, nil
}

// minimize returns a part of a set of assumptions without a stable model that has none either. Up to mostMinimized
// assumptions, all are necessary.
func (s *search) minimize(ctx context.Context, core []z.Lit) ([]z.Lit, error) {
	// The solver names the assumptions that it used. Without the others it may find a shorter proof.
	for {
		if _, err := s.stable(ctx, core); err != nil {
			return nil, err
		}
		smaller := s.failed()
		if len(smaller) >= len(core) {
			break
		}
		core = smaller
	}
	// An assumption is necessary if the others can be met without it. Those before i are.
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
