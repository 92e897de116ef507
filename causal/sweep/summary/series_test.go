package summary

import (
	"testing"

	"github.com/ceptre-graph/ceptre/causal/sweep/shard"
	"github.com/stretchr/testify/require"
)

// A title names missing shards only if they are few; a report of a million shards may miss thousands.
func TestTitleOfPart(t *testing.T) {
	s := Series{Program: "coin", Stage: "play", Seed: 5, Asked: 300, Done: 150, Choose: "random"}
	for first := 2; first <= 16; first += 2 {
		s.Missing = append(s.Missing, shard.Missing{First: first, Last: first, Of: 30})
	}
	require.Equal(t, "coin from stage play: 150 of 300 runs, without shards 2, 4, 6, 8, 10, 12, 14, 16 of 30, "+
		"seeds from 5, choice random", s.String())
	s.Missing = append(s.Missing, shard.Missing{First: 18, Last: 24, Of: 30})
	require.Equal(t, "coin from stage play: 150 of 300 runs, without 15 of 30 shards, seeds from 5, choice random",
		s.String())
}
