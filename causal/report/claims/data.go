package claims

import (
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/exec/explore/temporal"
)

// claimData is the answer to a question.
type claimData struct {
	Kind    temporal.Kind    `json:"kind"`
	Claim   string           `json:"claim,omitempty"` // the formulas, or the formula of --unless
	Verdict temporal.Verdict `json:"verdict"`
	Cases   []caseData       `json:"cases"` // the counterexamples
}

// caseData is a counterexample to a claim.
type caseData struct {
	Variables map[string]string `json:"variables,omitempty"`
	Steps     []string          `json:"steps,omitempty"`   // the run, of the first cases
	Choices   string            `json:"choices,omitempty"` // as --choose takes them
	Loop      *int              `json:"loop,omitempty"`    // the number of steps before the loop
	Lost      *int              `json:"lost,omitempty"`    // how many steps come before the formula can come no more
	State     []string          `json:"state"`             // the last state, to which a loop returns
	Stay      *stayData         `json:"stay,omitempty"`
}

// stayData describes the states among which a run stays.
type stayData struct {
	States int      `json:"states"`
	Rules  []string `json:"rules"`
	Closed bool     `json:"closed"` // no transition leads away
	Common []string `json:"common"` // the facts that all of them have, without facts that never change; and the stage
}

// Data returns the answers as data, in the order of the questions.
func (r *Report) Data() any {
	out := make([]claimData, len(r.answers))
	for i, a := range r.answers {
		out[i] = claimData{Kind: a.Kind, Claim: a.Claim(), Verdict: a.Verdict, Cases: make([]caseData, len(a.Cases))}
		for k := range a.Cases {
			out[i].Cases[k] = r.caseData(a, k)
		}
	}
	return out
}

func (r *Report) caseData(a *answer, k int) caseData {
	c := &a.Cases[k]
	d := caseData{State: r.space.Facts(c.End)}
	if c.Loop >= 0 {
		d.Loop = &c.Loop
	}
	if c.Lost >= 0 {
		d.Lost = &c.Lost
	}
	if len(c.Stay) > 0 {
		d.Stay = &stayData{len(c.Stay), c.Rules, c.Closed, r.common(c, nil)}
	}
	for _, v := range c.Values {
		if d.Variables == nil {
			d.Variables = make(map[string]string)
		}
		d.Variables[v.Var] = v.Term.String()
	}
	if k < len(a.runs) {
		run := a.runs[k]
		for i := range run.Steps {
			d.Steps = append(d.Steps, report.Unnumbered(r.prog.Labels(), nil, &run.Steps[i]))
		}
		d.Choices = run.Run.Choose
	}
	return d
}
