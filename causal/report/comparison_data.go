package report

import "github.com/ceptre-graph/ceptre/causal"

// ComparisonData is how two runs differ, as data.
type ComparisonData struct {
	Same   bool        `json:"same"`
	Common [][2]string `json:"common"` // steps of left and right that correspond
	Left   BranchData  `json:"left"`
	Right  BranchData  `json:"right"`
}

// BranchData is the part that only one of two runs has.
type BranchData struct {
	Name    string      `json:"name"`
	Initial []string    `json:"initial"`
	Made    []string    `json:"made"` // by steps that are common
	First   []FirstData `json:"first"`
	Steps   []StepData  `json:"steps"` // the first included
}

// FirstData is a step with which a run parts from the other.
type FirstData struct {
	StepData
	Followed int    `json:"followed"`        // how many steps followed from it
	Rival    string `json:"rival,omitempty"` // the step of the other run that took
	Over     string `json:"over,omitempty"`  // the resource that this step needed
}

// Data returns the answer as data.
func (p *Comparison) Data() ComparisonData {
	d := ComparisonData{Same: p.Same, Common: [][2]string{}, Left: p.left.data(), Right: p.right.data()}
	for e, f := range p.Events {
		if f != causal.Outside {
			d.Common = append(d.Common, [2]string{p.Left.Step(causal.Event(e)).ID.String(), p.Right.Step(f).ID.String()})
		}
	}
	return d
}

func (b *branch) data() BranchData {
	d := BranchData{
		Name: b.name, Initial: each(b.initial, (*causal.Resource).String), Made: each(b.made, (*causal.Resource).String), First: []FirstData{},
		Steps: each(b.steps, func(e causal.Event) StepData { return NewStepData(b.graph.Rules(), b.graph.Step(e)) }),
	}
	for i, e := range b.first {
		d.First = append(d.First, b.firstData(e, b.followed[i]))
	}
	return d
}

func (b *branch) firstData(e causal.Event, followed int) FirstData {
	d := FirstData{StepData: NewStepData(b.graph.Rules(), b.graph.Step(e)), Followed: followed}
	if r, ok := b.rivals[e]; ok {
		d.Rival, d.Over = r.step.ID.String(), r.over.String()
	}
	return d
}
