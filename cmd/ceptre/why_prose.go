package main

import (
	"fmt"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/site"
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
	prose, err := findProse(s, q.prose, places)
	if err == nil {
		q.teller, err = site.NewTeller(q.graph, site.Options{Prose: prose})
	}
	if err != nil && q.prose == "" {
		fmt.Fprintf(s.Err, "note: the prose does not fit, and is left out: %v\n", err)
		q.teller, err = site.NewTeller(q.graph, site.Options{})
	}
	return err
}
