package game

import (
	"context"
	"io"

	"github.com/ceptre-graph/ceptre/exec"
	"github.com/ceptre-graph/ceptre/exec/console"
)

// The bounds of a request for coverage.
const (
	usualRuns  = 20
	mostRuns   = 1000
	mostCovers = 1000 // steps of each run
)

// covered says how often rules fired in some runs in which chance made all choices.
type covered struct {
	Runs  int            `json:"runs"`  // that were made in the time
	Fired map[string]int `json:"fired"` // by the labels of all rules
}

// cover counts how often each rule fires in a number of random runs from the start, in which sensors hear no line.
// The time of the request bounds them, too: there are fewer if it is over.
func (h *Handler) cover(r *request, a *reply) error {
	start, err := h.open.start(h.game.Program())
	if err != nil {
		return err
	}
	runs := r.Runs
	if runs <= 0 {
		runs = usualRuns
	}
	found := &covered{Fired: make(map[string]int)}
	for _, rule := range h.game.Program().Rules() {
		found.Fired[rule.Label] = 0
	}
	if r.Hurry {
		h.give(h.Pause, pause)
	}
	limits := h.Limits
	if limits.Steps == 0 || limits.Steps > mostCovers {
		limits.Steps = mostCovers
	}
	silence := func(context.Context) (string, error) { return "", io.EOF }
	described := exec.Describe(h.game.Program())
	for found.Runs < min(runs, mostRuns) {
		c := console.Console{Program: h.game.Program(), Line: silence, Out: io.Discard, Say: io.Discard}
		o := exec.Options{Seed: uint64(found.Runs + 1), Limits: limits, Host: c.Host(), Program: described,
			Unchecked: true}
		t, err := exec.Run(h.ctx, h.game.Program(), start, o)
		if ended := h.ctx.Err(); ended != nil && (found.Runs == 0 || h.request.Err() != nil) {
			return ended
		} else if ended != nil {
			break // only whole runs count
		}
		if err != nil {
			return err
		}
		for i := range t.Steps {
			found.Fired[h.game.Program().Labels().LabelOf(t.Steps[i].Key())]++
		}
		found.Runs++
	}
	a.Covered = found
	return nil
}
