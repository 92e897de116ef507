// Descriptions of names in a text field: where the pointer rests, or at F1. They stay while the pointer is over
// them, and go at Escape, at a click elsewhere and when the text scrolls.
import {el} from './elements.js';

const rest = 450; // ms

// describe adds descriptions to a field. It has {field, at(x, y), about(offset), where(offset)}: the offset at a point
// of the window or -1, a promise of {parts, from} or null, and the rectangle of a place.
export const describe = ({field, at, about, where}) => {
	const tip = el('div', {class: 'tip', role: 'tooltip', hidden: true});
	document.body.append(tip);
	let timer, asked = 0;

	const close = () => {
		asked++;
		clearTimeout(timer);
		tip.hidden = true;
	};
	const show = ({parts, from}) => {
		tip.replaceChildren(...parts.map(text => el('p', {}, text)));
		tip.hidden = false;
		const rect = where(from), size = tip.getBoundingClientRect();
		const above = rect.top > size.height + 6;
		tip.style.left = Math.max(4, Math.min(rect.left, innerWidth - size.width - 4)) + 'px';
		tip.style.top = (above ? rect.top - size.height - 4 : rect.bottom + 4) + 'px';
	};

	field.addEventListener('pointermove', e => {
		if (e.pointerType !== 'mouse' || e.buttons) return;
		clearTimeout(timer);
		timer = setTimeout(async () => {
			const number = ++asked, offset = at(e.clientX, e.clientY);
			const found = offset < 0 ? null : await about(offset);
			if (number !== asked) return;
			if (found) show(found);
			else tip.hidden = true;
		}, rest);
	});
	field.addEventListener('pointerleave', e => {
		clearTimeout(timer);
		if (e.relatedTarget !== tip) close();
	});
	tip.addEventListener('pointerleave', close);
	field.addEventListener('pointerdown', close);
	field.addEventListener('blur', close);
	addEventListener('scroll', close, {capture: true, passive: true});
	addEventListener('keydown', e => { if (e.key === 'Escape') close(); });
	return {show, close};
};
