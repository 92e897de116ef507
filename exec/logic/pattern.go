package logic

import (
	"strconv"

	"github.com/ceptre-graph/ceptre/exec/logic/ground"
	"github.com/ceptre-graph/ceptre/lang/logic"
)

// pattern is a term of a rule whose variables are slots of a frame.
type pattern struct {
	op   patternOp
	term ground.Term // of a constant
	slot int         // of a variable
	name string      // of a compound, or the operator of a calculation
	args []pattern
}

type patternOp uint8

const (
	constantOp  patternOp = iota
	variableOp            // has a value, which is compared
	bindOp                // has no value yet, and is given one
	anyOp                 // matches all terms
	keyOp                 // matches all terms, and is a part of the key of an index
	compoundOp            // has at least one variable within
	calculateOp           // all variables within have values
)

// translate turns a term into a pattern. Constants are interned, also those within compound terms.
func (r *rule) translate(t logic.Term, terms *ground.Table) pattern {
	switch t := t.(type) {
	case logic.Integer:
		return pattern{term: terms.Integer(int32(t))}
	case logic.String:
		return pattern{term: terms.String(string(t))}
	case *logic.Variable:
		if t.Name == "_" {
			return pattern{op: anyOp}
		}
		return pattern{op: variableOp, slot: r.slot(t.Name)}
	case *logic.Calculation:
		return pattern{op: calculateOp, name: t.Op, args: r.translateAll(t.Operands, terms)}
	case *logic.Compound:
		p := pattern{op: compoundOp, name: t.Name, args: r.translateAll(t.Args, terms)}
		args := make([]ground.Term, len(p.args))
		for i, a := range p.args {
			if a.op != constantOp {
				return p
			}
			args[i] = a.term
		}
		return pattern{term: terms.Compound(t.Name, args...)}
	}
	panic("term of an unknown type")
}

func (r *rule) translateAll(ts []logic.Term, terms *ground.Table) []pattern {
	out := make([]pattern, len(ts))
	for i, t := range ts {
		out[i] = r.translate(t, terms)
	}
	return out
}

// each calls yield with the slot of each occurrence of a variable.
func (p *pattern) each(yield func(slot int)) {
	if p.op == variableOp || p.op == bindOp {
		yield(p.slot)
	}
	for i := range p.args {
		p.args[i].each(yield)
	}
}

// has reports whether the pattern has an operator somewhere.
func (p *pattern) has(op patternOp) bool {
	if p.op == op {
		return true
	}
	for i := range p.args {
		if p.args[i].has(op) {
			return true
		}
	}
	return false
}

// isBound reports whether all variables have values, so that the term can be built. Nil is no variables.
func (p *pattern) isBound(bound []bool) bool {
	ok := p.op != anyOp
	p.each(func(slot int) { ok = ok && bound != nil && bound[slot] })
	for i := range p.args {
		ok = ok && p.args[i].isBound(bound)
	}
	return ok
}

// resolve returns the pattern in which the first occurrence of each variable without a value binds it, and marks
// those variables as bound.
func (p pattern) resolve(bound []bool) pattern {
	switch p.op {
	case variableOp:
		if !bound[p.slot] {
			bound[p.slot], p.op = true, bindOp
		}
	case compoundOp:
		args := make([]pattern, len(p.args))
		for i, a := range p.args {
			args[i] = a.resolve(bound)
		}
		p.args = args
	}
	return p
}

// keyed divides a pattern in two for a lookup by index: the skeleton, in which parts with values are keys, and the
// rest, which is matched with what is found. The keys are appended to those given.
func (p pattern) keyed(bound []bool, keys []pattern) (skeleton, rest pattern, _ []pattern) {
	switch {
	case p.isBound(bound):
		return pattern{op: keyOp}, pattern{op: anyOp}, append(keys, p)
	case p.op != compoundOp:
		return pattern{op: anyOp}, p, keys
	}
	skeleton = pattern{op: compoundOp, name: p.name, args: make([]pattern, len(p.args))}
	rest = pattern{op: compoundOp, name: p.name, args: make([]pattern, len(p.args))}
	for i, a := range p.args {
		skeleton.args[i], rest.args[i], keys = a.keyed(bound, keys)
	}
	return skeleton, rest, keys
}

// append writes a skeleton as a text that tells it from others.
func (p *pattern) append(text []byte) []byte {
	switch p.op {
	case keyOp:
		return append(text, '!')
	case anyOp:
		return append(text, '_')
	}
	text = append(strconv.AppendQuote(text, p.name), '(')
	for i := range p.args {
		text = p.args[i].append(text)
	}
	return append(text, ')')
}

// match reports whether a term is an instance of the pattern, and gives the variables that it binds their values.
func (f *frame) match(p *pattern, t ground.Term) bool {
	switch p.op {
	case constantOp:
		return p.term == t
	case variableOp:
		return f.values[p.slot] == t
	case bindOp:
		f.values[p.slot] = t
		return true
	case compoundOp:
		if f.terms.Kind(t) != ground.CompoundKind || f.terms.Name(t) != p.name {
			return false
		}
		args := f.terms.Args(t)
		return len(args) == len(p.args) && f.matchAll(p.args, args)
	case calculateOp:
		value, ok := f.build(p)
		return ok && value == t
	}
	return true
}

func (f *frame) matchAll(ps []pattern, ts []ground.Term) bool {
	for i := range ps {
		if !f.match(&ps[i], ts[i]) {
			return false
		}
	}
	return true
}

// build returns the term that the pattern is with the values of the frame. It has none if a calculation has no
// result.
func (f *frame) build(p *pattern) (ground.Term, bool) {
	switch p.op {
	case constantOp:
		return p.term, true
	case variableOp, bindOp:
		return f.values[p.slot], true
	case anyOp: // for reasons: the atom that is absent with any term here
		return f.terms.Compound("_"), true
	}
	at := len(f.stack)
	for i := range p.args {
		t, ok := f.build(&p.args[i])
		if !ok {
			f.stack = f.stack[:at]
			return 0, false
		}
		f.stack = append(f.stack, t)
	}
	args := f.stack[at:]
	f.stack = f.stack[:at]
	if p.op == calculateOp {
		return f.calculate(p.name, args)
	}
	return f.terms.Compound(p.name, args...), true
}

// buildAll appends the terms of several patterns.
func (f *frame) buildAll(out []ground.Term, ps []pattern) ([]ground.Term, bool) {
	for i := range ps {
		t, ok := f.build(&ps[i])
		if !ok {
			return out, false
		}
		out = append(out, t)
	}
	return out, true
}

// calculate applies an operator to integers.
func (f *frame) calculate(op string, args []ground.Term) (ground.Term, bool) {
	var n [2]int32
	for i, a := range args {
		if f.terms.Kind(a) != ground.IntegerKind {
			return 0, false
		}
		n[i] = f.terms.Value(a)
	}
	result, ok := logic.Calculate(op, n[:len(args)]...)
	if !ok {
		return 0, false
	}
	return f.terms.Integer(result), true
}
