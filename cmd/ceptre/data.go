package main

import (
	"encoding/json"
	"io"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
)

// This file is what --json prints. Facts and terms are strings, as programs
// write them; stage tokens are left out.

// situation is a state with the moves that it allows.
type situation struct {
	State []string `json:"state"` // oldest first
	Stage string   `json:"stage"` // empty where a link ended the run
	Moves []move   `json:"moves"`
}

// move is a transition, or several that look alike.
type move struct {
	Rule     string   `json:"rule"`
	Args     []string `json:"args"`
	Count    int      `json:"count"`
	Consumes []string `json:"consumes"`
	Reads    []string `json:"reads"`
	Produces []string `json:"produces"`
}

func newSituation(p *position) situation {
	s := situation{State: texts(p.facts, written), Moves: make([]move, len(p.moves))}
	if p.stage != nil {
		s.Stage = p.stage.Name
	}
	for i, m := range p.moves {
		s.Moves[i] = newMove(m, p.state)
	}
	return s
}

func newMove(m exec.Move, state *exec.Context) move {
	consumes, reads := m.Takes()
	return move{
		Rule:     m.Rule.Name,
		Args:     texts(m.Args, lang.Value.String),
		Count:    m.Count,
		Consumes: texts(factsOf(consumes), written),
		Reads:    texts(factsOf(reads), written),
		Produces: texts(made(m.Transition, state), written),
	}
}

// account is a run from start to end.
type account struct {
	Program string    `json:"program"`
	Stage   string    `json:"stage"` // the first
	Seed    uint64    `json:"seed"`
	Choose  string    `json:"choose"`
	Steps   []event   `json:"steps"`
	Final   []string  `json:"final"` // oldest first
	Ended   trace.Why `json:"ended"`
	Message string    `json:"message,omitempty"` // what went wrong
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

func withoutTokens(resources []trace.Resource) []trace.Resource {
	var out []trace.Resource
	for _, r := range resources {
		if r.Pred != trace.StagePred {
			out = append(out, r)
		}
	}
	return out
}

// writeJSON writes a value over several lines. `<` and `>` stay as they are.
func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}
