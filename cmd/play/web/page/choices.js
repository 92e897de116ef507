// What can be chosen, and choosing.
'use strict';

const showChoices = reply => {
	const rules = (view.menu ?? []).map(r => el('div', {class: 'rule'},
		el('h3', {}, r.link ? 'leave the stage: ' : '', r.name, el('small', {}, ' ' + word('bench-line', {n: r.line}))),
		el('ul', {}, ...r.moves.map(m => el('li', {}, move(m))))));
	const more = rules.length ? !view.whole && `… and more: there are ${view.ways} ways to go on; filter to find them`
		: view.ways && view.status !== 'limit' && word('bench-choices-unfit');
	$('choices').replaceChildren(...standing(reply), ...rules, more ? el('p', {class: 'soft'}, more) : '');
	$('choices-title').textContent = heading();
	oneStop($('choices'), '.move');
	$('choices').scrollTop = 0;
};

// goal says what came of the goal of the run, if it has one.
const goal = () => view.goal ? el('p', {class: 'soft'}, view.goal) : '';

// standing says how things stand, where it is not simply the player's turn.
const standing = reply => {
	const says = {
		line: () => hearing(reply),
		over: () => el('div', {class: 'end'}, el('p', {}, `The end: ${view.ending.text}. `,
			view.ending.missing ? '' : 'Go back in time, and choose otherwise.'), ...(view.ending.missing ?? []).map(line => el('p', {class: 'soft'}, line)), goal()),
		limit: () => el('div', {class: 'end'}, el('p', {}, word('bench-status-limit') + '.'), goal()),
		violation: () => el('div', {class: 'end'}, el('p', {}, word('play-violation') + ':'), el('pre', {}, view.why),
			el('p', {}, 'Go back in time, and choose otherwise.')),
		stuck: () => el('div', {class: 'pause'}, el('p', {}, 'What can happen here is not to be found out:'), el('pre', {}, view.why),
			button(word('play-retry'), () => act({do: 'view'}))),
		chance: () => el('p', {class: 'pause'}, word('bench-chance-turn') + ' ',
			button(word('bench-let-chance'), () => run({turn: true}), {id: 'go-on'})),
	};
	const pauses = reply.stop?.why === 'time';
	const now = pauses && view.status === 'chance' ? null : says[view.status]?.();
	return [pauses && paused(), now, view.answered && answered()].filter(x => x);
};

// heading counts the choices and, where a filter hides some, those that fit it.
const heading = () => {
	if (!view.ways || view.status === 'limit') return word('bench-choices');
	if (!$('filter').value.trim()) return word('bench-choices-all', {n: view.ways});
	const fitting = (view.menu ?? []).flatMap(r => r.moves).reduce((n, m) => n + m.count, 0);
	return word(view.whole ? 'bench-choices-some' : 'bench-choices-least', {n: fitting, of: view.ways});
};
const move = m => el('button', {type: 'button', class: 'move', 'data-number': m.number, onclick: () => choose(m.number)},
	el('span', {class: 'nr'}, m.number), el('span', {class: 'what'},
		m.title ? el('span', {class: 'titled'}, m.title) : '',
		el('span', {class: 'code'}, m.text, m.count > 1 ? el('small', {}, ` (${m.count} ways)`) : ''),
		m.prose && m.prose !== m.title ? el('span', {class: 'prose', title: m.prose}, m.prose) : '',
		effect(m)));
const effect = m => {
	const parts = [];
	for (const f of m.uses ?? []) parts.push(el('span', {class: 'uses'}, '− ' + f));
	for (const f of m.makes ?? []) parts.push(el('span', {class: 'makes'}, '+ ' + f));
	for (const f of m.acts ?? []) parts.push(el('span', {class: 'acts'}, '! ' + f));
	if (m.to) parts.push(el('span', {class: 'makes'}, '→ ' + m.to));
	return parts.length ? el('span', {class: 'effect'}, ...parts.flatMap(p => [p, ' '])) : '';
};
const paused = () => el('p', {class: 'pause'}, 'Chance has paused, and it is not over. ',
	button(word('play-go-on'), () => run(goingOn), {id: 'go-on'}));
const hearing = reply => {
	const field = el('input', {type: 'text', id: 'heard', autocomplete: 'off', maxlength: '10000', 'aria-label': 'A line for the program'});
	const form = el('form', {class: 'hear'}, el('p', {}, 'The program asks you for a line of text', view.wanted && !reply.said ? ': ' + view.wanted.replaceAll('`', '') : '.'),
		reply.said ? el('pre', {role: 'alert'}, reply.said) : '',
		field, ' ', el('button', {type: 'submit'}, word('play-say')), ' ', button(word('play-silent'), () => answer({do: 'say'})));
	form.addEventListener('submit', e => { e.preventDefault(); answer({do: 'say', line: field.value}); });
	setTimeout(() => { if (document.activeElement === document.body) field.focus(); });
	return form;
};
const answered = () => el('p', {class: 'pause'}, 'The program has asked you here. ', button(word('bench-again'), askAgain, {id: 'again'}));
const askAgain = () => view.answered && act({do: 'ask'});
// answer says a line; chance goes on, if it is its turn.
const answer = async request => {
	const reply = await act(request);
	if (reply && !reply.error && view.status === 'chance') act({do: 'run', until: {turn: true}});
};
// choose takes a move by its number, unless another menu has come before its turn.
const choose = number => {
	const {point} = view, filter = $('filter').value;
	return act({do: 'choose', number}, () => view.point === point && $('filter').value === filter);
};
let goingOn = {turn: true};
const run = until => {
	goingOn = until;
	return act({do: 'run', until});
};
