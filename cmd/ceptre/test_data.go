package main

import (
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/trace"
)

// verdictsData are the verdicts on blessed runs, as data.
type verdictsData struct {
	Runs    []verdictData `json:"runs"`
	OK      int           `json:"ok"`
	Updated int           `json:"updated"`
	Failed  int           `json:"failed"`
}

// verdictData says whether a blessed run is what it was.
type verdictData struct {
	Program    string            `json:"program"`
	Run        string            `json:"run"` // its name
	File       string            `json:"file"`
	OK         bool              `json:"ok"`
	Updated    bool              `json:"updated"`
	Error      string            `json:"error,omitempty"` // why it could not be tried
	Steps      int               `json:"steps"`
	Hash       string            `json:"hash,omitempty"` // as recorded
	Renamed    []rename.Renaming `json:"renamed"`
	Departures []departureData   `json:"departures"`
}

// departureData is a place of a run that is not as it was.
type departureData struct {
	At               string            `json:"at"`               // "start", "step" or "end"
	Number           int               `json:"number,omitempty"` // of the step, from 1
	Step             string            `json:"step,omitempty"`   // its id
	What             string            `json:"what,omitempty"`
	Reasons          []reasonData      `json:"reasons"`
	*inquiry.Numbers                   // of the step, that are other ones now
	RuleWas          string            `json:"ruleWas,omitempty"`
	Stuck            bool              `json:"stuck"` // it cannot happen
	Before           []report.StepData `json:"before"`
}

// reasonData is a difference from the golden run, with its place in the program.
type reasonData struct {
	Place string `json:"place,omitempty"` // file:line:col
	Why   string `json:"why"`
}

func (d *verdicts) data() verdictsData {
	out := verdictsData{Runs: []verdictData{}, Updated: d.updated(), Failed: d.failed()}
	out.OK = d.runs() - out.Updated - out.Failed
	for _, p := range d.programs {
		for _, v := range p.runs {
			one := v.data()
			one.Program, one.Updated = p.program, d.update && v.updatable()
			out.Runs = append(out.Runs, one)
		}
	}
	return out
}

func (v *verdict) data() verdictData {
	out := verdictData{Run: runName(v.file), File: v.file, OK: v.ok(), Renamed: []rename.Renaming{}, Departures: []departureData{}}
	if v.err != nil {
		out.Error = v.err.Error()
		return out
	}
	out.Steps, out.Hash = len(v.again.Was.Steps), v.hash()
	out.Renamed = append(out.Renamed, v.again.Renamed...)
	for i := range v.again.Departures {
		out.Departures = append(out.Departures, v.departure(&v.again.Departures[i]))
	}
	return out
}

func (v *verdict) departure(d *inquiry.Departure) departureData {
	rules := v.again.Was.Labels()
	out := departureData{At: "step", Number: d.Number, Numbers: d.Numbers, RuleWas: onOneLine(d.RuleWas), Stuck: d.Stuck, Before: []report.StepData{}}
	out.Reasons = each(v.reasonsOf(d), func(r reason) reasonData { return reasonData{r.place, r.text} })
	switch {
	case d.Number == 0:
		out.At = "start"
	case d.Step == nil:
		out.At, out.Number = "end", 0
	default:
		out.Step, out.What = d.Step.ID.String(), report.Unnumbered(rules, nil, d.Step)
	}
	steps := v.again.Was.Steps[:max(d.Number-1, 0)]
	out.Before = each(steps[max(len(steps)-stepsBefore, 0):], func(s trace.Step) report.StepData { return report.NewStepData(rules, &s) })
	return out
}
