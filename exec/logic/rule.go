package logic

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// Variables returns the variables of a rule that have one value in an instance of it, in the order in which they
// first occur. Variables that occur only in one condition, element or conditional literal are left out, and so is
// `_`.
func Variables(r *logic.Rule) []string {
	var names []string
	add := func(t logic.Term) {
		eachVariable(t, func(name string) {
			if name != "_" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		})
	}
	switch h := r.Head.(type) {
	case *logic.Atom:
		for _, t := range h.Args {
			add(t)
		}
	case *logic.Choice:
		add(h.Lower)
		add(h.Upper)
	}
	for _, l := range r.Body {
		switch l := l.(type) {
		case *logic.AtomLiteral:
			for _, t := range l.Args {
				add(t)
			}
		case *logic.Comparison:
			add(l.Left)
			add(l.Right)
		case *logic.Range:
			add(l.Term)
			add(l.From)
			add(l.To)
		case *logic.Aggregate:
			for _, g := range l.Guards {
				add(g.Term)
			}
		}
	}
	return names
}

func eachVariable(t logic.Term, yield func(name string)) {
	switch t := t.(type) {
	case *logic.Variable:
		yield(t.Name)
	case *logic.Compound:
		for _, a := range t.Args {
			eachVariable(a, yield)
		}
	case *logic.Calculation:
		for _, a := range t.Operands {
			eachVariable(a, yield)
		}
	}
}

// rule is a rule with its variables and predicates as numbers.
type rule struct {
	source  *logic.Rule
	number  int
	names   []string       // variables with one value, in the slots from 0 on
	local   map[string]int // slots of the variables of the element that is being translated
	slots   int
	numbers int // how many literals there are, also in elements

	head   *atomPattern // of a normal rule
	choice *choice      // of a choice; constraints have neither
	body   []*literal

	plans [][]step // one for each recursive literal; one alone where there is none
	late  []step   // literals that wait until the component is complete
	waits bool     // there are such literals, or elements of a choice that wait
	count int      // instances so far
}

type atomPattern struct {
	relation *relation
	args     []pattern
}

type choice struct {
	lower, upper *pattern
	elements     []*element
}

// element is an element of an aggregate or a choice, or a conditional literal.
type element struct {
	tuple     []pattern
	atom      *atomPattern // of a choice
	literal   *literal     // of a conditional literal
	condition []*literal
	steps     []step // of the condition
	check     step   // of the conditional literal
}

type literalKind uint8

const (
	positiveLiteral literalKind = iota
	absentLiteral               // `not`, once or twice
	compareLiteral
	intervalLiteral
	conditionalLiteral
	aggregateLiteral
)

// literal is a literal of a body or a condition.
type literal struct {
	kind   literalKind
	source logic.Literal
	number int // among the literals of the rule, in the order of the text
	atom   atomPattern
	double bool // `not not`
	// projected literals have `_`, and are negated or stand before a condition: they are about all atoms that match.
	projected bool
	op        logic.Op  // of a comparison
	terms     []pattern // sides of a comparison; term, from and to of an interval
	elements  []*element
	negated   bool // of an aggregate
	function  logic.Function
	guards    []guard
	// unfinished literals depend on predicates of the component that the rule is in.
	unfinished bool
	late       bool // evaluated when the component is complete
}

type guard struct {
	op   logic.Op
	term pattern
}

// slot returns the slot of a variable.
func (r *rule) slot(name string) int {
	if at := slices.Index(r.names, name); at >= 0 {
		return at
	}
	at, ok := r.local[name]
	if !ok {
		at = r.newSlot()
		r.local[name] = at
	}
	return at
}

func (r *rule) newSlot() int { r.slots++; return r.slots - 1 }

// newRule translates a rule.
func (p *Program) newRule(source *logic.Rule) *rule {
	r := &rule{source: source, number: len(p.rules), names: Variables(source), local: make(map[string]int)}
	r.slots = len(r.names)
	p.rules = append(p.rules, r)
	switch h := source.Head.(type) {
	case *logic.Atom:
		r.head = p.atomPattern(r, h)
	case *logic.Choice:
		r.choice = &choice{lower: p.bound(r, h.Lower), upper: p.bound(r, h.Upper)}
	}
	r.body = p.literals(r, source.Body)
	if h, ok := source.Head.(*logic.Choice); ok {
		for _, e := range h.Elements {
			r.local = make(map[string]int)
			r.choice.elements = append(r.choice.elements,
				&element{condition: p.literals(r, e.Condition), atom: p.atomPattern(r, e.Atom)})
		}
	}
	return r
}

func (p *Program) bound(r *rule, t logic.Term) *pattern {
	if t == nil {
		return nil
	}
	b := r.translate(t, &p.base.Terms)
	return &b
}

func (p *Program) atomPattern(r *rule, a *logic.Atom) *atomPattern {
	return &atomPattern{relation: p.relation(a.Predicate()), args: r.translateAll(a.Args, &p.base.Terms)}
}

// literals translates the literals of a body or a condition. A calculation within a positive atom, or within the
// compound term of an equation, becomes a variable and a comparison: `p(X+1)` is `p(Y), Y = X+1`.
func (p *Program) literals(r *rule, ls []logic.Literal) []*literal {
	var out []*literal
	for _, l := range ls {
		t := p.literal(r, l)
		out = append(out, t)
		for i := range t.atom.args {
			if t.kind == positiveLiteral {
				out = append(out, r.extract(&t.atom.args[i])...)
			}
		}
		for i := range t.terms {
			if t.op == logic.Equal && t.terms[i].op == compoundOp {
				out = append(out, r.extract(&t.terms[i])...)
			}
		}
	}
	return out
}

func (r *rule) extract(p *pattern) []*literal {
	if p.op == calculateOp {
		value := pattern{op: variableOp, slot: r.newSlot()}
		l := &literal{kind: compareLiteral, op: logic.Equal, terms: []pattern{value, *p}, number: r.numbers}
		r.numbers++
		*p = value
		return []*literal{l}
	}
	var out []*literal
	for i := range p.args {
		out = append(out, r.extract(&p.args[i])...)
	}
	return out
}

// hasAny reports whether the atom of a literal has `_`.
func (l *literal) hasAny() bool {
	return slices.ContainsFunc(l.atom.args, func(p pattern) bool { return p.has(anyOp) })
}

func (p *Program) literal(r *rule, l logic.Literal) *literal {
	terms := &p.base.Terms
	t := &literal{source: l, number: r.numbers}
	r.numbers++
	switch l := l.(type) {
	case *logic.AtomLiteral:
		t.atom = *p.atomPattern(r, l.Atom)
		if l.Negations > 0 {
			t.kind, t.double = absentLiteral, l.Negations == 2
			t.projected = t.hasAny()
		}
	case *logic.Comparison:
		t.kind, t.op = compareLiteral, l.Op
		t.terms = r.translateAll([]logic.Term{l.Left, l.Right}, terms)
	case *logic.Range:
		t.kind, t.terms = intervalLiteral, r.translateAll([]logic.Term{l.Term, l.From, l.To}, terms)
	case *logic.Conditional:
		t.kind = conditionalLiteral
		outer := r.local
		r.local = make(map[string]int)
		e := &element{condition: p.literals(r, l.Condition)}
		e.literal = p.literal(r, l.Literal)
		e.literal.projected = e.literal.hasAny()
		t.elements, r.local = []*element{e}, outer
	case *logic.Aggregate:
		t.kind, t.negated, t.function = aggregateLiteral, l.Negated, l.Function
		for _, g := range l.Guards {
			t.guards = append(t.guards, guard{g.Op, r.translate(g.Term, terms)})
		}
		outer := r.local
		for _, e := range l.Elements {
			r.local = make(map[string]int)
			condition := p.literals(r, e.Condition)
			t.elements = append(t.elements, &element{condition: condition, tuple: r.translateAll(e.Tuple, terms)})
		}
		r.local = outer
	}
	return t
}

// eachAtom calls yield with each atom literal of the literals, also in elements.
func eachAtom(ls []*literal, yield func(*literal)) {
	for _, l := range ls {
		if l.kind == positiveLiteral || l.kind == absentLiteral {
			yield(l)
		}
		for _, e := range l.elements {
			if e.literal != nil {
				eachAtom([]*literal{e.literal}, yield)
			}
			eachAtom(e.condition, yield)
		}
	}
}

// eachSlot calls yield with the slots of the variables in a literal.
func (l *literal) eachSlot(yield func(slot int)) {
	for _, ps := range [][]pattern{l.atom.args, l.terms} {
		for i := range ps {
			ps[i].each(yield)
		}
	}
	for _, e := range l.elements {
		for i := range e.tuple {
			e.tuple[i].each(yield)
		}
		if e.literal != nil {
			e.literal.eachSlot(yield)
		}
		for _, c := range e.condition {
			c.eachSlot(yield)
		}
	}
}

// frame is the instance of a rule that is being made.
type frame struct {
	terms  *ground.Table
	values []ground.Term // by slot
	stack  []ground.Term // of build
	parts  []part        // by number of literal
}

// part is what a literal contributes to an instance.
type part struct {
	holds, absent []ground.Atom // of the literal, in order
	pos, not      []ground.Atom // that are open, and have to hold or not to hold
	sums          []ground.Sum
}

func (p *part) reset() {
	p.holds, p.absent, p.pos, p.not, p.sums = p.holds[:0], p.absent[:0], p.pos[:0], p.not[:0], nil
}

// set copies what another part contributes.
func (p *part) set(from *part) {
	p.holds, p.absent = append(p.holds[:0], from.holds...), append(p.absent[:0], from.absent...)
	p.pos, p.not = append(p.pos[:0], from.pos...), append(p.not[:0], from.not...)
	p.sums = from.sums
}
