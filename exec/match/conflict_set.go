package match

import (
	"cmp"
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// conflictSet holds the matches of a rule of one component: choices of a fact for each atom and
// of values for the variables that no atom gives one. How many choices of resources
// that is, its weight, follows from how many copies there are.
type conflictSet struct {
	// What every step looks at comes first, and together.
	alike [][2]int // atoms that may be met by the same fact
	idle  int      // steps since the matches were asked for
	records

	rule      *Rule
	network   *Network
	elements  []*element      // by atom
	templates []planTemplates // of the plans from each of the atoms
	whole     planTemplates   // of those for all matches
	given     []lang.Variable
	unpack    [][]columnPattern // by atom
	wanted    bool              // it is among the conflict sets of the network
	current   bool              // it is kept up to date
	users     []*Matches        // the rules that it is part of
	keeping   uint              // when somebody last began to keep it
	cost      int               // steps that it took to find them all
	err       error
	overflow  map[uint32]bool // matches with more choices than are counted, see big_count.go
	// watchers count what goes with the matches.
	watchers []side
	env      []trace.Sym // room for the values of a match
	proofs   []*proof    // as they are met after all atoms
}

// newConflictSet returns a conflict set that is yet to be filled.
func (n *Network) newConflictSet(r *Rule) *conflictSet {
	m := &conflictSet{rule: r, network: n, env: make([]trace.Sym, len(r.Types))}
	p := n.newPlanner(r)
	n.search.fit(r)
	m.templates = make([]planTemplates, len(r.Atoms))
	for i := range r.Atoms {
		m.unpack = append(m.unpack, p.patterns(p.atom(i), nil))
	}
	for v := range r.Types {
		if !p.known[v] {
			m.given = append(m.given, lang.Variable(v))
		}
	}
	for i := range r.Proofs {
		p.ready()
		m.proofs = append(m.proofs, n.newProof(r, i, p.known))
	}
	m.records = newRecords(len(r.Atoms), len(m.given))
	m.sampler.conflicts = m
	m.elements = m.newElements()
	return m
}

// ask sees to it that the conflict set holds the matches there are.
func (m *conflictSet) ask(ctx context.Context) error {
	m.idle = 0
	switch {
	case m.ready():
		return nil
	case m.current && m.err == nil:
		return m.resolveOverflow()
	}
	return m.refresh(ctx)
}

// ready reports whether the conflict set holds the matches there are, and their number.
func (m *conflictSet) ready() bool { return m.current && m.err == nil && len(m.overflow) == 0 }

// orUnknown returns the conflict set if it is ready.
func (m *conflictSet) orUnknown() *conflictSet {
	if !m.ready() {
		return unknown
	}
	return m
}

// invalidateUsers tells the rules of the conflict set that it is no longer ready.
func (m *conflictSet) invalidateUsers() {
	for _, u := range m.users {
		u.look()
	}
}

// refresh finds all matches anew. An error may have been one of facts that are gone.
func (m *conflictSet) refresh(ctx context.Context) error {
	m.forget()
	for _, r := range m.elements {
		r.table.subscribe(r)
	}
	m.current, m.err = true, nil
	if err := m.fill(ctx); err != nil {
		m.fail(err)
	}
	m.cost = m.network.search.steps
	return cmp.Or(m.err, m.resolveOverflow())
}

// forget takes all matches out, and ends keeping up to date.
func (m *conflictSet) forget() {
	if !m.current {
		return
	}
	for _, r := range m.elements {
		r.table.unsubscribe(r)
	}
	m.network.room += m.kept() * m.size
	m.sampler.forget()
	m.free, m.overflow = nil, nil
	m.current = false
	m.invalidateUsers()
	for _, p := range m.watchers {
		p.thetaJoin.stale = true
	}
}

// fill finds the matches there are, from the atom that the fewest facts may meet.
func (m *conflictSet) fill(ctx context.Context) error {
	find := m.network.search
	find.begin()
	if len(m.elements) == 0 {
		steps, end := m.plan(-1, true)
		start := new(node)
		start.grow(steps, end)
		return find.arrive(ctx, start)
	}
	steps, end := m.plan(m.smallest(), true)
	steps[0].grow(steps[1:], end)
	t := steps[0].table
	for row := range uint32(t.rows()) {
		if !t.facts[row].shown {
			continue
		}
		err := find.spend(ctx, 1)
		if err == nil && find.from(steps[0], row) {
			err = find.arrive(ctx, steps[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// smallest returns the atom that the fewest facts may meet.
func (m *conflictSet) smallest() int {
	least := 0
	for i, r := range m.elements {
		if r.table.len < m.elements[least].table.len {
			least = i
		}
	}
	return least
}

// patience is how many steps more than it took to find its matches a memory is
// kept up to date while nobody asks for them.
const patience = 1 << 10

// expand makes a match that is free, and is false where there is no room for more. What
// is free has weight 0.
func (m *conflictSet) expand() bool {
	if m.network.room < m.size {
		return false
	}
	m.network.room -= m.size
	m.free = append(m.free, m.sampler.grow())
	return true
}

// enter enters the match that has been found.
func (l *leaf) enter(s *search) error {
	m := l.conflicts
	if len(m.free) == 0 && !m.expand() {
		return ErrDense
	}
	last := len(m.free) - 1
	match := m.free[last]
	m.free = m.free[:last]
	record := m.words[match:][:m.size]
	for i, v := range l.given {
		record[m.values+i] = uint32(s.env[v])
	}
	n := uint64(1)
	for i := range l.joints {
		r, row := l.joints[i].element, s.rows[l.joints[i].slot]
		f := &r.table.facts[row]
		n = min(n, largeWeight) * f.committed.meeting(r.permanent)
		head := r.posting(f, row)
		next := *head
		*head = match
		if next != 0 {
			f.easy = false
			m.words[int(next)+r.link+1] = match
		}
		record[r.link], record[r.word] = next, row
	}
	m.idle++
	switch { // a new match has weight 0, and most are to have that, or 1
	case n == 0:
	case n == 1 && m.sampler.watch == nil && (len(m.alike) == 0 || !m.repeats(m.rowsOf(match))):
		m.rise(match)
		m.tell()
	default:
		m.give(match, n)
	}
	return m.err
}

// fail notes why it does not hold the matches there are.
func (m *conflictSet) fail(err error) {
	m.err = err
	m.invalidateUsers()
	m.sampler.tell()
}

// watch has the component of a pair told of what changes.
func (m *conflictSet) watch(s side) {
	m.setWatchers(append(m.watchers, s))
	m.sampler.watch = func(match uint32, before uint64) {
		for _, s := range m.watchers {
			s.changed(match, before)
		}
	}
}

// unwatch has a pair told no longer.
func (m *conflictSet) unwatch(p *thetaJoin) {
	m.setWatchers(slices.DeleteFunc(m.watchers, func(s side) bool { return s.thetaJoin == p }))
	if len(m.watchers) == 0 {
		m.sampler.watch = nil
	}
}

// setWatchers gives the conflict set other watchers: other columns may matter then.
func (m *conflictSet) setWatchers(watchers []side) {
	look := func(by int) {
		for _, r := range m.elements {
			if m.current {
				r.table.countColumns(r, by)
			}
		}
	}
	look(-1)
	m.watchers = watchers
	look(1)
	for _, r := range m.elements {
		r.table.updateFastPath()
	}
}

// repeats reports whether a fact meets several atoms of a record.
func (m *conflictSet) repeats(record []uint32) bool {
	for _, p := range m.alike {
		if record[p[0]] == record[p[1]] {
			return true
		}
	}
	return false
}

// weigh returns how many choices of resources meet the atoms of a match, each fact as
// many as it does, and false where that is too many.
func (m *conflictSet) weigh(record []uint32) (uint64, bool) {
	total, ok := uint64(1), true
	for i, r := range m.elements {
		n, first := m.need(record, i)
		if !first {
			continue
		}
		ways, few := n.ways(r.table.facts[record[i]].committed)
		if few && ways == 0 {
			return 0, true
		}
		ok = times(&total, ways) && few && ok
	}
	return total, ok
}

// need returns how often the fact of an atom is asked for by all atoms, and whether
// none before this one does.
func (m *conflictSet) need(record []uint32, atom int) (n need, first bool) {
	for j, r := range m.elements {
		if r.table != m.elements[atom].table || record[j] != record[atom] {
			continue
		}
		if j < atom {
			return n, false
		}
		n.add(r.permanent)
	}
	return n, true
}
