package packed

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/cmd/play/game"
	"github.com/ceptre-graph/ceptre/exec/workload"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

// An asker has requests answered, all of a list so many times, and returns how many
// milliseconds that took.
type asker func(b *testing.B, requests []request, times int) float64

// BenchmarkEngine compares the engine in Chromium with the same in a process, by the
// requests of a page: steps of chance, a choice in a state of 10,000 facts and as many
// transitions, with the view after it, and how long the engine takes to start.
func BenchmarkEngine(b *testing.B) {
	for name, start := range map[string]func(*testing.B) asker{"process": inProcess, "browser": inBrowser} {
		b.Run(name, func(b *testing.B) {
			ask := start(b)
			most := request{"moves": 100, "facts": 300}
			b.Run("step", func(b *testing.B) {
				steps := 500
				ask(b, []request{{"do": "open", "text": workload.Village(100), "steps": 1 << 30}}, 1)
				run := request{"do": "run", "until": request{"steps": steps}, "most": request{"moves": 1, "facts": 1},
					"known": 1 << 30}
				ask(b, []request{run}, 5)
				ms := ask(b, []request{run}, b.N)
				b.ReportMetric(float64(b.N*steps)/ms*1000, "steps/s")
			})
			b.Run("choice", func(b *testing.B) {
				ask(b, []request{{"do": "open", "text": workload.Ring(10_000), "steps": 1 << 30, "most": most}}, 1)
				choose := request{"do": "choose", "number": 7, "most": most, "known": 1 << 30}
				ask(b, []request{choose}, 5)
				b.ReportMetric(ask(b, []request{choose}, b.N)/float64(b.N), "ms/choice")
			})
		})
	}
}

// BenchmarkWorkshop measures requests about a program of 500 rules in Chromium, from the page to its worker and back,
// with packed replies. The texts of two requests differ, so that none is remembered; an edit is of the text that the
// last one made, as on the page.
func BenchmarkWorkshop(b *testing.B) {
	ctx := chromium.Start(b)
	chromium.Do(b, ctx, chromedp.Navigate(served(b)))
	text := workload.Stages(500)
	for name, r := range map[string]request{
		"outline": {"do": "outline", "text": text},
		"mode":    {"do": "edit", "edit": request{"do": "mode", "at": "180/7/l0", "mode": "kept"}, "text": text},
		"options": {"do": "options", "at": "180/7/l0/1", "text": text},
	} {
		b.Run(name, func(b *testing.B) {
			// The least of all times is reported beside the average: other work of the machine lengthens the rest.
			times := chromium.Value[[]float64](b, ctx, fmt.Sprintf(`(async (request, times) => {
				const took = [];
				let seen = '', text = request.text;
				for (let i = 0; i < times + 4; i++) {
					if (request.edit) request.edit.mode = ['kept', 'used'][i %% 2];
					const begun = performance.now();
					const reply = await ceptrePlay.send({...request, seen, text});
					if (i >= 4) took.push(performance.now() - begun);
					if (reply.error) throw new Error(reply.error);
					seen = reply.packed ?? seen;
					text = reply.text ?? request.text + '\n'.repeat(i %% 2);
				}
				return took;
			})(%s, %d)`, literal(b, r), b.N))
			b.ReportMetric(slices.Min(times), "ms-least")
		})
	}
}

func inProcess(*testing.B) asker {
	s := new(game.Handler)
	return func(b *testing.B, requests []request, times int) float64 {
		var texts [][]byte
		for _, r := range requests {
			texts = append(texts, []byte(literal(b, r)))
		}
		start := b.Elapsed()
		for range times {
			for _, text := range texts {
				var got reply
				require.NoError(b, json.Unmarshal(s.Handle(context.Background(), text), &got))
				require.Empty(b, got.Error)
			}
		}
		return float64((b.Elapsed() - start).Microseconds()) / 1000
	}
}

func inBrowser(b *testing.B) asker {
	ctx := chromium.Start(b)
	chromium.Do(b, ctx, chromedp.Navigate(served(b)))
	return func(b *testing.B, requests []request, times int) float64 {
		list, err := json.Marshal(requests)
		require.NoError(b, err)
		n, err := json.Marshal(times)
		require.NoError(b, err)
		return chromium.Value[float64](b, ctx, `(async (requests, times) => {
			const start = performance.now();
			for (let i = 0; i < times; i++)
				for (const r of requests) {
					const reply = await ceptrePlay.send(r);
					if (reply.error) throw new Error(reply.error);
				}
			return performance.now() - start;
		})(`+string(list)+`, `+string(n)+`)`)
	}
}
