package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/cmd/play/ask"
	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/replay"
	"github.com/ceptre-graph/ceptre/lang"
)

// position is a state with the moves that it allows.
type position struct {
	stage *lang.Stage // nil where a link ended the run; then there are no moves
	facts []lang.Initial
	moves []exec.Move
	more  bool          // there are more moves than these
	state *exec.Context // of the moves
}

// look returns the position at a start, with so many moves at the most.
func look(ctx context.Context, prog *lang.Program, start *lang.Start, most int) (*position, error) {
	if start.Stage == nil {
		return &position{facts: start.Context.Facts}, nil
	}
	m, _ := exec.NewMachine(prog, start, exec.Limits{})
	p := &position{stage: start.Stage, facts: ask.Facts(prog, m.Context()), state: m.Context()}
	enabled, err := m.Enabled(ctx)
	if err == nil {
		moves, whole := enabled.Some(most)
		p.moves, p.more = moves, !whole
	}
	if interrupted := stopped(ctx); interrupted != nil {
		return nil, interrupted
	}
	return p, place(prog, err)
}

// write writes the facts and the moves as text.
func (p *position) write(w io.Writer) error {
	var b bytes.Buffer
	ask.WriteState(&b, p.stage, p.facts)
	fmt.Fprintln(&b)
	if len(p.moves) == 0 {
		fmt.Fprintln(&b, "No moves")
	}
	ask.WriteMoves(&b, p.moves, p.state)
	if p.more {
		fmt.Fprintln(&b, "  There are more; --most says how many are listed")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// resume returns the state in which the run of a trace ended. The trace of
// another text of the program may fit, but it is said that it is one.
func resume(s cli.Streams, prog *lang.Program, file string) (*lang.Start, error) {
	name, t, err := s.ReadTrace(file)
	if err != nil {
		return nil, err
	}
	warnOfOther(s.Err, prog, &t.Header, name)
	start, err := replay.Resume(prog, t)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return start, nil
}
