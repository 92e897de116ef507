package shard

import (
	"cmp"
	"crypto/sha256"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// Header says which runs a shard has, and names all that its rows count by position.
type Header struct {
	Part          Part   `json:"shard"`
	total.Subject        // of all shards together
	Recipe        Recipe `json:"recipe"`
	// Rowless says that there are no rows: the report has no table of runs.
	Rowless bool `json:"rowless,omitempty"`
}

// Recipe holds the data for making the runs again on any machine, without other files.
type Recipe struct {
	Name  string   `json:"name"`            // name of the program, as messages show it
	Text  []byte   `json:"text"`            // text of the program
	Reads bool     `json:"reads"`           // the program has an input
	Input []byte   `json:"input,omitempty"` // text of the input
	From  string   `json:"from,omitempty"`  // file of the input, as messages show it
	Flags []string `json:"flags"`           // flags on which the report depends, as arguments, such as `--runs=200`
}

// check refuses headers that no shard has.
func (h *Header) check() error {
	switch {
	case !h.Part.valid():
		return damaged("there is no shard %v", h.Part)
	case h.Runs < 0:
		return damaged("there are %d runs", h.Runs)
	case h.Report == total.Range && (len(h.Metrics) < 2 || h.Bins < 2):
		return damaged("it has fewer than two metrics or bins")
	}
	if sum := fmt.Sprintf("%x", sha256.Sum256(h.Recipe.Text)); sum != h.SHA256 {
		return damaged("its program has the SHA-256 %s, not %s", sum, h.SHA256)
	}
	for _, by := range h.By {
		if by < 0 || by >= len(h.Rules) {
			return damaged("there is no rule %d", by)
		}
	}
	return nil
}

// Size returns the number of runs of the shard.
func (h *Header) Size() int {
	from, to := h.Part.Range(h.Runs)
	return to - from
}

// Differs says how the runs of another header are those of another series, as in `another seed, 5 instead of 1`, with
// the other's value first. It is empty if they are of the same series.
func (h *Header) Differs(other *Header) string {
	parts := ""
	if ours, theirs := h.Part.Of, other.Part.Of; ours != theirs {
		parts = fmt.Sprintf("another number of shards, %d instead of %d", theirs, ours)
	}
	return cmp.Or(h.Subject.Differs(&other.Subject), parts)
}
