package page

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// In diagrams of random stages each box stands below the start or a box that leads to it, no two boxes overlap, all
// are inside of the sheet, and each link has an arrow.
func TestStages(t *testing.T) {
	faults := evaluate[[]string](t, `import('/stages.js').then(({layers, layout}) => {
		let seed = 7;
		const below = n => (seed = (seed * 48271) % 2147483647) % n;
		const faults = [], must = (ok, ...what) => { if (!ok && faults.length < 5) faults.push(JSON.stringify(what)); };
		for (let n = 0; n < 2000; n++) {
			const names = Array.from({length: 1 + below(7)}, (_, i) => 's'.repeat(1 + below(9)) + i);
			const any = () => names[below(names.length)], ends = below(2);
			const links = Array.from({length: below(10)}, () => (
				{from: any(), to: ends && below(5) === 0 ? '' : any(), name: 'l'.repeat(1 + below(12))}));
			if (links.some(l => l.to === '')) names.push('');
			const starts = [names[0]], rows = layers(names, links, starts);
			const row = new Map(rows.flatMap((r, i) => r.map(x => [x, i])));
			must(rows.flat().length === names.length, 'all', names, rows);
			const reached = [names[0]];
			for (const x of reached) for (const l of links) if (l.from === x && !reached.includes(l.to)) reached.push(l.to);
			for (const l of links) must(
				!reached.includes(l.from) || l.to === '' || row.get(l.to) <= row.get(l.from) + 1, 'deeper', l, rows);
			for (const [x, i] of row) must(x === '' || i === 0 ||
				links.some(l => l.to === x && row.get(l.from) === i - 1), 'hangs', x, rows);
			const {boxes, arrows, width, height} = layout(names, links, starts);
			for (const [i, a] of boxes.entries()) {
				must(a.x >= 0 && a.y >= 0 && a.x + a.w <= width && a.y + a.h <= height, 'outside', a, width, height);
				for (const b of boxes.slice(i + 1)) must(
					a.x + a.w < b.x || b.x + b.w < a.x || a.y + a.h < b.y || b.y + b.h < a.y, 'overlap', a, b);
			}
			must(arrows.flatMap(a => a.names).length === links.length, 'links', links, arrows);
			for (const a of arrows) must(!a.path.includes('NaN') && a.x >= 0 && a.x <= width && a.y <= height,
				'arrow', a, width, height);
		}
		return faults;
	})`)
	require.Empty(t, faults)
}
