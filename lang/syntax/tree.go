package syntax

// File is a program as written.
type File struct {
	Source   *Source
	Decls    []Decl
	Comments []Comment
	// Skipped holds the names in unreadable declarations; they are not reported as unknown.
	Skipped map[string]bool
	sound   bool    // sound: the text has no errors
	tokens  []token // tokens are those of the text for [Format]; the last is tEOF
}

// Decl is a declaration: [*Signature], [*Clause], [*Rule], [*Stage],
// [*Context], [*Trace], [*Statement] or [*Directive].
type Decl interface {
	Range() Span
	decl()
}

// Signature is `name args : result.`, which declares a type, a constant, a
// constructor or a predicate, depending on the result; where the result turns
// out to be a backward predicate without arguments it is a named clause.
type Signature struct {
	Span
	Name   *Name
	Args   []Expr
	Result *Name
}

// Clause is `head <- premise <- …`, with or without a name before a colon.
type Clause struct {
	Span
	Name     *Name // nil where it has none
	Head     Expr
	Premises []Expr // in the order in which they are tried
}

// Rule is `left -o right`, with or without a name. Outside of stages it is a
// link if it mentions a stage.
type Rule struct {
	Span
	Name        *Name // nil where it has none
	Left, Right Expr  // Right is nil where nothing is written
	// Listed are variables that come before all others in the order of the rule's variables. The parser lists none:
	// only languages in which rules bind their variables have such an order.
	Listed []*Name
	// Reversed says that it was written `right o- left`.
	Reversed bool
}

// Stage is `stage name = { rules }`.
type Stage struct {
	Span
	Name  *Name
	Rules []*Rule
}

// Context is `context name = { facts }`; Name is nil for one in place.
type Context struct {
	Span
	Name  *Name
	Facts []Expr
}

// Trace is `#trace bound stage context.`
type Trace struct {
	Span
	Bound   Expr // *Number, or *Name `_` for none
	Stage   *Name
	Context *Name    // nil for a context in place
	Inline  *Context // a context in place, or nil
	// Goal is the condition on the last state of the run: premises, or nil. The parser reads none, see [Affine].
	Goal Expr
	// Tries is the number of runs that are made until one meets the goal; 0 for one run. Expected says that the program
	// expects that the goal is met, Unexpected that it is not. The parser reads none of these, either.
	Tries                int
	Expected, Unexpected bool
	// Whole says that the program expects the run to have as many steps as Bound. Only front ends of other languages set
	// it; the parser does not.
	Whole bool
}

// Statement is `#invariant name in stage : left = right.` or `#never name in stage : premises.` An invariant has an
// Op, a `#never` has none.
type Statement struct {
	Span
	Word        Span  // of the first word, with the `#`
	Name        *Name // nil where it has none
	Stage       *Name // nil where it is about all states
	Left, Right []*Count
	Op          Op // Same, LessEq, MoreEq, Less or More
	Premises    Expr
}

// Count is a summand of an invariant: `2 * at C _`, `sum N in coin N`, or a number alone.
type Count struct {
	Span
	Minus bool    // `-` stands before it
	Times *Number // nil where none is written
	Sum   *Name   // the variable behind `sum`; nil where facts are counted
	Of    Expr    // a [*Name], an [*Apply], or one of these in a [*Prefix]; nil of a number alone
}

// Directive is `#name args.`, for every other name.
type Directive struct {
	Span
	Name string
	Word Span // of the name, with the `#`
	Args []Expr
}

func (*Signature) decl() {}
func (*Clause) decl()    {}
func (*Rule) decl()      {}
func (*Stage) decl()     {}
func (*Context) decl()   {}
func (*Trace) decl()     {}
func (*Statement) decl() {}
func (*Directive) decl() {}

// Expr is a term, an atom or a join of premises: [*Name], [*Number],
// [*String], [*Apply], [*Binary], [*Prefix], [*Unit] or [*StageRef].
type Expr interface {
	Range() Span
	expr()
}

// Name is an identifier, a variable, or the wildcard `_`.
type Name struct {
	Span
	Text string // with ASCII primes
}

// Number is a numeral of any size, without leading zeros.
type Number struct {
	Span
	Digits string
}

// String is a string literal.
type String struct {
	Span
	Value string
}

// Apply is a name with arguments; there is at least one.
type Apply struct {
	Span
	Fun  *Name
	Args []Expr
}

// Binary is two expressions with an operator between them.
type Binary struct {
	Span
	Op   Op
	X, Y Expr
}

// Prefix is `$x` or `!x`; in trees that front ends of other languages make, also `@x`, see [Affine].
type Prefix struct {
	Span
	Op Op
	X  Expr
}

// Mark returns where the sign stands.
func (x *Prefix) Mark() Span {
	end := x.Start
	end.Offset, end.Col = end.Offset+len(x.Op), end.Col+len(x.Op)
	return Span{x.Start, end}
}

// Unit is `()`.
type Unit struct{ Span }

// StageRef is `stage name` within a rule.
type StageRef struct {
	Span
	Name *Name
}

func (*Name) expr()     {}
func (*Number) expr()   {}
func (*String) expr()   {}
func (*Apply) expr()    {}
func (*Binary) expr()   {}
func (*Prefix) expr()   {}
func (*Unit) expr()     {}
func (*StageRef) expr() {}

// Op is an operator, as it is spelled.
type Op string

// The operators. Star joins premises or multiplies; which, only the place
// tells.
const (
	Star    Op = "*"
	Plus    Op = "+"
	Minus   Op = "-"
	Divide  Op = "/"
	Mod     Op = "mod"
	Same    Op = "=="
	Differs Op = "<>"
	Less    Op = "<"
	LessEq  Op = "<="
	More    Op = ">"
	MoreEq  Op = ">="
	Keep    Op = "$"
	Bang    Op = "!"
	// Affine stands before a fact that a goal may leave over. The parser reads no such sign: only the front ends of
	// other languages put it into trees.
	Affine Op = "@"
)

// IsComparison reports whether the operator compares two terms.
func (o Op) IsComparison() bool {
	switch o {
	case Same, Differs, Less, LessEq, More, MoreEq:
		return true
	}
	return false
}

// Joined returns the operands of a join, in the order written and in any
// grouping: `(a * b) * c` gives a, b, c. Units vanish; nil gives none.
func Joined(x Expr) []Expr {
	switch x := x.(type) {
	case nil, *Unit:
		return nil
	case *Binary:
		if x.Op == Star {
			return append(Joined(x.X), Joined(x.Y)...)
		}
	}
	return []Expr{x}
}

// EachVariable calls f with each variable of a premise or term, as often as it
// is written, from left to right. Wildcards are left out.
func EachVariable(x Expr, f func(*Name)) {
	switch x := x.(type) {
	case *Name:
		if IsVariable(x.Text) && x.Text != Wildcard {
			f(x)
		}
	case *Apply:
		for _, a := range x.Args {
			EachVariable(a, f)
		}
	case *Binary:
		EachVariable(x.X, f)
		EachVariable(x.Y, f)
	case *Prefix:
		EachVariable(x.X, f)
	}
}
