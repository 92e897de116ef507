package main

import (
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// surveyData is the result of a search, as data.
type surveyData struct {
	Complete    bool        `json:"complete"`
	Limit       explore.Why `json:"limit,omitempty"` // the limit that cut it short
	States      int         `json:"states"`
	Transitions int         `json:"transitions"` // of the states looked at, and what the search came to of the next
	Looked      int         `json:"looked"`
	Depth       int         `json:"depth"` // of the farthest state
	Final       [][]string  `json:"final"` // of the states looked at, in the order found
	Until       *goalData   `json:"until,omitempty"`
	Error       *errorData  `json:"error,omitempty"` // the error that stopped it
}

// goalData is the goal of a search.
type goalData struct {
	Fact  string `json:"fact"` // or several, with commas
	Found bool   `json:"found"`
	// Variables are the values of the variables in the state that was found.
	Variables map[string]string `json:"variables,omitempty"`
	wayData
}

// errorData is an error, and the state in which it happened.
type errorData struct {
	Message string `json:"message"` // with its place in the program
	wayData
}

// wayData is a shortest run to a state, and that.
type wayData struct {
	Steps   []string `json:"steps"`
	Choices string   `json:"choices,omitempty"` // as --choose takes them
	State   []string `json:"state"`
}

func (v *survey) data(way *trace.Trace) surveyData {
	d := surveyData{
		Complete: v.space.Ended == explore.Complete, Limit: v.space.Ended, States: v.space.Len(), Transitions: v.space.Transitions,
		Looked: v.space.Looked, Depth: v.space.Farthest(), Final: each(v.space.Final, v.space.Facts),
	}
	if v.until != "" {
		d.Until = &goalData{Fact: v.until, Found: v.found(), wayData: wayData{Steps: []string{}, State: []string{}}}
	}
	switch {
	case v.found():
		d.Until.wayData = v.wayTo(way)
		d.Until.Variables = variables(v.space.Bindings)
	case way != nil:
		d.Error = &errorData{place(v.prog, v.failed).Error(), v.wayTo(way)}
	}
	return d
}

func (v *survey) wayTo(way *trace.Trace) wayData {
	return wayData{ruleSteps(v.prog, way), way.Run.Choose, v.space.Facts(v.end())}
}

// ruleSteps returns the steps of a run as rules with arguments.
func ruleSteps(prog *lang.Program, t *trace.Trace) []string {
	out := make([]string, len(t.Steps))
	for i := range t.Steps {
		out[i] = report.Unnumbered(prog.Labels(), nil, &t.Steps[i])
	}
	return out
}
