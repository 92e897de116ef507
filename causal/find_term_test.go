package causal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/trace"
)

// A pattern may have a number or a list in another form than the run; `_` and variables stand for any.
func TestFindInTheFormOfTheRun(t *testing.T) {
	zero, none := trace.Const("z"), trace.Const("nil")
	one := trace.Term{Head: "s", Args: []trace.Term{zero}}
	queue := trace.Term{Head: "cons", Args: []trace.Term{trace.Const("ann"), none}}
	g := New(&trace.Trace{
		Header: trace.Header{Format: trace.Format, Program: &trace.Program{
			Types: []trace.Type{{Name: "n", Constants: []string{"z"}}, {Name: "list", Constants: []string{"nil"}}},
			Predicates: []trace.Predicate{
				{Name: "count", Args: []string{"n"}, Mode: trace.Linear}, {Name: "line", Args: []string{"list"}, Mode: trace.Linear},
			},
		}},
		Resources: []trace.Resource{
			{ID: 1, Pred: "count", Args: []trace.Term{zero}}, {ID: 2, Pred: "count", Args: []trace.Term{one}},
			{ID: 3, Pred: "line", Args: []trace.Term{none}}, {ID: 4, Pred: "line", Args: []trace.Term{queue}},
		},
	})
	for pattern, want := range map[string][]trace.ResourceID{
		"count 0": {1}, "count z": {1}, "count 1": {2}, "count (s z)": {2}, "count _": {1, 2}, "count N": {1, 2},
		"line []": {3}, "line nil": {3}, "line [ann]": {4}, "line _": {3, 4}, "line L": {3, 4},
	} {
		found, err := g.FindEach(pattern)
		require.NoError(t, err, pattern)
		var got []trace.ResourceID
		for _, together := range found {
			got = append(got, together[0].Resource.ID)
		}
		require.Equal(t, want, got, pattern)
	}
}
