package lanes

import (
	"fmt"
	"math/bits"
)

// Lanes are put in an order in which meetings reach over few of them: the sum of
// what they span is least. That is the minimum linear arrangement problem on a
// hypergraph, NP-hard; for few characters it is solved exactly, for more it is
// improved from two beginnings by sifting (after Rudell, "Dynamic Variable
// Ordering for Ordered Binary Decision Diagrams", 1993).

// exactly is up to how many characters the best order is found.
const exactly = 12

// work bounds how many steps sifting may take.
const work = 60_000_000

// company is who meets, and how often.
type company struct {
	who    []int
	weight int
}

// companies returns who meets, in the order of the first meetings.
func (p *plan) companies() []company {
	var out []company
	index := make(map[string]int)
	for _, who := range p.who {
		if len(who) < 2 {
			continue
		}
		key := fmt.Sprint(who)
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, company{who: who})
		}
		out[i].weight++
	}
	return out
}

// arrange returns the characters in an order that is never worse than that of the
// cast.
func arrange(n int, companies []company) []int {
	if n <= exactly {
		return arrangeExactly(n, companies)
	}
	best := newSifter(given(n), companies)
	best.sift()
	other := newSifter(attract(n, companies), companies)
	other.sift()
	if other.cost() < best.cost() {
		best = other
	}
	return best.order
}

func given(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// arrangeExactly finds the best order by dynamic programming over the sets of leading characters
// (Held and Karp, 1962): the sum of spans is the sum, over the borders between lanes, of the
// meetings that reach across.
func arrangeExactly(n int, companies []company) []int {
	cut := cuts(n, companies)
	best := make([]int, 1<<n)
	last := make([]int, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = -1
		for i := range n {
			if set>>i&1 == 0 {
				continue
			}
			if cost := best[set&^(1<<i)] + cut[set]; best[set] < 0 || cost <= best[set] {
				best[set], last[set] = cost, i
			}
		}
	}
	order := make([]int, n)
	for set := 1<<n - 1; set != 0; set &^= 1 << last[set] {
		order[bits.OnesCount(uint(set))-1] = last[set]
	}
	return order
}

// cuts returns for each set of characters the number of meetings with members inside and outside
// the set.
func cuts(n int, companies []company) []int {
	cut := make([]int, 1<<n)
	for _, c := range companies {
		mask := 0
		for _, i := range c.who {
			mask |= 1 << i
		}
		for set := range cut {
			if in := set & mask; in != 0 && in != mask {
				cut[set] += c.weight
			}
		}
	}
	return cut
}

// attract puts next, again and again, who meets those that are placed most, and
// the others least.
func attract(n int, companies []company) []int {
	pull, placed := make([]int, n), make([]bool, n)
	of := memberships(n, companies)
	for i := range n {
		for _, c := range of[i] {
			pull[i] -= companies[c].weight
		}
	}
	met := make([]bool, len(companies))
	order := make([]int, 0, n)
	for range n {
		next := -1
		for i := range pull {
			if !placed[i] && (next < 0 || pull[i] > pull[next]) {
				next = i
			}
		}
		placed[next] = true
		order = append(order, next)
		for _, c := range of[next] {
			if met[c] {
				continue
			}
			met[c] = true
			for _, i := range companies[c].who {
				pull[i] += 2 * companies[c].weight
			}
		}
	}
	return order
}

// memberships returns for each character the companies it is in.
func memberships(n int, companies []company) [][]int {
	of := make([][]int, n)
	for c := range companies {
		for _, i := range companies[c].who {
			of[i] = append(of[i], c)
		}
	}
	return of
}

// sifter moves one character after another to where it fits best.
type sifter struct {
	companies []company
	of        [][]int // by character: its companies
	order, at []int   // the character of each lane, the lane of each character
}

func newSifter(order []int, companies []company) *sifter {
	s := &sifter{companies: companies, of: memberships(len(order), companies), order: order, at: make([]int, len(order))}
	for lane, i := range order {
		s.at[i] = lane
	}
	return s
}

// sift goes on while it helps and the work is bearable.
func (s *sifter) sift() {
	size := len(s.order)
	for _, c := range s.companies {
		size += len(c.who) * len(c.who)
	}
	for range min(8, work/(len(s.order)*size)) {
		before := s.cost()
		for i := range s.order {
			s.settle(i)
		}
		if s.cost() == before {
			return
		}
	}
}

// settle tries all lanes for a character, and takes the best; of equals the one it
// has.
func (s *sifter) settle(i int) {
	start := s.at[i]
	best, cost, least := start, 0, 0
	try := func(to int) {
		cost += s.move(i, to)
		if cost < least {
			best, least = to, cost
		}
	}
	for s.at[i] > 0 {
		try(s.at[i] - 1)
	}
	for s.at[i] < len(s.order)-1 {
		try(s.at[i] + 1)
	}
	for s.at[i] > best {
		s.move(i, s.at[i]-1)
	}
}

// move swaps a character with that of a neighbouring lane, and returns what this
// adds to the cost. Companies of both span what they did.
func (s *sifter) move(i, to int) int {
	other := s.order[to]
	before := s.spans(i) + s.spans(other)
	s.order[s.at[i]], s.order[to] = other, i
	s.at[i], s.at[other] = to, s.at[i]
	return s.spans(i) + s.spans(other) - before
}

func (s *sifter) spans(i int) (sum int) {
	for _, c := range s.of[i] {
		sum += s.span(&s.companies[c])
	}
	return sum
}

func (s *sifter) span(c *company) int {
	low, high := s.at[c.who[0]], s.at[c.who[0]]
	for _, i := range c.who[1:] {
		low, high = min(low, s.at[i]), max(high, s.at[i])
	}
	return (high - low) * c.weight
}

func (s *sifter) cost() (sum int) {
	for i := range s.companies {
		sum += s.span(&s.companies[i])
	}
	return sum
}
