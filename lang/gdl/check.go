package gdl

import (
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/lang/logic"
	"github.com/ceptre-graph/ceptre/lang/syntax"
)

// depends are the relations that must not depend on others, and why. A game whose base or input does is played all
// the same, as nothing asks for these.
var depends = []struct {
	what    logic.Predicate
	on      []logic.Predicate
	why     string
	warning bool
}{
	{Role, []logic.Predicate{True, Does}, "the roles are the same in all states", false},
	{Init, []logic.Predicate{True, Does}, "there is no state before the first", false},
	{Base, []logic.Predicate{True, Does}, "it lists what can be true in any state", true},
	{Input, []logic.Predicate{True, Does}, "it lists the moves of all states", true},
	{Legal, []logic.Predicate{Does}, "the moves are chosen among those that are legal", false},
	{Goal, []logic.Predicate{Does}, "goals are those of a state", false},
	{Terminal, []logic.Predicate{Does}, "a game ends in a state, before anyone moves", false},
}

// check reports rules that make no game: unsafe variables, dependencies that must not be, and negation that goes in a
// circle. Without these, every state has one model, and a legal move leads to one next state.
func (r *reader) check() {
	rules := r.game.Program.Rules
	for _, e := range logic.Check(r.game.Program, True, Does) {
		if !r.game.ggdl || !e.Warning { // the translation of GGDL warns of each unknown relation
			for i := range e.Notes {
				e.Notes[i].Msg = strings.ReplaceAll(e.Notes[i].Msg, "`!=`", r.example("distinct", "=/="))
			}
			r.errs = append(r.errs, e)
		}
	}
	// Dependencies are followed from the heads of rules to their bodies.
	byHead := make(map[logic.Predicate][]*logic.Rule)
	for _, rule := range rules {
		rule.Derives(func(p logic.Predicate) { byHead[p] = append(byHead[p], rule) })
	}
	for _, d := range depends {
		for _, on := range d.on {
			if path := way(byHead, d.what, on); path != nil {
				r.reportWay(d.what, on, path, d.why).Warning = d.warning
				break
			}
		}
	}
	// The components are those parts of the program that depend on themselves.
	for _, c := range logic.Components(rules) {
		if c.Through == nil {
			continue
		}
		e := r.report(syntax.NegationCycle, c.Through.Range(), "`%s` depends on its own absence", c.Predicates[0].Name)
		note(e, syntax.Span{}, "rules with `not` must not go in a circle: %s", circle(c))
	}
	r.checkComplete()
	r.slips()
}

// checkComplete reports the relations that a game needs and that no rule derives. Without roles nothing can be
// played; the rest are warnings, as one looks at unfinished games, too.
func (r *reader) checkComplete() {
	derived := make(map[logic.Predicate]bool)
	for _, rule := range r.game.Program.Rules {
		rule.Derives(func(p logic.Predicate) { derived[p] = true })
	}
	start := r.src.Pos(0).Span()
	if !derived[Role] {
		r.report(syntax.UnknownName, start, "the game has no roles").
			Notes = []syntax.Note{{Msg: "each player is a role: " + r.example("(role white)", "role white")}}
		return
	}
	for _, needs := range []struct {
		what     logic.Predicate
		why      string
		kif, ggd string
	}{
		{Init, "no fact is true in the beginning", "(init (control white))", ""},
		{Legal, "no role has a move", "(legal white noop)", "white -> noop"},
		{Terminal, "the game never ends", "(<= terminal (not open))", "terminal :- not open"},
		{Goal, "nobody wins", "(<= (goal white 100) (line x))", "goal white = 100 :- line(x)"},
	} {
		if !derived[needs.what] && !(needs.what == Init && r.game.ggdl) {
			e := r.report(syntax.UnknownName, start, "no rule derives `%s`: %s", needs.what.Name, needs.why)
			e.Warning = true
			note(e, syntax.Span{}, "for example: %s", r.example(needs.kif, needs.ggd))
		}
	}
}

// example returns the example for the language of the source, in quotes.
func (r *reader) example(kif, ggd string) string {
	if r.game.ggdl {
		return "`" + ggd + "`"
	}
	return "`" + kif + "`"
}

// step is a literal of a rule by which a relation depends on another. Ways of them show how one depends on another
// that is far away.
type step struct {
	rule *logic.Rule
	in   logic.Literal
	to   logic.Predicate
}

// way returns a shortest way by which a relation depends on another, or nil if it does not: a search in breadth,
// through the rules of each relation.
func way(byHead map[logic.Predicate][]*logic.Rule, from, to logic.Predicate) (path []step) {
	came := map[logic.Predicate]step{from: {}} // the last step to each relation
	for queue := []logic.Predicate{from}; len(queue) > 0 && came[to].rule == nil; queue = queue[1:] {
		for _, rule := range byHead[queue[0]] {
			rule.Dependencies(func(p logic.Predicate, in logic.Literal, _ bool) {
				if _, seen := came[p]; !seen {
					came[p] = step{rule, in, p}
					queue = append(queue, p)
				}
			})
		}
	}
	for s := came[to]; s.rule != nil; s = came[s.rule.Head.(*logic.Atom).Predicate()] {
		path = append(path, s)
	}
	slices.Reverse(path)
	return path
}

// reportWay reports that a relation depends on another that it must not depend on.
func (r *reader) reportWay(what, on logic.Predicate, path []step, why string) *syntax.Error {
	e := r.report(syntax.MisplacedPredicate, path[0].in.Range(), "`%s` must not depend on `%s`: %s", what.Name,
		on.Name, why)
	for i, s := range path[1:] {
		note(e, s.in.Range(), "`%s` depends on `%s` here", path[i].to.Name, s.to.Name)
	}
	return e
}

// circle returns the names of the relations of a component in words.
func circle(c *logic.Component) string {
	names := make([]string, len(c.Predicates))
	for i, p := range c.Predicates {
		names[i] = "`" + p.Name + "`"
	}
	return english.List(names)
}
