package hash

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/causaltest"
	"github.com/ceptre-graph/ceptre/exec/trace"
	tracejson "github.com/ceptre-graph/ceptre/exec/trace/json"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
)

// A file with its records in any order is the same run.
func TestAnyOrderIsTheSameRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := causaltest.Craft(t)
		var text bytes.Buffer
		require.NoError(t, tracejson.Write(&text, tr.Stream()))
		var file map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(text.Bytes(), &file))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		for _, key := range []string{"resources", "steps"} {
			var list []json.RawMessage
			require.NoError(t, json.Unmarshal(file[key], &list))
			r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			data, err := json.Marshal(list)
			require.NoError(t, err)
			file[key] = data
		}
		data, err := json.Marshal(file)
		require.NoError(t, err)
		got, err := tracefile.Read("shuffled", bytes.NewReader(data), nil)
		require.NoError(t, err)
		one, other := causal.New(tr), causal.New(got)
		require.Equal(t, Of(one), Of(other))
		for e := range causal.Event(one.Len()) {
			same, ok := other.Event(one.Step(e).ID)
			require.True(t, ok)
			require.ElementsMatch(t, stepIDs(one, one.Causes(e)), stepIDs(other, other.Causes(same)))
		}
	})
}

func stepIDs(g *causal.Graph, events []causal.Event) (out []trace.StepID) {
	for _, e := range events {
		out = append(out, g.Step(e).ID)
	}
	return out
}
