// Links that carry a program, its seed and choices; and the trace as a file.
'use strict';

const squeeze = async (data, through) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(through)).arrayBuffer());
const base64 = bytes => {
	let text = '';
	for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
const unbase64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

const address = async () => {
	const path = way(view.point).slice(1);
	const tree = {points: path.map((p, i) => ({from: i || undefined, step: points[p].step})), at: path.length};
	const packed = await squeeze(new TextEncoder().encode(JSON.stringify({...opening, breaks: undefined, name: opening.name?.split(/[\\/]/).pop(), tree})), new CompressionStream('deflate-raw'));
	return location.href.split('#')[0] + '#play=' + base64(packed);
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
	if (typeof what.text !== 'string' || !points.every(p => p.step.rule)) throw new Error('no play');
	return {what, tree: {points, at: tree?.at ?? 0}};
};

// followLink plays what a link carries. In the same program with the same seed its steps are
// a branch of what was tried; else the play that was here is kept.
const followLink = async () => {
	if (!location.hash.startsWith('#play')) return;
	const text = location.hash.slice('#play='.length);
	history.replaceState(null, '', location.pathname + location.search);
	const carried = await unpack(text).catch(() => null);
	if (!carried) {
		const then = points.length > 1 ? 'Here goes on what you have played before.' : 'Here begins a new play.';
		notice('The link is damaged: a part of it is missing, or was changed on its way. ' + then);
		return;
	}
	const {what, tree} = carried;
	const reply = view && isSame(what, opening) ? await branchOff(tree) : await visit(what, tree, true);
	if (reply.error) notice(el('p', {}, 'What the link carries cannot be played:'), el('pre', {}, reply.error));
	else if (lost.some(x => x.why)) fits('The link is opened');
};

// isSame reports whether two openings play alike.
const isSame = (a, b) => ['text', 'seed', 'trace', 'stage', 'context', 'steps'].every(key => (a[key] || '') === (b[key] || ''));

// branchOff goes the way of a link in the tree of what was tried.
const branchOff = async tree => {
	const here = playNow(), before = here.tree.points.length, later = p => p ? p + before : 0;
	const branches = tree.points.map(p => ({from: later(p.from), step: p.step}));
	const reply = await start(opening, {...here.tree, points: [...here.tree.points, ...branches], at: later(tree.at)}, here.lost);
	if (!reply.error && before) notice('What the link carries is a branch of what was tried here.');
	return reply;
};

const copyLink = async () => {
	const url = await address();
	try {
		await navigator.clipboard.writeText(url);
		say('The link is copied.');
		notice('The link is copied: it carries the program, the seed and all choices up to here.');
	} catch {
		const field = el('input', {type: 'text', readonly: true, value: url, 'aria-label': 'Link'});
		notice('Copy this link:', field);
		field.select();
	}
};

const saveTrace = async () => {
	const reply = await act({do: 'trace'});
	if (!reply?.trace) return;
	const url = URL.createObjectURL(new Blob([reply.trace], {type: 'application/json'}));
	el('a', {href: url, download: (program.name || 'play') + '.json'}).click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
	say('The trace is saved.');
};
