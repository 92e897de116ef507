package logic

// key tells the variables of a rule apart: by name, but each "_" is a variable of its own.
type key struct {
	name string
	own  *Variable // for "_"
}

func keyOf(v *Variable) key {
	if v.Name == "_" {
		return key{own: v}
	}
	return key{name: v.Name}
}

// occurrence is a place where a variable stands.
type occurrence struct {
	*Variable
	calculated bool // below an operator, so that the term around it is no pattern for the variable
}

// occurrences appends the variables of terms.
func occurrences(out []occurrence, calculated bool, terms ...Term) []occurrence {
	for _, t := range terms {
		switch t := t.(type) {
		case *Variable:
			out = append(out, occurrence{t, calculated})
		case *Compound:
			out = occurrences(out, calculated, t.Args...)
		case *Calculation:
			out = occurrences(out, true, t.Operands...)
		}
	}
	return out
}

// implication says that variables get values as soon as others have some.
type implication struct {
	missing int
	gives   []occurrence
}

// binder finds out which variables get values, by propagation: each implication counts the variables that it waits
// for (Dowling and Gallier, “Linear-time algorithms for testing the satisfiability of propositional Horn formulae”,
// J. Logic Programming 1984). The time is linear in the size of the literals.
type binder struct {
	bound   map[key]bool
	outer   map[key]bool // variables of the rule, while a condition is looked at; they count as bound
	waiting map[key][]*implication
}

func newBinder(outer map[key]bool) *binder {
	return &binder{bound: make(map[key]bool), outer: outer, waiting: make(map[key][]*implication)}
}

func (b *binder) has(k key) bool { return b.bound[k] || b.outer[k] }

// imply adds an implication.
func (b *binder) imply(needs, gives []occurrence) {
	one := &implication{gives: gives}
	for _, v := range needs {
		if k := keyOf(v.Variable); !b.has(k) {
			one.missing++
			b.waiting[k] = append(b.waiting[k], one)
		}
	}
	if one.missing == 0 {
		b.fire(one)
	}
}

// fire gives values to the variables of an implication that needs no others any more.
func (b *binder) fire(ready ...*implication) {
	for len(ready) > 0 {
		one := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		for _, v := range one.gives {
			k := keyOf(v.Variable)
			if v.calculated || b.has(k) {
				continue
			}
			b.bound[k] = true
			for _, next := range b.waiting[k] {
				if next.missing--; next.missing == 0 {
					ready = append(ready, next)
				}
			}
		}
	}
}

// bind adds the literals of a body or condition.
func (b *binder) bind(literals []Literal, isGlobal map[key]bool) {
	for _, l := range literals {
		switch l := l.(type) {
		case *AtomLiteral:
			if l.Negations == 0 {
				b.imply(nil, occurrences(nil, false, l.Args...))
			}
		case *Comparison:
			if l.Op == Equal {
				left, right := occurrences(nil, false, l.Left), occurrences(nil, false, l.Right)
				b.imply(left, right)
				b.imply(right, left)
			}
		case *Range:
			b.imply(occurrences(nil, false, l.From, l.To), occurrences(nil, false, l.Term))
		case *Aggregate:
			var needs []occurrence
			for _, e := range l.Elements {
				for _, v := range e.occurrences() {
					if isGlobal[keyOf(v.Variable)] {
						needs = append(needs, v)
					}
				}
			}
			for _, g := range l.Guards {
				if g.Op == Equal && !l.Negated {
					b.imply(needs, occurrences(nil, false, g.Term))
				}
			}
		}
	}
}

// used returns the variables of literals that need a value, without those of conditions and elements. A "_" of an
// absent atom needs none.
func used(literals ...Literal) (out []occurrence) {
	for _, l := range literals {
		switch l := l.(type) {
		case *AtomLiteral:
			for _, v := range occurrences(nil, false, l.Args...) {
				if v.Name != "_" || v.calculated || l.Negations == 0 {
					out = append(out, v)
				}
			}
		case *Comparison:
			out = occurrences(out, false, l.Left, l.Right)
		case *Range:
			out = occurrences(out, false, l.Term, l.From, l.To)
		case *Aggregate:
			for _, g := range l.Guards {
				out = occurrences(out, false, g.Term)
			}
		}
	}
	return out
}

// occurrences returns the variables of an element that need a value.
func (e *AggregateElement) occurrences() []occurrence {
	return append(occurrences(nil, false, e.Tuple...), used(e.Condition...)...)
}

// scope is a condition with the variables that need a value in it.
type scope struct {
	condition []Literal
	uses      []occurrence
}

// scopes returns the conditions of a rule: those of choices, conditional literals and aggregates.
func (r *Rule) scopes() (out []scope) {
	if c, ok := r.Head.(*Choice); ok {
		for _, e := range c.Elements {
			uses := append(occurrences(nil, false, e.Atom.Args...), used(e.Condition...)...)
			out = append(out, scope{e.Condition, uses})
		}
	}
	for _, l := range r.Body {
		switch l := l.(type) {
		case *Conditional:
			uses := used(l.Condition...)
			for _, v := range used(l.Literal) {
				if _, isAtom := l.Literal.(*AtomLiteral); !isAtom || v.Name != "_" || v.calculated {
					uses = append(uses, v)
				}
			}
			out = append(out, scope{l.Condition, uses})
		case *Aggregate:
			for _, e := range l.Elements {
				out = append(out, scope{e.Condition, e.occurrences()})
			}
		}
	}
	return out
}

// Unsafe returns the first occurrence of each variable that nothing gives a value. A rule with such a variable has an
// instance for each of infinitely many terms.
//
// Values come from atoms that have to hold, from `=` with terms whose variables have values, from ranges, and from
// aggregates that are equal to a variable. The variables of a condition that occur nowhere outside get theirs within
// it, and the other variables of the rule get none from conditions.
func (r *Rule) Unsafe() []*Variable {
	var uses []occurrence
	switch h := r.Head.(type) {
	case *Atom:
		uses = occurrences(uses, false, h.Args...)
	case *Choice:
		for _, bound := range []Term{h.Lower, h.Upper} {
			if bound != nil {
				uses = occurrences(uses, false, bound)
			}
		}
	}
	uses = append(uses, used(r.Body...)...)
	global := make(map[key]bool)
	for _, v := range uses {
		global[keyOf(v.Variable)] = true
	}
	b := newBinder(nil)
	b.bind(r.Body, global)
	unsafe := b.unbound(nil, uses)
	for _, s := range r.scopes() {
		b := newBinder(global)
		b.bind(s.condition, nil)
		unsafe = b.unbound(unsafe, s.uses)
	}
	return unsafe
}

// unbound appends the first occurrence of each variable that has no value.
func (b *binder) unbound(out []*Variable, uses []occurrence) []*Variable {
	seen := make(map[key]bool)
	for _, v := range uses {
		if k := keyOf(v.Variable); !b.has(k) && !seen[k] {
			seen[k] = true
			out = append(out, v.Variable)
		}
	}
	return out
}
