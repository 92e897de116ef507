// Package outline shows a program as cards: types, predicates, stages with their rules, links, contexts, runs and
// statements, each with its place in the text and a path by which edits name it. Parts of the text that have no
// card of their own, as they cannot be read or have no structured form, are cards of text: nothing is left out.
//
// A path names a part of one text; after a change of the text it may name another. It is a list of steps with
// slashes between them:
//
//	4            the fifth declaration of the file
//	4/2          the third rule of this stage, the third fact of this context, the third argument of this signature
//	4/2/l1       the second premise of this rule; r1 is the second fact of its right side
//	4/2/l1/0     the first argument of this premise; of a comparison, its left term
//	4/2/l1/0/1   the second argument of this term
//
// A rule outside of stages, a link, is a declaration itself: 7/l0. Clauses have their head as h, and premises as l0,
// l1 and so on. A `#never` has its premises as l0, l1, and an `#invariant` its counts as c0, c1. A stretch of the file,
// or of a stage, that could not be read is t0, t1 or 4/t0. [Locate] leads from a path to the tree.
package outline

// Outline is a program as cards. Each list is in the order of the text.
type Outline struct {
	Types      []Type      `json:"types"`
	Predicates []Predicate `json:"predicates"`
	Stages     []Stage     `json:"stages"`
	Links      []Rule      `json:"links"`
	Contexts   []Context   `json:"contexts"`
	Runs       []Run       `json:"runs"` // `#trace` declarations
	Statements []Statement `json:"statements"`
	Texts      []Text      `json:"texts"` // stretches without another card
	// Order has the paths of all cards that are declarations or texts outside of declarations, in the order of the
	// text.
	Order []string `json:"order"`
}

// Part has the fields of all cards and their parts.
type Part struct {
	// Path is empty for a card without a declaration, which has no place either.
	Path string `json:"path"`
	// From and To are its start and its end in the text, in units of UTF-16.
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"` // as written
	// Comment is the text of the comment lines directly above it, and of the comment behind it on its last line,
	// without percent signs. Premises and arguments have none, but facts of contexts may.
	Comment string `json:"comment,omitempty"`
	// Broken reports whether an error is about it.
	Broken bool `json:"broken,omitempty"`
}

// Text is a stretch that is shown as text.
type Text struct {
	Part
	// Kind is `directive` of `#builtin`, `#interactive` and the like, `unread` of unreadable text, and `declaration`
	// of a declaration without a card of its own: a constant of an unknown type, a clause of an unknown predicate.
	Kind string `json:"kind"`
}

// Type is a type, with its constants wherever they are declared. The one without a path is the built-in type of
// texts, where the program does not declare it.
type Type struct {
	Part
	Name string `json:"name"`
	// Numbers reports whether numerals are its values, and Strings whether texts in quotes are.
	Numbers bool       `json:"numbers,omitempty"`
	Strings bool       `json:"strings,omitempty"`
	Members []Constant `json:"members"`
}

// Constant is a constant, or a constructor that has arguments.
type Constant struct {
	Part
	Name string   `json:"name"`
	Args []string `json:"args"` // names of types
	Uses int      `json:"uses"` // how often the program names it, its declaration left out
}

// Predicate is a predicate; of one with clauses, the clauses stand with it.
type Predicate struct {
	Part
	Name string   `json:"name"`
	Args []string `json:"args"` // names of types
	// Kind is `pred`, `bwd`, `sensor` or `action`, as it is declared.
	Kind    string   `json:"kind"`
	Clauses []Clause `json:"clauses,omitempty"`
	Uses    int      `json:"uses"`
}

// Clause is a clause of a predicate that is derived: a fact where it has no premises.
type Clause struct {
	Part
	Name     string    `json:"name,omitempty"`
	Head     Premise   `json:"head"`
	Premises []Premise `json:"premises"`
	Vars     []Var     `json:"vars"`
	Whole    bool      `json:"whole"` // see [Rule.Whole]
}

// Stage is a stage. The one without a path holds the rules outside of stages that are no links. It is called main in
// a program that has no stages; in others these rules are wrong, and it has no name.
type Stage struct {
	Part
	Name        string `json:"name"`
	Interactive bool   `json:"interactive,omitempty"`
	Ordered     bool   `json:"ordered,omitempty"` // the first rule that applies is taken
	Rules       []Rule `json:"rules"`
	Texts       []Text `json:"texts"` // stretches between its rules that could not be read
}

// Rule is a rule of a stage, or a link.
type Rule struct {
	Part
	Name string `json:"name,omitempty"`
	// Key is how messages call it: the shortest selector of package lang/label that means it alone, such as its name,
	// or `STAGE/NAME`. It is empty where errors leave it without one.
	Key   string    `json:"key"`
	Left  []Premise `json:"left"`
	Right []Premise `json:"right"`
	Vars  []Var     `json:"vars"`
	// FromStage and ToStage of a link are the names of its stages; ToStage is empty for a link that ends the run.
	FromStage string `json:"fromStage,omitempty"`
	ToStage   string `json:"toStage,omitempty"`
	// Whole reports whether the lists say all that the rule says; else it is shown as text.
	Whole bool `json:"whole"`
}

// Var is a variable with the name of its type, empty where that is not known.
type Var struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// Premise is what a side of a rule lists: a fact that is used up, kept or made, a condition, or a stage.
type Premise struct {
	Part
	// Kind is `fact`, `derived` (of a predicate with clauses, or a sensor), `action` (at the right), `comparison`,
	// `stage`, `quiescence` (`qui`) or `nothing` (`()`). In contexts there is `context`, too.
	Kind string `json:"kind"`
	// Mode of a fact is `used`, `kept` or `permanent` at the left, and `made` or `permanent` at the right and in
	// contexts. Facts of clauses and of a `#never` are `kept` or `permanent`. Of the other kinds, only what is
	// `derived` and marked with `!` or `$` has a mode, `permanent` or `kept`, which changes nothing.
	Mode string `json:"mode,omitempty"`
	Pred string `json:"pred,omitempty"` // of a stage or context, its name
	Op   string `json:"op,omitempty"`   // of a comparison: == <> < <= > >=
	Args []Term `json:"args"`
}

// Term is an argument.
type Term struct {
	Part
	// Kind is `variable`, `constant`, `number`, `string`, `any` (`_`), `compound` or `calculation`.
	Kind string `json:"kind"`
	Name string `json:"name,omitempty"` // of a variable, constant, compound; the operator of a calculation
	Type string `json:"type,omitempty"` // the name of the type that its place wants; empty where not known
	Args []Term `json:"args,omitempty"`
}

// Context is a context of facts.
type Context struct {
	Part
	Name  string    `json:"name"`
	Facts []Premise `json:"facts"` // kinds fact and derived, or the name of another context with kind `context`
	Whole bool      `json:"whole"`
}

// Run is a `#trace`: where a run starts, and how long it is at most.
type Run struct {
	Part
	Bound   string    `json:"bound"` // a number, or `_` for none
	Stage   string    `json:"stage"`
	Context string    `json:"context,omitempty"` // empty for facts in place
	Facts   []Premise `json:"facts,omitempty"`   // in place
	Whole   bool      `json:"whole"`
}

// Statement is an `#invariant` or a `#never`.
type Statement struct {
	Part
	Kind     string    `json:"kind"` // `invariant` or `never`
	Name     string    `json:"name,omitempty"`
	Stage    string    `json:"stage,omitempty"`
	Says     string    `json:"says,omitempty"`     // as a sentence
	Premises []Premise `json:"premises,omitempty"` // of a `#never`
	Op       string    `json:"op,omitempty"`       // of an invariant: = < <= > >=
	Counts   []Count   `json:"counts,omitempty"`   // of an invariant: of its left side, then of its right one
	Vars     []Var     `json:"vars,omitempty"`
	// Whole reports whether the lists say all that the statement says; see [Rule.Whole]. An invariant with a comment
	// within it is not whole.
	Whole bool `json:"whole"`
}

// Count is a summand of an invariant: a number of facts, or a number alone, which has the kind `number`.
type Count struct {
	Premise
	Right bool `json:"right,omitempty"` // it stands on the right side
	Minus bool `json:"minus,omitempty"` // it is subtracted
	// Times has the digits of its factor, or of the number that it is; it is empty where no factor is written.
	Times string `json:"times,omitempty"`
	Sum   string `json:"sum,omitempty"` // the variable whose values are added up; empty where facts are counted
}

// Option is something that fits a place: a term for an argument, a predicate for a new premise.
type Option struct {
	// Kind is `constant`, `variable`, `new variable`, `any`, `number`, `string`, `compound`, `calculation` or
	// `predicate`.
	Kind  string `json:"kind"`
	Label string `json:"label"`          // for a menu
	Term  string `json:"term"`           // the text to insert into the program
	Note  string `json:"note,omitempty"` // a few words more, such as a comment of its declaration
	Pred  string `json:"pred,omitempty"` // the name of a predicate
}
