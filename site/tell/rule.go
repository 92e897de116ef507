package tell

import (
	"cmp"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/words"
)

// title returns the title of an event without a heading by the author: the name of its rule. A rule
// without a name is called after its stage, as all others of the stage are; so its results serve as
// a title, unless it only moves a character, which is told anyway.
func (t *Teller) title(e causal.Event) string {
	step := t.performance.Graph.Step(e)
	if !t.isNameless(e) {
		return t.rule(step.Rule)
	}
	scene := t.performance.Step(e)
	if _, made := t.changes(scene, step); len(made) > 0 && !scene.Journey {
		return t.Names.Short(english.Capital(t.Fact(made[0])))
	}
	if words.IsSigns(step.Rule) {
		return t.rule(cmp.Or(step.Stage, step.Rule))
	}
	return t.rule(step.Rule)
}

// nameOf returns the title of an event's rule, or "" for a rule without a name.
func (t *Teller) nameOf(e causal.Event) string {
	if t.isNameless(e) {
		return ""
	}
	return t.rule(t.performance.Graph.Step(e).Rule)
}

// rule returns the name of a rule at the length of a heading.
func (t *Teller) rule(name string) string {
	return t.Names.Short(cmp.Or(words.Rule(name), t.Names.Words.Say("nameless")))
}

// isNameless reports whether the rule of an event has no name that says anything: one without
// letters, as `-`, or the one that it is given, its stage with a number.
func (t *Teller) isNameless(e causal.Event) bool {
	step := t.performance.Graph.Step(e)
	if words.IsSigns(step.Rule) {
		return true
	}
	r := t.performance.Graph.Declared(e)
	if r == nil || r.Stage == "" {
		return false
	}
	number, ok := strings.CutPrefix(step.Rule, r.Stage+"/")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}
