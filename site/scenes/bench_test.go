package scenes

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ceptre-graph/ceptre/causal"
	"github.com/ceptre-graph/ceptre/causal/cast"
	"github.com/ceptre-graph/ceptre/exec/trace"
	"github.com/ceptre-graph/ceptre/site/sitetest"
)

// city returns a run in which many people meet and travel, fall in love for good, and
// remember that later; every so many steps a day ends.
func city(steps, people, places, day int) *trace.Trace {
	program := &trace.Program{Types: []trace.Type{{Name: "character"}}}
	h := sitetest.New(program)
	chance := rand.New(rand.NewPCG(1, 2))
	where := make([]int, people)
	name := func(i int) string { return fmt.Sprintf("c%d", i) }
	at := func(i int) string { return fmt.Sprintf("at %s l%d", name(i), where[i]) }
	for i := range where {
		program.Types[0].Constants = append(program.Types[0].Constants, name(i))
		where[i] = chance.IntN(places)
		h.Set(at(i))
	}
	h.Set("stage s0")
	var loves []string
	for n := range steps {
		token := fmt.Sprintf("stage s%d", n/day)
		c, d := chance.IntN(people), chance.IntN(people)
		switch {
		case n%day == day-1:
			h.Play("night", "-"+token, fmt.Sprintf("+stage s%d", n/day+1))
		case c == d || where[c] != where[d]:
			from := at(c)
			where[c] = (where[c] + 1 + chance.IntN(places)) % places
			h.Play("go", "$"+token, "-"+from, "+"+at(c))
		case n%9 == 0:
			loves = append(loves, fmt.Sprintf("loves %s %s", name(c), name(d)))
			h.Play("love", "$"+token, "$"+at(c), "$"+at(d), "+!"+loves[len(loves)-1])
		case n%7 == 0 && len(loves) > 0:
			h.Play("remember", "$"+token, "$"+at(c), "$"+loves[chance.IntN(len(loves))])
		default:
			h.Play("talk", "$"+token, "$"+at(c), "$"+at(d))
		}
	}
	return h.Finish(trace.LimitHit)
}

// crowds are runs of so many events: of few people, of many, and in a single room.
var crowds = []struct {
	name string
	run  func(n int) *trace.Trace
}{
	{"verona", func(n int) *trace.Trace { return sitetest.Verona(n, 1) }},
	{"city", func(n int) *trace.Trace { return city(n, 100, 10, 500) }},
	{"room", func(n int) *trace.Trace { return city(n, 30, 1, 1_000_000) }},
}

// BenchmarkCut cuts runs of so many events, graph apart.
func BenchmarkCut(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		for _, c := range crowds {
			for _, m := range Methods() {
				b.Run(fmt.Sprintf("%s/%s/%d", c.name, m, n), func(b *testing.B) {
					g := causal.New(c.run(n))
					for b.Loop() {
						p := cut(b, g, m, cast.Options{By: "character"})
						b.ReportMetric(float64(len(p.Scenes)), "scenes")
					}
				})
			}
		}
	}
}

// BenchmarkStep finds out of runs of so many events, graph apart, what the last is by itself.
func BenchmarkStep(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		for _, c := range crowds {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				g := causal.New(c.run(n))
				b.ReportAllocs()
				for b.Loop() {
					p := uncut(b, g, "", cast.Options{By: "character"})
					p.Step(causal.Event(n - 1))
				}
			})
		}
	}
}

// BenchmarkPlan plans how to read plays of so many scenes.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 30_000} {
		for _, c := range crowds {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				p := cut(b, causal.New(c.run(n)), Step, cast.Options{By: "character"})
				for b.Loop() {
					b.ReportMetric(float64(len(p.Plan().Readings)), "readings")
				}
			})
		}
	}
}
