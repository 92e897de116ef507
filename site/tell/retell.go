package tell

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// retell returns an event as sentences: "Insult: Romeo and Tybalt, at the square.
// Now: depressed Tybalt."
func (t *Teller) retell(e causal.Event) string {
	step, s := t.performance.Graph.Step(e), t.performance.Step(e)
	gone, made := t.changes(s, step)
	sentences := append([]string{t.headline(t.nameOf(e), s, step)}, t.printed(step)...)
	if turn := t.turn(step); turn != "" {
		sentences = append(sentences, turn)
	}
	if len(made) > 0 {
		sentences = append(sentences, t.Names.Words.Say("told-now", "facts", t.facts(made)))
	}
	if len(gone) > 0 {
		sentences = append(sentences, t.Names.Words.Say("told-gone", "facts", t.facts(gone)))
	}
	return strings.Join(sentences, " ")
}

// headline says what happens, which may have a title: who, where, with what, and who else it
// is about.
func (t *Teller) headline(title string, s *scenes.Scene, step *trace.Step) string {
	r := t.roles(s, step)
	var parts []string
	if len(r.people) > 0 {
		parts = append(parts, t.Names.Words.List(r.people))
	}
	alone := t.performance.Cast.Lone // and so always where the story is
	if len(s.Places) > 0 && (s.Journey || !alone) {
		parts = append(parts, t.where(s))
	}
	for _, c := range t.comers(s, step) {
		parts = append(parts, t.Names.Words.Say("told-comes", "person", t.Names.Person(c.Character),
			"place", t.Names.Place(c.Place)))
	}
	if len(r.left) > 0 {
		parts = append(parts, t.Names.Words.Say("told-leaving", "people", t.Names.Words.List(r.left)))
	}
	if len(r.met) > 0 {
		parts = append(parts, t.Names.Words.Say("told-meeting", "people", t.Names.Words.List(r.met)))
	}
	switch {
	case len(parts) == 0 && alone:
		parts = append(parts, words.Nonempty(t.Names.Words.List(r.things))...)
	case len(parts) == 0:
		parts = append(parts, words.Nonempty(t.Names.Words.List(append(r.things, r.numbers...)))...)
	case len(r.things) > 0:
		parts = append(parts, t.Names.Words.Say("told-with", "things", t.Names.Words.List(r.things)))
	}
	parts = append(parts, words.Nonempty(t.Names.Others(s))...)
	switch {
	case len(parts) == 0:
		return cmp.Or(title, t.rule(step.Rule)) + "."
	case title == "":
		return ended(english.Capital(strings.Join(parts, ", ")))
	}
	return ended(t.Names.Words.Say("told-event", "what", title, "things", strings.Join(parts, ", ")))
}

// roles are the arguments of a rule, by kind: the characters present, those left where a journey
// begins, those met where it ends, things, and numbers without a possessor. Other characters and
// the places are told elsewhere.
type roles struct{ people, left, met, things, numbers []string }

func (t *Teller) roles(s *scenes.Scene, step *trace.Step) (r roles) {
	places := slices.Clone(s.Places)
	for _, stay := range s.Elsewhere {
		places = append(places, stay.Place)
	}
	for _, c := range t.comers(s, step) {
		places = append(places, c.Place)
	}
	for _, arg := range step.Args {
		label := t.Names.Label(arg)
		who, person := t.Names.Who(arg)
		switch {
		case person && s.Journey && t.stays(s, who, 0):
			r.left = appendNew(r.left, label)
		case person && s.Journey && t.stays(s, who, 1):
			r.met = appendNew(r.met, label)
		case person && slices.Contains(s.Cast, who):
			r.people = appendNew(r.people, label)
		case arg.Number:
			r.numbers = appendNew(r.numbers, label)
		case !person && !slices.ContainsFunc(places, arg.Equal) && !prints(step, arg):
			r.things = appendNew(r.things, t.Names.Thing(arg))
		}
	}
	return r
}

// stays reports whether a character is at one of the places of a journey before it and after.
func (t *Teller) stays(s *scenes.Scene, character string, place int) bool {
	from, to, ok := t.performance.Span(s, character)
	return ok && from.Equal(to) && from.Equal(s.Places[place])
}

// comers returns the characters that come to others at a scene's place, with the places they come
// from.
func (t *Teller) comers(s *scenes.Scene, step *trace.Step) []scenes.Stay {
	if s.Journey || len(s.Places) == 0 {
		return nil
	}
	var all []scenes.Stay
	for _, made := range t.resources(step.Produces) {
		who, to, ok := t.performance.Cast.Location.Of(made.Resource)
		if !ok || !to.Equal(s.Places[0]) || !slices.Contains(s.Cast, who) {
			continue
		}
		for _, gone := range t.resources(step.Consumes) {
			if was, from, ok := t.performance.Cast.Location.Of(gone.Resource); ok && was == who && !from.Equal(to) {
				all = append(all, scenes.Stay{Character: who, Place: from})
			}
		}
	}
	return all
}

// where returns "at the square", or "from the square to the garden" for a journey.
func (t *Teller) where(s *scenes.Scene) string {
	if s.Journey {
		return t.Names.Words.Say("told-journey", "from", t.Names.Place(s.Places[0]), "to", t.Names.Place(s.Places[1]))
	}
	return t.Names.Words.Say("told-place", "preposition", t.Names.preposition(), "place", t.Names.Place(s.Places[0]))
}

// turn tells of a change of stage.
func (t *Teller) turn(step *trace.Step) string {
	var parts []string
	for _, r := range t.resources(step.Consumes) {
		if r.StageToken() {
			parts = append(parts, t.Names.Words.Say("stage-ends", "stage", t.stage(r)))
		}
	}
	for _, r := range t.resources(step.Produces) {
		if r.StageToken() {
			parts = append(parts, t.Names.Words.Say("stage-begins", "stage", t.stage(r)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return english.Capital(t.Names.Words.Clauses(parts)) + "."
}

func (t *Teller) stage(token *causal.Resource) string {
	return t.Names.Words.List(t.Names.Labels(token.Args))
}

// changes returns what a step used up and what it made, without what it only
// made again, the stage, and where travellers are.
func (t *Teller) changes(s *scenes.Scene, step *trace.Step) (gone, made []*causal.Resource) {
	gone, made = t.resources(step.Consumes), t.resources(step.Produces)
	come := t.comers(s, step)
	untold := func(r *causal.Resource, counterparts []*causal.Resource) bool {
		who, _, placed := t.performance.Cast.Location.Of(r.Resource)
		comes := slices.ContainsFunc(come, func(c scenes.Stay) bool { return placed && c.Character == who })
		return r.StageToken() || placed && s.Journey || comes ||
			slices.ContainsFunc(counterparts, func(c *causal.Resource) bool {
				return r.Pred == c.Pred && slices.EqualFunc(r.Args, c.Args, trace.Term.Equal)
			})
	}
	before := slices.Clone(gone)
	gone = slices.DeleteFunc(gone, func(r *causal.Resource) bool { return untold(r, made) })
	made = slices.DeleteFunc(made, func(r *causal.Resource) bool { return untold(r, before) })
	return gone, made
}

func (t *Teller) resources(ids []trace.ResourceID) []*causal.Resource {
	out := make([]*causal.Resource, len(ids))
	for i, id := range ids {
		out[i] = t.performance.Graph.Resource(id)
	}
	return out
}

// facts lists facts in words.
func (t *Teller) facts(rs []*causal.Resource) string {
	records := make([]*trace.Resource, len(rs))
	for i, r := range rs {
		records[i] = r.Resource
	}
	return t.Names.Facts(records)
}

func appendNew(items []string, item string) []string {
	if slices.Contains(items, item) {
		return items
	}
	return append(items, item)
}
