package exec

import (
	"cmp"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Loop says that a run came back to a state: after step To there were as many of each
// fact as after step From, and the stage was the same. Ids of resources do not count.
//
// The states after steps 0, 1, 2, 4, 8 and so on are each compared with those that follow,
// up to the next of these (Brent, "An improved Monte Carlo factorization algorithm",
// BIT 20, 1980), but from late ones no further than a part of the way, so that most of
// a long run costs nothing. A run that goes in a circle is found out if it is there by
// such a step n and the circle has at most n steps, and at most max(4096, n/64). Longer
// circles, and states that come back at other times, are missed. States are told
// apart by [Fingerprint].
type Loop struct {
	From, To int // in steps; To is 0 where nothing was found
	// Forever says that from there on nothing else can happen than what happened
	// between: either each time there was one transition to choose from; or the first
	// was chosen, and the facts of each predicate have come in the same order, too. It is
	// never said of programs that ask sensors.
	Forever bool
}

const (
	// watchedWhole is up to which step all states are compared.
	watchedWhole = 1 << 12
	// watchedPart is which part of the way is compared later.
	watchedPart = 64
	// mostOrders is how often the order of facts is looked at from one step. It takes
	// as long as the state is large.
	mostOrders = 64
)

// cycleDetector looks for a loop. The machine keeps the sum of the fingerprint only while
// states are compared.
type cycleDetector struct {
	*Machine
	found   *Loop
	prints  *prints
	first   bool // the first transition is chosen
	sensing bool
	next    int // from which step the next states are compared
	until   int // up to which step they are compared with the last
	from    int
	state   Fingerprint
	order   Fingerprint
	orders  int  // how often it was looked at
	alone   bool // there was one transition each time
}

// newCycleDetector returns a lookout that enters what it finds; nil for nobody.
func newCycleDetector(m *Machine, chooser Chooser, found *Loop) *cycleDetector {
	if found == nil {
		return nil
	}
	l := &cycleDetector{Machine: m, found: found, prints: newPrints(m.network.Terms())}
	_, l.first = chooser.(first)
	l.sensing = slices.ContainsFunc(m.program.Preds, func(p *lang.Pred) bool { return p.Kind == lang.Sense })
	return l
}

// see looks at the state after a step, in which so many transitions are enabled.
func (l *cycleDetector) see(step, enabled int) {
	if step <= l.until {
		l.compare(step)
	} else {
		l.journal = nil
	}
	if step == l.next {
		l.begin(step)
	}
	l.alone = l.alone && enabled == 1
	if l.journal != nil {
		l.journal.clear()
	}
}

// begin begins to compare states with that after a step.
func (l *cycleDetector) begin(step int) {
	if l.found.Forever {
		return
	}
	l.next = max(1, 2*step)
	l.until = min(l.next, step+max(watchedWhole, step/watchedPart))
	if l.journal == nil {
		l.journal = l.newJournal(l.prints)
	}
	l.from, l.state = step, l.Fingerprint()
	l.alone, l.orders = true, 0
	if l.first {
		l.order = l.ages()
	}
}

// compare compares the state after a step with that before.
func (l *cycleDetector) compare(step int) {
	if l.Fingerprint() != l.state {
		return
	}
	ordered := l.first && l.ages() == l.order
	*l.found = Loop{From: l.from, To: step, Forever: !l.sensing && (l.alone || ordered)}
	l.orders++
	if l.found.Forever || !l.first || l.orders == mostOrders {
		l.until = step
	}
}

// ages returns a fingerprint of the order in which the facts of each predicate were
// made: the first transition may be another one where it is not the same.
func (l *cycleDetector) ages() Fingerprint {
	type aged struct {
		id    trace.ResourceID
		print Fingerprint
	}
	var sum Fingerprint
	for _, p := range l.program.Preds {
		var all []aged
		for f := range l.network.Facts(p) {
			for id, permanent := range f.Resources() {
				all = append(all, aged{id, l.prints.fact(p, f.Args(), permanent)})
			}
		}
		slices.SortFunc(all, func(a, b aged) int { return cmp.Compare(a.id, b.id) })
		for _, a := range all {
			sum.mix(a.print)
		}
	}
	return sum
}
