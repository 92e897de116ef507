package network

import (
	"context"

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
	alike   [][2]int          // atoms that may be met by the same fact
	places  []place           // by atom
	all     []int             // the atoms
	records
	sampler sampler
	current bool // it is kept up to date
	weary   bool // it is among the weary ones of the network
	idle    int  // steps since the matches were asked for
	asked   int  // after how many commits that was
	cost    int  // steps that it took to find them all
	err     error
	// watchers count what goes with the matches.
	watchers []side
	env      []trace.Sym // room for the values of a match
	proofs   []*proof    // as they are met after all atoms
}

// place is where the facts that meet an atom are found, and the heads of its matches.
type place struct {
	table     *Table
	at        int  // among the readers of the table
	permanent bool // it asks for permanent resources only
}

// head returns the head of the matches of a fact, in a row.
func (p *place) head(f *fact, row uint32) *uint32 {
	if p.at < ownHeads {
		return &f.heads[p.at]
	}
	return p.table.head(row, p.at)
}

// newMemory returns a memory that is yet to be filled.
func (n *Network) newMemory(r *Rule) *memory {
	m := &memory{rule: r, network: n, env: make([]trace.Sym, len(r.Types))}
	p := n.newPlanner(r)
	n.search.fit(r)
	for i, a := range r.Atoms {
		t := n.Table(a.Atom.Pred)
		for j, other := range m.tables {
			if other == t {
				m.alike = append(m.alike, [2]int{j, i})
			}
		}
		m.tables = append(m.tables, t)
		m.kinds = append(m.kinds, a.Kind)
		m.all = append(m.all, i)
		m.places = append(m.places, place{table: t, permanent: a.Kind == lang.Permanent})
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
	m.records = records{atoms: len(r.Atoms), values: len(m.given)}
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
		t.read(m.reader(i))
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
		t.forget(m.places[i].at)
	}
	m.network.room += len(m.tails) * m.words()
	m.records.clear()
	m.sampler, m.current = sampler{}, false
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
	if m.idle += steps + 1; m.idle > m.cost+patience && !m.weary {
		m.weary = true
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
	base := int(match) * m.atoms
	rows, links := m.rows[base:base+m.atoms], m.links[base:base+m.atoms]
	for i, slot := range l.slots {
		p, row := &m.places[i], s.rows[slot]
		f := &p.table.facts[row]
		head := p.head(f, row)
		if rows[i], links[i] = row, (link{next: *head}); *head != 0 {
			m.links[int(*head-1)*m.atoms+i].previous = match + 1
			f.many = true
		}
		*head = match + 1
	}
	if len(l.given) > 0 {
		terms := m.termsOf(match)
		for i, v := range l.given {
			terms[i] = s.env[v]
		}
	}
	w, ok := m.weigh(match, 1, m.all)
	if !ok || w > mostWeight-m.sampler.total {
		return ErrMany
	}
	m.set(match, w)
	return nil
}

// setSole gives a match a new weight that is the only one of its fact.
func (m *memory) setSole(match uint32, weight uint64) {
	m.set(match, weight)
	m.tire(0)
}

// fail notes the first error that came up.
func (m *memory) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

// set gives a match another weight.
func (m *memory) set(match uint32, weight uint64) {
	if len(m.watchers) == 0 {
		m.sampler.set(&m.records, match, weight)
	} else {
		m.setWatched(match, weight)
	}
}

func (m *memory) setWatched(match uint32, weight uint64) {
	before := m.weight(match)
	m.sampler.set(&m.records, match, weight)
	for _, p := range m.watchers {
		p.changed(match, before)
	}
}

// weigh returns how many choices of resources meet some atoms of a match, times n, and
// false where that is too many to count. Of an atom that is left out, n resources meet
// it. Where a fact meets several atoms, all atoms are weighed.
func (m *memory) weigh(match uint32, n uint64, atoms []int) (uint64, bool) {
	if len(m.alike) > 0 && m.repeats(m.rowsOf(match)) {
		return m.weighRepeated(m.rowsOf(match))
	}
	from, ok := int(match)*m.atoms, true
	for _, i := range atoms {
		p := &m.places[i]
		by := p.table.facts[m.rows[from+i]].known().meeting(p.permanent)
		switch by {
		case 0:
			return 0, true
		case 1:
		default:
			ok = times(&n, by) && ok
		}
	}
	return n, ok
}

// repeats reports whether a fact meets several atoms of a record.
func (m *memory) repeats(record []uint32) bool {
	for _, p := range m.alike {
		if record[p[0]] == record[p[1]] {
			return true
		}
	}
	return false
}

// weighRepeated is weigh where a fact meets several atoms.
func (m *memory) weighRepeated(record []uint32) (uint64, bool) {
	total, ok := uint64(1), true
	for i, t := range m.tables {
		n, first := m.need(record, i)
		if !first {
			continue
		}
		ways, few := n.ways(t.facts[record[i]].known())
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
