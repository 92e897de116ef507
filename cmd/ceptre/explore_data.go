package main

import (
	"github.com/ceptre-graph/ceptre/exec/explore"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// surveyData is what a search found, as data.
type surveyData struct {
	Complete    bool        `json:"complete"`
	Limit       explore.Why `json:"limit,omitempty"` // what cut it short
	States      int         `json:"states"`
	Transitions int         `json:"transitions"` // of the states looked at
	Looked      int         `json:"looked"`
	Depth       int         `json:"depth"` // of the farthest state
	Final       [][]string  `json:"final"` // of the states looked at, in the order found
	Until       *goalData   `json:"until,omitempty"`
}

// goalData is what was searched for.
type goalData struct {
	Fact    string   `json:"fact"`
	Found   bool     `json:"found"`
	Steps   []string `json:"steps"`
	Choices string   `json:"choices,omitempty"` // as --choose takes them
	State   []string `json:"state"`
}

func (v *survey) data(way *trace.Trace) surveyData {
	d := surveyData{
		Complete: v.space.Ended == explore.Complete, Limit: v.space.Ended, States: v.space.Len(), Transitions: v.space.Transitions,
		Looked: v.space.Looked, Depth: v.space.Farthest(), Final: each(v.space.Final, v.space.Facts),
	}
	switch {
	case way != nil:
		d.Until = &goalData{Fact: v.until, Found: true, Steps: ruleSteps(way), Choices: way.Run.Choose, State: v.space.Facts(v.space.Goal)}
	case v.until != "":
		d.Until = &goalData{Fact: v.until, Steps: []string{}, State: []string{}}
	}
	return d
}

// ruleSteps returns the steps of a run as rules with arguments.
func ruleSteps(t *trace.Trace) []string {
	out := make([]string, len(t.Steps))
	for i := range t.Steps {
		out[i] = t.Steps[i].String()
	}
	return out
}
