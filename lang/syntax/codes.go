package syntax

// Code names a kind of mistake; readers look it up, and programs tell messages apart by it.
type Code string

// The codes of errors.
const (
	NotUTF8               Code = "not-utf8"                 // a file that is no text
	UnexpectedCharacter   Code = "unexpected-character"     // a character that no form begins with
	BadString             Code = "bad-string"               // a string that is not closed, or has an unknown escape
	UnexpectedToken       Code = "unexpected-token"         // something else was expected here
	MissingDot            Code = "missing-dot"              // a declaration without its `.`
	UnclosedStage         Code = "unclosed-stage"           // a stage without its `}`
	SeveralArrows         Code = "several-arrows"           // two arrows in a rule, or both directions in a clause
	ChainedComparison     Code = "chained-comparison"       // `a < b < c`
	AmbiguousStar         Code = "ambiguous-multiplication" // `*` that may multiply or join
	NestedTooDeeply       Code = "nested-too-deeply"        // more parentheses than allowed
	UnknownName           Code = "unknown-name"             // a name that is nowhere declared
	UnknownDirective      Code = "unknown-directive"        // `#` with a word that is no directive
	BadDirective          Code = "bad-directive"            // a directive with the wrong arguments
	DeclaredTwice         Code = "declared-twice"           // a name with two declarations
	BuiltInType           Code = "built-in-type"            // a constant of a built-in type
	CapitalConstant       Code = "capital-constant"         // a constant that starts like a variable
	VariableWithArguments Code = "variable-with-arguments"  // `X a` in the place of a term
	WrongArity            Code = "wrong-arity"              // too many or too few arguments
	WrongType             Code = "wrong-type"               // a term of another type than its place
	NotAType              Code = "not-a-type"               // a declaration with something else in the place of a type
	NotAPremise           Code = "not-a-premise"            // a term where a premise stands
	NotAFact              Code = "not-a-fact"               // a rule with a result that is not a fact
	UnboundVariable       Code = "unbound-variable"         // a variable that nothing gives a value
	VariableInContext     Code = "variable-in-context"      // a context that is not settled
	MisplacedMark         Code = "misplaced-mark"           // `$` or `!` where it cannot be
	MisplacedPredicate    Code = "misplaced-predicate"      // a predicate where its kind cannot be
	MisplacedStage        Code = "misplaced-stage"          // `stage` or `qui` outside of links
	BadStatement          Code = "bad-statement"            // an invariant that counts nothing, or that no state meets
	RuleOutsideStage      Code = "rule-outside-stage"       // a rule that belongs to no stage
	BadLink               Code = "bad-link"                 // a link that leaves no stage, or leaves or goes to several
	ContextInItself       Code = "context-in-itself"        // contexts that name each other in a circle
	TooLarge              Code = "too-large"                // a context, a rule or a numeral that would fill the memory
	EmptyRun              Code = "empty-run"                // a run that may have no transitions
	NoNumbers             Code = "no-numbers"               // numbers in a program without a type for them
	ImpossibleNumber      Code = "impossible-number"        // a calculation that never has a result
	BadNumbers            Code = "bad-numbers"              // a type of numbers that holds something else
	NegationCycle         Code = "negation-cycle"           // a relation of a game that depends on its own absence
	NotSupported          Code = "not-supported"            // a form of another language without a counterpart
	UnsafeVariable        Code = "unsafe-variable"          // a variable of a logic program that nothing gives a value
	BadConstant           Code = "bad-constant"             // a constant that has no value
	BadGame               Code = "bad-game"                 // a file of logic-game that is no object of programs
)

// The codes of warnings.
const (
	UnusedPredicate  Code = "unused-predicate"  // a predicate that nothing uses
	UnusedType       Code = "unused-type"       // a type that nothing is of
	UnusedConstant   Code = "unused-constant"   // a constant that nothing mentions
	UntiedAction     Code = "untied-action"     // an action without a host to carry it out
	NeverFires       Code = "never-fires"       // a rule with a premise that nothing meets
	AsksTwice        Code = "asks-twice"        // a rule that takes more of a fact than there are
	MadeAgain        Code = "made-again"        // a fact that a rule uses up and makes again (a hint)
	OnlyTested       Code = "only-tested"       // a linear fact that is never used up (a hint)
	EachValue        Code = "each-value"        // an invariant that asks for a fact of each value
	NothingToCount   Code = "nothing-to-count"  // a statement about facts that nothing makes
	UnreachableStage Code = "unreachable-stage" // a stage that no run comes to
	NoWayOut         Code = "no-way-out"        // a stage that is neither left nor an end
	NeverDerived     Code = "never-derived"     // a predicate of a logic program that no rule derives
	UnknownProgram   Code = "unknown-program"   // a key of a file of logic-game that is no program, or is there twice
)
