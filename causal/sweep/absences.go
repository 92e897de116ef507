package sweep

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/lang"
	"golang.org/x/sync/errgroup"
)

// Absence says what a rule lacked in states of its stage. For links these are states in
// which the stage had come to rest.
type Absence struct {
	States int    // that were looked at
	Lacks  []Lack // the most frequent first
}

// Lack is premises of a rule that were not met, in the way to match it in which the fewest
// were not; where there are several such ways, in the first that is found.
type Lack struct {
	// Premises are those of the rule by their place, ascending, each written so once. There
	// are none where all were met: another rule of an ordered stage came first, or nobody can
	// say whether something can be proved.
	Premises []int
	// NoResult says that a calculation of the right side had no value.
	NoResult bool
	States   int
}

// Made is a sweep with all that it takes to make its runs again.
type Made struct {
	*Sweep
	Options Options // with which it was made
	Program *lang.Program
	Start   *lang.Trace
}

// Absences makes some of the runs of sweeps of a program again, and says what rules lacked in
// states of these, by the rules' indexes. It looks at the first runs that were in the stage of
// a rule, and at states that lie as far from each other. Rules that ask sensors are left out,
// as to ask for them would change the run. The error is that of ctx.
func Absences(ctx context.Context, made []Made, rules []int) (map[int]Absence, error) {
	p := &plan{made: made, every: make(map[*Row]map[place]int)}
	for _, i := range rules {
		if r := made[0].Rules[i]; !asks(r) {
			p.rules = append(p.rules, i)
			p.enter(placeOf(r))
		}
	}
	looks := p.looks()
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(made[0].Options.jobs())
	for _, l := range looks {
		group.Go(func() error { return l.again(inner) })
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return gatherLacks(looks), nil
}

func asks(r *lang.Rule) bool {
	return slices.ContainsFunc(r.Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask })
}

// gatherLacks brings together what was seen, in the order of the runs.
func gatherLacks(looks []*look) map[int]Absence {
	out := make(map[int]Absence)
	for _, l := range looks {
		for rule, seen := range l.seen {
			all := out[rule]
			for _, lack := range seen.Lacks {
				all.add(lack)
			}
			out[rule] = all
		}
	}
	for _, a := range out {
		slices.SortStableFunc(a.Lacks, func(x, y Lack) int { return y.States - x.States })
	}
	return out
}

// add counts states in which the same was missing.
func (a *Absence) add(l Lack) {
	a.States += l.States
	i := slices.IndexFunc(a.Lacks, func(k Lack) bool { return k.NoResult == l.NoResult && slices.Equal(k.Premises, l.Premises) })
	if i < 0 {
		a.Lacks = append(a.Lacks, l)
	} else {
		a.Lacks[i].States += l.States
	}
}
