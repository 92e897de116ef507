package main

import (
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/lang"
)

// situation is a state with the moves that it allows.
type situation struct {
	State []string `json:"state"` // oldest first
	Stage string   `json:"stage"` // empty where a link ended the run
	Moves []move   `json:"moves"`
	More  bool     `json:"more,omitempty"` // there are more moves than these
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
	s := situation{State: texts(p.facts, lang.Initial.String), Moves: make([]move, len(p.moves)), More: p.more}
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
		Rule:     m.Rule.Label,
		Args:     texts(m.Args, lang.Value.String),
		Count:    m.Count,
		Consumes: texts(consumes, (*exec.Resource).String),
		Reads:    texts(reads, (*exec.Resource).String),
		Produces: texts(m.Makes(state), lang.Initial.String),
	}
}
