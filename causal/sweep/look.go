package sweep

import (
	"context"
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec"
)

// look is a chooser that leaves the choice to another one, and looks now and then at what
// rules lack.
type look struct {
	exec.Chooser
	*Made
	row   *Row
	every map[place]int    // how far from each other the states are to lie
	at    map[place][]int  // the rules to look at there, by their index
	count map[place]int    // the states there so far
	seen  map[int]*Absence // by rule
}

// again makes the run again, and looks.
func (l *look) again(ctx context.Context) error {
	within, free := l.Options.within(ctx)
	defer free()
	o := l.Options.set(l.row.Seed)
	l.Chooser, o.Chooser = o.Chooser, l
	o.Final = func(m *exec.Machine) {
		if e, err := m.Enabled(within); err == nil && l.row.cameToRest() {
			l.look(e)
		}
	}
	record := &rowRecorder{row: &Row{Fired: make([]int, len(l.Rules))}}
	err := exec.Record(within, l.Program, l.Start, o, record)
	if _, failed := errors.AsType[*exec.RunError](err); failed {
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
	if atRest(e) {
		l.lookAt(e, place{e.Stage(), true})
	}
}

// atRest reports whether no rule of the stage applies.
func atRest(e *exec.Enabled) bool {
	for r := range e.ByRule() {
		return r.Link() != nil
	}
	return true
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

// glance enters what a rule lacks, and reports whether it was quick to find out: if not, one
// look in a run is enough.
func (l *look) glance(e *exec.Enabled, rule int) bool {
	miss, err := e.Miss(l.Rules[rule])
	if err != nil { // the context has ended
		return false
	}
	if l.seen[rule] == nil {
		l.seen[rule] = new(Absence)
	}
	l.seen[rule].add(newLack(miss))
	return !miss.Cut
}
