// The page to read: the story so far, and what the reader can do. This is the last of its scripts; they
// see each other's names.
'use strict';

const wholeLinks = false;
const asks = request => ({most: {moves: 100, all: 100, facts: 1}, told: ['open', 'grow'].includes(request.do) ? -1 : toldTo()});
const draw = () => {}; // there is no picture

// goesOn are the requests after which the story goes on, one passage after the other.
const goesOn = ['choose', 'run', 'say', 'redo'];

const arrived = (reply, request) => {
	const title = engine.title || program.title || program.name;
	document.title = title;
	$('title').textContent = title;
	for (const id of ['link', 'save']) $(id).disabled = false;
	$('undo').disabled = $('restart').disabled = view.depth === 0;
	if (!['view', 'open'].includes(request.do)) notice();
	tellOn(reply.tale, !goesOn.includes(request.do), first => showNow(reply, request, first));
	if (waiting.length) showWaiting();
	addressSoon();
};

// showWaiting says that the story goes on by itself.
const showWaiting = () => {
	const focused = $('now').contains(document.activeElement);
	setTurn(word('play-others'));
	$('choices').replaceChildren(button(word('play-skip'), showRest, {class: 'quiet'}));
	if (focused || document.activeElement === document.body) $('turn').focus({preventScroll: true});
};
const setTurn = text => { $('turn').textContent = text; };

// showNow says whose turn it is, and shows the choices. What the reader did is seen from there on.
const showNow = (reply, request, first) => {
	const focused = $('now').contains(document.activeElement) || document.activeElement === document.body;
	const {turn, does} = now(reply);
	setTurn(turn);
	$('choices').replaceChildren(...does.filter(x => x));
	number();
	if (request.do === 'open') {
		if (view.depth) $('now').scrollIntoView({block: 'end'});
		return;
	}
	if (focused) $('turn').focus({preventScroll: true});
	bringIntoView(first);
};

// now returns how things stand: whose turn it is, and what can be done.
const now = reply => ({
	turn: () => ({turn: word('play-turn'), does: [byChance(), ...choices(reply.tale)]}),
	chance: () => ({turn: word(view.depth ? 'play-paused' : 'play-start'), does: [lets(view.depth ? 'play-go-on' : 'play-begin')]}),
	over: () => ({turn: word('the-end'), does: ending(reply.tale.ending)}),
	limit: () => ({turn: word('the-end'), does: reply.tale.ending ? ending(reply.tale.ending) : [el('p', {}, word('play-limit')), again()]}),
	line: () => ({turn: word('play-turn'), does: [hearing(reply)]}),
	violation: () => ({turn: word('play-violation'), does: [el('pre', {lang: 'en'}, view.why), again()]}),
	stuck: () => ({turn: word('play-stuck'), does: [el('pre', {lang: 'en'}, view.why), button(word('play-retry'), () => act({do: 'view'}))]}),
})[view.status]();

// choices are listed or, where there are many, grouped by their rules.
const mostListed = 12;
const choices = ({choices: all}) => {
	const rules = all.length > mostListed ? Map.groupBy(all, c => c.rule) : new Map([['', all]]);
	const groups = [...rules].map(([name, some]) => name && some.length > 1
		? el('li', {}, el('details', {name: 'rules'}, el('summary', {class: 'choice'}, el('span', {}, name, el('small', {}, some.length))), listed(some)))
		: some.map(offered));
	return [el('ol', {class: 'choices'}, ...groups.flat()), view.whole ? '' : el('p', {class: 'soft'}, word('play-more'))];
};
const listed = some => el('ol', {class: 'choices'}, ...some.map(offered));
const offered = c => el('li', {}, button('', () => choose(c.number), {class: 'choice'}, el('span', {}, c.text, c.detail ? el('small', {}, c.detail) : '')));
// number marks choices with the keys that take them: those of the group that is open, or else the first that are seen.
const number = () => {
	for (const mark of document.querySelectorAll('.nr')) mark.remove();
	for (const [i, choice] of taken().entries()) choice.prepend(el('span', {class: 'nr', 'aria-hidden': true}, i + 1));
};
const openGroup = () => $('choices').querySelector('details[open]');
const taken = () => [...(openGroup() ?? $('choices')).querySelectorAll(':scope .choice:not(details[open] > summary)')].filter(c => c.checkVisibility()).slice(0, 9);
const choose = number => {
	const {point} = view;
	return act({do: 'choose', number}, () => view.point === point);
};
// byChance leaves a choice to chance where all of them are the reader's.
const byChance = () => program.turns?.length ? '' : button(word('play-chance'), () => act({do: 'run', until: {steps: 1}}), {class: 'quiet'});
const lets = key => button(word(key), () => act({do: 'run', until: {turn: true}}), {class: 'choice'});
const again = () => button(word('play-restart'), restart, {class: 'choice'});
const ending = e => [e?.title ? el('h3', {}, e.title) : '', ...marked(e?.text ?? ''),
	e?.title || e?.text ? '' : el('p', {}, word('play-nothing')), view.depth ? again() : ''];

const hearing = reply => {
	const field = el('input', {type: 'text', autocomplete: 'off', maxlength: '10000', 'aria-label': word('play-words')});
	const form = el('form', {class: 'hear'}, el('p', {}, word('play-line')), reply.said ? el('pre', {role: 'alert'}, reply.said) : '',
		field, ' ', el('button', {type: 'submit'}, word('play-say')), ' ', button(word('play-silent'), () => answer({do: 'say'})));
	form.addEventListener('submit', e => { e.preventDefault(); answer({do: 'say', line: field.value}); });
	return form;
};
const answer = async request => {
	const reply = await act(request);
	if (reply && !reply.error && view.status === 'chance') act({do: 'run', until: {turn: true}});
};

// bringIntoView shows what is new and the choices or, where both are more than the window has room
// for, what is new from its beginning.
const bringIntoView = first => {
	const bottom = $('now').getBoundingClientRect().bottom, top = first?.getBoundingClientRect().top ?? bottom;
	if (top >= 0 && bottom <= innerHeight) return;
	if (bottom - top <= innerHeight) $('now').scrollIntoView({block: 'end'});
	else (first ?? $('now')).scrollIntoView({block: 'start'});
};

const undo = () => { if (view?.depth) act({do: 'undo'}); };
const redo = () => act({do: 'redo'});
const restart = () => goTo(0);

const keys = {u: undo, U: redo, p: leave};
addEventListener('keydown', e => {
	if (e.key === 'Escape' && busy) { busy.abort(); return; }
	if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !view) return;
	const inside = e.target.closest?.('a, button, input, summary');
	if (inside?.matches('input:not([type=checkbox])')) return;
	if (waiting.length && (e.key === 'Escape' || !inside && ['Enter', ' '].includes(e.key))) { e.preventDefault(); showRest(); return; }
	if (e.key === 'Escape' && openGroup()) { openGroup().open = false; return; }
	if (e.key.length > 1 || !$('keys').checked) return;
	const choice = /^[1-9]$/.test(e.key) && !busy && taken()[e.key - 1];
	const does = choice ? () => { choice.focus(); choice.click(); } : Object.hasOwn(keys, e.key) && keys[e.key];
	if (!does) return;
	e.preventDefault();
	does();
});
$('story').addEventListener('click', showRest);
$('choices').addEventListener('toggle', e => {
	number();
	if (e.target.open) e.target.scrollIntoView({block: 'nearest'});
}, true);
click('undo', undo);
click('restart', restart);
click('link', copyLink);
click('save', saveTrace);
pageBegins();
