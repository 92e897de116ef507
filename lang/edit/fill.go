package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/outline"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// filling is the choice of the terms for an argument in all uses of a predicate or constructor.
type filling struct {
	*signature
	of     *lang.Type // the type of the terms
	gaps   []*gap
	groups []*group
	known  map[*lang.Pred][]*use // see usesOf
}

// gap is a place that needs a term.
type gap struct {
	*use
	old   syntax.Expr // the term that stands there, nil where none does
	index int         // of the argument
	term  string      // the new one, as it is written
}

// group is the gaps with one answer: all of a rule, clause, statement or list of facts, or those of them with one
// term.
type group struct {
	id      string
	in      *body
	gaps    []*gap
	options []outline.Option
	answer  string // a term, which is the default at first
}

// group returns the group of a gap: terms that stand for the same become the same.
func (f *filling) group(g *gap) *group {
	id := g.in.Path
	if g.old != nil {
		id += " " + syntax.ExprString(g.old)
	}
	for _, other := range f.groups {
		if other.id == id {
			return other
		}
	}
	f.groups = append(f.groups, &group{id: id, in: g.in})
	return f.groups[len(f.groups)-1]
}

// arrange makes the groups of the gaps, in the order of the text, with their defaults.
func (f *filling) arrange() error {
	f.groups = nil
	for _, g := range f.gaps {
		to := f.group(g)
		to.gaps = append(to.gaps, g)
	}
	slices.SortStableFunc(f.groups, func(a, b *group) int { return a.in.Start.Offset - b.in.Start.Offset })
	for _, g := range f.groups {
		if err := f.choose(g); err != nil {
			return err
		}
	}
	return nil
}

// mostConstants is how many constants an answer can be chosen from, and mostNumbers how many numbers: others can be
// typed.
const (
	mostConstants = 100
	mostNumbers   = 6
)

// constants returns the terms without variables that an answer can be chosen from. The constructor that changes is in
// none of them.
func (f *filling) constants() []string {
	most := mostConstants
	if f.of.Counts() {
		most = mostNumbers
	}
	all := outline.Ground(f.of, most)
	k, ok := f.thing.(*lang.Constructor)
	if !ok {
		return all
	}
	return slices.DeleteFunc(all, func(term string) bool {
		return slices.Contains(strings.FieldsFunc(term, func(r rune) bool { return strings.ContainsRune(" ()", r) }), k.Name)
	})
}

// choose finds the options of a group, and its default. At the left of a rule that is a new variable, the same one
// throughout the rule, so that its facts stay about the same thing; where only the right needs a term, a variable of
// the left, or else a constant. Statements go on saying the same about all facts.
func (f *filling) choose(g *group) error {
	left, right := false, false
	for _, gap := range g.gaps {
		left = left || gap.binds()
		right = right || gap.side == "r" || gap.side == "h"
	}
	facts := g.in.kind == factsBody
	if facts {
		left = false
	}
	if left {
		name := f.newName(g)
		g.option("new variable", name, "new variable "+name)
	}
	if !facts {
		for _, v := range f.bound(g.in) {
			g.option("variable", v, "")
		}
	}
	if !facts && (left && !right || g.in.kind == claimBody) {
		g.option("any", syntax.Wildcard, "any")
	}
	for _, term := range f.constants() {
		g.option(f.termKind(), term, "")
	}
	if len(g.options) == 0 {
		return fmt.Errorf("the type `%s` has no constant that could stand in %s: add one first", f.of.Name, g.in.name)
	}
	g.answer = g.options[0].Term
	if g.in.kind == claimBody {
		g.answer = syntax.Wildcard
	} else if old, ok := g.gaps[0].old.(*syntax.Name); !ok || !syntax.IsVariable(old.Text) {
		if terms := f.constants(); g.gaps[0].old != nil && len(terms) > 0 {
			g.answer = terms[0]
		}
	}
	return nil
}

func (g *group) option(kind, term, label string) {
	if label == "" {
		label = term
	}
	g.options = append(g.options, outline.Option{Kind: kind, Label: label, Term: term})
}

// termKind returns the kind of options that are terms of the type.
func (f *filling) termKind() string {
	switch {
	case f.of.Numerals:
		return "number"
	case f.of.Texts:
		return "string"
	}
	return "constant"
}

// newName returns a variable that the body of a group has not.
func (f *filling) newName(g *group) string {
	names := make(map[string]bool)
	for _, v := range f.vars(g.in.Node) {
		names[v.Name] = true
	}
	return outline.Fresh(f.of, names)
}

// bound returns the variables of the type that facts at the left of a body give a value, apart from the argument
// itself where it changes.
func (f *filling) bound(in *body) []string {
	var all []string
	for _, v := range f.vars(in.Node) {
		if v.Type == nil || v.Type.Name != f.of.Name || slices.Contains(all, v.Name) {
			continue
		}
		for _, n := range in.Parts("l") {
			if b, compares := outline.Unmarked(n.Expr).(*syntax.Binary); compares && b.Op != syntax.Star {
				continue
			}
			if binds(n.Expr, v.Name) {
				all = append(all, v.Name)
				break
			}
		}
	}
	return all
}

// The IDs of questions about several rules, or several lists of facts.
const (
	rulesID = "rules"
	factsID = "facts"
)

// fill asks for the terms, and about the variables to which nothing gives a value with them, or writes those that
// were answered.
func (f *filling) fill(said string) error {
	if err := f.arrange(); err != nil {
		return err
	}
	if f.edit.Answers == nil && len(f.groups) > 0 {
		more, err := f.rehearse(changeArgument)
		f.ask = &Ask{Text: said + f.rest(), Questions: append(f.questions(), more...)}
		return err
	}
	f.answer(f.groups)
	if err := f.write(); err != nil {
		return err
	}
	return f.bind()
}

// questions returns one question for all rules and one for all facts, where there are several, and one for each
// group.
func (f *filling) questions() []Question {
	var all []Question
	var rules, facts []*group
	for _, g := range f.groups {
		switch g.in.kind {
		case factsBody:
			facts = append(facts, g)
		case ruleBody, clauseBody:
			rules = append(rules, g)
		}
	}
	if len(rules) > 1 {
		options := []outline.Option{{Kind: "proposal", Label: "as proposed for each", Term: everything}}
		for _, term := range f.constants() {
			options = append(options, outline.Option{Kind: f.termKind(), Label: term, Term: term})
		}
		all = append(all, Question{ID: rulesID, Text: "In all rules", Options: options, Default: everything})
	}
	if len(facts) > 1 {
		all = append(all, Question{ID: factsID, Text: "In all contexts and runs", Options: facts[0].options,
			Default: facts[0].answer})
	}
	shown := f.asked()
	most := mostConstants
	if len(shown) > manyAsked {
		most = manyAsked
	}
	for _, g := range shown {
		all = append(all, Question{ID: g.id, Path: g.in.Path, Text: f.quote(g), Default: g.answer,
			Options: g.options[:min(len(g.options), most)]})
	}
	return all
}

// mostAsked is how many questions there are at the most, and manyAsked from how many on, and to how many, the options
// of each are cut.
const (
	mostAsked = 60
	manyAsked = 20
)

// asked returns the groups that questions are about: in large programs, those that need more than a new variable.
func (f *filling) asked() []*group {
	if len(f.groups) <= mostAsked {
		return f.groups
	}
	some := slices.DeleteFunc(slices.Clone(f.groups), func(g *group) bool {
		return g.options[0].Kind == "new variable" || g.answer == syntax.Wildcard
	})
	return some[:min(len(some), mostAsked)]
}

// rest says how many groups no question is about.
func (f *filling) rest() string {
	if n := len(f.groups) - len(f.asked()); n > 0 {
		return fmt.Sprintf(" Of %d, %d get the proposed answer without a question.", len(f.groups), n)
	}
	return ""
}

// mostShown is how many facts a question quotes.
const mostShown = 4

// quote returns what a group is about, with `?` in its gaps: In `take`: `arm_free ?`
func (f *filling) quote(g *group) string {
	if g.gaps[0].old != nil {
		return fmt.Sprintf("In %s, instead of `%s`", g.in.name, syntax.ExprString(g.gaps[0].old))
	}
	var parts []string
	for _, gap := range g.gaps[:min(len(g.gaps), mostShown)] {
		var args []string
		for _, x := range gap.args {
			args = append(args, argument(x))
		}
		text := strings.Join(append([]string{gap.name.Text}, slices.Insert(args, gap.index, "?")...), " ")
		parts = append(parts, "`"+text+"`")
	}
	if more := len(g.gaps) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("In %s: %s", g.in.name, english.List(parts))
}

// answer gives each group its term: the one that was chosen for it, or for all of its kind, or its default.
// An answer that is a default counts as none. The defaults are those of the questions, which another choice among
// predicates may have changed since.
func (f *filling) answer(asked []*group) {
	shown := make(map[string]string)
	first := ""
	for _, g := range asked {
		shown[g.id] = g.answer
		if g.in.kind == factsBody && first == "" {
			first = g.answer
		}
	}
	for _, g := range f.groups {
		id := rulesID
		if g.in.kind == factsBody {
			id = factsID
		}
		given, ok := f.edit.Answers[g.id]
		if ok && given != shown[g.id] {
			g.answer = given
			continue
		}
		all, ok := f.edit.Answers[id]
		if ok && all != everything && (id == rulesID || all != first) && g.in.kind != claimBody {
			g.answer = all
		}
	}
}

// write puts the terms into the gaps.
func (f *filling) write() error {
	for _, g := range f.groups {
		for _, gap := range g.gaps {
			answer := g.answer
			if own, ok := f.edit.Answers[gap.path]; ok && gap.path != g.id {
				answer = own
			}
			x, err := readTerm(answer)
			if err != nil {
				return err
			}
			gap.term = argument(x)
		}
	}
	for _, gap := range f.gaps { // uses within others come first
		if gap.old == nil {
			f.insertInto(gap.use, gap.index, gap.term)
			continue
		}
		at := f.argStretches(gap.name, gap.args)[gap.index]
		f.render(at.from, at.to)
		f.replace(at.from, at.to, gap.term)
	}
	return nil
}
