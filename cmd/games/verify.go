package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/hash"
	"github.com/ceptre-graph/ceptre/cmd/cli"
	"github.com/ceptre-graph/ceptre/exec/logic"
	"github.com/ceptre-graph/ceptre/exec/logic/game"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang/english"
	"github.com/spf13/cobra"
)

// Verify plays the moves of a trace again and compares the two runs, up to the order of concurrent steps or, if
// asked for, exactly. It prints a line if all is the same, unless it is to be quiet.
func Verify(c *cobra.Command, s cli.Streams, file, recorded string, exact, quiet bool) error {
	name, t, err := s.ReadTrace(recorded)
	if err != nil {
		return err
	}
	played, of, err := again(c, s.Hushed(quiet), file, t)
	if err != nil {
		return fmt.Errorf("%s: no run of %s: %w", name, of, err)
	}
	same := exact && equal(t.Steps, played.Steps) && equal(t.Resources, played.Resources)
	if !exact {
		one, err1 := hash.OfStream(t.Stream())
		other, err2 := hash.OfStream(played.Stream())
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		same = one == other
	}
	if !same {
		return fmt.Errorf("%s: no run of %s: %s", name, of, difference(t, played))
	}
	if quiet {
		return nil
	}
	_, err = fmt.Fprintf(s.Out, "%s: a run of %s: %s\n", name, of, english.Count(len(t.Steps), "step"))
	return err
}

// again plays a recorded game again. It returns the name of the game, too.
func again(c *cobra.Command, s cli.Streams, file string, t *trace.Trace) (*trace.Trace, string, error) {
	ctx := c.Context()
	if isWorld(file) {
		g, err := readWorld(s, file)
		if err != nil {
			return nil, file, err
		}
		played, err := game.ReplayWorld(ctx, g, t, game.WorldOptions{})
		return played, file, err
	}
	g, err := read(s, file)
	if err != nil {
		return nil, file, err
	}
	m, err := game.NewMatch(ctx, g, trace.Header{Program: describe(g.Source)}, logic.Options{})
	if err != nil {
		return nil, file, err
	}
	played, err := m.Replay(ctx, t)
	return played, file, err
}

// equal reports whether two parts of traces are written alike: a list that is empty is as one that is missing.
func equal(a, b any) bool {
	one, err1 := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(one, other)
}

// difference names the first step in which two traces differ.
func difference(recorded, played *trace.Trace) string {
	for i := range min(len(recorded.Steps), len(played.Steps)) {
		a, b := &recorded.Steps[i], &played.Steps[i]
		if !equal(a, b) {
			was, is := trace.Term{Head: a.Rule, Args: a.Args}, trace.Term{Head: b.Rule, Args: b.Args}
			if was.Equal(is) {
				return fmt.Sprintf("step %v, %v, rests on or leads to something else", a.ID, was)
			}
			return fmt.Sprintf("step %v is %v, and would be %v", a.ID, was, is)
		}
	}
	if len(recorded.Steps) != len(played.Steps) {
		return fmt.Sprintf("it has %s, and would have %d", english.Count(len(recorded.Steps), "step"), len(played.Steps))
	}
	return "the facts at the start differ"
}
