package turns

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/rules"
)

// maxChanges is how many different changes of places a search for invariants looks at.
const maxChanges = 1_000

// invariants returns the sets of places that hold exactly one fact between them at all times,
// of minimal support and more than one place each. They are the place invariants (S-invariants)
// with weights 1 of the run, which are the T-invariants of the transposed matrix of incidence:
// each place is a rule there, and each different change of places is a kind of fact. The search
// takes quadratic time in these changes, so there is none where they are too many for a game.
func invariants(places []*place) []*place {
	changes := make(map[causal.Event][]int) // +p where place p-1 gains a fact, -p where it loses it
	for i, p := range places {
		before := 0
		for _, t := range p.ticks {
			now := facts(t)
			if t.after != causal.Outside && now != before {
				changes[t.after] = append(changes[t.after], (now-before)*(i+1))
			}
			before = now
		}
	}
	rows := make([]rules.Incidence, len(places))
	seen := make(map[string]bool)
	for _, e := range slices.Sorted(maps.Keys(changes)) {
		kind := fmt.Sprint(changes[e])
		if seen[kind] {
			continue
		}
		if len(seen) == maxChanges {
			return nil
		}
		seen[kind] = true
		for _, c := range changes[e] {
			p, change := max(c, -c)-1, cmp.Compare(c, 0)
			rows[p] = append(rows[p], rules.Change{Kind: kind, Least: change, Most: change})
		}
	}
	var found []*place
	for _, support := range rules.FindInvariants(rows).Firings {
		var members []*place
		tokens := 0
		for _, f := range support {
			p := places[f.Rule]
			members = append(members, p)
			tokens += f.Times
			if len(p.ticks) == 0 || p.ticks[0].after != causal.Outside {
				tokens -= f.Times
			}
		}
		if len(members) > 1 && tokens == 1 {
			found = append(found, together(members))
		}
	}
	return found
}

// facts returns how many facts there are after a tick.
func facts(t tick) int {
	if t.fact == nil {
		return 0
	}
	return 1
}

// together returns places that hold one fact between them as one.
func together(members []*place) *place {
	all := &place{}
	var ticks []tick
	for _, p := range members {
		all.preds = append(all.preds, p.preds...)
		for _, t := range p.ticks {
			if t.fact != nil {
				ticks = append(ticks, t)
			}
		}
	}
	slices.SortFunc(ticks, func(a, b tick) int { return cmp.Compare(a.after, b.after) })
	all.ticks = ticks
	return all
}
