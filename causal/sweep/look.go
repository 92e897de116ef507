package sweep

import (
	"context"
	"errors"
	"slices"

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
	row   *Row
	every map[place]int    // distance of the states to look at
	at    map[place][]int  // rules to look at there, by their index
	count map[place]int    // number of states there so far
	seen  map[int]*Absence // by rule
}

// again makes the run again, and looks.
func (l *look) again(ctx context.Context) error {
	within, free := l.Options.within(ctx)
	defer free()
	o := l.Options.set(l.Program, l.row.Seed)
	l.Chooser, o.Chooser = o.Chooser, l
	o.Final = func(m *exec.Machine) {
		if e, err := m.Enabled(within); err == nil && l.row.cameToRest() {
			l.look(e)
		}
	}
	record := &rowRecorder{row: &Row{Fired: make([]int, len(l.Rules))}}
	err := exec.Record(within, l.Program, l.Start, o, record)
	_, failed := errors.AsType[*exec.RunError](err)
	if _, violates := errors.AsType[*statement.Violation](err); failed || violates {
		err = nil // it did before, too
	}
	return errors.Join(err, ctx.Err())
}

// Choose implements [exec.Chooser].
func (l *look) Choose(e *exec.Enabled) (exec.Choice, error) {
	l.look(e)
	return l.Chooser.Choose(e)
}

// look looks at a state, if it is its turn.
func (l *look) look(e *exec.Enabled) {
	l.lookAt(e, place{e.Stage(), false})
	atRest := true // no rule of the stage applies
	for r := range e.ByRule() {
		atRest = r.Link() != nil
		break
	}
	if atRest {
		l.lookAt(e, place{e.Stage(), true})
	}
}

func (l *look) lookAt(e *exec.Enabled, at place) {
	every := l.every[at]
	if every == 0 {
		return
	}
	if l.count[at]++; l.count[at]%every == 0 {
		l.at[at] = slices.DeleteFunc(l.at[at], func(rule int) bool { return !l.glance(e, rule) })
	}
}

// glance records what a rule lacks, and reports whether the search was quick: if not, one
// look in a run is enough.
func (l *look) glance(e *exec.Enabled, rule int) bool {
	miss, err := e.Miss(l.Rules[rule])
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
	lookedRuns = 20
	// lookedStates is about the number of states that are looked at in these runs.
	lookedStates = 200
)

// place is all states of a stage, or the states in which it had come to rest.
type place struct {
	stage *lang.Stage
	rest  bool
}

func placeOf(r *lang.Rule) place { return place{r.Stage, r.Link() != nil} }

// plan says which runs to make again for some rules, and how far apart the states to look at lie.
type plan struct {
	made  []Made
	rules []int
	every map[*Row]map[place]int // distance of the states
}

// add adds the first runs that came to a place.
func (p *plan) add(at place) {
	var rows []*Row
	var states []int // number of states of each run at the place
	for _, m := range p.made {
		for _, row := range m.Rows {
			if n := m.states(row, at); n > 0 && len(rows) < lookedRuns {
				rows, states = append(rows, row), append(states, n)
			}
		}
	}
	for i, row := range rows {
		if p.every[row] == nil {
			p.every[row] = make(map[place]int)
		}
		share := upwards(lookedStates, len(rows))
		p.every[row][at] = upwards(states[i], share)
	}
}

// upwards divides, and rounds up.
func upwards(a, b int) int { return (a + b - 1) / b }

// states returns how many states of a run were at a place.
func (s *Sweep) states(row *Row, at place) (n int) {
	for i, r := range s.Rules {
		if r.Stage == at.stage && (!at.rest || r.Link() != nil) {
			n += row.Fired[i]
		}
	}
	if row.cameToRest() && row.Stage == at.stage.Name {
		n++
	}
	return n
}

// cameToRest reports whether nothing could happen where a run ended.
func (r *Row) cameToRest() bool { return r.Why == trace.Quiescent && r.Stage != "" }

// looks returns the runs to make again, in their order.
func (p *plan) looks() []*look {
	var out []*look
	for i := range p.made {
		for _, row := range p.made[i].Rows {
			if p.every[row] != nil {
				out = append(out, p.look(&p.made[i], row))
			}
		}
	}
	return out
}

func (p *plan) look(m *Made, row *Row) *look {
	l := &look{
		Made: m, row: row, every: p.every[row],
		at: make(map[place][]int), count: make(map[place]int), seen: make(map[int]*Absence),
	}
	for _, i := range p.rules {
		if at := placeOf(m.Rules[i]); l.every[at] > 0 {
			l.at[at] = append(l.at[at], i)
		}
	}
	return l
}
