package render

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/causal"
)

func TestFeedLabel(t *testing.T) {
	for want, e := range map[string]causal.RuleEdge{
		"\u00a0\u00a0word\u00a0\n\u00a0\u00a03 used\u00a0":                     {Preds: []string{"word"}, Consumed: 3},
		"\u00a0\u00a0at\u00a0\n\u00a0\u00a02 read\u00a0":                       {Preds: []string{"at"}, Read: 2},
		"\u00a0\u00a0restless, word\u00a0\n\u00a0\u00a01 used, 740 read\u00a0": {Preds: []string{"restless", "word"}, Consumed: 1, Read: 740},
	} {
		require.Equal(t, want, feedLabel(&e))
	}
}

func TestPenWidth(t *testing.T) {
	for weight, want := range map[int]string{1: "1.00", 2: "1.33", 8: "2.00", 512: "4.00", 740: "4.00", 1 << 40: "4.00"} {
		require.Equal(t, want, penWidth(weight))
	}
}
