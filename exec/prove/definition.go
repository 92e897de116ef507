package prove

import (
	"errors"
	"slices"

	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/lang"
)

// clause is a clause as the solver uses it: its head is a pattern. Calculations in the head are
// compared when the premises are met.
type clause struct {
	from     *lang.Clause
	head     []lang.Term
	premises []lang.Premise
	vars     []string // names, for messages
	// whole says which arguments of the head are the first occurrence of a variable as an argument:
	// that variable stands for the argument of the goal. All other variables are local.
	whole []bool
	local []lang.Variable
}

func newClause(c *lang.Clause) *clause {
	out := &clause{from: c}
	for _, v := range c.Vars {
		out.vars = append(out.vars, v.Name)
	}
	var results []lang.Premise
	out.head = term.WithoutCalculations(c.Head.Args, func(calc *lang.Calculation) lang.Variable {
		v := lang.Variable(len(out.vars))
		out.vars = append(out.vars, "_")
		results = append(results, lang.Premise{Span: c.Span, Kind: lang.Compare, Op: lang.Same, X: v, Y: calc})
		return v
	})
	out.premises = append(append(out.premises, c.Premises...), results...)
	out.tellLocal()
	return out
}

// tellLocal finds which arguments of the head are whole, and which variables are local.
func (c *clause) tellLocal() {
	c.whole = make([]bool, len(c.head))
	whole := make([]bool, len(c.vars))
	for i, t := range c.head {
		if v, ok := t.(lang.Variable); ok && !whole[v] {
			c.whole[i], whole[v] = true, true
		}
	}
	for v, is := range whole {
		if !is {
			c.local = append(c.local, lang.Variable(v))
		}
	}
}

// definition is a backward predicate as the solver uses it: its clauses, indexed by each argument.
type definition struct {
	clauses []*clause
	index   []column       // by argument; empty where there are few clauses
	skip    *recursionSkip // nil if no clause only counts
	tabled  bool           // it is solved with tables
	ask     *lang.Premise  // the premise of variables 0, 1, 2, …
	reads   []*lang.Pred   // of the state, that proofs may read
}

// definitions are the backward predicates of a program as the solver uses them, made when they are
// first needed. A recursive predicate is solved with tables if its proofs may read the state, which
// may hold cycles, or if a depth-first search of it came to no end. So is each predicate that asks
// such a predicate.
type definitions struct {
	made    map[*lang.Pred]*definition
	endless map[*lang.Pred]bool // recursive predicates of searches that came to no end
}

func newDefinitions() *definitions {
	return &definitions{make(map[*lang.Pred]*definition), make(map[*lang.Pred]bool)}
}

// of returns the definition of a predicate.
func (k *definitions) of(p *lang.Pred) *definition {
	d := k.made[p]
	if d == nil {
		d = define(p)
		d.reads = p.Reads()
		d.tabled = slices.ContainsFunc(append(p.Asks(), p), k.needsTable)
		k.made[p] = d
	}
	return d
}

// needsTable reports whether a predicate itself has to be solved with tables, whatever it asks.
func (k *definitions) needsTable(p *lang.Pred) bool {
	return k.endless[p] || isRecursive(p) && len(p.Reads()) > 0
}

func isRecursive(p *lang.Pred) bool { return slices.Contains(p.Asks(), p) }

// again reports whether a search for a predicate that ended with an error is to be made again: one
// that came to no end is, if not all recursive predicates that it asks, itself included, were solved
// with tables. They are from now on.
func (k *definitions) again(p *lang.Pred, err error) bool {
	var endless *EndlessError
	if !errors.As(err, &endless) {
		return false
	}
	news := false
	for _, q := range append(p.Asks(), p) {
		if isRecursive(q) && !k.needsTable(q) {
			k.endless[q] = true
			news = true
		}
	}
	if news {
		clear(k.made)
	}
	return news
}

// restart forgets which searches came to no end, so that all begin depth first, as in the first run
// of a series. It reports whether there were any.
func (k *definitions) restart() bool {
	if len(k.endless) == 0 {
		return false
	}
	clear(k.endless)
	clear(k.made)
	return true
}

// call returns a goal that asks a backward predicate with some arguments.
func (k *definitions) call(p *lang.Pred, args []*node) *goal {
	return &goal{premise: k.of(p).ask, frame: args}
}

// column tells clauses apart by one argument of their heads.
type column struct {
	by   map[symbol][]int // clauses with that symbol, by position
	open []int            // clauses that take more than one
}

// symbol is the head of a term: a constructor, a literal or a number.
type symbol struct {
	con  *lang.Constructor
	text string
	num  int64
	kind byte // 'c', 'l' or 'n'
}

// fewClauses is the number of clauses up to which there is no index.
const fewClauses = 4

func define(p *lang.Pred) *definition {
	d := &definition{ask: &lang.Premise{Kind: lang.Prove, Atom: lang.Atom{Pred: p, Args: make([]lang.Term, len(p.Args))}}}
	for i := range p.Args {
		d.ask.Atom.Args[i] = lang.Variable(i)
	}
	for _, c := range p.Clauses {
		d.clauses = append(d.clauses, newClause(c))
	}
	d.skip = findSkip(p, d.clauses)
	if len(d.clauses) > fewClauses {
		for i := range p.Args {
			d.index = append(d.index, newColumn(d.clauses, i))
		}
	}
	return d
}

func newColumn(clauses []*clause, arg int) column {
	col := column{by: make(map[symbol][]int)}
	for i, c := range clauses {
		if s, ok := symbolOf(c.head[arg]); ok {
			col.by[s] = append(col.by[s], i)
		} else {
			col.open = append(col.open, i)
		}
	}
	return col
}

// symbolOf returns the symbol that every instance of a term has, and false if there may be several.
// Huge numbers are not told apart.
func symbolOf(t lang.Term) (symbol, bool) {
	switch t := t.(type) {
	case *lang.Compound:
		return symbol{con: t.Con, kind: 'c'}, true
	case lang.Literal:
		return symbol{text: string(t), kind: 'l'}, true
	case lang.Number:
		return symbol{num: t.Num.Int(), kind: 'n'}, true
	}
	return symbol{}, false
}

// symbol returns the symbol of a node, and false if that is not known.
func (n *node) symbol() (symbol, bool) {
	switch {
	case n.con != nil:
		return symbol{con: n.con, kind: 'c'}, true
	case n.literal:
		return symbol{text: n.text, kind: 'l'}, true
	case n.of != nil && n.rest == nil:
		return symbol{num: n.num.Int(), kind: 'n'}, true
	}
	return symbol{}, false
}

// candidates are clauses whose heads may fit a goal: two lists of positions, each
// ascending, that are to be merged; or all.
type candidates struct {
	clauses  []*clause
	all      bool
	at       int
	by, open []int
}

// find returns the candidates for a goal, by the argument that leaves the fewest.
func (d *definition) find(args []*node) candidates {
	best := candidates{clauses: d.clauses, all: true}
	least := len(d.clauses)
	for i, col := range d.index {
		s, ok := deref(args[i]).symbol()
		if !ok {
			continue
		}
		if n := len(col.by[s]) + len(col.open); n < least {
			best = candidates{clauses: d.clauses, by: col.by[s], open: col.open}
			least = n
		}
	}
	return best
}

// next returns the next candidate in the order of the clauses, or nil.
func (c *candidates) next() *clause {
	if c.all {
		if c.at == len(c.clauses) {
			return nil
		}
		c.at++
		return c.clauses[c.at-1]
	}
	list := &c.by
	if len(c.by) == 0 || len(c.open) > 0 && c.open[0] < c.by[0] {
		list = &c.open
	}
	if len(*list) == 0 {
		return nil
	}
	i := (*list)[0]
	*list = (*list)[1:]
	return c.clauses[i]
}
