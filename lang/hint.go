package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ceptre-graph/ceptre/lang/label"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// Hints are notes on what may have been meant by what cannot be meant as it stands.

// noConstant adds a note on what may have been meant by a name that is like no other. It
// reports whether that may be a constant that is not declared.
func (s *scope) noConstant(e *syntax.Error, fun *syntax.Name) bool {
	first, size := utf8.DecodeRuneInString(fun.Text)
	switch {
	case s.misplaced(e, fun):
		return false
	case strings.Trim(fun.Text, "-0123456789") == "":
		note(e, syntax.Span{}, "numbers are 0, 1, 2 and so on; a calculation has spaces: `N - 1`")
		return false
	case unicode.IsLower(first) && !s.ground:
		variable := string(unicode.ToUpper(first)) + fun.Text[size:]
		note(e, syntax.Span{}, "variables start with a capital letter: `%s`", variable)
		mend(e, fun.Span, variable)
	}
	return true
}

// bare adds a note on a constructor with arguments behind it but no parentheses.
func (s *scope) bare(e *syntax.Error, name *syntax.Name, rest []syntax.Expr) bool {
	k := s.cons[name.Text]
	if k == nil || len(k.Args) == 0 || len(k.Args) > len(rest) {
		return false
	}
	term := &syntax.Apply{Fun: name, Args: rest[:len(k.Args)]}
	text := "(" + syntax.ExprString(term) + ")"
	note(e, name.Span, "a term with arguments needs parentheses: `%s`", text)
	mend(e, syntax.Span{Start: name.Start, End: term.Args[len(term.Args)-1].Range().End}, text)
	return true
}

// misplaced adds a note on a name that stands where an argument should, if it
// looks like an arrow or the predicate of a premise of its own.
func (s *scope) misplaced(e *syntax.Error, name *syntax.Name) bool {
	switch {
	case s.cons[name.Text] != nil:
		return false
	case name.Text == "and" || name.Text == "or":
		note(e, name.Span, "%s", syntax.JoinHint)
		if name.Text == "and" {
			mend(e, name.Span, s.joint)
		}
		return true
	case name.Text == "-" || syntax.HoldsArrow(name.Text):
		note(e, name.Span, "an arrow has a space before and after it, and none inside: `a -o b`")
		return true
	case s.preds[name.Text] != nil:
		note(e, name.Span, "is a `%s` missing before `%s`?", s.joint, name.Text)
		mend(e, name.Start.Span(), s.joint+" ")
		return true
	}
	return false
}

func (s *scope) unknownPred(fun *syntax.Name, args []syntax.Expr) {
	if s.comment {
		return
	}
	if fun.Text == "qui" {
		if s.spokeOfStages {
			return
		}
		s.spokeOfStages = true
		s.errorf(syntax.MisplacedStage, fun.Span,
			"`qui` belongs on the left of a link, with the stage that has come to rest: `qui * stage a * … -o stage b`")
		return
	}
	if s.clause {
		s.proved[fun.Text] = true
	}
	e := undeclared(s.checker, "predicate", fun, s.preds)
	switch {
	case e == nil:
	case s.stages[fun.Text] != nil:
		note(e, syntax.Span{}, "refer to a stage as `stage %s`", fun.Text)
		mend(e, fun.Start.Span(), "stage ")
	case strings.HasPrefix(fun.Text, "/"), strings.HasPrefix(fun.Text, "--"):
		s.comment = true
		note(e, syntax.Span{}, "comments start with `%%`")
	case foreignWords[fun.Text] != "":
		e.Notes = []syntax.Note{{Msg: foreignWords[fun.Text]}}
	case slices.Contains(directives, fun.Text):
		propose(e, fun.Span, "#"+fun.Text)
	case len(e.Notes) == 0:
		s.missing = append(s.missing, missing{e, fun.Text, s, args, "pred"})
	}
}

// foreignWords are what other languages have words for.
var foreignWords = map[string]string{
	"not":    syntax.NoNegation,
	"if":     "write a rule as `premises -o results`: `hungry * bread -o fed`",
	"when":   "write a rule as `premises -o results`: `hungry * bread -o fed`",
	"forall": "variables are not declared: any name with a capital initial is a variable",
	"exists": "variables are not declared: any name with a capital initial is a variable",
	"type":   "a declaration starts with its name: `character : type`",
	"bwd":    "a declaration starts with its name: `path location location : bwd`",
}

// nearVariable adds a note on the bound variable with the nearest name.
func (s *scope) nearVariable(e *syntax.Error, v Var, bound []bool) {
	var known []string
	for i, other := range s.vars[:min(len(s.vars), maxSuggestions)] {
		if bound[i] && other.Name[0] != '_' {
			known = append(known, other.Name)
		}
	}
	if near := label.Nearest(v.Name, known); near != "" && v.Name[0] != '_' {
		propose(e, v.Span, near)
	}
}

// noColon adds a note to an error where the name of a statement seems to lack its colon: `#never both at C L`.
func (c *checker) noColon(d *syntax.Statement, e *syntax.Error) {
	first := d.Premises
	if d.Op != "" {
		first = d.Left[0].Of
	} else if all := syntax.Joined(first); len(all) > 0 {
		first = all[0]
	}
	a, ok := first.(*syntax.Apply)
	if !ok || e.Code != syntax.UnknownName || e.Start != a.Fun.Start || len(e.Fixes()) > 0 {
		return
	}
	at := a.Fun.Span
	if in, ok := a.Args[0].(*syntax.Name); ok && in.Text == "in" && len(a.Args) > 1 {
		at = a.Args[1].Range()
	}
	c.missing = slices.DeleteFunc(c.missing, func(m missing) bool { return m.Error == e })
	note(e, syntax.Span{}, "is this the name of the statement? Then a `:` follows it")
	mend(e, at.End.Span(), " :")
}

// misread complains of a pattern that seems to hold a word of the statement.
func (s *scope) misread(of syntax.Expr) bool {
	fun, args := split(of)
	if fun == nil {
		return false
	}
	if s.preds[fun.Text] == nil && fun.Text == "sum" {
		s.errorf(syntax.BadStatement, fun.Span, "`sum` adds up a number in facts like this: `sum N in coin N`")
		return true
	}
	if len(args) > 0 && s.preds[fun.Text] == nil && slices.Contains([]string{"count", "number", "total"}, fun.Text) {
		first, ok := args[0].(*syntax.Name)
		if ok && s.preds[first.Text] != nil {
			e := s.errorf(syntax.BadStatement, fun.Span, "facts are counted without a word before them: `at C _`")
			e.Fix = &syntax.Fix{Span: syntax.Span{Start: fun.Start, End: first.Start}}
			return true
		}
	}
	if s.preds[fun.Text] == nil && fun.Text == "-" {
		e := s.errorf(syntax.BadStatement, fun.Span, "a `-` stands between two counts")
		note(e, syntax.Span{}, "to begin with one, write `0 -`")
		mend(e, fun.Start.Span(), "0 ")
		return true
	}
	for _, a := range args {
		name, ok := a.(*syntax.Name)
		if !ok || s.cons[name.Text] != nil {
			continue
		}
		if after, ok := strings.CutPrefix(name.Text, "-"); ok && s.preds[after] != nil {
			e := s.errorf(syntax.UnknownName, name.Span, "unknown constant `%s`", name.Text)
			note(e, syntax.Span{}, "between two counts, `-` has a space behind it")
			mend(e, name.Span, "- "+after)
			return true
		}
	}
	return false
}
