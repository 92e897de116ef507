package celf

import (
	"encoding/binary"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Bounds on the facts that clauses derive beyond those that the file states, and on the facts that are looked at to
// derive them.
const (
	maxDerived = 200_000
	maxWork    = 100_000_000
)

// closure derives the facts that follow from clauses bottom-up. Facts are worked off one after the other: each is
// joined with the facts before it in every place of every clause where it fits, which is semi-naive evaluation (Ullman,
// “Principles of database and knowledge-base systems”, 1988) in steps of one fact.
type closure struct {
	*translation
	params  []param
	terms   []ground       // by number
	numbers map[string]int // of terms, by their keys
	facts   []derived      // in the order in which they were found
	known   map[string]bool
	done    map[*predicate]*relation // facts that have been worked off
	uses    map[*predicate][]use
	clauses map[*clause]*compiled
	all     map[*family][]int // terms of finite types
	work    int
	full    bool // the bound has been reported
}

// ground is a term without variables.
type ground struct {
	name string // of the constant or constructor, in the program
	args []int  // numbers of terms
}

// derived is a fact.
type derived struct {
	of   *predicate
	args []int
	from *clause
}

// relation holds facts of a predicate, by the terms in their places.
type relation struct {
	facts [][]int
	at    []map[int][]int // for each place, indexes of the facts with a term there
}

// use is a premise of a clause.
type use struct {
	clause  *compiled
	premise int
}

// compiled is a clause with its variables numbered.
type compiled struct {
	*clause
	pred     *predicate
	head     []pattern
	premises [][]pattern
	preds    []*predicate
	types    []*family // of the variables
}

// pattern is a term with variables.
type pattern struct {
	variable int // -1 of a term that is none
	name     string
	args     []pattern
	number   int // of a term without variables; -1 of others
}

// unbound stands for the number of a term that is not known yet.
const unbound = -1

// close returns the facts of all finite predicates that are not backward, in the order of the predicates. The params
// are constants beside those of the signature.
func (t *translation) close(params []param) []derived {
	c := &closure{translation: t, params: params, numbers: make(map[string]int), known: make(map[string]bool),
		done: make(map[*predicate]*relation), uses: make(map[*predicate][]use),
		clauses: make(map[*clause]*compiled), all: make(map[*family][]int)}
	stated := 0
	for _, p := range t.preds {
		if !p.finite || len(p.clauses) == 0 {
			continue
		}
		for _, k := range p.clauses {
			if len(k.premises) > 0 {
				c.compile(p, k)
			}
		}
	}
	for _, p := range t.preds {
		if !p.finite {
			continue
		}
		for _, k := range p.clauses {
			if len(k.premises) == 0 {
				d := c.compiled(p, k)
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
		c.enter(f)
		for _, u := range c.uses[f.of] {
			bound := slices.Repeat([]int{unbound}, len(u.clause.types))
			if c.matchAll(u.clause.premises[u.premise], f.args, &bound) {
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

// compile enters a clause with premises.
func (c *closure) compile(p *predicate, k *clause) {
	d := c.compiled(p, k)
	for i, x := range k.premises {
		q := c.predicateOf(x)
		c.uses[q] = append(c.uses[q], use{d, i})
	}
}

func (c *closure) compiled(p *predicate, k *clause) *compiled {
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

// patterns returns the arguments of an atom or term.
func (c *closure) patterns(x Expr, index map[string]int) []pattern {
	_, args := headOf(x)
	out := make([]pattern, len(args))
	for i, a := range args {
		name, _ := headOf(a)
		if v, ok := index[name.Text]; ok {
			out[i] = pattern{variable: v, number: unbound}
			continue
		}
		p := pattern{variable: -1, name: c.names[name.Text], args: c.patterns(a, index), number: unbound}
		numbers := make([]int, len(p.args))
		closed := true
		for i, a := range p.args {
			numbers[i] = a.number
			closed = closed && a.number != unbound
		}
		if closed {
			p.number = c.number(p.name, numbers)
		}
		out[i] = p
	}
	return out
}

// number returns the number of a term.
func (c *closure) number(name string, args []int) int {
	key := numbersKey(name, args)
	n, ok := c.numbers[key]
	if !ok {
		n = len(c.terms)
		c.numbers[key] = n
		c.terms = append(c.terms, ground{name, slices.Clone(args)})
	}
	return n
}

// numbersKey returns a text that no other name with numbers has.
func numbersKey(name string, args []int) string {
	key := append(make([]byte, 0, len(name)+1+4*len(args)), name...)
	key = append(key, 0)
	for _, a := range args {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
	}
	return string(key)
}

// conclude enters the facts that a clause derives. Variables of the head that are unbound get each term of their type.
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

// within reports whether a variable is in one of the patterns.
func within(ps []pattern, variable int) bool {
	return slices.ContainsFunc(ps, func(p pattern) bool { return p.variable == variable || within(p.args, variable) })
}

// stop reports a bound, once.
func (c *closure) stop(k *clause, format string, args ...any) {
	if !c.full {
		c.full = true
		e := c.errorf(syntax.TooLarge, k.Span, format, args...)
		e.Notes = append(e.Notes, syntax.Note{Msg: "the facts of the signature are worked out before a run"})
	}
}

// termsOf returns all terms of a finite type.
func (c *closure) termsOf(of *family) []int {
	if out, ok := c.all[of]; ok {
		return out
	}
	var out []int
	for _, p := range c.params {
		if p.of == of {
			out = append(out, c.number(p.name, nil))
		}
	}
	for _, k := range c.constructors[of] {
		var choices [][]int
		for _, arg := range k.args {
			choices = append(choices, c.termsOf(arg))
		}
		eachChoice(choices, nil, func(args []int) bool {
			out = append(out, c.number(c.nameOf(k.name), args))
			return len(out) <= maxDerived
		})
	}
	slices.Sort(out)
	c.all[of] = out
	return out
}

// eachChoice calls f with each choice of one number from every list, until it returns false.
func eachChoice(lists [][]int, chosen []int, f func([]int) bool) bool {
	if len(chosen) == len(lists) {
		return f(chosen)
	}
	for _, n := range lists[len(chosen)] {
		if !eachChoice(lists, append(chosen, n), f) {
			return false
		}
	}
	return true
}

// enter adds a fact to those that have been worked off.
func (c *closure) enter(f derived) {
	r := c.done[f.of]
	if r == nil {
		r = &relation{at: make([]map[int][]int, len(f.args))}
		for i := range r.at {
			r.at[i] = make(map[int][]int)
		}
		c.done[f.of] = r
	}
	for i, a := range f.args {
		r.at[i][a] = append(r.at[i][a], len(r.facts))
	}
	r.facts = append(r.facts, f.args)
}

// join matches the premises of a clause that are not in the set of matched ones with facts, the premise with the fewest
// candidates first.
func (c *closure) join(d *compiled, matched uint64, bound []int, stated int) {
	best, fewest := -1, 0
	var candidates []int
	all := false
	for i, patterns := range d.premises {
		if matched&(1<<i) != 0 {
			continue
		}
		r := c.done[d.preds[i]]
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
	r := c.done[d.preds[best]]
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
		if c.matchAll(d.premises[best], r.facts[f], &with) {
			c.join(d, matched|1<<best, with, stated)
		}
	}
}

func (c *closure) matchAll(ps []pattern, args []int, bound *[]int) bool {
	for i, p := range ps {
		if !c.match(p, args[i], *bound) {
			return false
		}
	}
	return true
}

// match matches a pattern with a term, and binds its variables.
func (c *closure) match(p pattern, term int, bound []int) bool {
	switch {
	case p.variable >= 0 && bound[p.variable] == unbound:
		bound[p.variable] = term
		return true
	case p.variable >= 0:
		return bound[p.variable] == term
	case p.number != unbound:
		return p.number == term
	}
	g := c.terms[term]
	if g.name != p.name {
		return false
	}
	for i, a := range p.args {
		if !c.match(a, g.args[i], bound) {
			return false
		}
	}
	return true
}

// evaluate returns the number of the term that a pattern stands for, or unbound if a variable of it is unbound or the
// term has not been built.
func (c *closure) evaluate(p pattern, bound []int) int {
	switch {
	case p.variable >= 0:
		return bound[p.variable]
	case p.number != unbound:
		return p.number
	}
	args := make([]int, len(p.args))
	for i, a := range p.args {
		if args[i] = c.evaluate(a, bound); args[i] == unbound {
			return unbound
		}
	}
	if n, ok := c.numbers[numbersKey(p.name, args)]; ok {
		return n
	}
	return unbound
}

// build returns the number of the term that a pattern stands for.
func (c *closure) build(p pattern, bound []int) int {
	switch {
	case p.variable >= 0:
		return bound[p.variable]
	case p.number != unbound:
		return p.number
	}
	args := make([]int, len(p.args))
	for i, a := range p.args {
		args[i] = c.build(a, bound)
	}
	return c.number(p.name, args)
}
