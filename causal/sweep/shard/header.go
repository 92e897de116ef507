package shard

import (
	"cmp"
	"fmt"

	"github.com/ceptre-graph/ceptre/causal/sweep/total"
)

// Header says which runs a shard has, and names all that its rows count by position.
type Header struct {
	Part          Part `json:"shard"`
	total.Subject      // of all shards together
}

// check refuses headers that no shard has.
func (h *Header) check() error {
	switch {
	case !h.Part.valid():
		return damaged("there is no shard %v", h.Part)
	case h.Runs < 0:
		return damaged("there are %d runs", h.Runs)
	}
	for _, by := range h.By {
		if by < 0 || by >= len(h.Rules) {
			return damaged("there is no rule %d", by)
		}
	}
	return nil
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
