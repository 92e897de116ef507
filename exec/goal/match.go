package goal

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Match is one way in which a state meets a goal.
type Match struct {
	// Facts are the facts of the state that meet those of the goal, in the order of the goal.
	Facts    []*Fact
	Bindings Bindings
}

// Ways returns in how many ways copies of the facts can be chosen, or the most that count.
func (m Match) Ways(most int) int {
	ways := 1
	for i, f := range m.Facts {
		if f.Permanent || slices.Index(m.Facts, f) < i {
			continue
		}
		uses := 0
		for _, other := range m.Facts {
			if other == f {
				uses++
			}
		}
		for k := range uses { // n over k, which grows with k up to the half
			if ways = ways * (len(f.Copies) - k) / (k + 1); ways > most {
				return most
			}
		}
	}
	return ways
}

// ErrTooMuch says that there are too many ways to put the facts of a state together.
var ErrTooMuch = errors.New("there are too many facts to try together; ask for fewer at once")

const (
	// mostTried is how many facts of a state are tried for answers at the most.
	mostTried = 20_000_000
	// rememberedAs is the number of tries that a match counts for if it must be remembered.
	rememberedAs = 20
)

// Each yields the ways in which a state meets the goal, until yield is false: each choice of facts
// once, however they are assigned to the facts of the goal. If there are fresh facts, only the ways
// with one of these count. The error is [ErrTooMuch].
func (g Goal) Each(s *State, fresh []*Fact, yield func(Match) bool) error {
	m := &matcher{goal: g, state: s, chosen: make([]*Fact, len(g.Facts)), alike: g.alike(), yield: yield, pinned: -1}
	m.seen, m.mixed = make(map[string]bool), m.mixes()
	if len(fresh) == 0 {
		m.choose(nil)
		return m.err()
	}
	m.fresh = make(map[*Fact]bool, len(fresh))
	var each []*Fact // of these, once
	for _, f := range fresh {
		if !m.fresh[f] {
			m.fresh[f] = true
			each = append(each, f)
		}
	}
	for i, p := range g.Facts {
		if m.alike[i] != i {
			continue // the first of its like stands for it
		}
		for _, f := range each {
			b, ok := p.Bind(nil, f.Fact, f.Permanent)
			if !ok {
				continue
			}
			m.pinned, m.chosen[i] = i, f
			m.choose(b)
			if m.chosen[i] = nil; m.done {
				return m.err()
			}
		}
	}
	return m.err()
}

// First returns the first way in which a state meets the goal, see [Goal.Each].
func (g Goal) First(s *State, fresh []*Fact) (match Match, met bool, err error) {
	err = g.Each(s, fresh, func(m Match) bool {
		match, met = Match{slices.Clone(m.Facts), slices.Clone(m.Bindings)}, true
		return false
	})
	vars := g.Vars() // bindings stand in the order of the variables in the goal
	place := func(x Binding) int { return slices.Index(vars, x.Var) }
	slices.SortFunc(match.Bindings, func(x, y Binding) int { return cmp.Compare(place(x), place(y)) })
	return match, met, err
}

// alike returns for each fact of the goal the first that asks for the same: variables that
// stand nowhere else ask for anything.
func (g Goal) alike() []int {
	uses := make(map[string]int)
	for _, p := range g.Facts {
		for _, arg := range p.Args {
			count(arg, uses)
		}
	}
	asked := make([]string, len(g.Facts))
	for i, p := range g.Facts {
		var once Bindings
		for _, v := range p.Vars {
			if uses[v] == 1 {
				once = append(once, Binding{Var: v, Term: trace.Const(trace.Open)})
			}
		}
		asked[i] = p.Instance(once).String()
	}
	first := make([]int, len(g.Facts))
	for i, text := range asked {
		first[i] = slices.Index(asked, text)
	}
	return first
}

// count counts how often each name stands in a term.
func count(t trace.Term, uses map[string]int) {
	uses[t.Head]++
	for _, arg := range t.Args {
		count(arg, uses)
	}
}

// matcher looks for matches depth first: next comes the fact of the goal for which there are
// the fewest candidates.
type matcher struct {
	goal   Goal
	state  *State
	fresh  map[*Fact]bool
	pinned int     // the fact of the goal that a fresh one meets; -1 for none
	chosen []*Fact // by fact of the goal; nil where it is open
	alike  []int
	mixed  bool            // the same fact may meet facts of the goal that are not alike
	seen   map[string]bool // choices that were yielded, of those that may come again
	yield  func(Match) bool
	done   bool
}

func (m *matcher) err() error {
	if m.state.tried > mostTried {
		return ErrTooMuch
	}
	return nil
}

// choose yields the matches that extend the facts chosen so far.
func (m *matcher) choose(b Bindings) {
	next, candidates := m.next(b)
	if next < 0 {
		m.found(b)
		return
	}
	p, like := m.goal.Facts[next], m.openLike(next)
	left := math.MaxInt // how many of these the candidates that were not tried can meet
	if like > 1 {
		left = copies(candidates, like)
	}
	for _, f := range candidates {
		if left < like {
			break
		}
		left -= copiesOf(f, like)
		if m.state.tried++; m.state.tried > mostTried {
			m.done = true
		}
		if m.done {
			break
		}
		if !m.free(next, f) {
			continue
		}
		if more, ok := p.Bind(b, f.Fact, f.Permanent); ok {
			m.chosen[next] = f
			m.choose(more)
		}
	}
	m.chosen[next] = nil
}

// next returns an open fact of the goal with its candidates; -1 where none is open.
func (m *matcher) next(b Bindings) (next int, fewest []*Fact) {
	next = -1
	for i, p := range m.goal.Facts {
		if m.chosen[i] != nil {
			continue
		}
		if found := m.state.candidates(p, b); next < 0 || len(found) < len(fewest) {
			next, fewest = i, found
		}
	}
	return next, fewest
}

// openLike returns how many open facts of the goal are alike, one included.
func (m *matcher) openLike(one int) (n int) {
	for i, f := range m.chosen {
		if f == nil && m.alike[i] == m.alike[one] {
			n++
		}
	}
	return n
}

// copies returns how many facts of a goal, of so many that are alike, some facts can meet; each
// permanent one meets all.
func copies(facts []*Fact, like int) (n int) {
	for _, f := range facts {
		n += copiesOf(f, like)
	}
	return n
}

func copiesOf(f *Fact, like int) int {
	if f.Permanent && len(f.Copies) > 0 {
		return like
	}
	return len(f.Copies)
}

// mixes reports whether the same fact may meet two facts of the goal that are not alike.
func (m *matcher) mixes() bool {
	for i, p := range m.goal.Facts {
		for j, q := range m.goal.Facts[:i] {
			if m.alike[i] != m.alike[j] && (p.Head == q.Head || p.Head == trace.Open || q.Head == trace.Open) {
				return true
			}
		}
	}
	return false
}

// free reports whether a fact may still be chosen for a fact of the goal. Of facts of the goal that
// are alike, the first is met by the oldest; of the fresh that meet such, the oldest is pinned.
func (m *matcher) free(at int, f *Fact) bool {
	first := m.alike[at]
	if m.fresh[f] && (first < m.pinned || first == m.pinned && f.age < m.chosen[first].age) {
		return false // it was found with this one pinned
	}
	uses := 0
	for i, other := range m.chosen {
		switch {
		case other == nil:
		case i < at && i != m.pinned && m.alike[i] == first && other.age > f.age:
			return false
		case other == f:
			uses++
		}
	}
	return uses < len(f.Copies) || f.Permanent && len(f.Copies) > 0
}

// found yields the chosen facts, unless they were yielded before.
func (m *matcher) found(b Bindings) {
	var ages []int
	for i, f := range m.chosen {
		if !f.Permanent || !slices.Contains(m.chosen[:i], f) {
			ages = append(ages, f.age)
		}
	}
	if m.mixed || len(ages) < len(m.chosen) {
		slices.Sort(ages)
		var k []byte
		for _, age := range ages {
			k = binary.AppendUvarint(k, uint64(age))
		}
		if m.seen[string(k)] {
			return
		}
		m.seen[string(k)] = true
		m.state.tried += rememberedAs
	}
	m.done = !m.yield(Match{m.chosen, b})
}
