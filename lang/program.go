// Package lang knows what a Ceptre program means: its names, types and modes.
//
// [Load] turns the tree of package syntax into a [Program] in two passes. The
// first enters every name that is declared, so that the order of declarations
// does not matter; the second reads rules, clauses, links, contexts and traces
// against them, giving each variable the type of the place it stands in. What
// comes out needs no checking: every name is resolved to what it names, every
// variable is an index, and ground facts ([Fact], [Value]) are of other types
// than atoms with variables ([Atom], [Term]).
//
// Types, constants, predicates, stages, contexts and statements have name spaces of their own.
// Names of rules, links and clauses are labels: several may share one.
package lang

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Program is a checked program.
type Program struct {
	Signature
	Name     string // the file's name without folder and extension
	Source   *syntax.Source
	Stages   []*Stage
	Contexts []*Context
	Traces   []*Start
	// Statements are what the program claims of all states, in the order written.
	Statements []*Statement
	// RuleFirst says how chance chooses if a run does not ask for another way: it draws one of the rules that can fire,
	// and then one of its transitions. Otherwise all transitions are equally likely. Front ends of other languages set it.
	RuleFirst bool
	SHA256    string // of the text, by which traces name it, in lower-case hexadecimal
	rules     []*Rule
	labels    *label.Set // of the rules
}

func sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Signature is what a program declares, each in the order declared.
type Signature struct {
	Types []*Type
	Preds []*Pred
}

// Type is a type of terms.
type Type struct {
	syntax.Span
	Name         string
	Constructors []*Constructor // constants included, in the order declared
	// Numerals says that numerals are terms of the type: it is tied to NAT.
	Numerals bool
	// Texts says that string literals are terms of the type, and nothing else is. It is the
	// built-in type, or one of its name that the program declares without constants.
	Texts bool
	// Zero and Succ are the constructors of a type that counts, nil where it has
	// none: tied by a directive, or the only two constructors of the type and of
	// this shape. Their terms are numbers inside.
	Zero, Succ *Constructor
}

// Counts reports whether the terms of the type are numbers.
func (t *Type) Counts() bool { return t.Numerals || t.Succ != nil }

// Unary reports whether constructors write the numbers that the terms of the type are.
func (t *Type) Unary() bool { return t.Succ != nil && !t.Numerals }

// List returns the constructors of a type of lists, nil where it is none: the only constant, and the
// only one that puts an element before a list.
func (t *Type) List() (empty, cons *Constructor) {
	for _, c := range t.Constructors {
		switch {
		case len(c.Args) == 0 && empty == nil:
			empty = c
		case len(c.Args) == 2 && c.Args[1] == t && cons == nil:
			cons = c
		default:
			return nil, nil
		}
	}
	if empty == nil || cons == nil {
		return nil, nil
	}
	return empty, cons
}

// StringType is the name of the built-in type of string literals. A program may declare a type of
// its own by that name.
const StringType = "string"

// Constructor is a constant or, with arguments, a constructor.
type Constructor struct {
	syntax.Span
	Name   string
	Args   []*Type
	Result *Type
	Number int     // among those of the program, from 1 on; 0 of one that none declares
	sole   []Value // the arguments of facts that have a constant and no more
}

// Pred is a predicate.
type Pred struct {
	syntax.Span
	Name string
	Args []*Type
	Kind PredKind
	// Clauses are those of a predicate of the kind Backward.
	Clauses []*Clause
	// Handler is the name of what answers or acts for a predicate of the kinds
	// Sense and Action, and HandlerSpan its place; empty where none is tied.
	Handler     string
	HandlerSpan syntax.Span
	// Persistent says that every rule and context that makes the predicate's
	// facts makes them permanent, and that there is one.
	Persistent bool
}

// PredKind says where facts of a predicate come from and go to.
type PredKind int

// The kinds of predicates.
const (
	// OfState is a predicate of the state.
	OfState PredKind = iota
	// Backward predicates are proved by clauses.
	Backward
	// Sense predicates are answered by the outside.
	Sense
	// Action predicates tell the outside.
	Action
)

// String says in a message how facts of such a predicate come about.
func (k PredKind) String() string {
	return [...]string{"of the state", "proved by clauses", "answered by a sensor", "an action"}[k]
}

// Asks returns the predicates that clauses of the predicate ask for, directly or through others,
// each once. The predicate itself is among them where its clauses are recursive.
func (p *Pred) Asks() []*Pred {
	var out []*Pred
	seen := make(map[*Pred]bool)
	var visit func(*Pred)
	visit = func(p *Pred) {
		for _, c := range p.Clauses {
			for _, premise := range c.Premises {
				if q := premise.Atom.Pred; q != nil && !seen[q] {
					seen[q] = true
					out = append(out, q)
					visit(q)
				}
			}
		}
	}
	visit(p)
	return out
}

// Reads returns the predicates of the state that clauses of the predicate ask for, directly or
// through others, each once.
func (p *Pred) Reads() []*Pred {
	return slices.DeleteFunc(p.Asks(), func(q *Pred) bool { return q.Kind != OfState })
}

// Reads returns the predicates of the state that proofs of the rule's premises may read, each once.
func (r *Rule) Reads() []*Pred {
	var out []*Pred
	for _, p := range r.Premises {
		if p.Kind != Prove {
			continue
		}
		for _, q := range p.Atom.Pred.Reads() {
			if !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// Var is a variable of a rule or clause. The n-th wildcard is called `_n`,
// which no program can write.
type Var struct {
	syntax.Span // of its first occurrence
	Name        string
	Type        *Type
}

// Stage is a stage with its rules and the links that leave it, in the order
// written.
type Stage struct {
	syntax.Span
	Name        string
	Interactive bool // a player chooses
	Ordered     bool // the first rule written that applies is taken
	Rules       []*Rule
	Links       []*Link
}

// Rule replaces facts by facts. Its name is a label, which other rules may have, too: a rule
// is known by its stage, its name and its variant.
type Rule struct {
	syntax.Span
	Name    string
	Stage   *Stage
	Variant int    // ordinal among the rules and links of the name in the stage, from 1
	Label   string // the shortest selector of package label that means the rule alone
	// Written is the first of the rules of the stage, or of its links, that a front end of another language has made of
	// one rule: those of one name and one place. It is the rule itself if there are no others.
	Written  *Rule
	Vars     []Var // those listed by the tree, then in order of first occurrence, premises before results
	Premises []Premise
	Results  []Result
	Actions  []Atom // in the order written
}

// Link is a rule that is tried when its stage is quiescent, and moves the run
// to another.
type Link struct {
	Rule
	To *Stage // nil where the link ends the run
}

// Premise is one condition of a rule or clause.
type Premise struct {
	syntax.Span
	Kind PremiseKind
	Atom Atom // of all kinds but Compare
	Op   Op   // of Compare
	X, Y Term // of Compare
}

// OnState reports whether premises of the kind are met by resources.
func (k PremiseKind) OnState() bool { return k <= Permanent }

// Op is a comparison or the operator of a calculation.
type Op = syntax.Op

// The comparisons: the first two are of any type, the others of numbers.
const (
	Same    = syntax.Same
	Differs = syntax.Differs
	Less    = syntax.Less
	LessEq  = syntax.LessEq
	More    = syntax.More
	MoreEq  = syntax.MoreEq
)

// The operators of calculations.
const (
	Plus   = syntax.Plus
	Minus  = syntax.Minus
	Times  = syntax.Star
	Divide = syntax.Divide
	Mod    = syntax.Mod
)

// PremiseKind says how a premise is met.
type PremiseKind int

// The kinds of premises.
const (
	// Consume is an atom as such: met by a linear resource, which is used up,
	// or by a permanent fact, which stays.
	Consume PremiseKind = iota
	// Keep is `$a`: needed and kept.
	Keep
	// Permanent is `!a`: met by a permanent fact only.
	Permanent
	// Prove is an atom of a backward predicate.
	Prove
	// Ask is an atom of a predicate that a sensor answers.
	Ask
	// Compare is `x == y` and its like.
	Compare
)

// Result is a fact that a rule makes.
type Result struct {
	syntax.Span
	Atom      Atom
	Permanent bool // `!a`
	Affine    bool // a [Goal] may leave the fact over
}

// Clause is a clause of a backward predicate. Its premises are of the kinds
// Prove and Compare, and are tried in order.
type Clause struct {
	syntax.Span
	Name     string // empty where it has none
	Vars     []Var
	Head     Atom
	Premises []Premise
}

// Context is a multiset of facts to start from. Contexts named within it are
// already taken apart.
type Context struct {
	syntax.Span
	Name  string // empty for one in place
	Facts []Initial
}

// Initial is a fact with how it is asserted, in a context or by a rule.
type Initial struct {
	Fact      Fact
	Permanent bool
	Affine    bool // a [Goal] may leave the fact over; false of a permanent one
}

// String returns the fact as programs write it, with `!` before a permanent one.
func (i Initial) String() string {
	if i.Permanent {
		return "!" + i.Fact.String()
	}
	return i.Fact.String()
}

// Start is where a run that the program asks for begins: a `#trace` directive, resolved.
type Start struct {
	syntax.Span
	Bound   int  // on the number of transitions; 0 for none
	Whole   bool // the program expects the run to have as many transitions as Bound
	Stage   *Stage
	Context *Context
	Goal    *Goal // the state in which the run is to end; nil if any end will do
}

// Goal is the condition on the last state of a run, in languages that have such goals: its facts meet the premises,
// each linear fact meets one premise at the most, and a linear fact that meets none is affine.
type Goal struct {
	syntax.Span
	Vars     []Var
	Premises []Premise // of the kinds Consume, Permanent and Prove
	// Tries is the number of runs that are made until one meets the goal, at least 1.
	Tries int
	// Expected says that the program expects a run that meets the goal, so that it is an error if none does. Unexpected
	// says that it expects none. Neither is set if any end will do.
	Expected, Unexpected bool
}

// Text returns the rule as written.
func (p *Program) Text(r *Rule) string { return p.Source.Slice(r.Span) }

// Rules returns the rules of all stages and then the links, in the order written. The slice must
// not be changed.
func (p *Program) Rules() []*Rule { return p.rules }

// Labels returns the set of the rules, in the order of [Program.Rules]. It must not be changed.
func (p *Program) Labels() *label.Set { return p.labels }

// Select returns the rules that a selector of package label means, in the order of
// [Program.Rules].
func (p *Program) Select(selector string) []*Rule {
	var out []*Rule
	for _, i := range p.labels.Select(selector) {
		out = append(out, p.rules[i])
	}
	return out
}

// Rule returns the rule or link that a key means, as [label.Set.Find] says, or nil.
func (p *Program) Rule(k label.Key) *Rule {
	if i := p.labels.Find(k); i >= 0 {
		return p.rules[i]
	}
	return nil
}

// listRules lists the rules of the stages, and then the links.
func (p *Program) listRules() {
	for _, s := range p.Stages {
		p.rules = append(p.rules, s.Rules...)
	}
	for _, s := range p.Stages {
		for _, l := range s.Links {
			p.rules = append(p.rules, &l.Rule)
		}
	}
}

// labelRules lists the rules, and gives them their variants and labels.
func (p *Program) labelRules() {
	p.listRules()
	count := make(map[label.Key]int)
	p.labels = label.NewSet(nil)
	for _, r := range p.rules {
		k := label.Key{Stage: r.Stage.Name, Name: r.Name}
		count[k]++
		r.Variant, k.Variant = count[k], count[k]
		p.labels.Add(k)
	}
	first := make(map[written]*Rule)
	for i, r := range p.rules {
		r.Label = p.labels.Label(i)
		of := written{label.Key{Stage: r.Stage.Name, Name: r.Name}, r.Span, r.Link() != nil}
		if r.Written = first[of]; r.Written == nil || !r.Start.IsValid() {
			first[of], r.Written = r, r
		}
	}
}

// JoinVariants makes rules of a stage with the same name one rule as written (see [Rule.Written]), and so for links. It
// is for programs that a front end has translated from another language, where each rule has a name of its own.
func (p *Program) JoinVariants() {
	first := make(map[written]*Rule)
	for _, r := range p.rules {
		of := written{key: label.Key{Stage: r.Stage.Name, Name: r.Name}, link: r.Link() != nil}
		if first[of] == nil {
			first[of] = r
		}
		r.Written = first[of]
	}
}

// written is a rule as it is written.
type written struct {
	key  label.Key
	at   syntax.Span
	link bool
}

// After returns the stage in which the rule leaves the run: for a link the one to which it leads, nil where it ends
// the run.
func (r *Rule) After() *Stage {
	if l := r.Link(); l != nil {
		return l.To
	}
	return r.Stage
}

// Link returns the link that the rule is, or nil.
func (r *Rule) Link() *Link {
	for _, l := range r.Stage.Links {
		if &l.Rule == r {
			return l
		}
	}
	return nil
}
