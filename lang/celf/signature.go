package celf

import "github.com/ceptre-graph/ceptre/lang/syntax"

// signature is a checked file: each name is resolved, each arity and type is right, and abbreviations are replaced by
// what they stand for. Terms and atoms are of [*Name] and [*Apply] alone. Everything is in the order declared. The
// variables of a rule, clause or query have different names, which no constant has: some are not as written.
type signature struct {
	source    *syntax.Source
	families  []*family
	constants []*constant
	clauses   []*clause
	rules     []*rule
	runs      []*run
}

// family is a declared family of types.
type family struct {
	name *Name
	args []*family // types of the arguments
	// terms says that the family is a type of terms. Otherwise it is a predicate. A family without arguments that
	// nothing is of, and that stands in no state and no rule, is a type.
	terms bool
}

// constant is a constant or constructor of a type of terms.
type constant struct {
	name   *Name
	args   []*family
	result *family
}

// variable is a variable of a clause, rule or goal, or a fresh name of a state.
type variable struct {
	name *Name // at its first occurrence, or where it is bound
	of   *family
	// explicit says that a Pi or Exists binds it. Celf prints the values of such variables alone.
	explicit bool
}

// clause is a backward rule, or a fact of the signature if there are no premises.
type clause struct {
	syntax.Span
	name     *Name // `-` if it is anonymous
	vars     []variable
	head     Expr
	premises []Expr // atoms, in the order in which they are tried
}

// part is a premise of a rule, or a resource that a rule or a state makes.
type part struct {
	syntax.Span
	mode Mode
	atom Expr  // nil if the part is a rule
	rule *rule // a rule that is a resource: it can fire once, or always if the part is persistent; or nil
}

// rule is a forward rule. A rule that is a resource has no name, and the variables of the rule around it that it
// mentions are not among its own.
type rule struct {
	syntax.Span
	name        *Name // `-` if it is anonymous, nil of a resource
	within      *Name // of a resource: the innermost abbreviation that it stands in, or nil
	whole       bool  // the abbreviation stands for nothing else
	vars        []variable
	left, right []part
}

// run is what a directive asks for.
type run struct {
	syntax.Span
	word *Name // `#query`, `#trace` or `#exec`
	// steps is the largest number of steps in which rules fire, and tries the number of runs: 0 for any.
	steps, tries int
	braces       int // the steps less than Celf has, which takes the state out of its braces in as many
	// expected is the number of solutions that the query expects, most how many it looks for; -1 for any.
	expected, most int
	params         []variable // fresh names: those of Pi in the query and of Exists in the state
	state          []part
	named          *Name  // the abbreviation that the whole state is; nil of others
	goal           []part // of a query
	goalVars       []variable
	goalSpan       syntax.Span
}
