package celf

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// read checks a file: names and types, and that it is in the part of Celf that programs of Ceptre can say. The list has
// all that is wrong, in source order. The signature is whole if that is no more than warnings.
func read(file *File) (*signature, syntax.ErrorList) {
	stages, file := stagesOf(file)
	if stages != nil && stages.errs.Failed() { // the rest would be about tokens that are not known
		return &signature{source: file.Source}, stages.errs
	}
	c := &checker{
		file: file, sig: &signature{source: file.Source, stages: stages}, entries: make(map[string]*entry),
		first: make(map[string]*Name), unknown: make(map[string]bool), uses: survey(file),
		made: make(map[*family]syntax.Span), asked: make(map[*family]map[*family]bool),
	}
	for _, d := range file.Decls {
		if n := declared(d); n != nil && c.first[n.Text] == nil {
			c.first[n.Text] = n
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *Constant:
			c.constant(d)
		case *Abbreviation:
			c.abbreviation(d)
		case *Directive:
			c.directive(d)
		}
	}
	c.judgeClauses()
	c.errs.Sort()
	return c.sig, c.errs
}

// declared returns the name that a declaration declares, or nil.
func declared(d Decl) *Name {
	switch d := d.(type) {
	case *Constant:
		return d.Name
	case *Abbreviation:
		return d.Name
	}
	return nil
}

// checker gives the names of a file their meanings, declaration by declaration.
type checker struct {
	file    *File
	sig     *signature
	errs    syntax.ErrorList
	entries map[string]*entry // declarations so far, by name
	names   []string          // of the entries, in order
	first   map[string]*Name  // the first declaration of each name in the whole file
	unknown map[string]bool   // names that were reported
	// compared is how many names were compared with others, as they may be meant.
	compared int
	uses     *uses
	// expanded is how many words abbreviations stand for, all in all.
	expanded int
	// made has the place where the first fact of a predicate is made that can be used up.
	made map[*family]syntax.Span
	// asked has the predicates of which premises and goals ask for facts, by the heads of the clauses in which they
	// do; the head is nil of rules and goals.
	asked map[*family]map[*family]bool
	// linear are the premises of clauses behind arrows that are not persistent.
	linear []linearPremise
}

// entry is the meaning of a name: a family, a constant or an abbreviation, or else a thing of the kind that
// the field of tells.
type entry struct {
	name     *Name
	of       string // noun of the thing that it names: "a rule", "a fact"
	family   *family
	constant *constant
	stands   *Abbreviation
	result   *family // of an abbreviation of a term
	size     int     // of an abbreviation, in words
	depth    int     // of an abbreviation
	broken   bool    // there are errors in it, so that nothing is said of its uses
}

// isType reports whether the entry is an abbreviation of a type or a state.
func (e *entry) isType() bool {
	if e == nil || e.stands == nil {
		return false
	}
	_, ok := e.stands.Type.(*Kind)
	return ok
}

func (c *checker) errorf(code syntax.Code, span syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: c.file.Source, Span: span, Code: code, Msg: fmt.Sprintf(format, args...)}
	c.errs = append(c.errs, e)
	return e
}

// refuse reports a form that programs of Ceptre have no counterpart of.
func (c *checker) refuse(span syntax.Span, format string, args ...any) *syntax.Error {
	return c.errorf(syntax.NotSupported, span, format, args...)
}

// note adds a note to an error. The zero Span is no place.
func note(e *syntax.Error, span syntax.Span, format string, args ...any) {
	e.Notes = append(e.Notes, syntax.Note{Span: span, Msg: fmt.Sprintf(format, args...)})
}

// enter declares a name. Only `-` may be declared more than once, as nothing can mention it.
func (c *checker) enter(e *entry) {
	n := e.name
	if n.Text == "-" {
		return
	}
	if before := c.entries[n.Text]; before != nil {
		if !before.broken && !e.broken {
			err := c.errorf(syntax.DeclaredTwice, n.Span, "`%s` is declared twice", n.Text)
			note(err, before.name.Span, "declared here first")
		}
		return
	}
	c.entries[n.Text] = e
	c.names = append(c.names, n.Text)
}

// nameable refuses a name that nothing could mention, for what is of no use without.
func (c *checker) nameable(n *Name, what string) {
	switch {
	case n.Text == "-":
		c.errorf(syntax.UnexpectedToken, n.Span, "%s needs a name of its own: nothing can mention `-`", what)
	case isVariable(n.Text):
		c.errorf(syntax.CapitalConstant, n.Span, "`%s` cannot be %s: a word with a capital initial is a variable where it "+
			"is mentioned", n.Text, what)
	}
}

// maxSuggestions is how many names are compared with the known ones.
const maxSuggestions = 100

// undeclared reports a name that is not declared so far, once for each name.
func (c *checker) undeclared(n *Name) {
	if c.unknown[n.Text] || c.file.skipped[n.Text] {
		return
	}
	c.unknown[n.Text] = true
	if n.Text == "-" {
		note(c.errorf(syntax.UnknownName, n.Span, "`-` is not the name of anything"), syntax.Span{},
			"what is declared as `-` cannot be mentioned")
		return
	}
	if later := c.first[n.Text]; later != nil {
		e := c.errorf(syntax.UnknownName, n.Span, "`%s` is declared further down: a declaration stands before the first use",
			n.Text)
		note(e, later.Span, "declared here")
		return
	}
	e := c.errorf(syntax.UnknownName, n.Span, "unknown name `%s`", n.Text)
	if !c.missingBlank(e, n) {
		c.near(e, n, c.names)
	}
}

// near proposes the nearest of some names.
func (c *checker) near(e *syntax.Error, n *Name, names []string) {
	if c.compared++; c.compared > maxSuggestions {
		return
	}
	if near := label.Nearest(n.Text, names); near != "" {
		note(e, syntax.Span{}, "did you mean `%s`?", near)
		e.Notes[len(e.Notes)-1].Fix = &syntax.Fix{Span: n.Span, Text: near}
	}
}

// isKnown reports whether a word is a variable, declared in the file, or `type`.
func (c *checker) isKnown(word string) bool {
	return isVariable(word) || word == "type" || word != "-" && c.first[word] != nil
}

// describe says in a message what an entry is: "a predicate", "a room".
func (c *checker) describe(e *entry) string {
	switch {
	case e.family != nil && e.family.terms:
		return "a type"
	case e.family != nil:
		return "a predicate"
	case e.constant != nil && e.constant.result == nil:
		return "a constant"
	case e.constant != nil:
		return english.A(e.constant.result.name.Text)
	case e.isType():
		return "an abbreviation of a state or type"
	case e.stands != nil:
		return "an abbreviation of a term"
	}
	return "the name of " + e.of
}

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
	stages    *staging // nil of a file without stages; rules are without its tokens
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

// run is a run that a directive asks for.
type run struct {
	syntax.Span
	word *Name // `#query`, `#trace` or `#exec`
	// steps is the largest number of steps in which rules fire, and tries the number of runs: 0 for any.
	steps, tries int
	braces       int // the steps less than Celf has, which takes the state out of its braces in as many
	// expected is the number of solutions that the query expects, most how many it looks for; -1 for any.
	expected, most int
	params         []variable // fresh names, bound by Pi in the query and by Exists in the state
	state          []part
	named          *Name  // the abbreviation that the whole state is; nil of others
	goal           []part // of a query
	goalVars       []variable
	goalSpan       syntax.Span
}
