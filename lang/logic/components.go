package logic

import "slices"

// Component is a strongly connected component of the graph in which predicates depend on the rules that derive them,
// and rules on the predicates of their bodies and conditions.
//
// A rule that is on no cycle is a component of its own, without predicates, and so is each constraint. A predicate
// that is on no cycle is a component without rules.
type Component struct {
	Rules      []*Rule     // in the order of the program
	Predicates []Predicate // in the order in which they first occur
	// Through is a literal of a rule of the component on whose predicate, which belongs to the component, the rule
	// does not depend positively: a negation, an aggregate, a conditional literal or the condition of a choice. It is
	// nil if there is none, and the component can be evaluated without search if its rules are no choices.
	Through Literal
	// ThroughRule is the rule of Through.
	ThroughRule *Rule
}

// Dependencies calls yield with each predicate that the rule depends on, and the literal of the body, or of the
// condition of a choice, that contains it. It is positive if the literal is an atom of the body that is not negated.
func (r *Rule) Dependencies(yield func(p Predicate, in Literal, positive bool)) {
	condition := func(in Literal, ls []Literal) {
		for _, l := range ls {
			if a, ok := l.(*AtomLiteral); ok {
				yield(a.Predicate(), in, false)
			}
		}
	}
	if c, ok := r.Head.(*Choice); ok {
		for _, e := range c.Elements {
			for _, l := range e.Condition {
				condition(l, []Literal{l})
			}
		}
	}
	for _, l := range r.Body {
		switch l := l.(type) {
		case *AtomLiteral:
			yield(l.Predicate(), l, l.Negations == 0)
		case *Conditional:
			condition(l, append([]Literal{l.Literal}, l.Condition...))
		case *Aggregate:
			for _, e := range l.Elements {
				condition(l, e.Condition)
			}
		}
	}
}

// Derives calls yield with the predicate of each atom of the head.
func (r *Rule) Derives(yield func(Predicate)) {
	switch h := r.Head.(type) {
	case *Atom:
		yield(h.Predicate())
	case *Choice:
		for _, e := range h.Elements {
			yield(e.Atom.Predicate())
		}
	}
}

// Components returns the components of a program's dependency graph, each behind all that it depends on. The time is
// linear in the size of the program (Tarjan, “Depth-first search and linear graph algorithms”, SIAM J. Computing
// 1972).
func Components(rules []*Rule) []*Component {
	g := grapher{rules: rules, numbers: make(map[Predicate]int), edges: make(map[int][]int)}
	for i, r := range rules {
		r.Derives(func(p Predicate) { n := g.node(p); g.edges[n] = append(g.edges[n], i) })
		r.Dependencies(func(p Predicate, _ Literal, _ bool) { g.node(p) })
	}
	n := len(rules) + len(g.predicates)
	g.index, g.low, g.component = make([]int, n), make([]int, n), make([]int, n)
	for v := range n {
		if g.index[v] == 0 {
			g.visit(v)
		}
	}
	for i, r := range rules {
		c := g.components[g.component[i]-1]
		r.Dependencies(func(p Predicate, in Literal, positive bool) {
			if c.Through == nil && !positive && g.component[g.node(p)] == g.component[i] {
				c.Through, c.ThroughRule = in, r
			}
		})
	}
	return g.components
}

// grapher numbers the nodes: rules come first, predicates behind them.
type grapher struct {
	rules      []*Rule
	predicates []Predicate
	numbers    map[Predicate]int
	edges      map[int][]int // from each predicate to the rules that derive it
	index, low []int         // by node, from 1
	component  []int         // by node, from 1; 0 while the node is on the stack
	stack      []int
	visited    int
	components []*Component
}

func (g *grapher) node(p Predicate) int {
	n, ok := g.numbers[p]
	if !ok {
		n = len(g.rules) + len(g.predicates)
		g.numbers[p], g.predicates = n, append(g.predicates, p)
	}
	return n
}

func (g *grapher) visit(v int) {
	g.visited++
	g.index[v], g.low[v] = g.visited, g.visited
	g.stack = append(g.stack, v)
	follow := func(w int) {
		switch {
		case g.index[w] == 0:
			g.visit(w)
			g.low[v] = min(g.low[v], g.low[w])
		case g.component[w] == 0:
			g.low[v] = min(g.low[v], g.index[w])
		}
	}
	if v < len(g.rules) {
		g.rules[v].Dependencies(func(p Predicate, _ Literal, _ bool) { follow(g.node(p)) })
	} else {
		for _, r := range g.edges[v] {
			follow(r)
		}
	}
	if g.low[v] != g.index[v] {
		return
	}
	at := len(g.stack) - 1
	for g.stack[at] != v {
		at--
	}
	nodes := g.stack[at:]
	slices.Sort(nodes)
	c := &Component{}
	g.components = append(g.components, c)
	for _, w := range nodes {
		g.component[w] = len(g.components)
		if w < len(g.rules) {
			c.Rules = append(c.Rules, g.rules[w])
		} else {
			c.Predicates = append(c.Predicates, g.predicates[w-len(g.rules)])
		}
	}
	g.stack = g.stack[:at]
}
