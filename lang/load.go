package lang

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Load reads and checks a program, which messages call by name. The list holds
// everything that is wrong with it, in source order; the program is nil where
// that is more than warnings.
func Load(name string, text []byte) (*Program, syntax.ErrorList) {
	file, errs := syntax.Parse(&syntax.Source{Name: name, Text: text})
	return newChecker(file, errs).load()
}

// LoadTree checks a tree that a front end of another language has made, and returns what [Load] does. The list errs
// is what the front end has found wrong, if that is no more than warnings. Spans are places in the source of the file,
// whatever language it is in. The fixes that messages propose are in Ceptre, and for the front end to drop.
func LoadTree(file *syntax.File, errs syntax.ErrorList) (*Program, syntax.ErrorList) {
	return newChecker(file, errs).load()
}

// load checks the file, and returns what [Load] does.
func (c *checker) load() (*Program, syntax.ErrorList) {
	c.collect()
	c.ties()
	c.check()
	c.declareMissing()
	if !c.errs.Failed() {
		c.lint()
	}
	c.errs.Sort()
	if c.errs.Failed() {
		return nil, c.errs
	}
	c.prog.SHA256 = sum(c.file.Source.Text)
	return c.prog, c.errs
}

// checker holds the program as far as it is known.
type checker struct {
	file *syntax.File
	prog *Program
	errs syntax.ErrorList

	types      map[string]*Type
	cons       map[string]*Constructor
	preds      map[string]*Pred
	stages     map[string]*Stage
	contexts   map[string]*syntax.Context
	rules      map[string]any     // first [*syntax.Rule] of a name for mentions; nil for names made
	clauses    map[string]*Clause // the first of each name
	statements map[string]*Statement
	sizes      *sizes         // sizes is nil until it is asked for
	linear     map[*Pred]bool // facts of the predicate are made, and not as permanent ones
	permanent  map[*Pred]bool // they are made as permanent ones
	read       map[*syntax.Context]*Context
	unnamed    map[*Stage]int         // unnamed counts the rules without a name so far
	main       *Stage                 // main is nil in a program with stages
	misused    map[*Pred]bool         // misused marks state predicates with clauses, which are reported once
	repeats    map[string]int         // repeats counts the names made for rules
	sorted     map[string][]string    // sorted lists known names by kind and number
	facts      int                    // facts counts the facts of all contexts so far
	full       bool                   // full: the excess of facts has been reported
	numbers    *Type                  // numbers is the type of numerals; nil if there is none
	texts      *Type                  // of literals; nil if the program has constants of type string
	tied       map[string]syntax.Span // tied holds the names tied by directives, once each
	mentions   *[]Mention             // mentions is nil unless asked for
	unknown    map[string]bool        // unknown holds reported names, by kind and name
	missing    []missing              // missing lists those of unknown that may be declared
	proved     map[string]bool        // proved holds unknown predicates used by clauses
}

func newChecker(file *syntax.File, errs syntax.ErrorList) *checker {
	base := path.Base(strings.ReplaceAll(file.Source.Name, `\`, "/"))
	c := &checker{
		file:       file,
		prog:       &Program{Name: strings.TrimSuffix(base, path.Ext(base)), Source: file.Source},
		errs:       errs,
		types:      make(map[string]*Type),
		cons:       make(map[string]*Constructor),
		preds:      make(map[string]*Pred),
		stages:     make(map[string]*Stage),
		contexts:   make(map[string]*syntax.Context),
		rules:      make(map[string]any),
		clauses:    make(map[string]*Clause),
		statements: make(map[string]*Statement),
		linear:     make(map[*Pred]bool),
		permanent:  make(map[*Pred]bool),
		read:       make(map[*syntax.Context]*Context),
		unnamed:    make(map[*Stage]int),
		misused:    make(map[*Pred]bool),
		repeats:    make(map[string]int),
		sorted:     make(map[string][]string),
		unknown:    make(map[string]bool),
		proved:     make(map[string]bool),
		tied:       make(map[string]syntax.Span),
	}
	c.texts = &Type{Name: StringType, Texts: true}
	c.types[StringType] = c.texts
	return c
}

// errorf enters an error and returns it, so that notes can be added.
func (c *checker) errorf(code syntax.Code, span syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: c.file.Source, Span: span, Code: code, Msg: fmt.Sprintf(format, args...)}
	c.errs = append(c.errs, e)
	return e
}

// note adds a note to an error.
func note(e *syntax.Error, span syntax.Span, format string, args ...any) {
	e.Notes = append(e.Notes, syntax.Note{Span: span, Msg: fmt.Sprintf(format, args...)})
}

// maxSuggestions is how many unknown names are compared with the known ones.
const maxSuggestions = 100

// undeclared complains, once for each name, of a name that is nowhere declared,
// unless its declaration may be one that could not be read; then it returns nil.
func undeclared[V any](c *checker, kind string, n *syntax.Name, known map[string]V) *syntax.Error {
	key := kind + " " + n.Text
	if c.unknown[key] || c.file.Skipped[n.Text] {
		return nil
	}
	c.unknown[key] = true
	e := c.errorf(syntax.UnknownName, n.Span, "unknown %s `%s`", kind, n.Text)
	if len(c.unknown) > maxSuggestions {
		return e
	}
	among := fmt.Sprintf("%s %d", kind, len(known)) // behind the colon of a declaration there is more than types
	if c.sorted[among] == nil {
		c.sorted[among] = slices.Sorted(maps.Keys(known))
	}
	if near := label.Nearest(n.Text, c.sorted[among]); near != "" {
		propose(e, n.Span, near)
	} else if before, ok := strings.CutSuffix(n.Text, "-o"); ok && before != "" {
		note(e, syntax.Span{}, "did you mean `%s -o`? An arrow has a space before and after it", before)
		mend(e, n.Span, before+" -o")
	} else {
		c.elsewhere(e, kind, n.Text)
	}
	return e
}

// elsewhere adds a note on the bearer of the name in another name space.
func (c *checker) elsewhere(e *syntax.Error, kind, name string) {
	switch {
	case kind == "predicate" && c.stages[name] != nil, kind == "constant" && c.preds[name] != nil:
		// said in other words where the place is known
	case kind != "type" && c.types[name] != nil:
		note(e, c.types[name].Span, "there is a type of this name")
	case kind != "constant" && c.cons[name] != nil:
		note(e, c.cons[name].Span, "there is a constant of this name")
	case kind != "predicate" && c.preds[name] != nil:
		note(e, c.preds[name].Span, "there is a predicate of this name")
	}
}

// lookup returns what a name stands for, or complains and returns nil.
func lookup[V any](c *checker, kind string, n *syntax.Name, known map[string]*V) *V {
	v := known[n.Text]
	if v == nil {
		undeclared(c, kind, n, known)
		return nil
	}
	c.mention(n, v)
	return v
}

// twice complains of a name that is declared a second time.
func (c *checker) twice(kind string, n *syntax.Name, first syntax.Span) {
	e := c.errorf(syntax.DeclaredTwice, n.Span, "%s `%s` is declared twice", kind, n.Text)
	note(e, first, "declared here first")
}
