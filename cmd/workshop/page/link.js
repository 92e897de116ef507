// Links that carry a program, compressed (deflate-raw) and in base64 for addresses, behind #world=.

export const mostText = 1 << 20; // UTF-16 units of a program that is read
const most = 2 * mostText; // bytes, unpacked

const through = (data, stream) => new Blob([data]).stream().pipeThrough(stream);

const toBase64 = bytes => {
	let text = '';
	for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
	return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};
const fromBase64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

// address returns a promise of a link that opens a program on this page.
export const address = async ({name, text}) => {
	const packed = through(new TextEncoder().encode(JSON.stringify({name, text})), new CompressionStream('deflate-raw'));
	return location.href.split('#')[0] + '#world=' + toBase64(new Uint8Array(await new Response(packed).arrayBuffer()));
};

// carried returns a promise of what the fragment of an address carries, {name, text}: undefined where that is no
// program, and null where it is damaged or too large.
export const carried = async hash => {
	if (!hash.startsWith('#world')) return undefined;
	try {
		const reader = through(fromBase64(hash.slice('#world='.length)), new DecompressionStream('deflate-raw')).getReader();
		const parts = [];
		for (let size = 0; ;) {
			const {done, value} = await reader.read();
			if (done) break;
			parts.push(value);
			if ((size += value.length) > most) throw new Error('too large');
		}
		const {name, text} = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(await new Blob(parts).arrayBuffer()));
		if (typeof text !== 'string' || text.length > mostText) throw new Error('no program');
		return {name: fileName(name), text};
	} catch {
		return null;
	}
};

// fileName returns a name for a file from one that may be anything, as of a link or of another program.
export const fileName = (name, ending = '.cep') => {
	const bare = String(name ?? '').split(/[\\/]/).pop().replace(/\.(cep|json|html?|txt)$/i, '')
		.replace(/[^\p{L}\p{N}\p{M} ._'()-]/gu, '').replace(/^[. ]+/, '').trim().slice(0, 80);
	return (bare || 'untitled') + ending;
};
