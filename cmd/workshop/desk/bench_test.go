package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/ceptre-graph/ceptre/exec/workload"
	"github.com/ceptre-graph/ceptre/render/chromium"
)

// BenchmarkChange measures how long changes of a program of 500 rules take, from a call of the store until the page is
// painted, in the median; and of that, how long the engine takes. They are to take less than 50 ms.
func BenchmarkChange(b *testing.B) {
	file := filepath.Join(b.TempDir(), "stages.cep")
	require.NoError(b, os.WriteFile(file, []byte(workload.Stages(500)), 0o644))
	ctx := chromium.Start(b)
	address := served(b, &File{Path: file})
	chromium.Do(b, ctx, chromedp.EmulateViewport(1600, 900), chromedp.Navigate(address))
	chromium.Comes(b, ctx, `globalThis.workshop?.opened && !document.body.ariaBusy`)
	for _, way := range []string{
		`{do: "mode", at: rule.left[0].path, mode: n % 2 ? "kept" : "used"}`,
		`{do: "rename", at: rule.path, name: "renamed" + n}`,
		`{do: "premise", at: rule.path, side: "r", pred: rule.left[0].pred}`,
	} {
		name, _, _ := strings.Cut(strings.TrimPrefix(way, `{do: "`), `"`)
		b.Run(name, func(b *testing.B) {
			begin := chromedp.Evaluate[chromedp.Void](`globalThis.rates = []; globalThis.engine = []`)
			chromium.Do(b, ctx, begin)
			for b.Loop() {
				fault, err := chromedp.Run(ctx, chromedp.Evaluate[string](changing(way), chromedp.EvalAwaitPromise))
				require.NoError(b, err)
				require.Empty(b, fault)
			}
			for unit, list := range map[string]string{"ms/change": "rates", "ms/engine": "engine"} {
				middle := list + `.toSorted((a, b) => a - b)[` + list + `.length >> 1]`
				median, err := chromedp.Run(ctx, chromedp.Evaluate[float64](middle))
				require.NoError(b, err)
				b.ReportMetric(median, unit)
			}
		})
	}
}

// changing returns a script that makes a change, and measures it.
func changing(edit string) string {
	return `(async () => {
		const {stages} = workshop.outline, {rules} = stages[stages.length >> 1], rule = rules[rules.length >> 1];
		const n = rates.length, {send} = ceptrePlay;
		ceptrePlay.send = async (request, ...others) => {
			const from = performance.now(), reply = await send(request, ...others);
			if (request.do === "edit") engine.push(performance.now() - from);
			return reply;
		};
		const from = performance.now(), done = await workshop.edit(` + edit + `);
		await new Promise(painted => requestAnimationFrame(() => setTimeout(painted)));
		rates.push(performance.now() - from);
		ceptrePlay.send = send;
		await new Promise(rested => setTimeout(rested, 300)); // until the play has followed
		return done ? "" : "refused: " + document.getElementById("notice-text").textContent;
	})()`
}
