package game

import (
	"slices"

	"github.com/ceptre-graph/ceptre/exec/session"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// Detail is all there is to be told of a step.
type Detail struct {
	Event
	Stage    string    `json:"stage,omitempty"` // in which it fired
	Choices  int       `json:"choices"`         // how many transitions were enabled
	Line     int       `json:"line"`            // of the rule in the program
	Source   string    `json:"source"`          // the rule as written
	Bindings []Binding `json:"bindings,omitempty"`
	Uses     []Thing   `json:"uses,omitempty"`
	Needs    []Thing   `json:"needs,omitempty"` // what it read
	Makes    []Thing   `json:"makes,omitempty"`
	Proves   []string  `json:"proves,omitempty"` // what it proved, and sensors answered
	Acts     []string  `json:"acts,omitempty"`   // what it told the outside
	Printed  string    `json:"printed,omitempty"`
}

// Binding is a variable of a rule with its value in a firing.
type Binding struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// Thing is a resource with the point at which it was made.
type Thing struct {
	ID   trace.ResourceID `json:"id"`
	Fact string           `json:"fact"`
	By   session.Point    `json:"by"`
	pred string
}

// step enters all there is to be told of a step.
func (s *Session) step(r *request, a *reply) error {
	a.Step = s.detail(r.Point)
	return nil
}

// detail tells of the step to a point; of the start, what was there.
func (s *Session) detail(of session.Point) *Detail {
	if of == session.Start {
		return &Detail{Event: Event{Text: "the start"}, Makes: s.made(of)}
	}
	step := s.game.Step(of)
	out := &Detail{Event: s.game.Event(of), Stage: step.Stage, Choices: step.Choices, Printed: s.ears.printed[of]}
	way := s.wayTo(of)
	out.Uses, out.Needs = s.things(way, step.Consumes), s.things(way, step.Reads)
	out.Makes = s.made(of)
	for _, f := range step.Proves {
		out.Proves = append(out.Proves, s.game.written.text(f.Pred, f.Args))
	}
	for _, f := range step.Acts {
		out.Acts = append(out.Acts, s.game.written.text(f.Pred, f.Args))
	}
	s.source(out, step)
	return out
}

// made returns what the step to a point has made.
func (s *Session) made(at session.Point) []Thing {
	var out []Thing
	for i := range s.game.Makes(at) {
		out = append(out, s.thing(&s.game.Makes(at)[i], at))
	}
	return withoutTokens(out)
}

func (s *Session) thing(r *trace.Resource, by session.Point) Thing {
	return Thing{r.ID, s.game.written.recorded(*r), by, r.Pred}
}

// withoutTokens leaves out stage tokens, which players do not see.
func withoutTokens(list []Thing) []Thing {
	return slices.DeleteFunc(list, func(t Thing) bool { return t.pred == trace.StagePred })
}

// wayTo returns the points from the start to a point.
func (s *Session) wayTo(at session.Point) []session.Point {
	way := []session.Point{at}
	for ; at != session.Start; at = s.game.Parent(at) {
		way = append(way, s.game.Parent(at))
	}
	slices.Reverse(way)
	return way
}

// things returns the resources with some ids on a way. They are numbered in the order in
// which they were made.
func (s *Session) things(way []session.Point, ids []trace.ResourceID) []Thing {
	var out []Thing
	for _, id := range ids {
		i := int(id) - 1
		for _, p := range way {
			made := s.game.Makes(p)
			if i < len(made) {
				out = append(out, s.thing(&made[i], p))
				break
			}
			i -= len(made)
		}
	}
	return withoutTokens(out)
}

// source enters the rule of a step.
func (s *Session) source(out *Detail, step *trace.Step) {
	prog := s.game.Program()
	rule := prog.Rule(step.Key())
	out.Line, out.Source = rule.Start.Line, prog.Text(rule)
	for i, v := range rule.Vars {
		out.Bindings = append(out.Bindings, Binding{v.Name, v.Type.Name, s.game.written.shapes.Short(step.Args[i]).String()})
	}
}
