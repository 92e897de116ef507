package tracefile_test

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/exec/trace/tracefile"
	"github.com/ceptre-graph/ceptre/exec/trace/tracetest"
)

// byID returns a trace with its records in the order of their ids.
func byID(tr *trace.Trace) *trace.Trace {
	out := *tr
	out.Resources, out.Steps = slices.Concat([]trace.Resource{}, tr.Resources), slices.Concat([]trace.Step{}, tr.Steps)
	slices.SortFunc(out.Resources, func(a, b trace.Resource) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(out.Steps, func(a, b trace.Step) int { return cmp.Compare(a.ID, b.ID) })
	if tr.End != nil {
		end := *tr.End
		end.Alive = slices.Clone(end.Alive)
		slices.Sort(end.Alive)
		out.End = &end
	}
	return &out
}

// The records of a single object are read in any order, and come in one in which they can have
// happened: the first of all such orders by the places in the file.
func TestReadInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := tracetest.Traces().Draw(t, "trace")
		shuffled := *tr
		shuffled.Resources = rapid.Permutation(tr.Resources).Draw(t, "resources")
		shuffled.Steps = rapid.Permutation(tr.Steps).Draw(t, "steps")
		if tr.End != nil {
			end := *tr.End
			end.Alive = rapid.Permutation(end.Alive).Draw(t, "alive")
			shuffled.End = &end
		}
		got, err := tracefile.Read("shuffled", bytes.NewReader(tracetest.Object(t, &shuffled)), nil)
		require.NoError(t, err)
		require.NoError(t, trace.Validate(got))
		require.Equal(t, byID(tr), byID(got))
		require.Equal(t, stepIDs(firstOrder(&shuffled)), stepIDs(got.Steps))

		s, err := tracefile.NewStream("shuffled", bytes.NewReader(tracetest.Object(t, &shuffled)), nil)
		require.NoError(t, err)
		streamed, err := s.Trace()
		require.NoError(t, err)
		require.Equal(t, got, streamed)
	})
}

func stepIDs(steps []trace.Step) (ids []trace.StepID) {
	for _, s := range steps {
		ids = append(ids, s.ID)
	}
	return ids
}

// firstOrder takes again and again the first step of the file that no other has to precede.
func firstOrder(tr *trace.Trace) []trace.Step {
	if trace.Validate(tr) == nil {
		return tr.Steps
	}
	made := make(map[trace.ResourceID]trace.StepID)
	for _, r := range tr.Resources {
		made[r.ID] = r.By
	}
	before := func(a, b trace.Step) bool {
		uses := slices.Concat(b.Consumes, b.Reads)
		return slices.ContainsFunc(uses, func(id trace.ResourceID) bool { return made[id] == a.ID }) ||
			slices.ContainsFunc(a.Reads, func(id trace.ResourceID) bool { return slices.Contains(b.Consumes, id) })
	}
	rest := slices.Clone(tr.Steps)
	var out []trace.Step
	for len(rest) > 0 {
		i := slices.IndexFunc(rest, func(s trace.Step) bool {
			return !slices.ContainsFunc(rest, func(o trace.Step) bool { return o.ID != s.ID && before(o, s) })
		})
		out = append(out, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return out
}
