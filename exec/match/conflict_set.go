package match

import (
	"cmp"
	"context"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// conflictSet holds the matches of one component of a rule. A match is a fact for each atom, and a
// value for each variable that no atom binds. The weight of a match is the number of choices of
// resources that it stands for; it follows from the multiplicities of its facts.
type conflictSet struct {
	// The fields that every step reads come first, so that they share a cache line.
	alike [][2]int // pairs of atoms that the same fact may match
	idle  int      // steps of upkeep since the matches were last used
	records

	rule      *Rule
	network   *Network
	elements  []*element      // condition elements, by atom
	templates []planTemplates // of the plans that start at each atom
	whole     planTemplates   // of the plans that find all matches
	given     []lang.Variable
	unpack    [][]columnPattern // patterns of each atom, by atom
	wanted    bool              // listed in the conflict sets of the network
	current   bool              // kept up to date with the facts
	users     []*Matches        // the rules that contain this component
	keeping   uint              // value of Network.keeping when Matches.Keep was last called
	cost      int               // steps that it took to find all matches
	err       error
	overflow  map[uint32]bool // matches with more choices than fit a word, see big_count.go
	// watchers are the sides of theta joins that count the matches.
	watchers []side
	env      []trace.Sym // scratch space for the values of one match
	proofs   []*proof    // in the order in which they follow the atoms
}

// newConflictSet returns an empty conflict set, which the first call of ask fills.
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

// ask brings the conflict set up to date, and finds all matches if it is not kept.
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

// ready reports whether the conflict set holds all matches and knows their total weight.
func (m *conflictSet) ready() bool { return m.current && m.err == nil && len(m.overflow) == 0 }

// orUnknown returns the conflict set if it is ready, and unknown otherwise.
func (m *conflictSet) orUnknown() *conflictSet {
	if !m.ready() {
		return unknown
	}
	return m
}

// invalidateUsers has the rules that use the conflict set check again whether it is ready.
func (m *conflictSet) invalidateUsers() {
	for _, u := range m.users {
		u.look()
	}
}

// refresh finds all matches again. An earlier error is dropped: its facts may be gone.
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

// forget deletes all matches and stops keeping them up to date.
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

// fill finds all matches, starting at the atom with the fewest candidate facts.
func (m *conflictSet) fill(ctx context.Context) error {
	find := m.network.search
	find.begin()
	if len(m.elements) == 0 {
		steps, end := m.plan(-1, true)
		start := new(node)
		start.grow(steps, end)
		return find.arrive(ctx, start)
	}
	fewest := slices.MinFunc(m.elements, func(a, b *element) int { return a.table.len - b.table.len })
	steps, end := m.plan(fewest.atom, true)
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

// patience is the number of steps of upkeep that an unused conflict set may cost beyond the steps it
// took to fill it, before it is forgotten.
const patience = 1 << 10

// expand adds a free record, which has weight 0. It returns false if the network has no room left.
func (m *conflictSet) expand() bool {
	if m.network.room < m.size {
		return false
	}
	m.network.room -= m.size
	m.free = append(m.free, m.sampler.grow())
	return true
}

// enter inserts the match that the search has found.
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
	switch { // a free record has weight 0; most matches get weight 0 or 1
	case n == 0:
	case n == 1 && m.sampler.watch == nil && (len(m.alike) == 0 || !m.repeats(m.rowsOf(match))):
		m.rise(match)
		m.tell()
	default:
		m.give(match, n)
	}
	return m.err
}

// fail records why the conflict set is incomplete.
func (m *conflictSet) fail(err error) {
	m.err = err
	m.invalidateUsers()
	m.sampler.tell()
}

// watch registers a side of a theta join, which is told of each change of a weight.
func (m *conflictSet) watch(s side) {
	m.setWatchers(append(m.watchers, s))
	m.sampler.watch = func(match uint32, before uint64) {
		for _, s := range m.watchers {
			s.changed(match, before)
		}
	}
}

// setWatchers replaces the watchers. The columns that the elements use may change with them.
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

// repeats reports whether one fact matches several atoms of a record.
func (m *conflictSet) repeats(record []uint32) bool {
	for _, p := range m.alike {
		if record[p[0]] == record[p[1]] {
			return true
		}
	}
	return false
}

// weigh returns the number of choices of resources of a match, and false if it does not fit. A fact
// that matches several atoms gives each of them a resource of its own.
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

// need returns how often the atoms of a record use the fact of one atom, and whether that atom is
// the first to use it.
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

// records stores matches in one slice of words. The record of a match is so small that most of it
// fits into one cache line: first the words of the [sampler], then the rows of the facts that meet
// its atoms, then its links, and its values last. For each atom, the matches of the same fact form
// a doubly linked list. The fact stores the head of the list, so that its matches are found without
// a search.
//
// A match is identified by the offset of its first word. 0 is no match: the first record is unused.
type records struct {
	sampler
	atoms  int      // atoms of a match
	links  int      // offset of the links: for each atom, the next and the previous match of the same fact, or 0
	values int      // offset of the values
	free   []uint32 // unused records; these have weight 0, and no previous match
}

// rowsWord is the offset of the rows in a record.
const rowsWord = 2

// newRecords returns records for matches with the given numbers of atoms and values.
func newRecords(atoms, values int) records {
	r := records{atoms: atoms, links: rowsWord + atoms, values: rowsWord + 3*atoms}
	r.size = r.values + values
	return r
}

// rowsOf returns the rows of a match.
func (m *records) rowsOf(match uint32) []uint32 {
	from := int(match) + rowsWord
	return m.words[from : from+m.atoms]
}

// termsOf returns the values of a match.
func (m *records) termsOf(match uint32) []uint32 {
	from := int(match)
	return m.words[from+m.values : from+m.size]
}

// next returns the next match with the same fact for an atom, or 0.
func (m *records) next(match uint32, atom int) uint32 { return m.words[int(match)+m.links+2*atom] }
