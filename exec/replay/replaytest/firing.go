package replaytest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/stretchr/testify/require"
)

// inOrder fires transitions in an order, so that a test does not depend on the draws of a seed.
// `eat ann` is the first in the menu with that rule and arguments, `eat ann (x2)` the first of
// these that takes x2. After the last, another chooser goes on.
type inOrder struct {
	left []string
	then exec.Chooser
}

func (c *inOrder) Choose(e *exec.Enabled) (exec.Choice, error) {
	if len(c.left) == 0 {
		return c.then.Choose(e)
	}
	wanted, i := c.left[0], 0
	c.left = c.left[1:]
	for t := range e.All() {
		if Fits(t, wanted) {
			return exec.Choice{Index: i, By: trace.ByScript}, nil
		}
		i++
	}
	return exec.Choice{}, fmt.Errorf("%s is not enabled", wanted)
}

func (c *inOrder) String() string { return "in order" }

// Fits reports whether a transition is the wanted one, in the form of [Firing].
func Fits(t exec.Transition, wanted string) bool {
	rest, ok := strings.CutPrefix(wanted, t.String())
	return ok && (rest == "" ||
		slices.ContainsFunc(t.Uses, func(r *exec.Resource) bool { return rest == fmt.Sprintf(" (%v)", r.ID) }))
}

// Firing runs a program in an order, after which it is over.
func Firing(t *testing.T, p *lang.Program, order ...string) *trace.Trace {
	stop := exec.Script(nil)
	tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Chooser: &inOrder{order, stop}})
	require.NoError(t, err)
	require.NotEqual(t, trace.Stopped, tr.End.Why, "the run goes on after %v", order)
	require.Len(t, tr.Steps, len(order))
	return tr
}

// Day runs the town through a morning that tests know, and from there on by
// chance. The first step makes x13 (cup), which the third takes, and x14 (night); the
// third makes x17 (!met cleo dan).
func Day(t *testing.T, p *lang.Program) *trace.Trace {
	morning := []string{"fill cleo", "walk dan hill well z", "meet cleo well dan (x13)", "fill dan"}
	tr, err := exec.Run(context.Background(), p, p.Traces[0], exec.Options{Chooser: &inOrder{morning, exec.Random(1)}})
	require.NoError(t, err)
	require.Greater(t, len(tr.Steps), len(morning))
	return tr
}
