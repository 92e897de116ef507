package workshop

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// large returns a program of 500 rules in 10 stages, in the layout of the formatter.
func large() string {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "kind%d : type.\n", i)
		for j := range 5 {
			fmt.Fprintf(&b, "thing%d_%d : kind%d.\n", i, j, i)
		}
	}
	for i := range 60 {
		fmt.Fprintf(&b, "at%d kind%d kind%d : pred.\n", i, i%20, (i+1)%20)
	}
	for stage := range 10 {
		fmt.Fprintf(&b, "stage part%d = {\n", stage)
		for rule := range 50 {
			i := (7*rule + stage) % 60
			fmt.Fprintf(&b, "  move%d : at%d X Y * at%d X Z * $at%d X thing%d_1 * Y <> Z -o at%d X Z * at%d X Y.\n",
				rule, i, i, i, (i+1)%20, i, i)
		}
		b.WriteString("}\n")
	}
	for stage := range 9 {
		fmt.Fprintf(&b, "qui * stage part%d -o stage part%d.\n", stage, stage+1)
	}
	b.WriteString("context start = {\n  at0 thing0_0 thing1_0,\n  at0 thing0_0 thing1_1\n}\n#trace _ part0 start.\n")
	return b.String()
}

// BenchmarkRequests measures requests about a program of 500 rules. A change is to be shown within 50 ms, of which
// half is the browser's.
func BenchmarkRequests(b *testing.B) {
	text := large()
	stage := 20 + 100 + 60
	for name, fields := range map[string]map[string]any{
		"outline": {"do": "outline"},
		"mode":    {"do": "edit", "edit": map[string]any{"do": "mode", "at": fmt.Sprint(stage, "/7/l0"), "mode": "kept"}},
		"rename":  {"do": "edit", "edit": map[string]any{"do": "rename", "at": fmt.Sprint(stage, "/7"), "name": "walk"}},
		"options": {"do": "options", "at": fmt.Sprint(stage, "/7/l0/1")},
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
