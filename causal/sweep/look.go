package sweep

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/ceptre-graph/ceptre/causal/sweep/mergeable"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/statement"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// look is a chooser that leaves the choice to another chooser, and finds now and then what
// rules lack.
type look struct {
	exec.Chooser
	*Made
	seed   uint64
	rules  []*lang.Rule
	visits map[Place]visit
	at     map[Place][]int  // rules to look at there, by their index
	count  map[Place]int    // number of states there so far
	seen   map[int]*Absence // by rule
}

// again makes the run again, and looks.
func (l *look) again(ctx context.Context) error {
	within, free := l.Options.within(ctx)
	defer free()
	o := l.Options.set(l.Program, l.seed)
	l.Chooser, o.Chooser = o.Chooser, l
	o.Final = func(m *exec.Machine) {
		if e, err := m.Enabled(within); err == nil {
			l.look(e, true)
		}
	}
	record := &rowRecorder{row: &Row{Fired: make([]int, len(l.rules))}}
	err := exec.Record(within, l.Program, l.Start, o, record)
	_, failed := errors.AsType[*exec.RunError](err)
	if _, violates := errors.AsType[*statement.Violation](err); failed || violates {
		err = nil // it did before, too
	}
	return errors.Join(err, ctx.Err())
}

// Choose implements [exec.Chooser].
func (l *look) Choose(e *exec.Enabled) (exec.Choice, error) {
	l.look(e, false)
	return l.Chooser.Choose(e)
}

// look looks at a state, if it is its turn. It looks at the last state only if the run came to rest there.
func (l *look) look(e *exec.Enabled, last bool) {
	l.lookAt(e, Place{e.Stage(), false}, last)
	atRest := true // no rule of the stage applies
	for r := range e.ByRule() {
		atRest = r.Link() != nil
		break
	}
	if atRest {
		l.lookAt(e, Place{e.Stage(), true}, last)
	}
}

func (l *look) lookAt(e *exec.Enabled, at Place, last bool) {
	v := l.visits[at]
	if v.every == 0 || last && l.count[at] >= v.states {
		return
	}
	if l.count[at]++; l.count[at]%v.every == 0 {
		l.at[at] = slices.DeleteFunc(l.at[at], func(rule int) bool { return !l.glance(e, rule) })
	}
}

// glance records what a rule lacks, and reports whether the search was quick: if not, one
// look in a run is enough.
func (l *look) glance(e *exec.Enabled, rule int) bool {
	miss, err := e.Miss(l.rules[rule])
	if err != nil { // the context has ended
		return false
	}
	if l.seen[rule] == nil {
		l.seen[rule] = new(Absence)
	}
	lack := Lack{Apart: miss.Apart, Copies: miss.Copies, Fails: miss.Fails, NoResult: miss.NoResult,
		Unknown: miss.Unknown, States: 1}
	for _, s := range miss.Short {
		lack.Short = append(lack.Short, Short{s.Premises, s.There, s.There})
	}
	l.seen[rule].add(lack)
	return !miss.Cut
}

const (
	// lookedRuns is the number of runs of a stage that are made again.
	lookedRuns = mergeable.MostFirstCounts
	// lookedStates is about the number of states that are looked at in these runs.
	lookedStates = 200
)

// Place is a set of states: all states of a stage, or those in which the stage had come to rest.
type Place struct {
	Stage *lang.Stage
	Rest  bool
}

// placeOf returns the states in which a rule may be enabled.
func placeOf(r *lang.Rule) Place { return Place{r.Stage, r.Link() != nil} }

// Visits returns the number of states of a run at each place that a rule belongs to. The rules are [Sweep.Rules].
func (r *Row) Visits(rules []*lang.Rule) map[Place]int {
	out := make(map[Place]int)
	var rest *lang.Stage // where the run came to rest
	for i, rule := range rules {
		if n := r.Fired[i]; n > 0 {
			out[Place{rule.Stage, false}] += n
			if rule.Link() != nil {
				out[Place{rule.Stage, true}] += n
			}
		}
		if rest == nil && r.cameToRest() && rule.Stage.Name == r.Stage {
			rest = rule.Stage
		}
	}
	if rest != nil {
		out[Place{rest, false}]++
		out[Place{rest, true}]++
	}
	return out
}

// cameToRest reports whether nothing could happen where a run ended.
func (r *Row) cameToRest() bool { return r.Why == trace.Quiescent && r.Stage != "" }

// plan says which runs to make again for some rules, and how far apart the states to look at lie.
type plan struct {
	made  []Visited
	rules []int
	runs  []map[uint64]map[Place]visit // of each sweep, by seed
}

// visit holds the numbers of a run's states at a place.
type visit struct {
	states int // number of states there
	every  int // distance from one state to look at to the next
}

// add adds the first runs that came to a place.
func (p *plan) add(at Place) {
	var all [][]mergeable.SeedCount // of each sweep
	left := lookedRuns
	for _, m := range p.made {
		first := m.First(at)
		first = first[:min(len(first), left)]
		left -= len(first)
		all = append(all, first)
	}
	for i, first := range all {
		for _, run := range first {
			if p.runs[i][run.Seed] == nil {
				p.runs[i][run.Seed] = make(map[Place]visit)
			}
			share := ceilDiv(lookedStates, lookedRuns-left)
			p.runs[i][run.Seed][at] = visit{run.Count, ceilDiv(run.Count, share)}
		}
	}
}

// ceilDiv returns a / b, rounded up.
func ceilDiv(a, b int) int { return (a + b - 1) / b }

// looks returns the runs to make again, in their order.
func (p *plan) looks() []*look {
	var out []*look
	for i := range p.made {
		for _, seed := range slices.Sorted(maps.Keys(p.runs[i])) {
			out = append(out, p.look(i, seed))
		}
	}
	return out
}

func (p *plan) look(i int, seed uint64) *look {
	l := &look{
		Made: &p.made[i].Made, seed: seed, visits: p.runs[i][seed], rules: p.made[i].Program.Rules(),
		at: make(map[Place][]int), count: make(map[Place]int), seen: make(map[int]*Absence),
	}
	for _, r := range p.rules {
		if at := placeOf(l.rules[r]); l.visits[at].every > 0 {
			l.at[at] = append(l.at[at], r)
		}
	}
	return l
}
