// Package asptest has random rules in the language of clingo for tests, and asks clingo for their answers.
package asptest

import (
	"strings"

	"pgregory.net/rapid"
)

// Facts are what the rules of [Rule] are about: four predicates, of which s/1 is chosen.
const Facts = "q(1..2). q(a). p(1,2). p(2,(1,a)). p(f(1),1). p(2,1). r(1,2). r(a,a). { s(1); s(2) }.\n"

// pick draws one of several texts.
func pick(from ...string) *rapid.Generator[string] { return rapid.SampledFrom(from) }

// join draws several texts with a separator between them.
func join(of *rapid.Generator[string], separator string, least, most int) *rapid.Generator[string] {
	return rapid.Map(rapid.SliceOfN(of, least, most), func(s []string) string { return strings.Join(s, separator) })
}

// term draws a term; one of depth 0 has no terms in it.
func term(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		kind := rapid.IntRange(0, 9).Draw(t, "term")
		if depth == 0 {
			kind %= 6
		}
		inner := term(max(depth-1, 0))
		switch kind {
		case 0, 1, 2:
			return pick("X", "X", "Y", "Y", "Z", "_").Draw(t, "variable")
		case 3:
			return pick("1", "2", "a", "-1", "c", "\"s\"").Draw(t, "constant")
		case 4:
			return pick("X+1", "2*X", "0-X", "1-Y", "X+Y", "|X|", "X*Y", "X/2", "X\\2", "2**Y", "0*X").Draw(t, "calculation")
		case 5:
			return pick("1..2", "1..X", "X..Y", "(1;a)", "(1;2)", "f(1)").Draw(t, "several")
		case 6:
			return "f(" + inner.Draw(t, "of") + ")"
		case 7:
			return "(" + join(inner, ",", 2, 2).Draw(t, "tuple") + ")"
		case 8:
			return pick("(1;f(a))", "(X;X+1)", "(1..2;a)", "((1,a);2)").Draw(t, "pool")
		}
		right := pick("3", "2", "-1", "(2;3)", "1..2", "|Z|")
		return "(" + pick("X", "Y", "2", "(1;2)", "1..2").Draw(t, "left") + pick("+", "-", "*").Draw(t, "op") +
			right.Draw(t, "right") + ")"
	})
}

// atom draws an atom over the predicates of [Facts].
func atom() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(0, 9).Draw(t, "pools") == 0 {
			return pick("p(X,Y;Y,X)", "s(1;2)", "p(X;1,X)", "q(X,1..2;X)").Draw(t, "pool")
		}
		args := term(1)
		if rapid.Bool().Draw(t, "pair") {
			return pick("p(", "r(").Draw(t, "name") + join(args, ",", 2, 2).Draw(t, "args") + ")"
		}
		return pick("q(", "q(", "s(").Draw(t, "name") + args.Draw(t, "arg") + ")"
	})
}

// comparison draws a comparison without tuples, of which clingo finds some impossible before it looks for variables
// without values.
func comparison() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		op := pick("=", "=", "=", "!=", "<", "<=", ">", ">=").Draw(t, "op")
		operand := pick("X", "Y", "X", "Y", "Z", "_", "1", "2", "X+1", "2*X", "1-Y", "X+Y", "|X|", "X*Y", "1..2", "1..X",
			"(X;X-1)", "X/2", "X\\2", "2**Y")
		return operand.Draw(t, "left") + " " + op + " " + operand.Draw(t, "right")
	})
}

// literal draws an atom or a comparison with its negations.
func literal() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		not := pick("", "", "", "not ", "not not ").Draw(t, "not")
		rest := rapid.OneOf(atom(), atom(), comparison(), pick("#true", "#false"))
		return not + rest.Draw(t, "literal")
	})
}

// body draws a literal, a literal with a condition, or an aggregate.
func body() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		condition := func() string { return join(literal(), ", ", 0, 2).Draw(t, "condition") }
		guard := func() string {
			return pick("", "not ").Draw(t, "not") + term(0).Draw(t, "bound") +
				pick(" ", " = ", " = ", " < ", " != ").Draw(t, "guard")
		}
		switch rapid.IntRange(0, 7).Draw(t, "body") {
		case 0:
			of := pick("q(X)", "p(X,_)", "s(_)", "h(_,X)", "s(Y)", "not q(Y)", "not not s(X)", "not r(X,_)", "X < Y", "q(X+1)",
				"#false")
			given := pick("p(X,Y)", "p(X,Y), q(X)", "p(X,Y), Y < Z", "p(X,Y), not s(X)", "p(X,Y+1)", "p(X,Y), X = 1..2")
			return of.Draw(t, "literal") + " : " + given.Draw(t, "condition")
		case 1:
			return guard() + "{ " + literal().Draw(t, "element") + " : " + condition() + " }"
		case 2:
			f := pick("#count", "#sum", "#sum+", "#min", "#max").Draw(t, "function")
			tuple := join(term(1), ",", 1, 2).Draw(t, "tuple")
			return guard() + f + " { " + tuple + " : " + condition() + " } " + pick("", "<= 2", "> X").Draw(t, "right")
		}
		return literal().Draw(t, "literal")
	})
}

// Rule draws the text of a rule over [Facts], with few names, so that many have answers. It can have pools, intervals,
// conditions, sets and aggregates, and can be unsafe.
//
// The rules are those that clingo and this module understand alike. In a rule with a pool, clingo finds variables of
// one alternative global in the others, too, and refuses some rules for that which are safe here: pools have no
// variables, or the same. A variable of a positive literal that does not occur in its condition stands for any term in
// clingo, and is unsafe here. X+X gives X a value only here, X*1 can be a symbol and -X a term for symbols only in
// clingo, a choice whose lower bound is no number is impossible only there, and clingo counts the condition of a choice
// with one element to the body.
func Rule() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		head := ""
		switch rapid.IntRange(0, 3).Draw(t, "head") {
		case 0, 1:
			head = pick("h(X)", "h(X,Y)", "h", "h(X;1,X)", "h(1..X)", "h(Y;Y,1)", "r(X,Y)").Draw(t, "atom")
		case 2:
			condition := join(literal(), ", ", 0, 2).Draw(t, "condition")
			head = pick("", "1 ", "1 < ", "2 = ").Draw(t, "lower") + "{ " +
				pick("h(X)", "h(1..2)", "h(X;X+1)").Draw(t, "atom") + " : " + condition + "; e }"
		}
		given := pick("", "p(X,Y); ", "q(X); ", "q(X), q(Y), ", "p(X,_), r(_,Y), ").Draw(t, "given")
		return head + " :- " + given + join(body(), "; ", 1, 3).Draw(t, "body") + "."
	})
}
