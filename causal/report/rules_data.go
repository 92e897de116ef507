package report

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/kinds"
	"github.com/ceptre-graph/ceptre/causal/rules"
)

// rulesData is the report of a run's rules as --json prints it.
type rulesData struct {
	Rules       []ruleChanges      `json:"rules"`
	Links       []linkData         `json:"links"`
	Loops       [][]string         `json:"loops"`
	Cycles      []cycleData        `json:"cycles"`
	AllCycles   bool               `json:"allCycles"`
	Invariants  *invariantsData    `json:"invariants,omitempty"`  // unless none were asked for
	Possible    []rules.Link       `json:"possible,omitempty"`    // with the program
	Competition []rules.Prevention `json:"competition,omitempty"` // with the program
	Prevented   []preventedData    `json:"prevented,omitempty"`   // the same step by step
	Exact       bool               `json:"exact"`                 // changes are those of the program's rules
	Observed    bool               `json:"observed,omitempty"`    // numbers change as in the run where rules do not say
	Cut         int                `json:"cut,omitempty"`         // states not looked at in full
}

type ruleChanges struct {
	Rule    string         `json:"rule"`
	Stage   string         `json:"stage,omitempty"`
	Count   int            `json:"count"`
	Changes []changeData   `json:"changes"`
	Numbers []quantityData `json:"numbers,omitempty"`
}

// changeData is what a firing, or a round, adds to the number of facts.
type changeData struct {
	Fact  string `json:"fact"` // with ! before a permanent one
	Least int    `json:"least"`
	Most  int    `json:"most"`
}

// quantityData is what a firing, or a round, adds to the quantities in facts.
type quantityData struct {
	Fact   string `json:"fact"`
	By     int    `json:"by"`
	Varies bool   `json:"varies,omitempty"` // between these; one that is left out has no bound
	Least  *int   `json:"least,omitempty"`
	Most   *int   `json:"most,omitempty"`
}

func newQuantityData(c rules.Change) quantityData {
	if c.Exact() {
		return quantityData{Fact: c.Fact(), By: c.Least}
	}
	d := quantityData{Fact: c.Fact(), Varies: true}
	if c.Least > -kinds.Unbounded {
		d.Least = &c.Least
	}
	if c.Most < kinds.Unbounded {
		d.Most = &c.Most
	}
	return d
}

type linkData struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Consumed int      `json:"consumed"`
	Read     int      `json:"read"`
	Kinds    []string `json:"facts"`
}

type cycleData struct {
	Rules   []string       `json:"rules"`
	Kind    rules.LoopKind `json:"kind"`
	Changes []changeData   `json:"changes"`
	Numbers []quantityData `json:"numbers,omitempty"`
}

type invariantsData struct {
	Firings []map[string]int `json:"firings"`
	Varying []string         `json:"varying"`        // rules left out
	More    int              `json:"more,omitempty"` // that are not listed
	Cut     bool             `json:"cut,omitempty"`
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

// Data returns the report as data.
func (r *Rules) Data() any {
	perRule := make([]ruleChanges, len(r.Graph.Nodes))
	for i, n := range r.Graph.Nodes {
		changes, numbers := changesData(r.incidences[i])
		perRule[i] = ruleChanges{n.Rule, n.Stage, n.Count, changes, numbers}
	}
	return rulesData{
		Rules:       perRule,
		Links:       each(r.Graph.Edges, r.linkData),
		Loops:       each(r.Graph.Loops(), r.names),
		Cycles:      each(r.cycles, r.cycleData),
		AllCycles:   r.all,
		Invariants:  r.invariantsData(),
		Possible:    r.Possible,
		Competition: r.Preventions,
		Prevented:   r.prevented,
		Exact:       r.exact,
		Observed:    r.observed,
		Cut:         r.cut,
	}
}

// changesData returns the changes of the number of facts, and of the quantities in them.
func changesData(n rules.Incidence) (changes []changeData, numbers []quantityData) {
	changes = []changeData{}
	for _, c := range n.Told() {
		if c.Quantity {
			numbers = append(numbers, newQuantityData(c))
		} else {
			changes = append(changes, changeData{c.Fact(), c.Least, c.Most})
		}
	}
	return changes, numbers
}

func (r *Rules) linkData(e rules.Edge) linkData {
	return linkData{r.name(e.From), r.name(e.To), e.Consumed, e.Read, e.Kinds}
}

func (r *Rules) cycleData(cycle []int) cycleData {
	around := rules.Around(cycle, r.incidences)
	changes, numbers := changesData(around)
	return cycleData{r.names(cycle), around.Kind(), changes, numbers}
}

// invariantsData returns nothing where nothing is known, as none would say that there are none.
func (r *Rules) invariantsData() *invariantsData {
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
func (r *Rules) firingData(firings []rules.Firing) map[string]int {
	out := make(map[string]int)
	for _, f := range firings {
		out[r.name(f.Rule)] = f.Times
	}
	return out
}
