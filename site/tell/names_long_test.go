package tell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/prose"
)

// Long terms that differ only at the end, in the middle or at the start have different labels.
func TestLongLabelsStayDifferent(t *testing.T) {
	long := strings.Repeat("and so on ", 12)
	run := &trace.Trace{}
	for _, text := range []string{long + "red", long + "blue", long + "mid " + long, long + "way " + long, "up " + long,
		"down " + long} {
		run.Resources = append(run.Resources, trace.Resource{Pred: "said", Args: []trace.Term{trace.Text(text)}})
	}
	n := NewNames(causal.Cast{}, prose.Front{})
	n.Learn(run)
	known := make(map[string]bool)
	for _, r := range run.Resources {
		label := n.Label(r.Args[0])
		require.False(t, known[label], label)
		require.LessOrEqual(t, len([]rune(label)), 60)
		known[label] = true
	}
}
