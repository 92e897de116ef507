package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
	"github.com/ceptre-graph/ceptre/site/scenes"
	"github.com/ceptre-graph/ceptre/site/tell"
)

// findTeller finds who tells the story in sentences: in the author's words where
// there are some that fit.
func (q *question) findTeller(s cli.Streams) error {
	if !q.sentences {
		return nil
	}
	places := besideTrace(q.graph.Trace, q.name)
	if q.program != "" {
		places = append(besideProgram(q.program), places...)
	}
	text, notes, err := fittingProse(s, q.prose, places, q.graph.Trace.Program)
	for _, note := range notes {
		fmt.Fprintln(s.Err, trace.Visible(note))
	}
	if err == nil {
		q.teller, err = q.tellerOf(text)
	}
	return err
}

// tellerOf returns who tells the story in an author's words.
func (q *question) tellerOf(text *prose.Prose) (*tell.Teller, error) {
	who, err := cast.Optional(cast.Find(q.graph, tell.CastOptions(text, q.casting)))
	if err != nil {
		return nil, inCasting(err, q.casting, text)
	}
	return tell.New(scenes.New(q.graph, who, ""), text)
}
