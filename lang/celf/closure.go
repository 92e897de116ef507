package celf

import (
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Bounds on the facts that clauses derive beyond those that the file states, and on the facts that are looked at to
// derive them.
const (
	maxDerived = 200_000
	maxWork    = 100_000_000
)

// closure derives the facts that follow from clauses bottom-up. Facts are processed one after the other: each is
// joined with the facts before it in every place of every clause where it fits, which is semi-naive evaluation
// (Ullman, “Principles of database and knowledge-base systems”, 1988) in steps of one fact.
type closure struct {
	*translation
	params    []param
	terms     []ground                 // by number
	numbers   map[string]int           // of terms, by [numbersKey]
	facts     []derived                // in the order in which they were found
	known     map[string]bool          // facts found, by [numbersKey]
	processed map[*predicate]*relation // facts that new ones are joined with
	uses      map[*predicate][]use     // premises that ask for facts of a predicate
	ofType    map[*family][]int        // terms of finite types, as far as asked for
	work      int                      // facts looked at so far, see maxWork
	full      bool                     // a bound is exceeded and reported, so the facts are incomplete
}

// derived is a fact of the closure.
type derived struct {
	of   *predicate
	args []int   // numbers of terms
	from *clause // the first clause that derived it
}

// relation is an index of processed facts of a predicate.
type relation struct {
	facts [][]int         // arguments, as numbers of terms
	at    []map[int][]int // for each argument, the facts with a term there: indexes of facts, by the number of the term
}

// use is a premise of a clause: a place where new facts are joined.
type use struct {
	clause  *compiled
	premise int // its index
}

// compiled is a clause with its variables numbered from 0 on. Atoms are split into a predicate and its arguments.
type compiled struct {
	*clause
	pred     *predicate   // of the head
	head     []pattern    // arguments of the head
	premises [][]pattern  // arguments of each premise
	preds    []*predicate // of each premise
	types    []*family    // of the variables
}

// derive returns the facts of all finite predicates of the form ofState, in the order of the predicates. The params
// are constants beside those of the signature. The numbers in the facts are indexes of t.terms.
func (t *translation) derive(params []param) []derived {
	c := &closure{translation: t, params: params, numbers: make(map[string]int), known: make(map[string]bool),
		processed: make(map[*predicate]*relation), uses: make(map[*predicate][]use), ofType: make(map[*family][]int)}
	stated := 0 // facts of the signature without variables, which do not count as derived
	for _, p := range t.preds {
		if !p.finite || len(p.clauses) == 0 {
			continue
		}
		for _, k := range p.clauses {
			if len(k.premises) > 0 {
				c.subscribe(c.compile(p, k))
			}
		}
	}
	for _, p := range t.preds {
		if !p.finite {
			continue
		}
		for _, k := range p.clauses {
			if len(k.premises) == 0 {
				d := c.compile(p, k)
				if len(d.types) == 0 {
					stated++
				}
				c.conclude(d, slices.Repeat([]int{unbound}, len(d.types)), stated)
			}
		}
	}
	for next := 0; next < len(c.facts) && !c.full; next++ {
		f := c.facts[next]
		if len(c.uses[f.of]) == 0 {
			continue // no clause asks for it
		}
		c.index(f)
		for _, u := range c.uses[f.of] {
			bound := slices.Repeat([]int{unbound}, len(u.clause.types))
			if c.matchAll(u.clause.premises[u.premise], f.args, bound) {
				c.join(u.clause, 1<<u.premise, bound, stated)
			}
		}
	}
	out := slices.DeleteFunc(c.facts, func(f derived) bool { return f.of.form != ofState })
	order := make(map[*predicate]int)
	for i, p := range t.preds {
		order[p] = i
	}
	slices.SortStableFunc(out, func(a, b derived) int { return order[a.of] - order[b.of] })
	t.terms = c.terms
	return out
}

// subscribe enters the premises of a clause as places where new facts are joined.
func (c *closure) subscribe(d *compiled) {
	for i, q := range d.preds {
		c.uses[q] = append(c.uses[q], use{d, i})
	}
}

// compile numbers the variables of a clause of a predicate.
func (c *closure) compile(p *predicate, k *clause) *compiled {
	d := &compiled{clause: k, pred: p}
	index := make(map[string]int)
	for i, v := range k.vars {
		index[v.name.Text] = i
		d.types = append(d.types, v.of)
	}
	d.head = c.patterns(k.head, index)
	for _, x := range k.premises {
		d.premises = append(d.premises, c.patterns(x, index))
		d.preds = append(d.preds, c.predicateOf(x))
	}
	return d
}

// conclude adds the facts that a clause derives with the variables bound. Variables of the head that are unbound get
// each term of their type, which is finite ([translation.isBounded]).
func (c *closure) conclude(d *compiled, bound []int, stated int) {
	for v, n := range bound {
		if n != unbound || !within(d.head, v) {
			continue
		}
		for _, term := range c.termsOf(d.types[v]) {
			with := slices.Clone(bound)
			with[v] = term
			if c.conclude(d, with, stated); c.full {
				return
			}
		}
		return
	}
	args := make([]int, len(d.head))
	for i, p := range d.head {
		args[i] = c.build(p, bound)
	}
	key := numbersKey(d.pred.name, args)
	if c.known[key] || c.full {
		return
	}
	c.known[key] = true
	c.facts = append(c.facts, derived{d.pred, args, d.clause})
	if len(c.facts) > stated+maxDerived {
		c.stop(d.clause, "more than 200,000 facts follow from the clauses of `%s` and others", d.pred.of.name.Text)
	}
}

// stop ends the derivation at a bound, and reports it once.
func (c *closure) stop(k *clause, format string, args ...any) {
	if !c.full {
		c.full = true
		e := c.errorf(syntax.TooLarge, k.Span, format, args...)
		e.Notes = append(e.Notes, syntax.Note{Msg: "the facts of the signature are worked out before a run"})
	}
}

// index adds a fact to the processed ones.
func (c *closure) index(f derived) {
	r := c.processed[f.of]
	if r == nil {
		r = &relation{at: make([]map[int][]int, len(f.args))}
		for i := range r.at {
			r.at[i] = make(map[int][]int)
		}
		c.processed[f.of] = r
	}
	for i, a := range f.args {
		r.at[i][a] = append(r.at[i][a], len(r.facts))
	}
	r.facts = append(r.facts, f.args)
}

// join matches the premises of a clause that are not matched yet with processed facts, and concludes. The bits of
// matched are the premises matched so far ([maxJoined] fit). The premise with the fewest candidates comes first:
// those are the facts with the rarest of its known terms, or all facts if none of its terms is known.
func (c *closure) join(d *compiled, matched uint64, bound []int, stated int) {
	best, fewest := -1, 0
	var candidates []int // indexes of the facts of the best premise, unless it is to try all
	all := false
	for i, patterns := range d.premises {
		if matched&(1<<i) != 0 {
			continue
		}
		r := c.processed[d.preds[i]]
		if r == nil {
			return
		}
		some, n, every := []int(nil), len(r.facts), true
		for place, p := range patterns {
			if term := c.evaluate(p, bound); term != unbound {
				if at := r.at[place][term]; every || len(at) < n {
					some, n, every = at, len(at), false
				}
			}
		}
		if best < 0 || n < fewest {
			best, fewest, candidates, all = i, n, some, every
		}
	}
	if best < 0 {
		c.conclude(d, bound, stated)
		return
	}
	r := c.processed[d.preds[best]]
	for k := range fewest {
		if c.work++; c.work > maxWork {
			c.stop(d.clause, "it takes too long to find out which facts follow from the clauses of `%s` and others",
				d.pred.of.name.Text)
		}
		if c.full {
			return
		}
		f := k
		if !all {
			f = candidates[k]
		}
		with := slices.Clone(bound)
		if c.matchAll(d.premises[best], r.facts[f], with) {
			c.join(d, matched|1<<best, with, stated)
		}
	}
}
