package main

import "github.com/ceptre-graph/ceptre/exec/trace"

// account is a run from start to end.
type account struct {
	Program string    `json:"program"`
	Stage   string    `json:"stage"` // the first
	Seed    uint64    `json:"seed"`
	Choose  string    `json:"choose"`
	Steps   []event   `json:"steps"`
	Final   []string  `json:"final"` // oldest first
	Ended   trace.Why `json:"ended"`
	Message string    `json:"message,omitempty"` // what went wrong, or which limit it was if not that of steps
}

// event is a step of a run.
type event struct {
	ID       trace.StepID `json:"id"`
	Rule     string       `json:"rule"`
	Args     []string     `json:"args"`
	Stage    string       `json:"stage"`
	Consumes []string     `json:"consumes"`
	Reads    []string     `json:"reads"`
	Produces []string     `json:"produces"`
	Choices  int          `json:"choices"`
	Chosen   trace.Chosen `json:"chosen"`
}

// newAccount returns what a trace of ours says.
func newAccount(t *trace.Trace) account {
	a := account{
		Program: t.Program.Name,
		Stage:   t.Run.Stage,
		Seed:    t.Run.Seed,
		Choose:  t.Run.Choose,
		Steps:   []event{},
		Final:   texts(withoutTokens(t.Final()), trace.Resource.String),
		Ended:   t.End.Why,
		Message: t.End.Message,
	}
	resources := make(map[trace.ResourceID]trace.Resource, len(t.Resources))
	for _, r := range t.Resources {
		resources[r.ID] = r
	}
	for _, s := range t.Steps {
		a.Steps = append(a.Steps, newEvent(s, resources))
	}
	return a
}

func newEvent(s trace.Step, resources map[trace.ResourceID]trace.Resource) event {
	facts := func(ids []trace.ResourceID) []string {
		named := make([]trace.Resource, len(ids))
		for i, id := range ids {
			named[i] = resources[id]
		}
		return texts(withoutTokens(named), trace.Resource.String)
	}
	return event{
		ID:       s.ID,
		Rule:     s.Rule,
		Args:     texts(s.Args, trace.Term.String),
		Stage:    s.Stage,
		Consumes: facts(s.Consumes),
		Reads:    facts(s.Reads),
		Produces: facts(s.Produces),
		Choices:  s.Choices,
		Chosen:   s.Chosen,
	}
}
