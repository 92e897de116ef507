package desk

import (
	"slices"

	"github.com/ceptre-graph/ceptre/causal/play"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
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
	By   play.Point       `json:"by"`
	pred string
}

// token reports whether it is the mark of a stage, of which nobody wants to know here.
func (t Thing) token() bool { return t.pred == trace.StagePred }

// step enters all there is to be told of a step.
func (s *Session) step(r *request, a *reply) error {
	a.Step = s.detail(r.Point)
	return nil
}

// detail tells of the step to a point; of the start, what was there.
func (s *Session) detail(of play.Point) *Detail {
	if of == play.Start {
		return &Detail{Event: Event{Text: "the start"}, Makes: slices.DeleteFunc(things(s.desk.Makes(of), of), Thing.token)}
	}
	step := s.desk.Step(of)
	out := &Detail{Event: s.desk.Event(of), Stage: step.Stage, Choices: step.Choices, Printed: s.ears.printed[of]}
	all := s.thingsTo(of)
	for _, id := range step.Consumes {
		out.Uses = append(out.Uses, all[id-1])
	}
	for _, id := range step.Reads {
		out.Needs = append(out.Needs, all[id-1])
	}
	out.Makes = things(s.desk.Makes(of), of)
	for _, list := range []*[]Thing{&out.Uses, &out.Needs, &out.Makes} {
		*list = slices.DeleteFunc(*list, Thing.token)
	}
	for _, f := range step.Proves {
		out.Proves = append(out.Proves, f.String())
	}
	for _, f := range step.Acts {
		out.Acts = append(out.Acts, f.String())
	}
	s.source(out, step)
	return out
}

func things(made []trace.Resource, by play.Point) []Thing {
	var out []Thing
	for i := range made {
		out = append(out, Thing{made[i].ID, made[i].String(), by, made[i].Pred})
	}
	return out
}

// thingsTo returns what there was on the way to a point, in the order of ids.
func (s *Session) thingsTo(at play.Point) []Thing {
	way := []play.Point{at}
	for ; at != play.Start; at = s.desk.Parent(at) {
		way = append(way, s.desk.Parent(at))
	}
	var out []Thing
	for _, p := range slices.Backward(way) {
		out = append(out, things(s.desk.Makes(p), p)...)
	}
	return out
}

// source enters the rule of a step.
func (s *Session) source(out *Detail, step *trace.Step) {
	prog := s.desk.Program()
	rules := prog.Rules()
	rule := rules[slices.IndexFunc(rules, func(r *lang.Rule) bool { return r.Name == step.Rule })]
	out.Line, out.Source = rule.Start.Line, prog.Text(rule)
	for i, v := range rule.Vars {
		out.Bindings = append(out.Bindings, Binding{v.Name, v.Type.Name, step.Args[i].String()})
	}
}
