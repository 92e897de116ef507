package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
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
	play, err := scenes.Cut(q.graph, scenes.Options{Method: scenes.Step})
	if err != nil {
		return err
	}
	text, err := findProse(s, q.prose, places, prose.Options{})
	if err == nil {
		q.teller, err = tell.New(play, text)
	}
	if err != nil && q.prose == "" {
		fmt.Fprintf(s.Err, "note: the prose does not fit, and is left out: %v\n", err)
		q.teller, err = tell.New(play, nil)
	}
	return err
}
