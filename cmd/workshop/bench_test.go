package workshop

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/workload"
)

// BenchmarkRequests measures requests about a program of 500 rules. A change is to be shown within 50 ms, of which
// half is the browser's.
func BenchmarkRequests(b *testing.B) {
	text := workload.Stages(500)
	for name, fields := range map[string]map[string]any{
		"outline": {"do": "outline"},
		"mode":    {"do": "edit", "edit": map[string]any{"do": "mode", "at": "180/7/l0", "mode": "kept"}},
		"rename":  {"do": "edit", "edit": map[string]any{"do": "rename", "at": "180/7", "name": "walk"}},
		"options": {"do": "options", "at": "180/7/l0/1"},
		"hover":   {"do": "hover", "offset": len(text) / 2},
	} {
		b.Run(name, func(b *testing.B) {
			h := new(Handler)
			size := 0
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				fields["text"] = text + strings.Repeat("\n", i%2) // none is remembered
				request, err := json.Marshal(fields)
				require.NoError(b, err)
				b.StartTimer()
				reply := h.Handle(b.Context(), request)
				b.StopTimer()
				size = len(reply)
				require.False(b, strings.HasPrefix(string(reply), `{"error"`), "%.300s", reply)
				b.StartTimer()
			}
			b.ReportMetric(float64(size), "B/reply")
		})
	}
}
