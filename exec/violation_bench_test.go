package exec

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/lang"
	"github.com/ceptre-graph/ceptre/lang/doubling"
	"github.com/stretchr/testify/require"
)

// walkers is n people who walk in a circle of places and pay each other, with statements.
func walkers(n int, statements string) string {
	var b strings.Builder
	b.WriteString("person : type. place : type. at person place : pred. coin person : pred. dead person : pred.\n")
	b.WriteString("path place place : bwd.\n")
	places := max(3, n/10)
	for i := range places {
		fmt.Fprintf(&b, "p%d : place. path p%d p%d.\n", i, i, (i+1)%places)
	}
	b.WriteString("stage main = { walk : at C L * path L M -o at C M. pay : coin C * $at C L * $at D L -o coin D. }\n")
	b.WriteString(statements + "\n#trace _ main {\n")
	for i := range n {
		fmt.Fprintf(&b, "  at c%d p%d, coin c%d,\n", i, i%places, i)
	}
	text := strings.TrimSuffix(b.String(), ",\n") + " }.\n"
	for i := range n {
		text += fmt.Sprintf("c%d : person.\n", i)
	}
	return text
}

// claims are statements that all states of walkers meet.
var claims = map[string]string{
	"none":      "",
	"invariant": "#invariant one_place : at C _ + dead C = 1.",
	"never":     "#never both : at C L * at C M * L <> M.",
	"both": "#invariant one_place : at C _ + dead C = 1. #invariant money : coin _ >= 1. " +
		"#never both : at C L * at C M * L <> M. #never buried : dead C * coin C.",
}

// discard is a recorder of nothing.
type discard struct{}

func (discard) Begin(*trace.Header, trace.Terms, []trace.Made) error { return nil }
func (discard) Step(*trace.Event) error                              { return nil }
func (discard) Forget()                                              {}
func (discard) End(*trace.End) error                                 { return nil }

// BenchmarkStatements compares runs with and without statements.
func BenchmarkStatements(b *testing.B) {
	for _, name := range []string{"none", "invariant", "never", "both"} {
		b.Run(name, func(b *testing.B) {
			const steps = 20_000
			work := walk(b, load(b, walkers(1000, claims[name])), steps)
			for b.Loop() {
				work()
			}
			b.ReportMetric(float64(steps*b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}

// BenchmarkStatementsGrowth measures how the time of a step grows with the size of the state: not at all.
func BenchmarkStatementsGrowth(b *testing.B) {
	for _, name := range []string{"none", "both"} {
		b.Run(name, func(b *testing.B) {
			doubling.Measure(b, 500, func(size int) func() { return walk(b, load(b, walkers(size, claims[name])), 50_000) })
		})
	}
}

// walk returns a run of a program that has run once.
func walk(b *testing.B, p *lang.Program, steps int) func() {
	s := NewSeries(p, p.Traces[0])
	run := func(steps int) {
		require.NoError(b, s.Record(context.Background(), Options{Limits: Limits{Steps: steps}}, discard{}))
	}
	run(1)
	return func() { run(steps) }
}
