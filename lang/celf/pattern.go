package celf

import (
	"encoding/binary"
	"slices"
)

// Terms are interned while facts are derived: equal terms have equal numbers, so facts are lists of numbers.

// ground is a term without variables.
type ground struct {
	name string // of the constant or constructor, in the program
	args []int  // numbers of terms
}

// pattern is a term that may have variables: a variable, or a name with arguments.
type pattern struct {
	variable int    // -1 of a term that is none
	name     string // of the constant or constructor, in the program
	args     []pattern
	number   int // of a term without variables; unbound of others
}

// unbound stands for the number of a term that is not known, as of a variable without a value.
const unbound = -1

// patterns returns the arguments of an atom or term. The index has the numbers of variables by their names.
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

// number interns a term and returns its number.
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

// within reports whether a variable is in one of the patterns.
func within(ps []pattern, variable int) bool {
	return slices.ContainsFunc(ps, func(p pattern) bool { return p.variable == variable || within(p.args, variable) })
}

// termsOf returns all terms of a finite type, fresh names included, in the order of their numbers.
func (c *closure) termsOf(of *family) []int {
	if out, ok := c.ofType[of]; ok {
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
	c.ofType[of] = out
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

// matchAll matches patterns with the arguments of a fact, and binds their variables. Bindings of a failed match
// remain.
func (c *closure) matchAll(ps []pattern, args []int, bound []int) bool {
	for i, p := range ps {
		if !c.match(p, args[i], bound) {
			return false
		}
	}
	return true
}

// match matches a pattern with the term of a number, and binds the variables of the pattern.
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

// evaluate returns the number of the term that a pattern stands for, or unbound if a variable of it is unbound or no
// fact has such a term so far.
func (c *closure) evaluate(p pattern, bound []int) int {
	return p.instance(bound, func(name string, args []int) int {
		if slices.Contains(args, unbound) {
			return unbound
		}
		if n, ok := c.numbers[numbersKey(name, args)]; ok {
			return n
		}
		return unbound
	})
}

// build returns the number of the term that a pattern stands for, which may be a new term. Its variables are bound.
func (c *closure) build(p pattern, bound []int) int { return p.instance(bound, c.number) }

// instance returns the number of the term that a pattern stands for, where number numbers its terms bottom-up.
func (p pattern) instance(bound []int, number func(name string, args []int) int) int {
	switch {
	case p.variable >= 0:
		return bound[p.variable]
	case p.number != unbound:
		return p.number
	}
	args := make([]int, len(p.args))
	for i, a := range p.args {
		args[i] = a.instance(bound, number)
	}
	return number(p.name, args)
}
