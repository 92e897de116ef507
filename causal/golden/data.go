package golden

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/rename"
)

// verdictsData is [Verdicts] as data.
type verdictsData struct {
	Runs    []verdictData `json:"runs"`
	OK      int           `json:"ok"`
	Updated int           `json:"updated"`
	Failed  int           `json:"failed"`
}

// verdictData says whether a golden run is what it was.
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
	Reasons          []reason          `json:"reasons"`
	*inquiry.Numbers                   // of the step, that are other ones now
	RuleWas          string            `json:"ruleWas,omitempty"`
	Stuck            bool              `json:"stuck"` // it cannot happen
	Before           []report.StepData `json:"before"`
}

// Data returns the verdicts as data.
func (d *Verdicts) Data() any {
	out := verdictsData{Runs: []verdictData{}, Updated: len(d.Accepted()), Failed: d.Failed()}
	out.OK = d.Runs() - out.Updated - out.Failed
	for _, p := range d.Programs {
		for _, v := range p.Runs {
			one := v.data()
			one.Program, one.Updated = p.Name, d.accepted(v)
			out.Runs = append(out.Runs, one)
		}
	}
	return out
}

func (v *Verdict) data() verdictData {
	out := verdictData{Run: v.Name, File: v.File, OK: v.OK(), Renamed: []rename.Renaming{}, Departures: []departureData{}}
	if v.Err != nil {
		out.Error = v.Err.Error()
		return out
	}
	out.Steps, out.Hash = len(v.Again.Was.Steps), hash.Of(causal.New(v.Again.Was)).String()
	out.Renamed = append(out.Renamed, v.Again.Renamed...)
	for i := range v.Again.Departures {
		out.Departures = append(out.Departures, v.departure(&v.Again.Departures[i]))
	}
	return out
}

func (v *Verdict) departure(d *inquiry.Departure) departureData {
	out := departureData{
		At: "step", Number: d.Number, Reasons: v.reasonsOf(d), Numbers: d.Numbers, RuleWas: onOneLine(d.RuleWas),
		Stuck:  d.Stuck,
		Before: []report.StepData{},
	}
	rules := v.Again.Was.Labels()
	switch {
	case d.Number == 0:
		out.At = "start"
	case d.Step == nil:
		out.At, out.Number = "end", 0
	default:
		out.Step, out.What = d.Step.ID.String(), report.Unnumbered(rules, nil, d.Step)
	}
	steps := v.Again.Was.Steps[:max(d.Number-1, 0)]
	for i := max(len(steps)-stepsBefore, 0); i < len(steps); i++ {
		out.Before = append(out.Before, report.NewStepData(rules, &steps[i]))
	}
	return out
}
