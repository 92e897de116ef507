package play

import (
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/inquiry"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/load"
	"github.com/ceptre-graph/ceptre/exec/rename"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/visible"
)

// Saved is a saved game, in the names that its program has now.
type Saved struct {
	*trace.Trace
	File    string
	program *lang.Program
	renamed []rename.Renaming
}

// ReadSaved reads a saved game of a program, which may have changed since.
func ReadSaved(s cli.Streams, prog *lang.Program, file string) (*Saved, error) {
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	saved := &Saved{Trace: t, File: file, program: prog}
	if !load.RanFrom(prog, &t.Header) {
		load.WarnOfOther(s.Err, prog, &t.Header, name)
		saved.Trace, saved.renamed = inquiry.RenamedIn(prog, t)
	}
	return saved, nil
}

// Start returns where the game started, with its bound, if there is something left of it.
func (g *Saved) Start() (*lang.Start, error) {
	start, err := replay.Resume(g.program, &trace.Trace{Header: g.Header, Resources: g.Initial()})
	switch {
	case err == nil && start.Stage == nil:
		err = errors.New("the trace begins in no stage")
	case err != nil:
	case g.Run != nil && g.Run.Limits != nil && g.Run.Limits.Steps > len(g.Steps):
		start.Bound = g.Run.Limits.Steps
	}
	if err != nil {
		return nil, fmt.Errorf("%s: its start does not fit %s: %s", g.File, g.program.Source, visible.Line(err.Error()))
	}
	return start, nil
}
