package exec

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
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
	// Forever says that the run can only repeat the steps between: in each state one
	// transition was enabled; or the chooser takes the first one, and the facts of each
	// predicate have the same order by age as before. It is false for programs with sensors.
	Forever bool
}

const (
	// watchedWhole is how many states behind a step are compared, at the least.
	watchedWhole = 1 << 12
	// watchedPart is the divisor of a step that gives how many states behind it are compared.
	watchedPart = 64
	// mostOrders is how often the order of facts is compared from one step on. One comparison
	// takes time in proportion to the size of the state.
	mostOrders = 64
)

// cycleDetector looks for a loop. The machine keeps the sum of the fingerprint only while
// states are compared.
type cycleDetector struct {
	*Machine
	found   *Loop
	first   bool // the first transition is chosen
	sensing bool
	next    int         // the next step whose state later ones are compared with
	until   int         // the last step that is compared with step from
	from    int         // the step whose state later ones are compared with
	state   Fingerprint // of the facts after step from
	order   Fingerprint // of the order of facts after step from
	orders  int         // how often orders were compared since step from
	alone   bool        // since step from, one transition was enabled at each step
}

// newCycleDetector returns a detector that stores the loop in found; nil if found is nil.
func newCycleDetector(m *Machine, chooser Chooser, found *Loop) *cycleDetector {
	if found == nil {
		return nil
	}
	l := &cycleDetector{Machine: m, found: found}
	_, l.first = chooser.(first)
	l.sensing = slices.ContainsFunc(m.program.Preds, func(p *lang.Pred) bool { return p.Kind == lang.Sense })
	return l
}

// see examines the state after a step, given the number of enabled transitions.
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
		l.journal = l.newJournal()
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

// Fingerprint stands for a state: the multiset of its facts, which of them are
// permanent, and its stage. Neither the ids of resources nor the way to the
// state count, and it is the same on every machine.
//
// It is the sum, modulo 2¹²⁸, of a hash of each fact (Clarke et al.,
// "Incremental Multiset Hash Functions", ASIACRYPT 2003), so it is kept up by
// what changes. Two states have the same one by chance only: among a million
// states with a probability below 10⁻²⁶, among 10⁹ below 10⁻²⁰. Programs that are
// made for states to collide are beyond what it is for.
type Fingerprint [2]uint64 // the low half first

func (f *Fingerprint) add(g Fingerprint) {
	var carry uint64
	f[0], carry = bits.Add64(f[0], g[0], 0)
	f[1], _ = bits.Add64(f[1], g[1], carry)
}

func (f *Fingerprint) subtract(g Fingerprint) {
	var borrow uint64
	f[0], borrow = bits.Sub64(f[0], g[0], 0)
	f[1], _ = bits.Sub64(f[1], g[1], borrow)
}

// mix adds a part to an ordered hash.
func (f *Fingerprint) mix(g Fingerprint) {
	f[0] = scramble(f[0]*0x9e3779b97f4a7c15 + g[0])
	f[1] = scramble(f[1]*0xd1342543de82ef95 + g[1] ^ f[0])
}

// scramble is a bijection in which every bit counts for every other (the finalizer
// of Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
// OOPSLA 2014).
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Fingerprint returns the fingerprint of the state.
func (m *Machine) Fingerprint() Fingerprint {
	j := m.journaled()
	sum := j.sum
	if m.stage != nil {
		sum.add(m.prints.stage(m.stage))
	}
	return sum
}

// prints are the hashes of facts.
type prints struct {
	knownTerms[Fingerprint]
	preds  map[*lang.Pred]Fingerprint
	stages map[*lang.Stage]Fingerprint
}

func newPrints(terms *term.Table) *prints {
	return &prints{knownTerms[Fingerprint]{terms: terms},
		make(map[*lang.Pred]Fingerprint), make(map[*lang.Stage]Fingerprint)}
}

// stage returns what the stage adds to the fingerprint of a state.
func (p *prints) stage(s *lang.Stage) Fingerprint {
	sum, ok := p.stages[s]
	if !ok {
		sum = digest("stage", s.Name)
		p.stages[s] = sum
	}
	return sum
}

// fact returns what a resource adds to the fingerprint of its state.
func (p *prints) fact(pred *lang.Pred, args []trace.Sym, permanent bool) Fingerprint {
	sum, ok := p.preds[pred]
	if !ok {
		sum = digest("predicate", pred.Name)
		p.preds[pred] = sum
	}
	for _, s := range args {
		sum.mix(p.term(s))
	}
	if permanent {
		sum.mix(Fingerprint{1, 1})
	}
	return sum
}

func (p *prints) term(s trace.Sym) Fingerprint {
	if s >= trace.Numeral {
		return Fingerprint{scramble(uint64(s)), scramble(^uint64(s))}
	}
	if known := p.of(s); *known != (Fingerprint{}) {
		return *known
	}
	v := p.terms.Entry(s)
	v.Args = nil
	sum := digest("term", string(term.AppendKey(nil, v)))
	_, args := p.terms.Parts(s)
	for _, a := range args {
		sum.mix(p.term(a))
	}
	*p.of(s) = sum
	return sum
}

// digest returns half of a strong hash of a name of some kind. No kind has a zero
// byte in it.
func digest(kind, name string) Fingerprint {
	sum := sha256.Sum256([]byte(kind + "\x00" + name))
	return Fingerprint{binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])}
}
