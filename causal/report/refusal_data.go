package report

import (
	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/exec"
)

// refusalData is why a rule did not fire, as data.
type refusalData struct {
	Asked    string    `json:"asked"`
	Rule     string    `json:"rule"`
	At       string    `json:"at,omitempty"` // the step before which; the end where empty
	Happened bool      `json:"happened"`     // as that step
	Other    []string  `json:"other"`        // steps as which it did happen
	Possible bool      `json:"possible"`
	Stage    string    `json:"stage"` // the run's; empty where it has ended
	Needs    string    `json:"needsStage"`
	Before   string    `json:"before,omitempty"` // the transition that comes first
	Ways     []wayData `json:"ways"`
	More     int       `json:"more"`
	Cut      bool      `json:"cut"`
}

// wayData is a way of the rule, with all its premises.
type wayData struct {
	Way      string        `json:"way"`
	Missing  int           `json:"missing"`
	NoResult bool          `json:"noResult,omitempty"`
	Premises []premiseData `json:"premises"`
}

// premiseData is a premise with how it stands.
type premiseData struct {
	Premise  string `json:"premise"`
	Standing string `json:"standing"` // met, missing, or unknown
	By       string `json:"by,omitempty"`
	Needs    int    `json:"needs,omitempty"`   // how many of the fact the rule takes, where it is more than one
	There    int    `json:"there,omitempty"`   // how many of these there are
	Present  string `json:"present,omitempty"` // one that is there, and of no use
	Linear   string `json:"linear,omitempty"`  // one that is there, and not permanent
	Last     string `json:"last,omitempty"`    // the last that there was
	UsedBy   string `json:"usedBy,omitempty"`  // the step that used Last up
	Next     string `json:"next,omitempty"`    // the step that makes it later
	Other    string `json:"other,omitempty"`   // the only one that is there with other numbers
}

// Data returns the answer as data.
func (r *Refusal) Data() any {
	d := refusalData{
		Asked: r.Asked, Rule: r.Rule.Label, Happened: r.did, Possible: r.Possible(), Stage: r.Stage, Needs: r.Rule.Stage.Name,
		Other: each(r.other, func(t causal.Target) string { return r.Graph.Step(t.Event).ID.String() }),
		Ways:  []wayData{}, More: r.More, Cut: r.Cut,
	}
	if r.At != nil {
		d.At = r.At.ID.String()
	}
	if r.Before != nil {
		d.Before = r.Before.String()
	}
	for i := range r.Nears {
		d.Ways = append(d.Ways, r.wayData(&r.Nears[i]))
	}
	return d
}

func (r *Refusal) wayData(n *inquiry.NearMiss) wayData {
	w := wayData{Way: n.String(), Missing: n.Unmet(), NoResult: n.NoResult, Premises: []premiseData{}}
	for i := range n.Standings {
		w.Premises = append(w.Premises, r.premiseData(n, i))
	}
	return w
}

func (r *Refusal) premiseData(n *inquiry.NearMiss, i int) premiseData {
	p := premiseData{Premise: n.Premise(i, nil)}
	switch n.Standings[i] {
	case exec.Met:
		p.Standing, p.By = "met", id(n.By[i])
	case exec.Unknown:
		p.Standing = "unknown"
	case exec.Unmet:
		p.Standing = "missing"
		p.fate(r.Graph, n.Lack(i))
	}
	return p
}

// fate enters the fate of the missing resources.
func (p *premiseData) fate(g *causal.Graph, l *inquiry.Lack) {
	p.Present, p.Linear, p.Last, p.Other = id(l.Present), id(l.Linear), id(l.Last), id(l.Other)
	if l.Needs > 1 {
		p.Needs, p.There = l.Needs, l.There
	}
	if l.Last != nil {
		p.UsedBy = g.Step(l.Last.Consumer).ID.String()
	}
	if l.Next != nil {
		p.Next = g.Step(l.Next.Producer).ID.String()
	}
}

func id(x *causal.Resource) string {
	if x == nil {
		return ""
	}
	return x.ID.String()
}
