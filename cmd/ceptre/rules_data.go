package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal"
)

// rulesData is the report of a run's rules as --json prints it.
type rulesData struct {
	Rules       []ruleData       `json:"rules"`
	Links       []linkData       `json:"links"`
	Loops       [][]string       `json:"loops"`
	Cycles      []cycleData      `json:"cycles"`
	AllCycles   bool             `json:"allCycles"`
	Invariants  *invariantsData  `json:"invariants,omitempty"`  // unless none were asked for
	Possible    []possibleData   `json:"possible,omitempty"`    // with the program
	Competition []preventionData `json:"competition,omitempty"` // with the program
	Prevented   []preventedData  `json:"prevented,omitempty"`   // the same step by step
	Exact       bool             `json:"exact"`                 // changes are those of the program's rules
	Cut         int              `json:"cut,omitempty"`         // states not looked at in full
}

type ruleData struct {
	Rule    string       `json:"rule"`
	Stage   string       `json:"stage,omitempty"`
	Count   int          `json:"count"`
	Changes []changeData `json:"changes"`
	// Numbers is how the numbers in facts change, as far as the program is there to say it.
	Numbers numberChanges `json:"numbers,omitempty"`
}

// changeData is what a firing, or a round, adds to the number of facts.
type changeData struct {
	Fact  string `json:"fact"` // with ! before a permanent one
	Least int    `json:"least"`
	Most  int    `json:"most"`
}

type linkData struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Consumed int      `json:"consumed"`
	Read     int      `json:"read"`
	Kinds    []string `json:"facts"`
}

type cycleData struct {
	Rules   []string        `json:"rules"`
	Kind    causal.LoopKind `json:"kind"`
	Changes []changeData    `json:"changes"`
	Numbers numberChanges   `json:"numbers,omitempty"` // as those of rules
}

type invariantsData struct {
	Firings []map[string]int `json:"firings"`
	Varying []string         `json:"varying"`        // rules left out
	More    int              `json:"more,omitempty"` // that are not listed
	Cut     bool             `json:"cut,omitempty"`
}

type possibleData struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Consumed []string `json:"consumed,omitempty"`
	Read     []string `json:"read,omitempty"`
}

type preventionData struct {
	Winner string   `json:"winner"`
	Loser  string   `json:"loser"`
	Count  int      `json:"count"`
	Later  int      `json:"later"`
	Kinds  []string `json:"facts"`
}

// preventedData is a step that kept a firing from happening.
type preventedData struct {
	Step      string `json:"step"`
	What      string `json:"what"`
	Prevented string `json:"prevented"`
	Over      string `json:"over"`
	Later     string `json:"later,omitempty"` // the step in which it happened all the same
}

func (p preventedData) String() string {
	text := fmt.Sprintf("%s %s prevented %s, over %s", p.Step, p.What, p.Prevented, p.Over)
	if p.Later != "" {
		text += "; it happened later: " + p.Later
	}
	return text
}

// data returns the report as data.
func (r *ruleReport) data() rulesData {
	return rulesData{
		Rules:       r.perRule(),
		Links:       each(r.graph.Edges, r.linkData),
		Loops:       each(r.graph.Loops(), r.names),
		Cycles:      each(r.cycles, r.cycleData),
		AllCycles:   r.all,
		Invariants:  r.invariantsData(),
		Possible:    each(r.possible, func(l causal.PossibleLink) possibleData { return possibleData(l) }),
		Competition: each(r.preventions, func(p causal.RulePrevention) preventionData { return preventionData(p) }),
		Prevented:   r.prevented,
		Exact:       r.exact,
		Cut:         r.cut,
	}
}

func (r *ruleReport) perRule() []ruleData {
	out := make([]ruleData, len(r.graph.Nodes))
	for i, n := range r.graph.Nodes {
		out[i] = ruleData{n.Rule, n.Stage, n.Count, changesData(r.incidences[i]), r.numbers[i]}
	}
	return out
}

func changesData(n causal.Incidence) []changeData {
	return each(n, func(c causal.Change) changeData { return changeData{c.Fact(), c.Least, c.Most} })
}

func (r *ruleReport) linkData(e causal.RuleEdge) linkData {
	return linkData{r.name(e.From), r.name(e.To), e.Consumed, e.Read, e.Kinds}
}

func (r *ruleReport) cycleData(cycle []int) cycleData {
	around := causal.Around(cycle, r.incidences)
	return cycleData{r.names(cycle), around.Kind(), changesData(around), r.around(cycle)}
}

// invariantsData returns nothing where nothing is known, as none would say that there are none.
func (r *ruleReport) invariantsData() *invariantsData {
	if !r.sought {
		return nil
	}
	return &invariantsData{
		Firings: each(r.invariants.Firings, r.firingData),
		Varying: r.names(r.invariants.Varying),
		More:    r.more,
		Cut:     r.invariants.Cut,
	}
}

// firingData returns an invariant by the names of its rules.
func (r *ruleReport) firingData(firings []causal.Firing) map[string]int {
	out := make(map[string]int)
	for _, f := range firings {
		out[r.name(f.Rule)] = f.Times
	}
	return out
}
