package lang

import "github.com/ceptre-graph/ceptre/lang/syntax"

// Statement is a sentence about all states of all runs, which tools check and prove: `#invariant` or `#never`.
//
// A state meets an invariant if the numbers of facts that it counts are as it says, for each value of its free
// variables. A state violates a `#never` if the facts and comparisons of its premises are there together, as on the
// left side of a rule. A statement is about the start of a run and the state after each transition.
type Statement struct {
	syntax.Span
	Kind StatementKind
	Name string // empty where it has none
	// Label is the name, or where it has none the statement as written, on one line: `#never at C L * dead C`.
	Label string
	// NameSpan is the place of the name; the zero Span where it has none.
	NameSpan syntax.Span
	// Stage is the stage in which the statement has to hold; nil for everywhere, the end of a run included.
	Stage *Stage
	// Vars are the variables. Of an invariant, the first Free are the free ones, which stand for the same value in
	// all its counts; the others belong to one count each: wildcards, and numbers that are added up.
	Vars []Var
	Free int
	// Sum, Op and Bound are the invariant: the sum of the counts compared with a number by Same, LessEq or MoreEq.
	// Counts that are written on the right side have factors with the opposite sign here.
	Sum   []Count
	Op    Op
	Bound int64
	// Premises are those of a `#never`, of the kinds Keep, Permanent, Prove and Compare. As in rules, no two of them
	// are met by the same linear fact.
	Premises []Premise
}

// StatementKind says what a statement claims.
type StatementKind int

// The kinds of statements.
const (
	// Invariant claims that counts of facts compare with a number in each state.
	Invariant StatementKind = iota + 1
	// Never claims that no state has certain facts together.
	Never
)

// Count is a number of facts, with a factor: those that match a pattern, or the sum of a number in these. A permanent
// fact counts once.
type Count struct {
	syntax.Span
	// Times is the factor, which is not 0.
	Times int64
	// Pattern is matched with the facts of a state. A variable that stands in it twice matches equal values only.
	Pattern Atom
	// Permanent says that only permanent facts count: `!p X`.
	Permanent bool
	// Of is the variable of the pattern whose values are added up, as in `sum N in coin N`; -1 where each fact counts
	// 1.
	Of Variable
}
