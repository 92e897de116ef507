// Package celf reads story worlds in Celf as programs of Ceptre. Package emit writes programs of Ceptre in Celf.
//
// Celf is a logical framework (Schack-Nielsen and Schürmann, “Celf — a logical framework for deductive and concurrent
// systems”, IJCAR 2008). Its signatures declare types, constants, facts that always hold, backward rules and forward
// rules, and its directives ask for runs. [Load] reads the first-order part of it in four steps:
//
//	text → File (parse) → signature (check) → syntax.File (translate) → lang.Program (lang.LoadTree)
//
// Spans of all these are places in the Celf file, so that messages about a run, the listing of coverage and pages show
// the text that the author wrote. Names that Ceptre does not have are changed in the translation.
package celf

import "github.com/ceptre-graph/ceptre/lang/syntax"

// File is a Celf file as written.
type File struct {
	Source *syntax.Source
	Decls  []Decl
	// skipped has the words of declarations that could not be read.
	skipped map[string]bool
}

// Decl is a declaration: [*Constant], [*Abbreviation] or [*Directive].
type Decl interface{ Range() syntax.Span }

// Constant is `name : type.`: a type, a predicate, a constant, a fact or a rule, depending on the type.
type Constant struct {
	syntax.Span
	Name *Name
	Type Expr
}

// Abbreviation is `name : type = value.`
type Abbreviation struct {
	syntax.Span
	Name        *Name
	Type, Value Expr
}

// Directive is `#word args expr.`
type Directive struct {
	syntax.Span
	Word *Name  // with the `#`
	Args []*Arg // the numbers and stars behind the word
	Of   Expr   // the type or state behind them; of `#mode`, the name with the marks as its arguments
}

// Arg is a number among the arguments of a directive, or `*`.
type Arg struct {
	syntax.Span
	Any bool // `*`
	Num int  // at most the largest int
	// firings says that the number counts firings of rules alone, and no steps that take a state out of its braces.
	// The parser reads no such number: the steps that the tokens of stages count become one.
	firings bool
}

// Expr is a kind, a type or a term: [*Kind], [*Name], [*Apply], [*Unit], [*Arrow], [*Join], [*Marked], [*Braces],
// [*Binder] or [*Choice]. Parentheses leave no trace.
type Expr interface{ Range() syntax.Span }

// Kind is the word `type`.
type Kind struct{ syntax.Span }

// Name is a word, or `_`: a variable that is mentioned once.
type Name struct {
	syntax.Span
	Text string
}

// Apply is a name with arguments; there is at least one.
type Apply struct {
	syntax.Span
	Fun  *Name
	Args []Expr
}

// Unit is `1`.
type Unit struct{ syntax.Span }

// Arrow is `from -o to` and its like, whichever way it was written.
type Arrow struct {
	syntax.Span
	Op       syntax.Span // of the arrow alone
	Mode     Mode        // Linear of -o, Affine of -@, Persistent of ->
	From, To Expr
	Reversed bool // `to o- from`, `to <- from`, `to @- from`
}

// Mode says how often a resource is used.
type Mode int

// The modes.
const (
	Linear     Mode = iota // exactly once
	Affine                 // at most once: `@a`
	Persistent             // any number of times: `!a`
)

// Join is `a * b * …`, with at least two parts and no joins among them.
type Join struct {
	syntax.Span
	Parts []Expr
}

// Marked is `@a` or `!a`.
type Marked struct {
	syntax.Span
	Mode Mode // Affine or Persistent
	X    Expr
}

// Braces is `{a}`: the resources that a rule makes when it fires.
type Braces struct {
	syntax.Span
	X Expr
}

// Binder is `Pi x : type. body`, `Exists x : type. body`, or `\x. body`.
type Binder struct {
	syntax.Span
	Word *Name // Pi, Exists or \; PI and EXISTS are written so
	Name *Name
	Type Expr // nil where it is to be inferred
	Body Expr
}

// Telescope returns the binders and the arrows of a type, both in the order written, and the expression behind them. It
// ends at names of abbreviations.
func Telescope(x Expr) (binders []*Binder, arrows []*Arrow, end Expr) {
	for {
		switch y := x.(type) {
		case *Binder:
			binders, x = append(binders, y), y.Body
		case *Arrow:
			arrows, x = append(arrows, y), y.To
		default:
			return binders, arrows, x
		}
	}
}

// Choice is `a & b`, which is outside the part that is read.
type Choice struct {
	syntax.Span
	X, Y Expr
}

// eachNameIn calls f with each name in an expression.
func eachNameIn(x Expr, f func(*Name)) {
	switch x := x.(type) {
	case *Name:
		f(x)
	case *Apply:
		f(x.Fun)
		for _, arg := range x.Args {
			eachNameIn(arg, f)
		}
	case *Arrow:
		eachNameIn(x.From, f)
		eachNameIn(x.To, f)
	case *Join:
		for _, part := range x.Parts {
			eachNameIn(part, f)
		}
	case *Choice:
		eachNameIn(x.X, f)
		eachNameIn(x.Y, f)
	case *Marked:
		eachNameIn(x.X, f)
	case *Braces:
		eachNameIn(x.X, f)
	case *Binder:
		if x.Type != nil {
			eachNameIn(x.Type, f)
		}
		eachNameIn(x.Body, f)
	}
}
