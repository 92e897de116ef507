package sweep

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/lang"
	"golang.org/x/sync/errgroup"
)

// Absence says what a rule lacked in states of its stage. For links these are states in
// which the stage had come to rest.
type Absence struct {
	States int    // number of states looked at
	Lacks  []Lack // the most frequent first
}

// Lack is the reason why a rule had no transition in a number of states, as [exec.Miss] has it.
type Lack struct {
	Short    []Short         // facts of which there were too few
	Apart    []lang.Variable // variables for which no value fits, though all facts were there
	Copies   []int           // premises that ask for one fact, of which there were too few copies
	Fails    []int           // premises that are no facts, and did not hold with all facts there
	NoResult bool            // a calculation of the right side had no value then
	// Unknown says that the search for the reason found no end. Where it did, and there is none,
	// all premises were met: another rule of an ordered stage came first.
	Unknown bool
	States  int
}

// Short is premises of a rule for which there were fewer facts than premises.
type Short struct {
	Premises    []int // by their place in the rule, ascending
	Least, Most int   // facts that there were for them in any of the states
}

// same reports whether the same was missing, whatever there was of it.
func (l *Lack) same(k *Lack) bool {
	return l.NoResult == k.NoResult && l.Unknown == k.Unknown && slices.Equal(l.Apart, k.Apart) &&
		slices.Equal(l.Copies, k.Copies) && slices.Equal(l.Fails, k.Fails) &&
		slices.EqualFunc(l.Short, k.Short, func(a, b Short) bool { return slices.Equal(a.Premises, b.Premises) })
}

// Made is a sweep with all that it takes to make its runs again.
type Made struct {
	*Sweep
	Options Options // with which it was made
	Program *lang.Program
	Start   *lang.Start
}

// Visited is a sweep of which some runs are made again, to look at their states. It needs no rows.
type Visited struct {
	Made
	// First returns the runs with the smallest seeds among the runs that came to a place, each with the number of its
	// states there ([Row.Visits]).
	First func(Place) []mergeable.SeedCount
}

// Absences makes some of the runs of sweeps of a program again, and returns what rules lacked in
// their states, by the rules' indexes. It looks at the first runs that were in the stage of
// a rule, and at states at equal distances. Rules that ask sensors are left out,
// for asking would change the run. The error is the error of ctx.
func Absences(ctx context.Context, made []Visited, rules []int) (map[int]Absence, error) {
	p := &plan{made: made}
	for range made {
		p.runs = append(p.runs, make(map[uint64]map[Place]visit))
	}
	all := made[0].Program.Rules()
	placed := make(map[Place]bool)
	for _, i := range rules {
		if slices.ContainsFunc(all[i].Premises, func(p lang.Premise) bool { return p.Kind == lang.Ask }) {
			continue
		}
		p.rules = append(p.rules, i)
		if at := placeOf(all[i]); !placed[at] {
			placed[at] = true
			p.add(at)
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

// gatherLacks merges the lacks of all runs, in their order.
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
	i := slices.IndexFunc(a.Lacks, func(k Lack) bool { return k.same(&l) })
	if i < 0 {
		l.Short = slices.Clone(l.Short)
		a.Lacks = append(a.Lacks, l)
		return
	}
	known := &a.Lacks[i]
	known.States += l.States
	for k, s := range l.Short {
		at := &known.Short[k]
		at.Least, at.Most = min(at.Least, s.Least), max(at.Most, s.Most)
	}
}
