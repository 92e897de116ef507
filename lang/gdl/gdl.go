// Package gdl reads games in the Game Description Language and in GGDL, a notation above it, and makes logic programs
// of them.
//
// GDL is that of general game playing (Love, Hinrichs, Haley, Schkufza and Genesereth, “General Game Playing: Game
// Description Language Specification”, Stanford LG-2006-01), with the additions for chance and hidden information
// (Thielscher, “A General Game Description Language for Incomplete Information Games”, AAAI 2010). Its files are in
// KIF, a notation of nested lists.
//
//	bytes → expr → formula → logic.Rule      kif.go, kif_rules.go, formula.go
//	      → tree → formula → logic.Rule      ggdl_*.go
//
// Both readers make a program with the predicates of GDL: role/1, init/1, base/1, input/2, true/1, next/1, does/2,
// legal/2, goal/2, terminal/0 and sees/2. Numbers are symbols. Names of KIF are in lower case, as the language does
// not tell cases apart. Variables keep their question mark, so that messages show them as they are written.
package gdl

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Game is a game as a logic program.
type Game struct {
	Source *syntax.Source
	// Roles are those that are written as facts, in the order of the text, as atoms are printed.
	Roles   []string
	Program *logic.Program
	// Fields are those of a GGDL game, in the order in which they first occur. Their fluents contain the owner, then
	// the arguments, then the value.
	Fields []Field
	// Conflict is a predicate with the field that is given two values at once: in the beginning, or by the moves of a
	// step. It has no name if the game has no fields.
	Conflict logic.Predicate
	ggdl     bool
}

// IsGame reports whether a file is a game of GDL or GGDL, by its extension.
func IsGame(name string) bool {
	extension := strings.ToLower(filepath.Ext(name))
	return extension == kif || extension == ".gg" || extension == ".ggd"
}

const kif = ".kif"

// Parse reads a game: in KIF if the name of the source ends in .kif, and otherwise in GGDL.
func Parse(src *syntax.Source) (*Game, syntax.ErrorList) {
	if strings.ToLower(filepath.Ext(src.Name)) == kif {
		return ParseKIF(src)
	}
	return ParseGGDL(src)
}

// Field is the name of the fluents of a field, and the number of their arguments.
type Field struct {
	Fluent logic.Predicate
	// Owned fields belong to the first argument: `p.f` is f(p, value).
	Owned bool
}

// The predicates of GDL.
var (
	Role     = logic.Predicate{Name: "role", Arity: 1}
	Init     = logic.Predicate{Name: "init", Arity: 1}
	Base     = logic.Predicate{Name: "base", Arity: 1}
	Input    = logic.Predicate{Name: "input", Arity: 2}
	True     = logic.Predicate{Name: "true", Arity: 1}
	Next     = logic.Predicate{Name: "next", Arity: 1}
	Does     = logic.Predicate{Name: "does", Arity: 2}
	Legal    = logic.Predicate{Name: "legal", Arity: 2}
	Goal     = logic.Predicate{Name: "goal", Arity: 2}
	Terminal = logic.Predicate{Name: "terminal"}
	Sees     = logic.Predicate{Name: "sees", Arity: 2}
)

// keywords are the predicates of GDL by name.
var keywords = map[string]logic.Predicate{
	Role.Name: Role, Init.Name: Init, Base.Name: Base, Input.Name: Input, True.Name: True, Next.Name: Next,
	Does.Name: Does, Legal.Name: Legal, Goal.Name: Goal, Terminal.Name: Terminal, Sees.Name: Sees,
}

// The bounds of a game: how deep its expressions are nested, how many rules the disjunctions of one make, and how
// many unknown names are compared with the known ones, each with all of them.
const (
	mostNested       = 500
	mostAlternatives = 4096
	mostSearches     = 100
)

// reader collects what is read of a source, and what is wrong with it.
type reader struct {
	src  *syntax.Source
	errs syntax.ErrorList
	game *Game
	// searches counts those for similar names.
	searches int
	// words are all names that the text contains. Generated relations have other names.
	words  map[string]bool
	groups map[int]int // generated relations by line
	direct int         // mostDirect, but in tests
}

func newReader(src *syntax.Source) *reader {
	return &reader{src: src, game: &Game{Source: src, Program: &logic.Program{}}, words: make(map[string]bool),
		groups: make(map[int]int), direct: mostDirect}
}

// add adds a rule.
func (r *reader) add(head *logic.Atom, body []logic.Literal, at syntax.Span) {
	p := r.game.Program
	p.Rules = append(p.Rules, &logic.Rule{Head: head, Body: body, Source: r.src, Span: at})
	if head.Predicate() == Role && len(body) == 0 {
		if name := head.Args[0].String(); !slices.Contains(r.game.Roles, name) {
			r.game.Roles = append(r.game.Roles, name)
		}
	}
}

// finish checks the game, and returns it if it has no errors.
func (r *reader) finish() (*Game, syntax.ErrorList) {
	if !r.errs.Failed() {
		r.check()
	}
	r.errs.Sort()
	if r.errs.Failed() {
		return nil, r.errs
	}
	return r.game, r.errs
}

// fresh returns a name that the text does not contain: the one that is given, or one with primes behind it.
func (r *reader) fresh(name string) string {
	for r.words[name] {
		name += "'"
	}
	r.words[name] = true
	return name
}

// report adds an error, and returns it for notes and fixes.
func (r *reader) report(code syntax.Code, at syntax.Span, format string, args ...any) *syntax.Error {
	e := &syntax.Error{Source: r.src, Span: at, Code: code, Msg: fmt.Sprintf(format, args...)}
	r.errs = append(r.errs, e)
	return e
}

// note adds a note to an error.
func note(e *syntax.Error, at syntax.Span, format string, args ...any) {
	e.Notes = append(e.Notes, syntax.Note{Span: at, Msg: fmt.Sprintf(format, args...)})
}
