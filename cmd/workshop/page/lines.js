// Texts of files as a text field shows them: their line ends, their lines, and places in them.

const ends = /\r\n?|\n/g;

// shown returns a text with the line ends of a text field: "\r\n" and "\r" become "\n".
export const shown = text => text.includes('\r') ? text.replace(ends, '\n') : text;

// Places maps offsets in a text to offsets in its shown form, and back.
export class Places {
	#pairs = []; // the shown offsets of the line ends that are "\r\n" in the file

	constructor(text) {
		for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) this.#pairs.push(at - this.#pairs.length);
	}

	toFile(offset) { return offset + this.#before(i => this.#pairs[i] < offset); }
	toShown(offset) { return offset - this.#before(i => this.#pairs[i] + i + 1 < offset); }

	// before counts the line ends before the first that is not before something: a binary search.
	#before(isBefore) {
		let low = 0, high = this.#pairs.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (isBefore(middle)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

// difference returns which stretch of a text another has something else in place of: {from, to, put}. The caret
// behind the change, in the other text, decides where several stretches would do: "aa" for "a".
export const difference = (was, now, caret = now.length) => {
	const most = Math.min(was.length, now.length);
	let tail = 0;
	const keep = Math.min(most, now.length - caret); // behind the caret all is as before, if it can be
	while (tail < keep && was.charCodeAt(was.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) tail++;
	let from = 0;
	while (from < most - tail && was.charCodeAt(from) === now.charCodeAt(from)) from++;
	while (tail < most - from && was.charCodeAt(was.length - 1 - tail) === now.charCodeAt(now.length - 1 - tail)) tail++;
	return {from, to: was.length - tail, put: now.slice(from, now.length - tail)};
};

// lineEnd returns the line end that is the most common in a text.
const lineEnd = text => {
	const many = {'\r\n': 0, '\n': 0, '\r': 0};
	for (const [end] of text.matchAll(ends)) many[end]++;
	if (many['\r\n'] > many['\n']) return many['\r\n'] >= many['\r'] ? '\r\n' : '\r';
	return many['\r'] > many['\n'] ? '\r' : '\n';
};

// changed returns a text in which a stretch of what is shown of it has something else in its place. All else stays
// as it is, and new lines end as most do.
export const changed = (text, {from, to, put}) => {
	const places = new Places(text);
	const head = text.slice(0, places.toFile(from)), tail = text.slice(places.toFile(to));
	const join = (a, b) => a + (a.endsWith('\r') && b.startsWith('\n') ? '\n' : '') + b; // two line ends stay two
	return join(head, join(put.replaceAll('\n', lineEnd(text)), tail));
};

// moved returns runs, lists of [length, class], for a text in which a stretch (file offsets) has something else of
// some length in its place. New text has the class of the run that it lengthens.
export const moved = (runs, from, to, length) => {
	const out = [];
	let at = 0, put = false;
	const add = (n, kind) => { if (n > 0) out.push([n, kind]); };
	for (const [n, kind] of runs) {
		const next = at + n;
		add(Math.min(next, from) - at, kind);
		if (!put && next >= from) {
			put = true;
			add(length, kind);
		}
		add(next - Math.max(at, to), kind);
		at = next;
	}
	return out;
};

// lines returns a text as lines of pieces {text, kind, mark}: of runs of colours, [length, class], and of marks,
// {from, to, kind}, of which later ones lie over earlier ones. All offsets are those of the file.
export const lines = (text, colours, marks) => {
	const out = [[]];
	let at = 0, left = 0, kind = '', next = 0, afterReturn = false;
	const cuts = marks.flatMap(m => [m.from, m.to]).sort((a, b) => a - b);
	let cut = 0;
	const markAt = place => marks.findLast(m => m.from <= place && place < m.to)?.kind ?? '';
	const put = (piece, mark) => {
		if (!piece) return;
		const line = out.at(-1), last = line.at(-1);
		if (last && last.kind === kind && last.mark === mark) last.text += piece;
		else line.push({text: piece, kind, mark});
	};
	let mark = markAt(0);
	while (at < text.length) {
		while (left === 0) {
			[left, kind] = next < colours.length ? colours[next++] : [text.length, ''];
		}
		while (cut < cuts.length && cuts[cut] <= at) {
			cut++;
			mark = undefined;
		}
		mark ??= markAt(at);
		const end = Math.min(at + left, cuts[cut] ?? text.length, text.length);
		let from = at;
		for (let i = at; i < end; i++) {
			const c = text.charCodeAt(i);
			if (c !== 10 && c !== 13) { afterReturn = false; continue; }
			put(text.slice(from, i), mark);
			if (c === 13 || !afterReturn) out.push([]);
			afterReturn = c === 13;
			from = i + 1;
		}
		put(text.slice(from, end), mark);
		left -= end - at;
		at = end;
	}
	return out;
};

// nameAt returns the name that an offset is in, or at the end of; '' for none.
export const nameAt = (text, offset) => {
	const letter = /[\p{L}\p{N}_'’\\/-]/u;
	let from = offset, to = offset;
	while (from > 0 && letter.test(text[from - 1])) from--;
	while (to < text.length && letter.test(text[to])) to++;
	return text.slice(from, to);
};
