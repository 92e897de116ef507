package game

import (
	"slices"
	"strconv"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/goal"
	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/term"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// teller tells in the author's words what happened, and what would happen.
type teller struct {
	play     *session.Session
	prose    *prose.Prose
	program  *trace.Program
	seed     uint64
	names    *tell.Names
	where    *lang.Type      // of places; nil for none
	narrator *prose.Narrator // remembers the texts on the way to a point; nil before
	scenes   *prose.Narrator // remembers how scenes were named on that way
	at       session.Point   // that point
	stories  []*story        // by point; nil where it was not told
}

// story is the text of the step to a point.
type story struct {
	passage *prose.Passage // nil where the author wrote none
	choice  string         // the name of the step before it is taken, or ""
	title   string
	opening string
	scene   *prose.Passage // names the scene that begins with the step; nil for none
	over    string         // the heading of the section that names the scene with the step in it, or ""
	asked   []prose.Topic  // of scenes that the step was asked about
}

// follow tells the step to the present point, if it was not told yet. It has to be called at each
// of several steps, since the text of a step depends on the state before it.
func (t *teller) follow() {
	for len(t.stories) < t.play.Len() {
		t.stories = append(t.stories, nil)
	}
	at := t.play.At()
	switch {
	case t.prose == nil, t.narrator != nil && t.at == at:
		return
	case t.narrator == nil || t.play.Parent(at) != t.at:
		t.recall()
	}
	if t.at = at; at == session.Start {
		return
	}
	if told := t.stories[at]; told != nil {
		t.remember(at)
		return
	}
	m := t.past(at)
	m.Holds, m.Meets = t.before(t.play.Step(at)), t.play.Held
	t.stories[at] = t.story(t.narrator.Tell(m), m)
	t.nameScene(t.stories[at], m)
}

// remember has the narrators remember what was told of the step to a point.
func (t *teller) remember(at session.Point) {
	t.narrator.Recall(t.past(at), t.stories[at].passage)
	t.recallScene(at)
}

// past returns the moment of the step to a point, without the state before it.
func (t *teller) past(at session.Point) prose.Moment {
	step := t.play.Step(at)
	return t.moment(t.play.Program().Rule(step.Key()), step.Args, nil)
}

// forget drops the texts of points that are forgotten.
func (t *teller) forget() {
	n := t.play.Len()
	if len(t.stories) > n {
		clear(t.stories[n:])
		t.stories = t.stories[:n]
	}
	if int(t.at) >= n {
		t.narrator = nil
	}
}

// recall finds a narrator who remembers what was told on the way to the point before the
// present one.
func (t *teller) recall() {
	t.narrator = t.prose.Narrator(t.program, t.seed)
	t.scenes = t.prose.Narrator(t.program, t.seed)
	path := t.play.Path()
	for _, at := range path[1:max(1, len(path)-1)] {
		if t.stories[at] != nil {
			t.remember(at)
		}
	}
}

// moment is one at which a rule fires.
func (t *teller) moment(rule *lang.Rule, args []trace.Term, holds func(string, []trace.Term) bool) prose.Moment {
	m := prose.Moment{Topic: prose.Topic{Kind: prose.Rule, Name: rule.Label},
		Terms: make(map[string]trace.Term, 2*len(args)), Holds: holds}
	for i, arg := range args {
		m.Terms[strconv.Itoa(i+1)] = arg
		m.Terms[prose.VariableName(rule.Vars[i].Name)] = arg
	}
	return m
}

// now reports whether a fact is there.
func (t *teller) now(pred string, args []trace.Term) bool {
	return t.holds(pred, args, func(*exec.Resource) bool { return true })
}

// before returns what tells whether a fact was there before the last step.
func (t *teller) before(step *trace.Step) func(string, []trace.Term) bool {
	return func(pred string, args []trace.Term) bool {
		p := goal.Pattern{Term: trace.Term{Head: pred, Args: args}}
		for _, id := range step.Consumes {
			if r := t.play.Resource(id); p.Matches(r.Pred, r.Args) {
				return true
			}
		}
		return t.holds(pred, args, func(r *exec.Resource) bool { return !slices.Contains(step.Produces, r.ID) })
	}
}

// holds reports whether a fact is there, among resources of some sort.
func (t *teller) holds(pred string, args []trace.Term, among func(*exec.Resource) bool) bool {
	p := goal.Pattern{Term: trace.Term{Head: pred, Args: args}}
	for _, q := range t.play.Program().Preds {
		if q.Name != pred {
			continue
		}
		return slices.ContainsFunc(t.play.Context().Of(q), func(r *exec.Resource) bool {
			return among(r) && p.Matches(pred, term.RecordAll(r.Fact.Args))
		})
	}
	return false
}

// story returns what a passage says of a moment.
func (t *teller) story(p *prose.Passage, m prose.Moment) *story {
	if p == nil {
		return &story{}
	}
	values := t.values(m.Terms)
	return &story{passage: p, choice: p.Choice(values), title: p.Title(values), opening: p.Opening(values)}
}

// values returns terms as readers see them.
func (t *teller) values(terms map[string]trace.Term) map[string]prose.Value {
	values := make(map[string]prose.Value, len(terms))
	for name, term := range terms {
		values[name] = t.names.Value(term)
	}
	return values
}

// knows reports whether the step to a point was told, or there is no prose to tell it.
func (t *teller) knows(at session.Point) bool {
	return t.prose == nil || int(at) < len(t.stories) && t.stories[at] != nil
}

// told returns the title and the words for the step to a point, as far as there are any.
func (t *teller) told(at session.Point) (title, text string) {
	if t.prose == nil || !t.knows(at) {
		return "", ""
	}
	return t.stories[at].title, t.stories[at].opening
}

// foretell returns what a player is told of a transition that may come next: what the author calls
// the choice, alone, with true, or else what would be told of the transition.
func (t *teller) foretell(of exec.Transition) (title, text string, choice bool) {
	if t.prose == nil {
		return "", "", false
	}
	m := t.moment(of.Rule, term.RecordAll(of.Args), t.now)
	m.Meets = t.play.Holds
	s := t.story(t.narrator.Foretell(m), m)
	if s.choice != "" {
		return s.choice, "", true
	}
	return s.title, s.opening, false
}
