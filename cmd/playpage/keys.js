// The keys.
'use strict';

let digits = '';
const digit = d => {
	digits += d;
	const numbers = [...$('choices').querySelectorAll('.move')].map(m => m.dataset.number);
	const longer = numbers.filter(n => n.startsWith(digits));
	if (longer.length === 1 && longer[0] === digits) choose(Number(digits));
	if (longer.length === 0 || longer.length === 1 && longer[0] === digits) digits = '';
	$('number').textContent = digits;
};
const forgetDigits = () => {
	digits = '';
	$('number').textContent = '';
};
const entered = () => {
	const number = Number(digits);
	forgetDigits();
	choose(number);
};
const through = by => {
	const all = line(bound());
	goTo(all[Math.min(all.length - 1, Math.max(0, depthOf(bound()) + by))]);
};
const takeBack = () => {
	const to = beforeChoice(bound());
	if (to === null) notice('There is no choice of yours to take back.');
	else goTo(to);
};
const keys = {
	'/': () => $('filter').focus(), 'u': () => $('undo').click(), 'r': () => $('redo').click(), 'c': () => $('chance').click(), 'g': runUntil, 'a': () => askAgain(), 't': takeBack,
	'w': () => askAbout('why'), 'n': () => askAbout('whynot'), 'l': copyLink, 's': saveTrace, '?': showHelp,
	'ArrowLeft': () => through(-1), 'ArrowRight': () => through(1), 'Home': () => through(-Infinity), 'End': () => through(Infinity),
};
const isText = e => e.matches?.('input:not([type=range], [type=checkbox], [type=radio]), select, textarea');

addEventListener('keydown', e => {
	if (e.key === 'Escape' && busy) { busy.abort(); return; }
	if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !view || document.querySelector('dialog[open]')) return;
	const at = e.composedPath()[0];
	if (isText(at)) {
		if (e.key === 'Escape') at.blur();
		return;
	}
	if (e.key === 'Enter' && digits) { e.preventDefault(); entered(); return; }
	if (e.key === 'Escape') { forgetDigits(); return; }
	const single = e.key.length === 1;
	if (single && !$('keys').checked) return;
	if (at.matches?.('input[type=range], input[type=radio]') && !single) return;
	if (/^[0-9]$/.test(e.key) && (digits || e.key !== '0')) { e.preventDefault(); digit(e.key); return; }
	const does = Object.hasOwn(keys, e.key) ? keys[e.key] : null;
	if (!does) return;
	e.preventDefault();
	does();
});
