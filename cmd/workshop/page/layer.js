// The coloured text below a text field: a block for each line, which is made anew when the line changes. The
// letters of both lie over each other, for they have the same font and width.
//
// Only lines in sight are in colours. A large program has tens of thousands of words, and the browser would look at
// all of them after each change.
import {el} from './elements.js';
import {lines} from './lines.js';

// isSame reports whether two lines have the same parts.
const isSame = (a, b) => a.length === b.length && a.every((p, i) => p.text === b[i].text && p.kind === b[i].kind && p.mark === b[i].mark);

export class Layer {
	#box;
	#shown = []; // the parts of each line that is shown
	#rows = new Map(); // the parts of each line, by its block
	#seen = new Set(); // blocks in sight
	#sight = new IntersectionObserver(entries => {
		for (const {target, isIntersecting} of entries) {
			if (!this.#rows.has(target) || this.#seen.has(target) === isIntersecting) continue;
			this.#seen[isIntersecting ? 'add' : 'delete'](target);
			this.#paint(target);
		}
	}, {scrollMargin: '400px'});

	constructor(box) { this.#box = box; }

	// draw shows a text in colours, with marks: see lines.
	draw(text, colours, marks) {
		const rows = lines(text, colours, marks), was = this.#shown, most = Math.min(was.length, rows.length);
		let head = 0, tail = 0;
		while (head < most && isSame(was[head], rows[head])) head++;
		while (tail < most - head && isSame(was.at(-1 - tail), rows.at(-1 - tail))) tail++;
		const old = was.length - tail, now = rows.length - tail, same = Math.min(old, now);
		const blocks = this.#box.children;
		for (let i = head; i < same; i++) {
			if (!isSame(was[i], rows[i])) this.#fill(blocks[i], rows[i]);
		}
		for (let i = old - 1; i >= same; i--) this.#remove(blocks[i]);
		const after = blocks[same] ?? null;
		const made = document.createDocumentFragment();
		for (let i = same; i < now; i++) {
			const line = el('div', {class: 'line'});
			if (this.#seen.has(blocks[same - 1])) this.#seen.add(line);
			this.#fill(line, rows[i]);
			this.#sight.observe(line);
			made.append(line);
		}
		this.#box.insertBefore(made, after);
		if (old !== now) this.#number(same);
		this.#shown = rows;
	}

	// number writes the numbers of the lines from one on. Counters of the stylesheet would be counted again after
	// each change.
	#number(from) {
		for (let i = from, line = this.#box.children[from]; line; i++, line = line.nextElementSibling) line.dataset.number = i + 1;
	}

	#remove(line) {
		this.#sight.unobserve(line);
		this.#rows.delete(line);
		this.#seen.delete(line);
		line.remove();
	}

	#fill(line, row) {
		this.#rows.set(line, row);
		line.classList.toggle('has-error', row.some(p => p.mark === 'error'));
		line.classList.toggle('has-warning', row.some(p => p.mark === 'warning'));
		this.#paint(line);
	}

	// paint shows the text of a line, in colours if the line is in sight.
	#paint(line) {
		const row = this.#rows.get(line);
		if (!this.#seen.has(line)) {
			line.textContent = row.map(p => p.text).join('');
			return;
		}
		line.replaceChildren(...row.map(({text, kind, mark}) => {
			const classes = [kind, mark && 'marked ' + mark].filter(x => x).join(' ');
			return classes ? el('span', {class: classes}, text) : text;
		}));
	}

	// line returns the block of a line, and its number from 0, that an offset in the shown text is in.
	line(view, offset) {
		let number = 0;
		for (let at = view.indexOf('\n'); at >= 0 && at < offset; at = view.indexOf('\n', at + 1)) number++;
		return {number, block: this.#box.children[number]};
	}

	// between returns the blocks of the lines from one offset in the shown text to another.
	between(view, from, to) {
		const first = this.line(view, from).number, last = first + view.slice(from, to).split('\n').length;
		return [...this.#box.children].slice(first, last);
	}

	// where returns the rectangle of the place before an offset in the shown text.
	where(view, offset) {
		const {block} = this.line(view, offset);
		let left = offset - (view.lastIndexOf('\n', offset - 1) + 1);
		const range = document.createRange(), walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
		for (let node = walk.nextNode(); node; node = walk.nextNode()) {
			if (left > node.length) { left -= node.length; continue; }
			range.setStart(node, left);
			const [rect] = range.getClientRects();
			if (rect) return rect;
		}
		return block.getBoundingClientRect();
	}

	// at returns the offset in the shown text at a point of the window, or -1. What lies over the layer has to
	// let points through.
	at(view, x, y) {
		const found = document.caretPositionFromPoint?.(x, y) ?? document.caretRangeFromPoint?.(x, y);
		const node = found?.offsetNode ?? found?.startContainer, line = node?.parentElement?.closest('.line');
		if (!line || node.nodeType !== Node.TEXT_NODE || line.parentElement !== this.#box) return -1;
		const range = document.createRange();
		range.selectNodeContents(line);
		if (x > range.getBoundingClientRect().right) return -1; // behind its end
		range.setEnd(node, found.offset ?? found.startOffset);
		let start = 0;
		for (let before = [...this.#box.children].indexOf(line); before > 0; before--) start = view.indexOf('\n', start) + 1;
		return start + range.toString().length;
	}
}
