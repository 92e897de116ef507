package tell

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/markup"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/words"
)

// A SceneTelling is what is told of a scene as a whole.
type SceneTelling struct {
	Title   string // the author's for the scene, or else that of its most telling event
	Opening markup.HTML
	After   causal.Event // the event after which the author names the scene, or -1
}

// Scene tells a scene as a whole; told are its events. It is asked once for each scene, in order, as
// the author's variants take turns.
func (t *Teller) Scene(s *scenes.Scene, told []Telling) (SceneTelling, error) {
	out := SceneTelling{After: -1}
	if passage, terms, event := t.scene(s); passage != nil {
		values := t.values(terms)
		out.After, out.Title = event, words.Clean(passage.Title(values))
		var err error
		if out.Opening, err = passage.HTML(values); err != nil {
			return out, err
		}
	}
	if out.Title == "" {
		out.Title = t.mostTelling(s, told)
	}
	return out, nil
}

// MentionScene chooses what [Teller.Scene] would tell, for callers that only count.
func (t *Teller) MentionScene(s *scenes.Scene) { t.scene(s) }

// scene returns the author's words for a scene as a whole, nil for none, with what their variables
// stand for, and the event of their rule, -1 if they are about none.
func (t *Teller) scene(s *scenes.Scene) (*prose.Passage, map[string]trace.Term, causal.Event) {
	for _, topic := range t.narrator.Scenes() {
		m, event, ok := t.sceneMoment(&topic, s)
		if !ok {
			continue
		}
		if passage := t.narrator.Tell(m); passage != nil {
			return passage, m.Terms, event
		}
	}
	return nil, nil, -1
}

// sceneMoment returns the moment at which the sections of a topic would tell a scene, the event of
// their rule, if any, and whether the scene has what they are about. Conditions are about the state
// before the event of their rule, or before the scene.
func (t *Teller) sceneMoment(topic *prose.SceneTopic, s *scenes.Scene) (_ prose.Moment, of causal.Event, ok bool) {
	for _, who := range topic.With() {
		if !slices.Contains(s.Cast, who) {
			return prose.Moment{}, -1, false
		}
	}
	room, placed := s.Room()
	if topic.Place() != "" && (!placed || room.String() != topic.Place()) {
		return prose.Moment{}, -1, false
	}
	of, terms := causal.Event(-1), termsOf(prose.Topic{})
	if topic.Rule() != "" {
		i := slices.IndexFunc(s.Events, func(e causal.Event) bool {
			return topic.Selects(t.performance.Graph.Label(e))
		})
		if i < 0 {
			return prose.Moment{}, -1, false
		}
		of = s.Events[i]
		terms = t.terms(of)
	}
	if _, ofRule := terms[prose.Scene.Variable()]; placed && !ofRule {
		terms[prose.Scene.Variable()] = room
	}
	return t.moment(topic.Topic, terms, max(of, s.Events[0])), of, true
}

// mostTelling returns the title of the event that says most about a scene. Those with titles of the
// author go before the others, and these before changes of the stage. Then it is the one of the rule
// that fired least in the run, the one with the most direct consequences, and the first.
func (t *Teller) mostTelling(s *scenes.Scene, told []Telling) string {
	best, least := 0, []int(nil)
	for i, e := range s.Events {
		rank := 1
		switch {
		case told[i].Titled:
			rank = 0
		case told[i].Turns:
			rank = 2
		}
		key := []int{rank, t.fired[t.performance.Graph.Label(e)], -t.consequences(e)}
		if i == 0 || slices.Compare(key, least) < 0 {
			best, least = i, key
		}
	}
	return told[best].Title
}

// consequences returns how many events use or read something that an event made.
func (t *Teller) consequences(e causal.Event) int {
	after := make(map[causal.Event]bool)
	for _, r := range t.resources(t.performance.Graph.Step(e).Produces) {
		for _, user := range r.Users() {
			after[user] = true
		}
	}
	return len(after)
}

// Story returns the author's title and text for the whole story, by the facts at its end; both are
// empty where there are none. The narrator tells several stories of the program in turn.
func (t *Teller) Story(by *prose.Narrator) (title string, text markup.HTML, err error) {
	topic := prose.Topic{Kind: prose.Story}
	passage := by.Tell(t.moment(topic, nil, causal.Event(t.performance.Graph.Len())))
	if passage == nil {
		return "", "", nil
	}
	text, err = passage.HTML(nil)
	return words.Clean(passage.Title(nil)), text, err
}
