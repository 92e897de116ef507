// What there is to be seen now: status, time, state, story.
'use strict';

const mostTold = 40; // steps of the story

const wholeLinks = true; // they also work where another version of the program is played
const asks = () => ({most: {moves: 100, all: 400, facts: 300, filter: $('filter').value, find: $('find').value}});

const arrived = (reply, request, moved) => {
	if (moved) {
		selected = view.point;
		forgetDigits(); // they are of another menu
	}
	if (request.do !== 'view') notice(...reply.stop?.text ? [`Stopped: ${reply.stop.text}.`] : []);
	show(reply);
	if (moved) tell(reply);
};

const show = reply => {
	const before = document.activeElement?.closest('.scroll');
	showStatus();
	showTime();
	showState();
	showStory();
	showChoices(reply);
	showSkein();
	showDetail();
	if (before && document.activeElement === document.body) (before.querySelector('input, [tabindex="0"]') ?? before).focus({preventScroll: true});
};

const statusWords = {turn: 'play-turn', chance: 'bench-status-chance', limit: 'bench-status-limit', line: 'bench-status-line', stuck: 'bench-status-stuck', violation: 'play-violation'};

const statusText = () => view.ending ? word('bench-status-end', {text: view.ending.text}) : statusWords[view.status] ? word(statusWords[view.status]) : '';

const showStatus = () => {
	const title = engine.title ?? program.title ?? program.name;
	document.title = title + ' – ' + word('play-workbench');
	$('title').textContent = title;
	$('status').replaceChildren(
		el('strong', {}, statusText()),
		view.stage ? ' · ' + word('bench-status-stage', {stage: view.stage}) : '', ' · ' + word('bench-status-step', {n: view.depth}),
		view.again ? ', ' + view.again : '', ' · ' + word('bench-status-seed', {seed: program.seed}),
		view.breaks ? ' · ' + word('bench-status-breaks', {n: view.breaks.length}) : '');
	for (const id of ['breaks', 'seed', 'link', 'save', 'slider']) $(id).disabled = false;
	$('undo').disabled = view.depth === 0;
	$('redo').disabled = !latest[view.point];
	$('chance').disabled = $('run').disabled = !['turn', 'chance'].includes(view.status);
};

const showTime = () => {
	const all = line(), slider = $('slider');
	slider.max = all.length - 1;
	slider.value = view.depth;
	const words = word('bench-moment', {n: view.depth, of: all.length - 1, title: titleOf(view.point)});
	slider.setAttribute('aria-valuetext', words);
	$('moment').textContent = words;
	$('first').disabled = $('back').disabled = view.depth === 0;
	$('forth').disabled = $('last').disabled = view.depth === all.length - 1;
};

// tell says what happened to those who do not see it.
const tell = reply => {
	const events = view.happened ?? [];
	const words = events.slice(-3).map(e => e.prose || e.title || e.text).join(' ');
	const more = events.length > 3 ? `${events.length} steps. ` : '';
	const {title, prose} = view.ending ?? {};
	const now = [statusText() + '.', view.again && `The state is ${view.again}.`, title, prose].filter(x => x).join(' ');
	say(`${more}${words || 'At ' + titleOf(view.point) + '.'} ${now} ${count(view.ways ?? 0, 'way')} to go on.` +
		(reply.stop?.why === 'time' ? ' Chance has paused.' : ''));
};

const showState = () => {
	const out = [];
	const changed = (list, sign, name) => (list ?? []).slice(0, 30).map(l => el('li', {},
		el('span', {class: 'sign', 'aria-hidden': true}, sign), el(name, {class: 'code'}, l.fact), l.count > 1 ? el('span', {class: 'count'}, '×' + l.count) : ''));
	const changes = [...changed(view.gone, '−', 'del'), ...changed(view.came, '+', 'ins')];
	if (changes.length) out.push(el('div', {class: 'changes'}, el('h3', {}, word('bench-changed')), el('ul', {}, ...changes)));
	for (const g of view.groups ?? []) {
		const where = g.character && g.place ? ' · ' + g.place : '';
		out.push(el('div', {class: 'group'}, el('h3', {}, g.label || word(view.groups.length > 1 ? 'bench-facts-other' : 'bench-facts-title'), el('small', {}, where)),
			el('ul', {}, ...g.lines.map(fact))));
	}
	if (view.more) out.push(el('p', {class: 'soft'}, `… and ${view.more} more; find them by words`));
	if (!out.length) out.push(el('p', {class: 'soft'}, word($('find').value ? 'bench-facts-unfit' : 'bench-facts-none')));
	$('state').replaceChildren(...out);
	oneStop($('state'), '.fact');
};
const fact = l => el('li', l.new ? {class: 'new'} : {},
	button(l.fact, () => why(l.fact), {class: 'fact', title: word('bench-why-title')}),
	l.count > 1 ? el('span', {class: 'count'}, '×' + l.count) : '',
	l.new ? el('span', {class: 'unseen'}, ' (new)') : '');

// ending is what the author tells of the end, if anything.
const ending = e => e?.title || e?.prose ? [el('li', {class: 'ending'}, el('div', {},
	e.title ? el('p', {class: 'titled'}, e.title) : '', e.prose ? el('p', {class: 'prose'}, e.prose) : ''))] : [];

const showStory = () => {
	const path = way(view.point).slice(1), fresh = new Set((view.happened ?? []).map(e => e.point));
	const told = path.slice(-mostTold).map(p => {
		const x = points[p];
		return el('li', {class: fresh.has(p) ? 'fresh' : undefined},
			button(`t${depthOf(p)}`, () => select(p), {class: 'step-id', 'aria-label': `t${depthOf(p)} ${x.text}: look at this step`}),
			el('div', {}, x.title ? el('p', {class: 'titled'}, x.title) : '',
				x.prose ? el('p', {class: 'prose'}, x.prose) : '',
				el('p', {class: x.title || x.prose ? 'code aside' : 'code'}, x.text, x.step.chosen === 'random' ? el('small', {class: 'by'}, ' ' + word('bench-by-chance')) : ''),
				x.printed ? el('pre', {class: 'printed'}, x.printed) : ''));
	});
	told.push(...ending(view.ending));
	if (path.length > mostTold) told.unshift(el('li', {class: 'soft'}, `… ${path.length - mostTold} steps before`));
	$('story').replaceChildren(told.length ? el('ol', {}, ...told) : el('p', {class: 'soft'}, word('bench-nothing-yet')));
	oneStop($('story'), '.step-id', b => b === [...$('story').querySelectorAll('.step-id')].at(-1));
	$('story').scrollTop = $('story').scrollHeight;
};
