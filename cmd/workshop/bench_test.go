package workshop

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/workload"
)

// BenchmarkRequests measures requests about a program of 500 rules, with packed replies. The texts of two requests
// differ, so that none is remembered; an edit is of the text that the last one made, as on the page. A change is to be
// shown within 50 ms, of which half is the browser's.
func BenchmarkRequests(b *testing.B) {
	original := workload.Stages(500)
	modes := []string{"kept", "used"}
	for name, fields := range map[string]map[string]any{
		"outline": {"do": "outline"},
		"edit":    {"do": "edit"},
		"options": {"do": "options", "at": "180/7/l0/1"},
		"hover":   {"do": "hover", "offset": len(original) / 2},
	} {
		b.Run(name, func(b *testing.B) {
			h, size := new(Handler), 0
			fields["text"], fields["seen"] = original, ""
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				if name == "edit" {
					fields["edit"] = map[string]any{"do": "mode", "at": "180/7/l0", "mode": modes[i%2]}
				}
				request, err := json.Marshal(fields)
				require.NoError(b, err)
				b.StartTimer()
				reply := h.Handle(b.Context(), request)
				b.StopTimer()
				size = len(reply)
				var got struct{ Error, Text, Packed string }
				require.NoError(b, json.Unmarshal(reply, &got))
				require.Empty(b, got.Error)
				if fields["seen"] = got.Packed; got.Text != "" {
					fields["text"] = got.Text
				} else {
					fields["text"] = original + strings.Repeat("\n", i%2)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(size), "B/reply")
		})
	}
}
