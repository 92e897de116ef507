package metric

import (
	"github.com/ceptre-graph/ceptre/causal/report"
	"github.com/ceptre-graph/ceptre/causal/report/table"
)

// List is an answer that describes metrics.
type List []Metric

// Data implements [report.Answer].
func (l List) Data() any { return l }

// Print prints the metrics, a line each.
func (l List) Print(b *report.Text) {
	var t table.Table
	t.Row([]string{"metric", "meaning"})
	for _, m := range l {
		name := m.Name
		if m.Operand != "" {
			name += " " + m.Operand
		}
		t.Row([]string{name, m.Meaning})
	}
	t.Whole(b, "Metrics")
	b.Line("")
	b.Line("Expressions combine metrics and numbers with + - * / and parentheses.")
}
