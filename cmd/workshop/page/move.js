// Moving cards and lines: by drag, by Alt with the arrows, and by their menus, which send them a `step` event. The
// element of a part that can be moved has its kind in `data-drag`; parts of one kind in one list can change places, and
// rules of all stages.
import {el, say} from './elements.js';
import {change, pathOf} from './parts.js';

const at = e => pathOf(e, e.dataset.at);
const siblings = (root, e) => {
	const kind = e.dataset.drag, all = [...root.querySelectorAll(`[data-drag="${kind}"]`)];
	return kind === 'rule' ? all : all.filter(x => x.parentElement === e.parentElement);
};

// step moves a part one place up or down.
export const step = async (root, e, by) => {
	const all = siblings(root, e), to = all[all.indexOf(e) + by];
	if (!to) return say(by < 0 ? 'It is the first already.' : 'It is the last already.');
	// In another stage a rule comes to the end that is next to where it was.
	const after = to.parentElement === e.parentElement ? by > 0 : by < 0;
	await change({do: 'move', at: at(e), to: at(to), after}, {stay: false, says: by < 0 ? 'Moved up.' : 'Moved down.'});
};

// begin lets parts be dragged by their grips.
export const begin = root => {
	const mark = el('div', {class: 'drop', hidden: true});
	let drag = null;
	root.append(mark);
	root.addEventListener('pointerdown', e => {
		const grip = e.target.closest('.grip'), part = grip?.closest('[data-drag]');
		if (!part || e.button !== 0) return;
		e.preventDefault();
		drag = {part, grip, id: e.pointerId, y: e.clientY, moving: false, all: siblings(root, part)};
		grip.setPointerCapture(e.pointerId);
	});
	root.addEventListener('pointermove', e => {
		if (!drag || e.pointerId !== drag.id) return;
		if (!drag.moving && Math.abs(e.clientY - drag.y) < 4) return;
		if (!drag.moving) drag.part.classList.add('dragged');
		drag.moving = true;
		const edge = 48, box = scroller(root), seen = box.getBoundingClientRect();
		const top = Math.max(seen.top, 0), bottom = Math.min(seen.bottom, innerHeight);
		if (e.clientY < top + edge) box.scrollBy(0, -12);
		else if (e.clientY > bottom - edge) box.scrollBy(0, 12);
		aim(e);
	});
	const aim = e => {
		const under = document.elementsFromPoint(e.clientX, e.clientY).map(x => x.closest?.('[data-drag]')).find(x => x && drag.all.includes(x));
		drag.to = under && under !== drag.part ? under : null;
		mark.hidden = !drag.to;
		if (!drag.to) return;
		const target = drag.to.getBoundingClientRect(), view = root.getBoundingClientRect();
		drag.after = e.clientY > target.top + target.height / 2;
		mark.style.top = (drag.after ? target.bottom : target.top) - view.top + root.scrollTop + 'px';
		mark.style.left = target.left - view.left + root.scrollLeft + 'px';
		mark.style.width = target.width + 'px';
	};
	const end = async (e, does) => {
		if (!drag || e.pointerId !== drag.id) return;
		const {part, to, after} = drag;
		drag = null;
		mark.hidden = true;
		part.classList.remove('dragged');
		if (does && to) await change({do: 'move', at: at(part), to: at(to), after}, {says: 'Moved.'});
	};
	root.addEventListener('pointerup', e => end(e, true));
	root.addEventListener('pointercancel', e => end(e, false));
	root.addEventListener('step', e => step(root, e.target, e.detail));
};

// scroller returns what scrolls a view: itself, or the page.
const scroller = root => root.scrollHeight > root.clientHeight + 1 && getComputedStyle(root).overflowY !== 'visible' ? root : document.scrollingElement;
