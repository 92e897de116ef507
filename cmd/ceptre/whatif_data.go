package main

import (
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// alternativeData is what would have become of a run, as data.
type alternativeData struct {
	Change  string        `json:"change"`
	Lost    []lossData    `json:"lost"`
	Adapted []adaptedData `json:"adapted"`
	Swaps   []swapData    `json:"swaps"`
	Early   []earlyData   `json:"early"`
	Gone    []string      `json:"gone"` // at the end, marks of stages included
	New     []string      `json:"new"`
	Steps   int           `json:"steps"` // that happen
}

type lossData struct {
	report.StepData
	Missing []missingData `json:"missing"`
	Unfit   []string      `json:"unfit,omitempty"` // there instead, with other numbers
	Why     string        `json:"why,omitempty"`   // what else is in the way
}

type missingData struct {
	Resource string `json:"resource"`
	Fact     string `json:"fact"`
	By       string `json:"by,omitempty"` // the step that made it
}

// adaptedData is a step that happens with other numbers.
type adaptedData struct {
	report.StepData
	Numbers []numberData `json:"numbers"`
	Others  int          `json:"others,omitempty"` // how many other choices of these fit, too
}

type swapData struct {
	Step string `json:"step"`
	Old  string `json:"old"`
	New  string `json:"new"`
	Fact string `json:"fact"`
}

type earlyData struct {
	report.StepData
	First string `json:"first"` // what could happen before
}

func (a *alternative) data() alternativeData {
	return alternativeData{
		Change:  a.title(),
		Lost:    each(a.Lost, a.lossData),
		Adapted: each(a.Adapted, a.adaptedData),
		Swaps:   each(a.Swaps, newSwapData),
		Early:   each(a.Early, a.earlyData),
		Gone:    texts(a.Gone, trace.Resource.String),
		New:     texts(a.New, trace.Resource.String),
		Steps:   len(a.Trace.Steps),
	}
}

func (a *alternative) lossData(l inquiry.Loss) lossData {
	d := lossData{StepData: a.stepData(l.Step), Missing: each(l.Missing, newMissingData), Unfit: each(l.Unfit, trace.Fact.String)}
	if l.Err != nil {
		d.Why = l.Err.Error()
	}
	return d
}

func (a *alternative) stepData(s *trace.Step) report.StepData {
	return report.NewStepData(a.run.Rules(), s)
}

func newMissingData(r *trace.Resource) missingData {
	d := missingData{Resource: r.ID.String(), Fact: r.String()}
	if r.By != 0 {
		d.By = r.By.String()
	}
	return d
}

func (a *alternative) adaptedData(s inquiry.Adapted) adaptedData {
	numbers, others := numbersData(&s.Numbers)
	return adaptedData{a.stepData(s.Step), numbers, others}
}

func newSwapData(s inquiry.Swap) swapData {
	return swapData{s.Step.String(), s.Old.ID.String(), s.New.ID.String(), s.New.String()}
}

func (a *alternative) earlyData(e inquiry.Early) earlyData {
	return earlyData{a.stepData(e.Step), e.First.String()}
}
