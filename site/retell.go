package site

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// mostTold is how many facts a sentence lists.
const mostTold = 5

// A teller makes text out of names where the author wrote none.
type teller struct {
	graph    *causal.Graph
	names    names
	location string // the predicate that says where characters are, or ""
}

// retell returns an event as sentences: "Insult: Romeo and Tybalt, at square.
// Now: depressed Tybalt."
func (t *teller) retell(s *Scene, e causal.Event) string {
	step := t.graph.Step(e)
	gone, made := t.changes(s, step)
	sentences := []string{t.headline(s, step)}
	if turn := t.turn(step); turn != "" {
		sentences = append(sentences, turn)
	}
	if len(made) > 0 {
		sentences = append(sentences, "Now: "+t.facts(made)+".")
	}
	if len(gone) > 0 {
		sentences = append(sentences, "No longer: "+t.facts(gone)+".")
	}
	return strings.Join(sentences, " ")
}

// headline says what happens: who, where, with what, and who else it is about.
func (t *teller) headline(s *Scene, step *trace.Step) string {
	people, things := t.roles(s, step)
	var parts []string
	if len(people) > 0 {
		parts = append(parts, list(people))
	}
	if len(s.Places) > 0 {
		parts = append(parts, t.where(s))
	}
	if len(things) > 0 && len(parts) > 0 {
		things[0] = "with " + things[0]
	}
	if len(things) > 0 {
		parts = append(parts, list(things))
	}
	if others := t.names.others(s); others != "" {
		parts = append(parts, others)
	}
	if len(parts) == 0 {
		return ruleTitle(step.Rule) + "."
	}
	return ruleTitle(step.Rule) + ": " + strings.Join(parts, ", ") + "."
}

// roles sorts what a rule was applied to into people who are there and things.
// Other people and the places are told anyway.
func (t *teller) roles(s *Scene, step *trace.Step) (people, things []string) {
	places := slices.Clone(s.Places)
	for _, stay := range s.Elsewhere {
		places = append(places, stay.Place)
	}
	for _, arg := range step.Args {
		switch person := len(arg.Args) == 0 && t.names.knows(arg.Head); {
		case person && slices.Contains(s.Here, arg.Head):
			people = appendNew(people, t.names.label(arg))
		case !person && !slices.ContainsFunc(places, arg.Equal):
			things = appendNew(things, t.names.label(arg))
		}
	}
	return people, things
}

// where returns "at square", or "from square to garden" for a journey.
func (t *teller) where(s *Scene) string {
	places := t.names.labels(s.Places)
	if s.Journey {
		return "from " + places[0] + " to " + places[1]
	}
	return "at " + list(places)
}

// turn tells of a change of stage.
func (t *teller) turn(step *trace.Step) string {
	var parts []string
	for _, r := range t.resources(step.Consumes) {
		if r.StageToken() {
			parts = append(parts, t.stage(r)+" ends")
		}
	}
	for _, r := range t.resources(step.Produces) {
		if r.StageToken() {
			parts = append(parts, t.stage(r)+" begins")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return capital(strings.Join(parts, "; ")) + "."
}

func (t *teller) stage(token *causal.Resource) string { return list(t.names.labels(token.Args)) }

// changes returns what a step used up and what it made, without what it only
// made again, the stage, and where travellers are.
func (t *teller) changes(s *Scene, step *trace.Step) (gone, made []*causal.Resource) {
	gone, made = t.resources(step.Consumes), t.resources(step.Produces)
	untold := func(r *causal.Resource, counterparts []*causal.Resource) bool {
		return r.StageToken() || s.Journey && r.Pred == t.location ||
			slices.ContainsFunc(counterparts, func(c *causal.Resource) bool { return sameFact(r, c) })
	}
	before := slices.Clone(gone)
	gone = slices.DeleteFunc(gone, func(r *causal.Resource) bool { return untold(r, made) })
	made = slices.DeleteFunc(made, func(r *causal.Resource) bool { return untold(r, before) })
	return gone, made
}

func sameFact(a, b *causal.Resource) bool {
	return a.Pred == b.Pred && slices.EqualFunc(a.Args, b.Args, trace.Term.Equal)
}

func (t *teller) resources(ids []trace.ResourceID) []*causal.Resource {
	out := make([]*causal.Resource, len(ids))
	for i, id := range ids {
		out[i] = t.graph.Resource(id)
	}
	return out
}

// facts lists facts in words, the first few of many.
func (t *teller) facts(rs []*causal.Resource) string {
	var said []string
	for _, r := range rs[:min(len(rs), mostTold)] {
		said = append(said, t.fact(r))
	}
	text := strings.Join(said, "; ")
	if more := len(rs) - mostTold; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// fact returns a fact in words: "depressed Tybalt", "Romeo loves Juliet",
// "anger Tybalt → Romeo", "distance orchard, tomb, 3".
func (t *teller) fact(r *causal.Resource) string {
	pred, args := shorten(words(r.Pred)), t.names.labels(r.Args)
	switch {
	case len(args) == 2 && (r.Pred == t.location || standsBetween(pred)):
		return args[0] + " " + pred + " " + args[1]
	case len(args) == 2 && t.names.knows(r.Args[0].Head) && t.names.knows(r.Args[1].Head):
		return pred + " " + args[0] + " → " + args[1]
	}
	return strings.TrimSpace(pred + " " + strings.Join(args, ", "))
}

// standsBetween guesses whether the words of a predicate read better between
// its two arguments: they begin with what looks like a verb in the third
// person, or end with a preposition.
func standsBetween(words string) bool {
	parts := strings.Fields(words)
	if len(parts) == 0 {
		return false
	}
	verb := parts[0]
	if strings.HasSuffix(verb, "s") && !strings.HasSuffix(verb, "ss") && !strings.HasSuffix(verb, "us") {
		return true
	}
	prepositions := []string{"at", "beside", "by", "from", "in", "inside", "near", "of", "on", "over", "to", "under", "with"}
	return slices.Contains(prepositions, parts[len(parts)-1])
}

func appendNew(items []string, item string) []string {
	if slices.Contains(items, item) {
		return items
	}
	return append(items, item)
}
