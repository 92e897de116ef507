// The page: one store, and views of it.
import {$} from './elements.js';
import {Store} from './state.js';
import {begin as ask} from './ask.js';
import {begin as board} from './board.js';
import {begin as cards} from './cards.js';
import {begin as files} from './files.js';
import {begin as gallery} from './gallery.js';
import {begin as live} from './live.js';
import {begin as share} from './share.js';
import {begin as stages} from './stages.js';
import {begin as text} from './text.js';
import {begin as tour} from './tour.js';

const store = globalThis.workshop = new Store();

// ---- the views: tabs where there is no room for all ----

const tabs = [...document.querySelectorAll('#views [role=tab]')];
const show = tab => {
	document.body.dataset.view = tab.dataset.view;
	for (const t of tabs) {
		t.setAttribute('aria-selected', t === tab);
		t.tabIndex = t === tab ? 0 : -1;
	}
};
$('views').addEventListener('click', e => e.target.closest('[role=tab]') && show(e.target.closest('[role=tab]')));
$('views').addEventListener('keydown', e => {
	const shown = tabs.filter(t => t.checkVisibility()), at = shown.indexOf(e.target);
	const to = {ArrowRight: at + 1, ArrowLeft: at - 1 + shown.length, Home: 0, End: shown.length - 1}[e.key];
	if (to === undefined) return;
	e.preventDefault();
	const tab = shown[to % shown.length];
	show(tab);
	tab.focus();
});

// ---- history, name, help ----

$('undo').addEventListener('click', () => store.undo());
$('redo').addEventListener('click', () => store.redo());
// A field with something typed in it has a history of its own, but for the program's text.
const ownHistory = e => e.target.matches('input, textarea') && e.target.value !== '' && !e.target.closest('#text');
addEventListener('keydown', e => {
	if (!(e.ctrlKey || e.metaKey) || e.altKey || ownHistory(e) || document.querySelector('dialog:modal')) return;
	const key = e.key.toLowerCase(), redo = key === 'y' || key === 'z' && e.shiftKey;
	if (!redo && key !== 'z') return;
	e.preventDefault();
	if (redo) store.redo();
	else store.undo();
});
store.subscribe(() => {
	$('undo').disabled = !store.canUndo;
	$('redo').disabled = !store.canRedo;
	if ($('name').textContent !== store.name) $('name').textContent = store.name;
});
$('help').addEventListener('click', () => $('help-dialog').showModal());
$('dismiss').addEventListener('click', () => { $('notice').hidden = true; });

// ---- the parts ----

ask(store, $('over'));
cards(store, $('structure'));
text(store, $('text'));
stages(store, $('structure'));
board(store, $('structure'));
live(store, $('live'));
tour(store, $('tour'));
share(store, $('files'));
gallery(store, $('files'));
await files(store, $('files')); // which opens what the page begins with
