// Where the boxes, arrows and names of the diagram of stages are.

const box = 34, letter = 8.6, inside = 30; // px: the height of boxes, the width of a letter, the room beside a name
export const label = 24; // the height of the name of a link
const small = 7.6; // the width of its letters
const gap = 40, between = 36, aside = 14, track = 10; // between layers, boxes of one, names of links, and lines
const round = 20; // how far the arrow of a stage to itself goes beside its box
export const end = ''; // where links lead that end the run

// layers puts stages into layers: each is one below the nearest stage from which a link leads to it.
export const layers = (names, links, starts) => {
	const depth = new Map();
	const reach = from => {
		const left = [...from];
		for (const name of left) if (!depth.has(name)) depth.set(name, 0);
		for (const name of left) {
			for (const l of links) {
				if (l.from !== name || depth.has(l.to)) continue;
				depth.set(l.to, depth.get(name) + 1);
				left.push(l.to);
			}
		}
	};
	reach(starts.filter(s => names.includes(s)));
	for (const name of names) if (name !== end && !depth.has(name)) reach([name]);
	if (names.includes(end)) depth.set(end, Math.max(0, ...[...depth].filter(([name]) => name !== end).map(([, d]) => d)) + 1);
	const rows = [];
	for (const name of names) (rows[depth.get(name)] ??= []).push(name);
	return rows.filter(Boolean);
};

// rounded is the path along some points, with round corners.
const rounded = points => points.map(([x, y], i) => {
	if (i === 0) return `M${x} ${y}`;
	if (i === points.length - 1) return `L${x} ${y}`;
	const towards = ([u, v]) => {
		const far = Math.hypot(u - x, v - y), part = Math.min(8, far / 2) / (far || 1);
		return `${x + (u - x) * part} ${y + (v - y) * part}`;
	};
	return `L${towards(points[i - 1])}Q${x} ${y} ${towards(points[i + 1])}`;
}).join('');

// across is how far the curve between two layers has gone to its side, from 0 to 1, where it is at a part of its height.
const across = height => {
	let low = 0, high = 1;
	for (let n = 0; n < 20; n++) {
		const t = (low + high) / 2;
		if (1.5 * t - 1.5 * t * t + t * t * t < height) low = t;
		else high = t;
	}
	return 3 * low * low - 2 * low * low * low;
};

// layout places boxes, arrows and the names of links; an arrow has the middle of its names as x and y. Links between the
// same stages are one arrow. Arrows to the next layer or back are curves, those in one layer lines below it, those of a
// stage to itself at its right side, and those that go further have lanes at the left, or the right if they go back.
export const layout = (names, links, starts) => {
	const rows = layers(names, links, starts), row = new Map(rows.flatMap((r, i) => r.map(name => [name, i])));
	const pairs = new Map();
	for (const l of links) {
		const key = JSON.stringify([l.from, l.to]);
		if (!pairs.has(key)) pairs.set(key, {from: l.from, to: l.to, names: []});
		pairs.get(key).names.push({...l, wide: l.name.length * small + 14});
	}
	const arrows = [...pairs.values()].filter(a => row.has(a.from) && row.has(a.to));
	for (const a of arrows) {
		a.wide = Math.max(...a.names.map(l => l.wide));
		a.steps = row.get(a.to) - row.get(a.from);
	}
	const near = arrows.filter(a => Math.abs(a.steps) === 1), level = arrows.filter(a => a.steps === 0 && a.from !== a.to);
	const loops = new Map(arrows.filter(a => a.from === a.to).map(a => [a.from, a]));
	const left = arrows.filter(a => a.steps > 1), right = arrows.filter(a => a.steps < -1);

	// ---- from left to right: lanes, boxes, and where arrows meet these ----
	const width = name => Math.max(64, (name === end ? 7 : name.length) * letter + inside);
	// cell is the width of a box, or of the names of links that stand above it.
	const cell = name => Math.max(width(name), ...near.filter(a => a.to === name && a.steps === 1).map(a => a.wide - between / 2));
	// loop is the width of what stands at the right side of a box; that of the last one is no part of its row.
	const loop = name => loops.has(name) ? round + loops.get(name).wide : 0;
	const rowWidth = r => r.reduce((w, name) => w + cell(name) + loop(name), 0) + (r.length - 1) * between - loop(r.at(-1));
	const room = list => list.reduce((w, a) => w + a.wide + aside, 0);
	const x0 = room(left), axis = Math.max(...rows.map(rowWidth), ...[...near, ...level].map(a => a.wide)) / 2;
	const middle = axis + Math.max(axis, ...rows.map(r => rowWidth(r) / 2 + loop(r.at(-1)))), total = x0 + middle + room(right);
	const boxes = new Map();
	for (const r of rows) {
		let x = x0 + axis - rowWidth(r) / 2;
		for (const name of r) {
			boxes.set(name, {name, x: x + (cell(name) - width(name)) / 2, w: width(name), h: box, below: [], above: []});
			x += cell(name) + loop(name) + between;
		}
	}
	for (const [side, list] of [[-1, left], [1, right]]) {
		let x = side < 0 ? x0 : x0 + middle;
		for (const a of list) {
			a.lane = x + side * (a.wide + aside) / 2;
			x += side * (a.wide + aside);
		}
	}
	const centre = name => boxes.get(name).x + boxes.get(name).w / 2;
	const meets = (a, which, side, towards) => boxes.get(a[which])[side].push({a, which, towards});
	// Lanes are met at the side of a box, or below or above it where other boxes are between.
	const free = (name, steps) => rows[row.get(name)].at(steps > 0 ? 0 : -1) === name && !(steps < 0 && loops.has(name));
	for (const a of arrows) {
		if (a.from === a.to) continue;
		if (a.steps === 0) {
			meets(a, 'from', 'below', centre(a.to));
			meets(a, 'to', 'below', centre(a.from));
		} else if (Math.abs(a.steps) === 1) {
			meets(a, 'from', a.steps > 0 ? 'below' : 'above', centre(a.to));
			meets(a, 'to', a.steps > 0 ? 'above' : 'below', centre(a.from));
		} else {
			if (!free(a.from, a.steps)) meets(a, 'from', 'below', a.lane);
			if (!free(a.to, a.steps)) meets(a, 'to', a.steps > 0 ? 'above' : 'below', a.lane);
		}
	}
	for (const b of boxes.values()) {
		for (const all of [b.below, b.above]) {
			all.sort((p, q) => p.towards - q.towards);
			for (const [i, {a, which}] of all.entries()) a[which + 'X'] = b.x + b.w * (i + 1) / (all.length + 1);
		}
	}

	// ---- from the top down: layers, and below each its lines, then the names at curves to the next ----
	const held = (x, a) => Math.min(Math.max(x, x0 + a.wide / 2), x0 + middle - a.wide / 2);
	let y = 2;
	for (const [i, r] of rows.entries()) {
		for (const name of r) boxes.get(name).y = y;
		const top = y + box, foot = y + Math.max(box, ...r.map(name => (loops.get(name)?.names.length ?? 0) * label + 10));
		let at = foot + 12;
		for (const name of r) {
			const a = loops.get(name), b = boxes.get(name), x = b.x + b.w;
			if (!a) continue;
			[a.x, a.y] = [x + round + a.wide / 2, y + 5 + a.names.length * label / 2];
			a.path = `M${x} ${y + 8}C${x + 25} ${y + 2} ${x + 25} ${y + box - 2} ${x + 2} ${y + box - 8}`;
		}
		const span = a => Math.abs(a.fromX - a.toX);
		for (const a of level.filter(a => row.get(a.from) === i).sort((a, b) => span(a) - span(b))) {
			a.y = at + a.names.length * label / 2;
			at += a.names.length * label + 4;
			a.x = held((a.fromX + a.toX) / 2, a);
			a.path = rounded([[a.fromX, top], [a.fromX, a.y], [a.toX, a.y], [a.toX, top + 2]]);
		}
		for (const a of [...left, ...right]) {
			if (row.get(a.from) === i && a.fromX !== undefined) a.fromY = at += track;
			if (row.get(a.to) - (a.steps > 0 ? 1 : 0) === i && a.toX !== undefined) a.toY = at += track;
		}
		const here = near.filter(a => Math.min(row.get(a.from), row.get(a.to)) === i), high = Math.max(0, ...here.map(a => a.names.length)) * label;
		const upper = a => a.steps > 0 ? a.fromX : a.toX, lower = a => a.steps > 0 ? a.toX : a.fromX;
		let next = at;
		// The names have as many places one below the other as they need to stand side by side at each.
		for (let places = 1, fits = false; here.length && !fits; places++) {
			next = at + places * high + gap - 12;
			const taken = Array.from({length: places}, () => []);
			fits = here.every(a => {
				for (let n = places - 1; n >= 0; n--) {
					a.y = at + (n + .5) * high + 6;
					a.x = held(upper(a) + (lower(a) - upper(a)) * across((a.y - top) / (next - top)), a);
					if (taken[n].some(b => Math.abs(a.x - b.x) < (a.wide + b.wide) / 2)) continue;
					taken[n].push(a);
					return true;
				}
				return false;
			});
		}
		for (const a of here) {
			const [y1, y2] = a.steps > 0 ? [top, next - 2] : [next, top + 2], m = (y1 + y2) / 2;
			a.path = `M${a.fromX} ${y1}C${a.fromX} ${m} ${a.toX} ${m} ${a.toX} ${y2}`;
		}
		if (i === rows.length - 1) y = at > foot + 12 ? at : foot;
		else y = here.length ? next : Math.max(at + 2 * track, foot + gap - 12);
	}
	for (const a of [...left, ...right]) {
		const f = boxes.get(a.from), t = boxes.get(a.to), down = a.steps > 0;
		const at = (b, x, line, dy) => x === undefined ? [[down ? b.x : b.x + b.w, b.y + box / 2 + dy]] : [[x, line > b.y ? b.y + box : b.y], [x, line]];
		const from = at(f, a.fromX, a.fromY, 6), to = at(t, a.toX, a.toY, -6).reverse();
		a.path = rounded([...from, [a.lane, from.at(-1)[1]], [a.lane, to[0][1]], ...to]);
		[a.x, a.y] = [a.lane, (from.at(-1)[1] + to[0][1]) / 2];
	}
	return {boxes: [...boxes.values()], arrows, width: total + 4, height: y + 4};
};
