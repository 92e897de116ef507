// The keys.
'use strict';

// A number marks the choice that has it, and Enter takes it: there may be longer ones.
let digits = '';
const moveOf = number => [...$('choices').querySelectorAll('.move')].find(m => m.dataset.number === number);
const setDigits = text => {
	digits = text;
	$('number').textContent = text;
	if (text) (moveOf(text) ?? $('choices')).focus();
};
const forgetDigits = () => {
	digits = '';
	$('number').textContent = '';
};
const entered = () => {
	if (moveOf(digits)) choose(Number(digits));
	else notice(`There is no choice ${digits}.`);
	forgetDigits();
};
addEventListener('focusin', e => { if (e.target !== (moveOf(digits) ?? $('choices'))) forgetDigits(); });
const nextMove = by => {
	const all = [...$('choices').querySelectorAll('.move')], at = all.indexOf(document.activeElement);
	(at < 0 ? all.at(by > 0 ? 0 : -1) : all[at + by])?.focus();
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
const toTurns = () => {
	if (program.stages.length > 1) runUntil(true);
	else notice('There is one stage alone, in which it is your turn.');
};
const clearFilter = () => {
	$('filter').value = '';
	later(() => act({do: 'view'}));
};
const stopOf = box => $(box).querySelector('[tabindex="0"]') ?? $(box);

// The keys are those of ceptre play in terminals, as far as these have them; a test compares.
const keys = {
	'?': showHelp, '/': () => $('filter').focus(),
	'u': () => $('undo').click(), 't': takeBack, 'U': () => $('redo').click(), 'a': () => askAgain(), 'g': () => stopOf('skein').focus(),
	'c': () => $('chance').click(), 'r': () => runUntil(), 'b': editBreaks, 'T': toTurns,
	'w': () => askAbout('why'), 'n': () => askAbout('whynot'), 'l': () => stopOf('story').focus(), 's': saveTrace, 'L': copyLink, 'p': leave,
	'j': () => nextMove(1), 'k': () => nextMove(-1),
	'ArrowLeft': () => through(-1), 'ArrowRight': () => through(1), '<': () => through(-Infinity), '>': () => through(Infinity),
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
	if (e.key === 'Enter' && digits && at !== moveOf(digits)) { e.preventDefault(); entered(); return; }
	if (e.key === 'Backspace' && digits) { setDigits(digits.slice(0, -1)); return; }
	if (e.key === 'Escape') {
		if (digits) forgetDigits();
		else if ($('filter').value) clearFilter();
		return;
	}
	const single = e.key.length === 1;
	if (single && !$('keys').checked) return;
	if (at.matches?.('input[type=range], input[type=radio]') && !single) return;
	if (/^[0-9]$/.test(e.key) && (digits || e.key !== '0')) { e.preventDefault(); setDigits(digits + e.key); return; }
	const does = Object.hasOwn(keys, e.key) ? keys[e.key] : null;
	if (!does) return;
	e.preventDefault();
	forgetDigits();
	does();
});
