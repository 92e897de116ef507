package page

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// In diagrams of random stages each box stands below the start or a box that leads to it, no two boxes overlap, all
// are inside of the sheet, and each link has an arrow, which runs behind no box. The names of different arrows have
// places of their own, and none lies over the arrow of a stage to itself.
func TestStages(t *testing.T) {
	faults := evaluate[[]string](t, `import('/stage-layout.js').then(({layers, layout}) => {
		let seed = 7;
		const below = n => (seed = (seed * 48271) % 2147483647) % n;
		const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
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
			const named = arrows.map(a => ({x: a.x - a.wide / 2, w: a.wide,
				y: a.y - 12 * a.names.length, h: 24 * a.names.length}));
			for (const [i, a] of arrows.entries()) {
				const at = named[i];
				must(!a.path.includes('NaN') && a.y >= 0 && at.x >= -1 && at.x + at.w <= width && a.y <= height,
					'arrow', a, width, height);
				for (const b of [...boxes, ...named.slice(i + 1)]) must(at.x + at.w < b.x + 1 || b.x + b.w < at.x + 1 ||
					at.y + at.h < b.y + 1 || b.y + b.h < at.y + 1, 'name over', a, b, links);
				if (n % 20) continue;
				path.setAttribute('d', a.path);
				for (let far = 0, all = path.getTotalLength(); far < all; far += 7) {
					const {x, y} = path.getPointAtLength(far);
					for (const b of boxes) must(x < b.x + 1 || x > b.x + b.w - 1 || y < b.y + 1 || y > b.y + b.h - 1,
						'behind', a, b, links);
					for (const b of a.from === a.to ? named : []) must(x < b.x + 1 || x > b.x + b.w - 1 || y < b.y + 1 ||
						y > b.y + b.h - 1, 'covered', a, b, links);
				}
			}
		}
		return faults;
	})`)
	require.Empty(t, faults)
}
