// Links that carry a program, its seed and choices; and the trace as a file.
'use strict';

const squeeze = async (data, through) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(through)).arrayBuffer());
const base64 = bytes => {
	let text = '';
	for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
const unbase64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

// address returns a link to where the player is. It carries the program, too, where that is to be or the page has
// another.
const address = async (whole = true) => {
	const path = way(view.point).slice(1);
	const tree = {points: path.map((p, i) => ({from: i || undefined, step: points[p].step})), at: path.length};
	const what = whole || linked ? {...opening, breaks: undefined, name: opening.name?.split(/[\\/]/).pop()} : {seed: program.seed, turns: opening.turns};
	const packed = await squeeze(new TextEncoder().encode(JSON.stringify({...what, tree})), new CompressionStream('deflate-raw'));
	return location.href.split('#')[0] + '#play=' + base64(packed);
};

// addressSoon has the address of the page lead to where the player is, if that is not too long for one.
let addressing = 0;
const addressSoon = () => {
	clearTimeout(addressing);
	addressing = setTimeout(() => inTurn(async () => {
		const url = await address(false);
		history.replaceState(null, '', url.length < 1 << 16 ? url : url.split('#')[0]);
	}), 400);
};

// leave leads to the other page, at the same point. Browsers that do not keep anything for two pages from
// disk have the link.
const leave = async () => {
	keep();
	const link = view ? '#' + (await address(false)).split('#')[1] : '';
	location.href = $('other').href + link;
};

// unpack reads what a link carries, which may be anything.
const unpack = async text => {
	const reader = new Blob([unbase64(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
	const parts = [];
	for (let size = 0; ;) {
		const {done, value} = await reader.read();
		if (done) break;
		parts.push(value);
		if ((size += value.length) > 8 << 20) throw new Error('too large');
	}
	const {tree, lost: none, ...what} = JSON.parse(await new Blob(parts).text());
	const points = tree?.points ?? [];
	if (typeof (what.text ?? what.seed) !== 'string' || !points.every(p => p.step.rule)) throw new Error('no play');
	return {what, tree: {points, at: tree?.at ?? 0}};
};

// readLink returns what the address carries: undefined for nothing, and null for what is damaged.
const readLink = async () => location.hash.startsWith('#play') ? unpack(location.hash.slice('#play='.length)).catch(() => null) : undefined;

// followLink plays what a link carries. In the same program with the same seed its steps are
// a branch of what was tried; else the play that was here is kept.
const followLink = async carried => {
	if (carried === undefined) return;
	history.replaceState(null, '', location.pathname + location.search);
	if (!carried) {
		notice(word('play-damaged') + ' ' + word(points.length > 1 ? 'play-goes-on' : 'play-anew'));
		return;
	}
	const {tree} = carried;
	const what = carried.what.text !== undefined ? carried.what : {...view && !linked ? opening : (await newest()).file, ...carried.what};
	if (view && isSame(what, opening) && isHere(tree)) return;
	const reply = view && isSame(what, opening) ? await branchOff(tree) : await visit(what, tree, true);
	if (reply.error) notice(el('p', {}, word('play-unplayable')), el('pre', {}, reply.error));
	else if (lost.some(x => x.why)) fits(word('play-opened'));
};

// isSame reports whether two openings play alike.
const isSame = (a, b) => ['text', 'ruleFirst', 'seed', 'trace', 'stage', 'context', 'steps'].every(key => (a[key] || '') === (b[key] || ''));

// isHere reports whether a link leads to where the player is.
const isHere = tree => tree.at === tree.points.length &&
	JSON.stringify(tree.points.map(p => p.step)) === JSON.stringify(way(view.point).slice(1).map(p => points[p].step));

// branchOff goes the way of a link in the tree of what was tried.
const branchOff = async tree => {
	const here = playNow(), before = here.tree.points.length, later = p => p ? p + before : 0;
	const branches = tree.points.map(p => ({from: later(p.from), step: p.step}));
	const reply = await start(opening, {...here.tree, points: [...here.tree.points, ...branches], at: later(tree.at)}, here.lost);
	if (!reply.error && before) notice(word('play-branch'));
	return reply;
};

const copyLink = async () => {
	const url = await address(wholeLinks);
	try {
		await navigator.clipboard.writeText(url);
		notice(word(wholeLinks ? 'play-copied-whole' : 'play-copied'));
	} catch {
		const field = el('input', {type: 'text', readonly: true, value: url, 'aria-label': word('play-link')});
		notice(word('play-copy'), field);
		field.select();
	}
};

const saveTrace = async () => {
	const reply = await act({do: 'trace'});
	if (!reply?.trace) return;
	const url = URL.createObjectURL(new Blob([reply.trace], {type: 'application/json'}));
	el('a', {href: url, download: (program.name || 'play') + '.json'}).click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
	say(word('play-saved'));
};
