package assist

import (
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

// Completion is a word that may stand in the place of a part of the text.
type Completion struct {
	From, To int
	Label    string // as it is written
	Kind     Kind
	Detail   string // such as a declaration; it may be empty
}

// suggestions collects the completions at a place of a text.
type suggestions struct {
	*Text
	place
	items []Completion
}

// Complete returns the completions at a place, none in comments and texts. They replace the part before the place of
// the name there; an editor shows those that continue it.
func (t *Text) Complete(offset int) []Completion {
	p, ok := t.place(offset)
	if !ok {
		return nil
	}
	s := suggestions{Text: t, place: p}
	s.suggest()
	return s.items
}

// Arguments returns the constants that may follow the beginning of a fact, to be written at its end.
func (t *Text) Arguments(fact string) []Completion {
	var words []word
	for _, at := range wordForm.FindAllStringIndex(fact, -1) {
		words = append(words, word{at[0], at[1], fact[at[0]:at[1]]})
	}
	s := suggestions{Text: t, place: place{start: len(fact), end: len(fact)}}
	s.argument(slotAfter(words))
	return s.items
}

func (s *suggestions) suggest() {
	switch {
	case strings.HasPrefix(s.Src[s.start:s.end], "#"):
		s.words(Keyword, directives...)
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

func (s *suggestions) add(kind Kind, label, detail string) {
	s.items = append(s.items, Completion{s.start, s.end, label, kind, detail})
}

func (s *suggestions) words(kind Kind, labels ...string) {
	for _, l := range labels {
		s.add(kind, l, "")
	}
}

func (s *suggestions) stages() {
	for _, stage := range s.Known.Stages {
		s.add(Stage, stage.Name, Count(stage))
	}
}

// contexts suggests all but the one that the place is in, which cannot hold itself.
func (s *suggestions) contexts() {
	for _, c := range s.Known.Contexts {
		if s.start < c.Start.Offset || c.End.Offset <= s.start {
			s.add(Context, c.Name, "context")
		}
	}
}

func (s *suggestions) types() {
	for _, t := range s.Known.Types {
		s.add(Type, t.Name, Describe(t, t.Name))
	}
	s.add(Type, lang.StringType, "built in")
}

func (s *suggestions) preds(kinds ...lang.PredKind) {
	for _, p := range s.Known.Preds {
		if slices.Contains(kinds, p.Kind) {
			s.add(Predicate, p.Name, Describe(p, p.Name))
		}
	}
}

// constants suggests those of a type, or all where the type is nil.
func (s *suggestions) constants(of *lang.Type) {
	for _, t := range s.Known.Types {
		for _, k := range t.Constructors {
			if of == nil || k.Result == of {
				s.add(Constant, k.Name, Describe(k, k.Name))
			}
		}
	}
}

// rule suggests continuations of a rule of a stage, or of a link.
func (s *suggestions) rule() {
	if slot := slotAfter(s.before); slot.wantsTerm() {
		s.argument(slot)
		s.words(Variable, s.variables()...)
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
		s.words(Keyword, syntax.Wildcard)
	case name == "#trace" && at == 3:
		s.contexts()
	case name == "#builtin" && at == 1:
		s.words(Keyword, builtins...)
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
		s.words(Keyword, sensors...)
	case directive == "#action":
		s.words(Keyword, actions...)
	}
}

// declaration suggests continuations outside of stages and contexts, of a declaration, a clause or
// a link. The text so far may not show which of them it will be.
func (s *suggestions) declaration() {
	slot := slotAfter(s.before)
	switch {
	case len(s.before) == 0:
		s.words(Keyword, "context")
		s.heads()
	case holds(s.all(), "<-", "->", "<−", "−>", "←", "→"):
		s.clause(slot)
	case holds(s.all(), "-o", "−o", "o-", "⊸", "*", "⊗", "∗", "$", "!", "qui", "stage"):
		s.rule()
		if !slot.wantsTerm() {
			s.words(Keyword, "stage", "qui")
		}
	case s.last() == ":":
		s.words(Keyword, kinds...)
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
	s.words(Variable, s.variables()...)
}

// heads suggests beginnings of clauses and links and, in programs without stages, of rules.
func (s *suggestions) heads() {
	s.words(Keyword, "stage", "qui")
	s.preds(lang.Backward)
	if !slices.ContainsFunc(s.Known.Stages, func(stage *lang.Stage) bool { return stage.Start.IsValid() }) {
		s.preds(lang.OfState, lang.Sense)
	}
}

func (s *suggestions) isPred(name string) bool {
	return slices.ContainsFunc(s.Known.Preds, func(p *lang.Pred) bool { return p.Name == name })
}
