// What the page knows: what was opened, and the tree of all points that were tried.
'use strict';

let opening = null; // what was opened, without the tree
let program = null; // what the session says of it
let points = [null]; // by number: {from, step, text, title, prose, printed}
let depths = [0]; // by point: how many steps lead there
let lost = []; // what no longer fits
let latest = []; // by point: where the player went last from there
let view = null;
let selected = 0; // the point whose step is shown
let compared = []; // the points to compare
let stood = 0; // where the player stood, if that was lost: -1 is the first of the lost
const heard = new Map(); // by point: what sensors said there, and no step tells of
let edition = 0; // how often something was opened

const way = to => {
	const out = [to];
	while (to > 0) out.push(to = points[to].from ?? 0);
	return out.reverse();
};

// line is the way to a point, the present one, and on to where the player was last.
const line = (to = view.point) => {
	const out = way(to);
	for (let next = latest[to]; next; next = latest[next]) out.push(next);
	return out;
};

// beforeChoice returns the point before the latest choice of the player on the way to a point,
// or null.
const beforeChoice = to => {
	const at = way(to).findLast(p => points[p]?.step.chosen === 'player');
	return at ? points[at].from ?? 0 : null;
};

const kids = () => {
	const out = points.map(() => []);
	for (let i = 1; i < points.length; i++) out[points[i].from ?? 0].push(i);
	return out;
};

const lean = p => ({from: p.from, step: p.step});
const depthOf = p => depths[p];
const titleOf = p => p === 0 ? word('bench-point-start') : points[p].title || points[p].text;
