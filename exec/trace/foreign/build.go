package foreign

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// trace returns the run as a trace of ours.
func (r *run) trace() *trace.Trace {
	slices.SortStableFunc(r.initial, func(a, b *resource) int {
		return cmp.Compare(numberOf(a.name), numberOf(b.name))
	})
	r.nameUntold()
	if !r.arcs {
		r.fold()
	}
	r.findStages()
	r.number()
	t := &trace.Trace{Header: trace.Header{Format: trace.Format}}
	t.Resources = appendRecords([]trace.Resource{}, r.initial, 0)
	t.Steps = make([]trace.Step, len(r.firings))
	for i, f := range r.firings {
		t.Steps[i] = f.record(trace.StepID(i + 1))
		t.Resources = appendRecords(t.Resources, f.makes, trace.StepID(i+1))
	}
	if r.quiet {
		t.End = &trace.End{Why: trace.Quiescent}
		for _, x := range t.Final() {
			t.End.Alive = append(t.End.Alive, x.ID)
		}
		slices.Sort(t.End.Alive)
	}
	return t
}

func appendRecords(to []trace.Resource, made []*resource, by trace.StepID) []trace.Resource {
	for _, x := range made {
		if x.same == nil {
			to = append(to, trace.Resource{ID: x.id, Pred: x.Pred, Args: x.Args, Persistent: x.persistent, By: by})
		}
	}
	return to
}

// record returns the step. A permanent fact that met several premises is read
// once.
func (f *firing) record(id trace.StepID) trace.Step {
	s := trace.Step{ID: id, Rule: f.rule, Args: f.args, Stage: f.stage, Proves: f.proves}
	listed := make(map[trace.ResourceID]bool)
	s.Consumes = f.used(false, listed)
	s.Reads = f.used(true, listed)
	for _, x := range f.makes {
		if x.same == nil {
			s.Produces = append(s.Produces, x.id)
		}
	}
	return s
}

// used returns the resources that stay, or those that do not, but for those that
// are listed already.
func (f *firing) used(stays bool, listed map[trace.ResourceID]bool) []trace.ResourceID {
	var ids []trace.ResourceID
	for _, u := range f.uses {
		if id := u.root().id; u.stays() == stays && !listed[id] {
			listed[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

// stays reports whether the resource is still there afterwards.
func (u use) stays() bool { return u.read || u.root().persistent }

// nameUntold names the facts that the file does not tell, see the package comment.
func (r *run) nameUntold() {
	name := r.initialName()
	for i, x := range r.initial {
		if !x.told {
			x.Pred = fmt.Sprintf("%s/%d", name, i+1)
		}
	}
	for _, f := range r.firings {
		for i, x := range f.makes {
			if !x.told {
				x.Pred, x.Args = fmt.Sprintf("%s/%d", f.rule, i+1), f.args
			}
		}
	}
}

// initialName returns a name that no rule has.
func (r *run) initialName() string {
	rules := make(map[string]bool)
	for _, f := range r.firings {
		rules[f.rule] = true
	}
	name := "initial"
	for rules[name] {
		name += "'"
	}
	return name
}

// number gives out ids: the numbers that resources have in the file, as far as
// they are good, so that x7 stays x7.
func (r *run) number() {
	all := slices.Clone(r.initial)
	for _, f := range r.firings {
		all = append(all, f.makes...)
	}
	all = slices.DeleteFunc(all, func(x *resource) bool { return x.same != nil })
	taken := make(map[trace.ResourceID]bool, len(all))
	var last trace.ResourceID
	for _, x := range all {
		if id := trace.ResourceID(numberOf(x.name)); !taken[id] && 0 < id && id < maxID {
			x.id, taken[id], last = id, true, max(last, id)
		}
	}
	for _, x := range all {
		if x.id == 0 {
			last++
			x.id = last
		}
	}
}

// maxID bounds the ids taken over from the file, so that others fit behind them.
const maxID = 1 << 30

// noNumber is more than any number.
const noNumber = math.MaxInt32

// numberOf returns the number after the first letter of a name, or noNumber.
func numberOf(name string) int {
	if len(name) > 1 && trace.Atomic(name[1:]).Number {
		if n, err := strconv.ParseInt(name[1:], 10, 32); err == nil {
			return int(n)
		}
	}
	return noNumber
}
