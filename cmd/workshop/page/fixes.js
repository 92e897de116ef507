// Controls for the fixes that messages propose: a button for one fix, a menu for several.
import {button, prose} from './elements.js';
import {choose, menuButton} from './menu.js';

// fixesOf returns the control for the fixes of a message, or false where there is none. Take is called with the number
// of the fix that is chosen. Does has other words for a fix that is alone.
export const fixesOf = ({fixes}, take, does) => {
	if (fixes.length < 2) return fixes.length > 0 && button('', () => take(0), {class: 'small'}, ...prose(does ?? fixes[0].label));
	return menuButton(`${fixes.length} ways to change it`, async b => {
		const item = await choose(b, {label: 'What to change', role: 'menu', items: fixes.map(({label}, i) => ({label: label.replaceAll('`', ''), i}))});
		if (item) take(item.i);
	}, {class: 'small fixes', 'aria-haspopup': 'menu'});
};

// sameFixes reports whether two messages propose the same.
export const sameFixes = (a, b) => a.fixes.length === b.fixes.length && a.fixes.every((f, i) => f.label === b.fixes[i].label);
