package network

import (
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// memory holds the matches of a rule of one part: choices of a fact for each atom and
// of values for the variables that no atom gives one. How many choices of resources
// that is, its weight, follows from how many copies there are.
type memory struct {
	rule    *Rule
	network *Network
	tables  []*Table           // by atom
	kinds   []lang.PremiseKind // by atom
	given   []lang.Variable
	unpack  [][]columnPattern // by atom
	sharing bool              // some atoms may be met by the same fact
	at      []int             // by atom: the place among the readers of its table
	records
	sampler sampler
	current bool // it is kept up to date
	idle    int  // steps since the matches were asked for
	asked   int  // after how many commits that was
	cost    int  // steps that it took to find them all
	err     error
	// watchers count what goes with the matches.
	watchers []side
	env      []trace.Sym // room for the values of a match
	proofs   []*proof    // as they are met after all atoms
}

// newMemory returns a memory that is yet to be filled.
func (n *Network) newMemory(r *Rule) *memory {
	m := &memory{rule: r, network: n, env: make([]trace.Sym, len(r.Types))}
	p := n.newPlanner(r)
	n.search.fit(r)
	for i, a := range r.Atoms {
		t := n.Table(a.Atom.Pred)
		m.sharing = m.sharing || slices.Contains(m.tables, t)
		m.tables = append(m.tables, t)
		m.kinds = append(m.kinds, a.Kind)
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
	m.at = make([]int, len(r.Atoms))
	m.records = records{atoms: len(r.Atoms), stride: recordSize(len(r.Atoms), len(m.given))}
	return m
}

// ask sees to it that the memory holds the matches there are.
func (m *memory) ask(ctx context.Context) error {
	m.idle, m.asked = 0, m.network.commits
	if m.current && m.err == nil {
		return nil
	}
	return m.refresh(ctx)
}

// refresh finds all matches anew. An error may have been one of facts that are gone.
func (m *memory) refresh(ctx context.Context) error {
	m.forget()
	for i, t := range m.tables {
		t.read(reader{m, i})
	}
	m.current = true
	m.err = m.fill(ctx)
	m.cost = m.network.search.steps
	return m.err
}

// forget takes all matches out, and ends keeping up to date.
func (m *memory) forget() {
	if !m.current {
		return
	}
	for i, t := range m.tables {
		t.forget(m.at[i])
	}
	m.network.room += len(m.cells)
	m.sampler, m.cells, m.free, m.current = sampler{}, nil, nil, false
	for _, p := range m.watchers {
		p.pair.stale = true
	}
}

// fill finds the matches there are, from the atom that the fewest facts may meet.
func (m *memory) fill(ctx context.Context) error {
	find := m.network.search
	find.begin()
	if len(m.tables) == 0 {
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
func (m *memory) smallest() int {
	least := 0
	for i, t := range m.tables {
		if t.len < m.tables[least].len {
			least = i
		}
	}
	return least
}

// patience is how many steps more than it took to find its matches a memory is
// kept up to date while nobody asks for them.
const patience = 1 << 10

// tire notes that the memory was kept up to date.
func (m *memory) tire(steps int) {
	if m.idle += steps + 1; m.idle > m.cost+patience {
		m.network.weary = append(m.network.weary, m)
	}
}

// enter enters the match that has been found.
func (l *leaf) enter(s *search) error {
	m := l.memory
	match, ok := m.allot(&m.network.room)
	if !ok {
		return ErrDense
	}
	record := m.record(match)
	for i, slot := range l.slots {
		row := s.rows[slot]
		record[i] = row
		m.link(match, i, m.tables[i].head(row, m.at[i]))
	}
	for i, v := range l.given {
		record[len(l.slots)+i] = uint32(s.env[v])
	}
	w, ok := m.weigh(record)
	if !ok || m.sampler.total+w < w {
		return ErrMany
	}
	m.sampler.enter(&m.records, match, w)
	for _, p := range m.watchers {
		p.changed(match, 0)
	}
	return nil
}

// drop takes a match out.
func (m *memory) drop(match uint32) {
	record := m.record(match)
	for i, t := range m.tables {
		m.unlink(match, i, t.head(record[i], m.at[i]))
	}
	m.set(match, 0)
	m.free = append(m.free, match)
	m.idle++
}

// recount gives the matches of a list new weights.
func (m *memory) recount(atom int, head uint32) {
	if len(m.tables) == 1 && m.kinds[0] != lang.Permanent {
		n := m.tables[0].stock(m.record(head - 1)[0]).resources()
		for ; head != 0; head = m.next(head-1, 0) {
			m.set(head-1, n)
			m.idle++
		}
		return
	}
	for ; head != 0; head = m.next(head-1, atom) {
		m.idle++
		if err := m.reweigh(head - 1); err != nil && m.err == nil {
			m.err = err
		}
	}
}

func (m *memory) reweigh(match uint32) error {
	w, ok := m.weigh(m.record(match))
	if !ok || m.sampler.total+w < w {
		return ErrMany
	}
	m.set(match, w)
	return nil
}

func (m *memory) set(match uint32, weight uint64) {
	before := m.weight(match)
	m.sampler.set(&m.records, match, weight)
	for _, p := range m.watchers {
		p.changed(match, before)
	}
}

// weigh returns how many choices of resources meet the atoms with the facts of a
// record, and false where that is too many to count.
func (m *memory) weigh(record []uint32) (uint64, bool) {
	if m.sharing {
		return m.weighSharing(record)
	}
	total, ok := uint64(1), true
	for i, t := range m.tables {
		s := t.facts[record[i]].stock()
		n := s.resources()
		if m.kinds[i] == lang.Permanent {
			n -= s.linear()
		}
		if n == 0 {
			return 0, true
		}
		ok = times(&total, n) && ok
	}
	return total, ok
}

// weighSharing is weigh where several atoms may be met by one fact.
func (m *memory) weighSharing(record []uint32) (uint64, bool) {
	total, ok := uint64(1), true
	for i, t := range m.tables {
		n, first := m.need(record, i)
		if !first {
			continue
		}
		ways, few := n.ways(t.stock(record[i]))
		if few && ways == 0 {
			return 0, true
		}
		ok = times(&total, ways) && few && ok
	}
	return total, ok
}

// need returns how often the fact of an atom is asked for by all atoms, and whether
// none before this one does.
func (m *memory) need(record []uint32, atom int) (n need, first bool) {
	for j, t := range m.tables {
		if t != m.tables[atom] || record[j] != record[atom] {
			continue
		}
		if j < atom {
			return n, false
		}
		n.add(m.kinds[j])
	}
	return n, true
}
