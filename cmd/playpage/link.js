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
	const packed = await squeeze(new TextEncoder().encode(JSON.stringify({...opening, name: opening.name?.split(/[\\/]/).pop(), tree})), new CompressionStream('deflate-raw'));
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
		if ((size += value.length) > 8 << 20) throw new Error('the link is too large');
	}
	const all = JSON.parse(await new Blob(parts).text());
	if (typeof all?.text !== 'string') throw new Error('the link carries no program');
	return all;
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
