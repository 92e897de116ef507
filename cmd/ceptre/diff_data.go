package main

import "github.com/ceptre-graph/ceptre/causal"

// comparisonData is how two runs differ, as data.
type comparisonData struct {
	Same   bool        `json:"same"`
	Common [][2]string `json:"common"` // steps of left and right that correspond
	Left   branchData  `json:"left"`
	Right  branchData  `json:"right"`
}

// branchData is what only one of two runs has.
type branchData struct {
	Name    string      `json:"name"`
	Initial []string    `json:"initial"`
	Made    []string    `json:"made"` // by steps that are common
	First   []firstData `json:"first"`
	Steps   []stepData  `json:"steps"` // the first included
}

// firstData is a step with which a run parts from the other.
type firstData struct {
	stepData
	Followed int    `json:"followed"`        // how many steps followed from it
	Rival    string `json:"rival,omitempty"` // the step of the other run that took
	Over     string `json:"over,omitempty"`  // what this one wanted
}

func (p *comparison) data() comparisonData {
	d := comparisonData{Same: p.Same, Common: [][2]string{}, Left: p.left.data(), Right: p.right.data()}
	for e, f := range p.Events {
		if f != causal.Outside {
			d.Common = append(d.Common, [2]string{p.Left.Step(causal.Event(e)).ID.String(), p.Right.Step(f).ID.String()})
		}
	}
	return d
}

func (b *branch) data() branchData {
	return branchData{
		Name: b.name, Initial: texts(b.initial, fact), Made: texts(b.made, fact),
		First: each(b.first, b.firstData),
		Steps: stepsOf(b.graph, b.steps),
	}
}

func (b *branch) firstData(e causal.Event) firstData {
	d := firstData{stepData: newStepData(b.graph.Step(e)), Followed: b.consequences(e)}
	if r, ok := b.rivals[e]; ok {
		d.Rival, d.Over = r.step.ID.String(), r.over.String()
	}
	return d
}
