package exec

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// Mark is a point in the run of a machine, to which it can return.
type Mark struct {
	changes, syms int
	stage         *lang.Stage
	token, lastID trace.ResourceID
}

// Mark returns the point at which the run is. From the first one on, the
// machine keeps a log of what changes, so that it can take it back.
func (m *Machine) Mark() Mark {
	j := m.journaled()
	return Mark{len(j.changes), len(j.syms), m.stage, m.token, m.lastID}
}

// EachState calls f in the states that the machine can reach from the present one, each once and depth first, until
// there have been so many, or f returns an error. It returns the number of these states, and whether they are all: they
// are not where a rule asks a sensor, which might answer in another way. The machine is in the present state again.
func (m *Machine) EachState(ctx context.Context, most int, f func() error) (states int, whole bool, err error) {
	seen := make(map[Fingerprint]bool)
	asks := func(p lang.Premise) bool { return p.Kind == lang.Ask }
	whole = !slices.ContainsFunc(m.byIndex, func(r *rule) bool { return slices.ContainsFunc(r.Premises, asks) })
	var visit func() error
	visit = func() error {
		if seen[m.Fingerprint()] {
			return nil
		}
		if len(seen) >= most {
			whole = false
			return nil
		}
		seen[m.Fingerprint()] = true
		if err := f(); err != nil {
			return err
		}
		enabled, err := m.Enabled(ctx)
		if err != nil {
			return err
		}
		for _, move := range enabled.Moves() {
			here := m.Mark()
			if _, err = m.Fire(move.Transition); err == nil {
				err = visit()
			}
			if m.Return(here); err != nil {
				return err
			}
			if !whole && len(seen) >= most {
				break
			}
		}
		return nil
	}
	err = visit()
	return len(seen), whole, err
}

// Return takes back all that was fired since a mark: resources that were
// consumed are there again with their ids, and ids that were given are free
// again. It takes time in proportion to what changed. It mends a machine whose
// last firing failed, too.
//
// The mark is of this machine, and of the way to the state in which it is. A mark
// that was set after a point to which the machine has returned since is invalid; Return panics
// if it can tell.
func (m *Machine) Return(to Mark) {
	j := m.journaled()
	for _, c := range slices.Backward(j.changes[to.changes:]) {
		args := j.syms[c.from : c.from+len(c.pred.Args)]
		if c.added {
			f, _ := m.network.Find(m.relations[c.pred].table, args)
			j.sum.subtract(m.prints.fact(c.pred, args, c.permanent))
			if m.watching {
				m.tellGone(f, c.id)
			}
			m.network.Take(f, c.id)
			m.context.remove(c.pred, c.id)
			continue
		}
		f, _ := m.network.Put(m.relations[c.pred].table, args, c.id, c.permanent)
		j.sum.add(m.prints.fact(c.pred, args, c.permanent))
		m.context.add(f, c.id, c.permanent)
		if m.watching {
			m.tellCame(f, c.id, c.permanent)
		}
	}
	j.changes, j.syms = j.changes[:to.changes], j.syms[:to.syms]
	m.stage, m.token, m.lastID = to.stage, to.token, to.lastID
	m.senses.forget()
	m.settle()
}

// Changes returns the resources that have gone and come since a mark, in the order
// in which they did. What came and went again is among both. The stage token, which
// is no resource here, is in neither.
func (m *Machine) Changes(since Mark) (gone, come []*Resource) {
	j := m.journaled()
	for _, c := range j.changes[since.changes:] {
		args := m.network.Terms().Values(c.pred, j.syms[c.from:])
		r := &Resource{ID: c.id, Fact: lang.Fact{Pred: c.pred, Args: args}, Permanent: c.permanent}
		if c.added {
			come = append(come, r)
		} else {
			gone = append(gone, r)
		}
	}
	return gone, come
}

// Adjust takes facts out of the state, which are there, enters others, and changes
// to a stage, or to none: it brings the machine from a state to another that is near it,
// whatever transitions lead there. Entered facts have new ids. Marks that were set
// before are invalid.
func (m *Machine) Adjust(gone, come []lang.Initial, stage *lang.Stage) {
	j := m.journaled()
	m.event.reset()
	for _, f := range gone {
		at, _ := m.network.Find(m.relations[f.Fact.Pred].table, m.intern(f.Fact.Args))
		if f.Permanent {
			m.remove(at, at.Permanent())
		} else {
			m.remove(at, m.youngest(at))
		}
	}
	for _, f := range come {
		m.make(m.relations[f.Fact.Pred], m.intern(f.Fact.Args), f.Permanent)
	}
	if stage != m.stage {
		m.stage, m.token = nil, 0
		if stage != nil {
			m.enter(stage)
		}
	}
	j.clear()
	m.senses.forget()
	m.settle()
}

// fewCopies is the number of equal resources up to which all of them are searched for the youngest.
const fewCopies = 16

// youngest returns the youngest linear resource of a fact. Of many it is most often among
// the last of its predicate.
func (m *Machine) youngest(of match.Fact) trace.ResourceID {
	if n := of.Linear(); n > fewCopies {
		list := m.context.Of(of.Pred())
		for _, r := range slices.Backward(list[len(list)-n:]) {
			if r.at == of && !r.Permanent {
				return r.ID
			}
		}
	}
	var youngest trace.ResourceID
	for id, permanent := range of.Resources() {
		if !permanent {
			youngest = max(youngest, id)
		}
	}
	return youngest
}

// journal is the log of the changes of a state.
type journal struct {
	changes []change
	syms    []trace.Sym // arguments of the facts of changes
	sum     Fingerprint // of the present facts
}

// change is a resource that came or went. The arguments of its fact begin at from.
type change struct {
	pred      *lang.Pred
	from      int
	id        trace.ResourceID
	permanent bool
	added     bool
}

// journaled returns the machine's journal, which begins at the first call: most runs undo nothing, and
// need none.
func (m *Machine) journaled() *journal {
	if m.journal != nil {
		return m.journal
	}
	m.network.Commit(context.Background())
	m.journal = m.newJournal()
	return m.journal
}

// newJournal returns a journal that begins with the present state.
func (m *Machine) newJournal() *journal {
	j := new(journal)
	for f := range m.network.All() {
		for id := range f.Resources() {
			j.sum.add(m.prints.fact(f.Pred(), f.Args(), f.Permanent() == id))
		}
	}
	return j
}

// clear forgets the changes and keeps the fingerprint.
func (j *journal) clear() { j.changes, j.syms = j.changes[:0], j.syms[:0] }

// note enters a change in the journal.
func (m *Machine) note(f match.Fact, id trace.ResourceID, added bool) {
	j, permanent := m.journal, f.Permanent() == id
	print := m.prints.fact(f.Pred(), f.Args(), permanent)
	if added {
		j.sum.add(print)
	} else {
		j.sum.subtract(print)
	}
	j.changes = append(j.changes, change{f.Pred(), len(j.syms), id, permanent, added})
	j.syms = append(j.syms, f.Args()...)
}
