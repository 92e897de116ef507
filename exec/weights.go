package exec

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/match"
)

// weights holds the number of transitions of each of many rules. They are summed in a tree
// (Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and
// Experience 24, 1994), so that to change one, and to find the rule of a transition, takes time
// that grows with the logarithm of the number of rules.
type weights struct {
	counts []int // by rule
	sums   []int // the tree, from index 1
	total  int   // sum of counts
	some   int   // a rule that had transitions at the last look
	anew   []int // rules to be counted in each state
	due    []int // rules to be counted now
	// leaders has 1 for the first variant of each written rule that has transitions, and 0 for other rules. It is nil
	// before a rule is drawn first.
	leaders *weights
}

// manyRules is the number of rules from which on a stage counts the transitions of changed rules only.
// Counting fewer rules takes no longer than finding the changed ones. It is below the limit of
// [match.Counted].
const manyRules = 24

// newWeights returns weights of zero.
func newWeights(rules int) *weights {
	return &weights{counts: make([]int, rules), sums: make([]int, rules+1)}
}

// clear sets all weights to zero.
func (w *weights) clear() {
	clear(w.counts)
	clear(w.sums)
	w.total, w.anew = 0, w.anew[:0]
	if w.leaders != nil {
		w.leaders.clear()
	}
}

// set sets the weight of a rule. It returns false if the sum might overflow.
func (w *weights) set(rule, n int) bool {
	if n > math.MaxInt/len(w.counts) {
		return false
	}
	old := w.counts[rule]
	if n == old {
		return true
	}
	w.counts[rule] = n
	w.total += n - old
	for i := rule + 1; i < len(w.sums); i += i & -i {
		w.sums[i] += n - old
	}
	return true
}

// find returns the rule of a transition by its number, from 0 on, and its number among those of
// the rule.
func (w *weights) find(x int) (rule, of int) {
	at := 0
	for step := 1 << bits.Len(uint(len(w.counts))) >> 1; step > 0; step >>= 1 {
		if next := at + step; next < len(w.sums) && w.sums[next] <= x {
			at = next
			x -= w.sums[at]
		}
	}
	return at, x
}

// addMany counts the transitions of a stage of many rules: those of all rules when the stage
// begins, and then of those that may have changed.
func (e *Enabled) addMany(s *stage) error {
	m, w := e.machine, s.weights
	few, err := e.update(s)
	m.weighed = nil
	switch {
	case err != nil:
		return err
	case !few:
		return e.addStage(s)
	}
	m.weighed = s
	if w.total == 0 {
		e.of, e.weights = nil, nil
		return e.addAll(s.links)
	}
	e.of, e.rules, e.counts, e.weights, e.total = nil, s.rules, w.counts, w, w.total
	if w.counts[w.some] == 0 {
		w.some, _ = w.find(0)
	}
	e.some = w.some
	return nil
}

// update brings the weights of a stage up to date. It returns false if their sum may overflow.
func (e *Enabled) update(s *stage) (few bool, err error) {
	for _, place := range e.due(s) {
		if few, err := e.reweigh(s, s.rules[place]); !few {
			return false, err
		}
	}
	return true, nil
}

// due returns the rules of a stage whose transitions are to be counted, in their order, so that the
// first error is reported.
func (e *Enabled) due(s *stage) []int {
	m, w := e.machine, s.weights
	stale := m.network.Stale()
	w.due = w.due[:0]
	if m.weighed != s {
		w.clear()
		for _, r := range s.rules {
			w.due = append(w.due, r.place)
			if r.matches == nil {
				w.anew = append(w.anew, r.place)
			}
		}
		return w.due
	}
	w.due = append(w.due, w.anew...)
	for _, x := range stale {
		if r := m.byIndex[x.Tag]; r.Stage == s.Stage && r.link == nil && r.matches != nil {
			w.due = append(w.due, r.place)
		}
	}
	slices.Sort(w.due)
	return w.due
}

// reweigh counts the transitions of a rule of a stage, and subscribes to their changes.
func (e *Enabled) reweigh(s *stage, r *rule) (few bool, err error) {
	kept := r.matches != nil
	n, err := e.weigh(r)
	switch {
	case err != nil:
		return false, err
	case r.matches != nil && !r.matches.Grouped():
		r.matches.Follow()
	case kept && !slices.Contains(s.weights.anew, r.place):
		s.weights.anew = append(s.weights.anew, r.place)
	}
	few = s.weights.set(r.place, n)
	if s.weights.leaders != nil {
		s.weights.lead(r)
	}
	return few, nil
}

// leader draws a written rule of the stage that has transitions, and returns the place of its first variant that has
// any.
func (w *weights) leader(source *rand.PCG, rules []*rule) int {
	if w.leaders == nil {
		w.leaders = newWeights(len(w.counts))
		for _, r := range rules {
			w.lead(r)
		}
	}
	at, _ := w.leaders.find(below(source, w.leaders.total))
	return at
}

// lead brings the leader of a rule and its variants up to date.
func (w *weights) lead(r *rule) {
	if len(r.variants) == 0 {
		w.leaders.set(r.place, min(w.counts[r.place], 1))
		return
	}
	rest := 1
	for _, v := range r.variants {
		leads := min(w.counts[v], rest)
		w.leaders.set(v, leads)
		rest -= leads
	}
}

// drawRuleFirst draws a rule that has transitions, then one of these, and returns the rule. The choice of resources
// is that of the machine. It takes time in proportion to the rules of the stage, and with weights to their logarithm.
func (e *Enabled) drawRuleFirst(source *rand.PCG) *rule {
	at := e.drawLeader(source)
	r := e.rules[at]
	if len(r.variants) > 0 {
		r = e.drawVariant(source, r.variants)
		at = r.place
	}
	n := e.counts[at]
	switch {
	case r.matches == nil:
		return e.machine.choose(e.machine.at(r, below(source, n)))
	case n == math.MaxInt:
		e.machine.choice = r.matches.DrawBig(source)
	default:
		e.machine.choice = r.matches.Draw(source)
	}
	return r
}

// drawLeader draws a written rule that has transitions, and returns the place of its first variant that has any.
func (e *Enabled) drawLeader(source *rand.PCG) int {
	if e.weights != nil {
		return e.weights.leader(source, e.rules)
	}
	rules := 0
	for at := range e.counts {
		if e.leads(at) {
			rules++
		}
	}
	x := below(source, rules)
	for at := range e.counts {
		if !e.leads(at) {
			continue
		}
		if x == 0 {
			return at
		}
		x--
	}
	panic(errFired)
}

// below draws a number below n; for 1, it draws nothing.
func below(source *rand.PCG, n int) int {
	if n == 1 {
		return 0
	}
	return int(match.Below(source, uint64(n)))
}

// leads reports whether a rule has transitions, and no variant of it before has any.
func (e *Enabled) leads(at int) bool {
	if e.counts[at] == 0 {
		return false
	}
	for _, v := range e.rules[at].variants {
		if e.counts[v] > 0 {
			return v == at
		}
	}
	return true
}

// drawVariant draws one of the variants of a rule, each in proportion to its transitions.
func (e *Enabled) drawVariant(source *rand.PCG, variants []int) *rule {
	for len(variants) > 0 && variants[len(variants)-1] >= len(e.counts) { // hidden by the first rule of an ordered stage
		variants = variants[:len(variants)-1]
	}
	if e.vast != nil {
		return e.drawBigVariant(source, variants)
	}
	total := 0
	for _, v := range variants {
		total += e.counts[v]
	}
	x := below(source, total)
	for _, v := range variants {
		if x < e.counts[v] {
			return e.rules[v]
		}
		x -= e.counts[v]
	}
	panic(errFired)
}

// drawBigVariant is drawVariant for more transitions than an int can hold.
func (e *Enabled) drawBigVariant(source *rand.PCG, variants []int) *rule {
	total := new(big.Int)
	for _, v := range variants {
		total.Add(total, e.vast.counts[v])
	}
	x := match.BelowBig(source, total)
	for _, v := range variants {
		if x.Cmp(e.vast.counts[v]) < 0 {
			return e.rules[v]
		}
		x.Sub(x, e.vast.counts[v])
	}
	panic(errFired)
}
