// Package logic is the logic program as a value: what the readers of languages make (packages asp and gdl) and
// the evaluator runs (exec/logic).
//
// Programs stand in a normal form that has few constructs, so that the evaluator has few cases. Readers bring
// their languages into it:
//
//   - a pool `p(a;b)` becomes two rules, or two elements where it stands in one;
//   - an interval `p(1..N)` becomes a variable and a [Range] in the body or in the condition of the element;
//   - `_` becomes a variable of its own; in an argument of an atom its name is "_", and in bodies and conditions, also
//     below `not`, it stands for any term there;
//   - a calculation from which a variable would get its value is turned round: `p(X+1)` becomes `p(Y), X = Y-1`;
//   - a disjunction of GDL becomes several rules;
//   - a counted set of literals, `{ p(X) : q(X) } 2` in a body, becomes an [Aggregate] that counts tuples.
//
// Several rules can therefore have the same place, and each keeps the text that it is from. Explanations show that
// text.
package logic

import "github.com/ceptre-graph/ceptre/lang/syntax"

// Program is a logic program under the semantics of stable models (Gelfond and Lifschitz, “The stable model
// semantics for logic programming”, ICLP 1988).
type Program struct {
	Rules []*Rule // in the order of the text
	// Shows are the predicates that answers are restricted to; nil shows all.
	Shows []Predicate
}

// Predicate is a name with a number of arguments: p/1 and p/2 are different predicates.
type Predicate struct {
	Name  string
	Arity int
}

// Rule is a rule, a fact (no body), a choice, or a constraint (no head).
type Rule struct {
	Head        Head // nil for a constraint
	Body        []Literal
	Source      *syntax.Source
	syntax.Span // of the rule as written, in Source
}

// Head is what a rule derives: *[Atom] or *[Choice].
type Head interface {
	head()
	String() string
}

// Atom is a predicate with its arguments.
type Atom struct {
	Name string
	Args []Term
	syntax.Span
}

// Predicate returns the predicate of an atom.
func (a *Atom) Predicate() Predicate { return Predicate{a.Name, len(a.Args)} }

// Choice is the head `lower { elements } upper`: any set of its instances may be derived whose size is within the
// bounds.
type Choice struct {
	Lower, Upper Term // nil is no bound
	Elements     []ChoiceElement
	syntax.Span
}

// ChoiceElement is an atom that may be derived for each instance of its condition.
type ChoiceElement struct {
	Atom      *Atom
	Condition []Literal
}

func (*Atom) head()   {}
func (*Choice) head() {}

// Literal is a part of a body: *[AtomLiteral], *[Comparison], *[Range], *[Conditional] or *[Aggregate]. Conditions
// hold only the first three.
type Literal interface {
	literal()
	Range() syntax.Span
	String() string
}

// AtomLiteral is an atom, or its absence.
type AtomLiteral struct {
	*Atom
	// Negations is the number of `not` before the atom: 0, 1 or 2.
	Negations int
}

// Comparison compares two terms. `X = t` also gives X its value where X has none.
type Comparison struct {
	Op          Op
	Left, Right Term
	syntax.Span
}

// Op is an operator of comparison.
type Op string

// The comparisons. Terms are ordered: integers, then symbols and strings, then compound terms (see exec/logic).
const (
	Equal          Op = "="
	NotEqual       Op = "!="
	Less           Op = "<"
	LessOrEqual    Op = "<="
	Greater        Op = ">"
	GreaterOrEqual Op = ">="
)

// Range is `Term = From..To`: the term, which is a variable, is each of the integers in turn.
type Range struct {
	Term     Term
	From, To Term
	syntax.Span
}

// Conditional is `literal : condition` in a body: the literal holds in all instances of its condition.
type Conditional struct {
	Literal   Literal // *AtomLiteral or *Comparison
	Condition []Literal
	syntax.Span
}

// Aggregate is `left op function { elements } op right`, or its negation.
type Aggregate struct {
	Negated  bool
	Function Function
	Elements []AggregateElement
	Guards   []Guard // one or two; each is `value op term`
	syntax.Span
}

// Function is what an aggregate calculates of the set of its tuples.
type Function string

// The functions of aggregates. Sum and its like take the first term of each tuple.
const (
	Count Function = "#count"
	Sum   Function = "#sum"
	Min   Function = "#min"
	Max   Function = "#max"
)

// AggregateElement adds a tuple to the set of an aggregate for each instance of its condition.
type AggregateElement struct {
	Tuple     []Term
	Condition []Literal
}

// Guard compares the value of an aggregate, on the left, with a term. A variable with the operator [Equal] is given
// the value.
type Guard struct {
	Op   Op
	Term Term
}

func (*AtomLiteral) literal() {}
func (*Comparison) literal()  {}
func (*Range) literal()       {}
func (*Conditional) literal() {}
func (*Aggregate) literal()   {}

// Term is *[Variable], [Integer], [String], *[Compound] or *[Calculation].
type Term interface {
	term()
	String() string
}

// Variable is a variable of a rule. Equal names in a rule are the same variable, but for "_".
type Variable struct {
	Name string
	syntax.Span
}

// Integer is an integer of 32 bits; calculations wrap around.
type Integer int32

// String is a string in quotes; its value is without them.
type String string

// Compound is a symbol (no arguments), a function of arguments, or a tuple (no name).
type Compound struct {
	Name string
	Args []Term
	syntax.Span
}

// Calculation applies an operator of arithmetic: + - * / \ ** with two operands, - and | (absolute value) with one.
// An instance whose calculation has no result, such as a division by zero, is dropped.
type Calculation struct {
	Op       string
	Operands []Term
	syntax.Span
}

func (*Variable) term()    {}
func (Integer) term()      {}
func (String) term()       {}
func (*Compound) term()    {}
func (*Calculation) term() {}
