// What the workbench does at a click or another event, and its beginning. This is the last of its
// scripts; they see each other's names.
'use strict';

const wait = (then, time) => {
	let timer = 0;
	return () => { clearTimeout(timer); timer = setTimeout(() => busy ? later(then) : then(), time); };
};
click('undo', () => act({do: 'undo'}));
click('redo', () => act({do: 'redo'}));
click('chance', () => act({do: 'run', until: {steps: 1}}));
click('run', () => runUntil());
click('breaks', editBreaks);
click('seed', otherSeed);
click('link', copyLink);
click('save', saveTrace);
click('help', showHelp);
click('first', () => through(-Infinity));
click('back', () => through(-1));
click('forth', () => through(1));
click('last', () => through(Infinity));
click('smaller', () => zoomBy(1 / 1.3));
click('larger', () => zoomBy(1.3));
click('fit', fit);
click('whynot', () => askWhy('whynot'));
$('ask').addEventListener('submit', e => { e.preventDefault(); askWhy(document.activeElement === $('what') ? asking : 'why'); });
$('what').addEventListener('blur', () => { asking = 'why'; });
$('slider').addEventListener('input', () => goTo(line()[Number($('slider').value)]));
$('filter').addEventListener('input', wait(() => act({do: 'view'}), 120));
$('find').addEventListener('input', wait(() => act({do: 'view'}), 120));
$('filter').addEventListener('keydown', e => {
	if (e.key === 'Escape') { e.target.blur(); clearFilter(); }
	if (e.key === 'ArrowDown') { e.preventDefault(); $('choices').querySelector('.move')?.focus(); }
	if (e.key === 'Enter') takeFirst();
});
// takeFirst takes the first of the choices that fit the filter.
const takeFirst = async () => {
	const reply = await act({do: 'view'});
	const first = reply?.view?.menu?.[0]?.moves[0];
	if (!first) return;
	const done = await act({do: 'choose', number: first.number});
	if (!done || done.error) return;
	$('filter').value = '';
	act({do: 'view'});
};
$('view').addEventListener('change', draw);
$('reach').addEventListener('change', draw);
rove($('choices'), '.move', upAndDown);
rove($('state'), '.fact', upAndDown);
rove($('story'), '.step-id', upAndDown);
rove(frame, 'a', upAndDown);
rove($('skein'), '.dot', throughTree);
addEventListener('resize', wait(() => { size(); showHere(); }, 100));
pageBegins();
