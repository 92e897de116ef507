package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// nameScene looks up the author's name for the scene that begins with a step, by its rule and arguments: while a
// game is played, the later events of the scene are not known yet. A scene that is named by characters and place
// alone goes on while steps are about these, or about nothing, and is not named again.
func (t *teller) nameScene(s *story, step prose.Moment) {
	rule, before := step.Name, ""
	if last := t.stories[t.play.Parent(t.at)]; last != nil {
		before = last.over
	}
	if len(step.Terms) == 0 {
		s.over = before
	}
	for _, topic := range t.scenes.Scenes() {
		if topic.Rule()+topic.Place() == "" && len(topic.With()) == 0 || topic.Rule() != "" && !topic.Selects(rule) ||
			!names(step, append(topic.With(), topic.Place())) {
			continue
		}
		if topic.Rule() == "" && topic.Name == before {
			s.over = before
			return
		}
		m := t.sceneMoment(topic.Topic, step)
		s.asked = append(s.asked, topic.Topic)
		if s.scene = t.scenes.Tell(m); s.scene != nil {
			s.over = topic.Name
			return
		}
	}
}

// names reports whether the rule of a step was applied to all things of some names; "" is none.
func names(step prose.Moment, all []string) bool {
	for _, name := range all {
		named := name == ""
		for _, term := range step.Terms {
			named = named || term.String() == name
		}
		if !named {
			return false
		}
	}
	return true
}

// sceneMoment returns the moment of a scene that begins with a step: its variables are the step's, and the
// place to which the rule was applied, if any.
func (t *teller) sceneMoment(topic prose.Topic, step prose.Moment) prose.Moment {
	rule := step.Name
	step.Topic = topic
	variable := topic.Kind.Variable()
	if _, taken := step.Terms[variable]; taken || t.where == nil {
		return step
	}
	for _, r := range t.play.Program().Select(rule) {
		if i := slices.IndexFunc(r.Vars, func(v lang.Var) bool { return v.Type == t.where }); i >= 0 {
			step.Terms[variable] = step.Terms[prose.VariableName(r.Vars[i].Name)]
		}
	}
	return step
}

// recallScene has the narrator of scenes remember what was told of the step to a point.
func (t *teller) recallScene(at session.Point) {
	s := t.stories[at]
	for i, topic := range s.asked {
		var told *prose.Passage
		if i == len(s.asked)-1 {
			told = s.scene
		}
		t.scenes.Recall(t.sceneMoment(topic, t.past(at)), told)
	}
}

// scene returns the author's name for the scene that begins with the step to a point, and the text that opens it.
func (t *teller) scene(at session.Point) (*passage, error) {
	if t.prose == nil || at == session.Start || t.stories[at].scene == nil {
		return nil, nil
	}
	of := t.stories[at].scene
	values := t.values(t.sceneMoment(prose.Topic{Kind: prose.Scene}, t.past(at)).Terms)
	text, err := of.HTML(values)
	return &passage{Title: of.Title(values), Text: text}, err
}
