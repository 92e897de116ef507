package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// The words that a program may hold at certain places.
var (
	directives = []string{"#trace", "#interactive", "#ordered", "#builtin", "#sensor", "#action", invariant,
		never}
	kinds    = []string{"type", "pred", "bwd", "sense", "action"}
	builtins = []string{"NAT", "NAT_ZERO", "NAT_SUCC"}
	sensors  = []string{"LINE", "WORD", "TERM", "COMMAND"}
	actions  = []string{"PRINT"}
)

// suggestions collects the completions at a place of a text.
type suggestions struct {
	text
	*lang.Analysis // of the program that the text is, or is of
	place
	items []completionItem
}

// complete returns the completions at a place. They replace the name that the editor has so far,
// and the editor picks those that continue it.
func (s *server) complete(ctx context.Context, params positionParams) ([]completionItem, error) {
	d, err := s.document(ctx, params.address())
	switch {
	case err != nil:
		return nil, err
	case d == nil:
		return s.completeProse(ctx, params)
	}
	all := suggestions{text: d.text, Analysis: d.Analysis, items: []completionItem{}}
	if p, ok := d.place(d.offset(params.Position)); ok {
		all.place = p
		all.suggest()
	}
	return all.items, nil
}

func (s *suggestions) suggest() {
	switch {
	case strings.HasPrefix(s.src[s.start:s.end], "#"):
		s.words(completeKeyword, directives...)
	case s.last() == "stage":
		s.stages()
	case s.block == "context", s.block == "#trace":
		if slot := slotAfter(s.before); slot.wantsTerm() {
			s.argument(slot)
			return
		}
		s.preds(lang.OfState)
		if len(s.before) == 0 {
			s.contexts()
		}
	case s.block == "stage":
		s.rule()
	case s.first() == invariant, s.first() == never:
		s.statement()
	case strings.HasPrefix(s.first(), "#"):
		s.directive()
	default:
		s.declaration()
	}
}

func (s *suggestions) add(kind int, label, detail string) {
	s.items = append(s.items, completionItem{label, kind, detail, textEdit{s.between(s.start, s.end), label}})
}

func (s *suggestions) words(kind int, labels ...string) {
	for _, l := range labels {
		s.add(kind, l, "")
	}
}

func (s *suggestions) stages() {
	for _, stage := range s.Known.Stages {
		s.add(completeModule, stage.Name, count(stage))
	}
}

// contexts suggests all but the one that the place is in, which cannot hold itself.
func (s *suggestions) contexts() {
	for _, c := range s.Known.Contexts {
		if s.start < c.Start.Offset || c.End.Offset <= s.start {
			s.add(completeStruct, c.Name, "context")
		}
	}
}

func (s *suggestions) types() {
	for _, t := range s.Known.Types {
		s.add(completeClass, t.Name, describe(t, t.Name))
	}
	s.add(completeClass, lang.StringType, "built in")
}

func (s *suggestions) preds(kinds ...lang.PredKind) {
	for _, p := range s.Known.Preds {
		if slices.Contains(kinds, p.Kind) {
			s.add(completeFunction, p.Name, describe(p, p.Name))
		}
	}
}

// constants suggests those of a type, or all where the type is nil.
func (s *suggestions) constants(of *lang.Type) {
	for _, t := range s.Known.Types {
		for _, k := range t.Constructors {
			if of == nil || k.Result == of {
				s.add(completeConstant, k.Name, describe(k, k.Name))
			}
		}
	}
}

// rule suggests continuations of a rule of a stage, or of a link.
func (s *suggestions) rule() {
	if slot := slotAfter(s.before); slot.wantsTerm() {
		s.argument(slot)
		s.words(completeVariable, s.variables()...)
		return
	}
	if s.onRight() {
		s.preds(lang.OfState, lang.Action)
		return
	}
	s.preds(lang.OfState, lang.Backward, lang.Sense)
}

// onRight reports whether the cursor is on the side of a rule that makes facts.
func (s *suggestions) onRight() bool {
	for _, w := range s.before {
		switch w.text {
		case "-o", "⊸":
			return true
		case "o-":
			return false
		}
	}
	return holds(s.after, "o-")
}

// argument suggests constants of the type that an argument has.
func (s *suggestions) argument(slot slot) {
	if slot.any {
		s.constants(nil)
		return
	}
	args, known := s.args(slot)
	switch {
	case !known:
		s.constants(nil)
	case slot.arg < len(args):
		s.constants(args[slot.arg])
	}
}

// args returns the types of the arguments of a slot's predicate or constructor.
func (s *suggestions) args(slot slot) ([]*lang.Type, bool) {
	if !slot.term {
		for _, p := range s.Known.Preds {
			if p.Name == slot.fun {
				return p.Args, true
			}
		}
		return nil, false
	}
	for _, t := range s.Known.Types {
		for _, k := range t.Constructors {
			if k.Name == slot.fun {
				return k.Args, true
			}
		}
	}
	return nil, false
}

// directive suggests continuations after `#name`.
func (s *suggestions) directive() {
	at := len(s.before)
	switch name := s.first(); {
	case name == "#interactive", name == "#ordered", name == "#trace" && at == 2:
		s.stages()
	case name == "#trace" && at == 1:
		s.words(completeKeyword, syntax.Wildcard)
	case name == "#trace" && at == 3:
		s.contexts()
	case name == "#builtin" && at == 1:
		s.words(completeKeyword, builtins...)
	case name == "#sensor" && at == 1:
		s.preds(lang.Sense)
	case name == "#action" && at == 1:
		s.preds(lang.Action)
	case at == 2:
		s.handlers(name) // for the name that the directive ties
	}
}

// handlers suggests the second argument of a directive.
func (s *suggestions) handlers(directive string) {
	switch {
	case directive == "#builtin" && s.last() == "NAT":
		s.types()
	case directive == "#builtin":
		s.constants(nil)
	case directive == "#sensor":
		s.words(completeKeyword, sensors...)
	case directive == "#action":
		s.words(completeKeyword, actions...)
	}
}

// declaration suggests continuations outside of stages and contexts, of a declaration, a clause or
// a link. The text so far may not show which of them it will be.
func (s *suggestions) declaration() {
	slot := slotAfter(s.before)
	switch {
	case len(s.before) == 0:
		s.words(completeKeyword, "context")
		s.heads()
	case holds(s.all(), "<-", "->", "<−", "−>", "←", "→"):
		s.clause(slot)
	case holds(s.all(), "-o", "−o", "o-", "⊸", "*", "⊗", "∗", "$", "!", "qui", "stage"):
		s.rule()
		if !slot.wantsTerm() {
			s.words(completeKeyword, "stage", "qui")
		}
	case s.last() == ":":
		s.words(completeKeyword, kinds...)
		s.types()
		s.heads()
	case holds(s.before, ":"), s.isPred(slot.fun) && !holds(s.after, ":"):
		s.clause(slot)
	default:
		s.types() // of arguments in a declaration
	}
}

func (s *suggestions) clause(slot slot) {
	if !slot.wantsTerm() {
		s.preds(lang.Backward, lang.OfState)
		return
	}
	s.argument(slot)
	s.words(completeVariable, s.variables()...)
}

// heads suggests beginnings of clauses and links and, in programs without stages, of rules.
func (s *suggestions) heads() {
	s.words(completeKeyword, "stage", "qui")
	s.preds(lang.Backward)
	if !slices.ContainsFunc(s.Known.Stages, func(stage *lang.Stage) bool { return stage.Start.IsValid() }) {
		s.preds(lang.OfState, lang.Sense)
	}
}

func (s *suggestions) isPred(name string) bool {
	return slices.ContainsFunc(s.Known.Preds, func(p *lang.Pred) bool { return p.Name == name })
}
