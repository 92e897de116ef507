// Package asp reads logic programs in the input language of clingo, as far as games use it, and brings them into the
// normal form of package logic.
//
// Reading takes three passes. The scanner makes tokens of the text. The parser makes statements of tokens, by
// recursive descent, in a tree close to the text ([node] and [literal]); a mistake costs the statement that it is in,
// for the parser goes on after the next `.`. When all sources are read, constants are known, and [unfolder] writes
// each statement as rules: one for each way to choose from its pools, with a variable in the place of each interval.
//
// The language is that of clingo 5.4 (Gebser et al., “Potassco guide version 2.2.0”, 2019). Statements that change
// which models there are in ways that the evaluator does not know, such as optimization, are refused.
package asp

import (
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Parse reads the sources as one program: a constant that one of them defines holds in all. The rules are in the
// order of the sources. The list has the errors of all sources, in their order, and of each in the order of its text;
// the program consists of all statements without errors.
func Parse(sources ...*syntax.Source) (*logic.Program, syntax.ErrorList) {
	var files []*file
	constants := make(constants)
	for _, src := range sources {
		f := &file{source: src}
		files = append(files, f)
		if e := src.NotText(); e != nil {
			f.errs = append(f.errs, e)
			continue
		}
		p := &parser{file: f, tokens: scan(f), constants: constants}
		for p.tok().kind != tEOF {
			p.statement()
		}
	}
	constants.resolve()
	program := new(logic.Program)
	var errs syntax.ErrorList
	for _, f := range files {
		for _, s := range f.statements {
			program.Rules = append(program.Rules, s.unfold(constants)...)
		}
		if f.shows != nil {
			program.Shows = append(program.Shows, f.shows...)
			if program.Shows == nil {
				program.Shows = []logic.Predicate{}
			}
		}
		f.errs.Sort()
		errs = append(errs, f.errs...)
	}
	return program, errs
}

// file is a source with the messages about it.
type file struct {
	source     *syntax.Source
	statements []*statement
	shows      []logic.Predicate // not nil if the source has a #show
	errs       syntax.ErrorList
}

// report adds an error.
func (f *file) report(code syntax.Code, span syntax.Span, msg string, notes ...syntax.Note) *syntax.Error {
	e := &syntax.Error{Source: f.source, Span: span, Code: code, Msg: msg, Notes: notes}
	f.errs = append(f.errs, e)
	return e
}
