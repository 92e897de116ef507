// The live panel: the program as it runs, beside it while it is built.
import {$, button, count, el, icon, say} from './elements.js';
import {change} from './parts.js';
import {newRun} from './start.js';
import {copies, play} from './live-play.js';
import {begin as rules} from './live-rules.js';
import {begin as picture} from './live-picture.js';
import {begin as reasons} from './live-why.js';

const mostLog = 400; // steps

export const begin = (store, root) => {
	const part = (id, title, ...children) => el('section', {class: 'live-part', id: 'live-' + id, 'aria-labelledby': 'live-' + id + '-title'},
		el('h3', {id: 'live-' + id + '-title'}, title), ...children);
	const act = request => play.act(request);
	const control = (name, text, does, props) => button(text, does, {'data-live': name, ...props});

	// ---- the frame ----

	const status = el('p', {class: 'live-status'}), note = el('div', {class: 'live-note', role: 'status', hidden: true});
	const controls = {
		start: control('start', 'Start again', () => act({do: 'go', point: 0}), {title: 'Back to the start'}),
		back: control('back', '◀ Back', () => act({do: 'go', point: play.points[play.view.point].from}), {title: 'One step back'}),
		forward: control('forward', 'Forward ▶', () => act({do: 'go', point: play.ahead()[0]}), {title: 'Take the next step again'}),
		step: control('step', 'One step by chance', () => act({do: 'run', until: {steps: 1}}), {class: 'primary'}),
		many: control('many', 'Run 20 steps', () => act({do: 'run', until: {steps: 20}})),
		end: control('end', 'To the end', () => act({do: 'run'}), {title: 'Up to the end, 1000 steps at most'}),
	};
	const runs = el('select', {'aria-label': 'Which run', onchange: e => play.again({run: Number(e.target.value)})});
	const seed = el('input', {type: 'text', inputmode: 'numeric', pattern: '[0-9]+', maxlength: 18, value: '1', size: 4, id: 'live-seed',
		onchange: e => /^\d+$/.test(e.target.value) ? play.again({seed: e.target.value}) : e.target.value = play.seed});
	const other = control('seed', 'Another', () => { seed.value = String(Number(play.seed) + 1); play.again({seed: seed.value}); }, {class: 'small', 'aria-label': 'Another seed', title: 'Chance takes another way'});
	const moves = el('div', {class: 'moves'}), facts = el('div', {class: 'live-facts'}), log = el('ol', {class: 'log'});
	const line = el('form', {class: 'row', hidden: true, onsubmit: e => {
		e.preventDefault();
		act({do: 'say', line: line.field.value});
		line.field.value = '';
	}});
	line.replaceChildren(el('label', {for: 'live-line'}, 'Say'), line.field = el('input', {type: 'text', id: 'live-line'}), el('button', {type: 'submit'}, 'Say it'), button('Nothing more', () => act({do: 'say'})));
	const body = el('div', {class: 'live-body'},
		el('div', {class: 'live-controls', role: 'group', 'aria-label': 'Play'},
			el('div', {class: 'row'}, controls.step, controls.many, controls.end),
			el('div', {class: 'row'}, controls.start, controls.back, controls.forward,
				el('span', {class: 'live-seed'}, el('label', {for: 'live-seed'}, 'Seed'), seed, other)), runs),
		part('moves', 'What can happen', line, moves), part('facts', 'Facts', facts));
	const steps = part('log', 'Steps', log);
	const nothing = el('div', {class: 'live-nothing', hidden: true});
	const alone = el('p', {class: 'row soft', hidden: true}, 'The program has no run yet. It is tried with its first facts.', newRun(icon('add')));
	root.append(el('div', {class: 'live-head'}, el('h2', {}, 'Run'), status), note, nothing, alone, body);
	const why = reasons(body);
	body.append(steps);
	picture(body);
	rules(store);

	// ---- what it shows ----

	const drawMoves = view => {
		const list = (view.menu ?? []).map(rule => el('li', {class: rule.link ? 'link' : null}, el('ul', {'aria-label': rule.name}, ...rule.moves.map(m =>
			el('li', {}, control('move ' + m.text, m.text, () => act({do: 'choose', number: m.number, known: play.points.length}), {class: 'move', title: effects(m)}), m.count > 1 && el('span', {class: 'count', title: 'alike'}, '×' + m.count))))));
		const none = list.length === 0 && view.status !== 'line';
		moves.replaceChildren(...(none ? [el('p', {class: 'soft'}, 'Nothing.')] : [el('ul', {}, ...list)]),
			...(view.whole || none ? [] : [el('p', {class: 'soft'}, 'There is more than is shown.')]));
	};
	const drawFacts = view => {
		const change = (list, sign, name, words) => (list ?? []).slice(0, 40).map(l => el('li', {}, el('span', {class: 'sign', 'aria-hidden': 'true'}, sign), el('span', {class: 'unseen'}, words), el(name, {}, l.fact), l.count > 1 && el('span', {class: 'count'}, '×' + l.count)));
		const changes = [...change(view.gone, '−', 'del', 'gone: '), ...change(view.came, '+', 'ins', 'came: ')];
		const groups = view.groups ?? [], several = groups.length > 1;
		facts.replaceChildren(...[
			changes.length > 0 && el('ul', {class: 'changes', 'aria-label': 'What has changed'}, ...changes),
			...groups.map(g => el('div', {class: 'group'}, several && el('h4', {}, g.character || g.place || 'other'),
				el('ul', {}, ...g.lines.map(l => el('li', {class: l.new ? 'new' : null},
					control('fact ' + l.fact, l.fact, () => why.fact(l.fact), {class: 'fact', title: 'Why is this so?'}), l.count > 1 && el('span', {class: 'count'}, '×' + l.count)))))),
			view.more > 0 && el('p', {class: 'soft'}, `… and ${view.more} more.`),
			!groups.length && el('p', {class: 'soft'}, 'There are no facts.'),
		].filter(Boolean));
	};
	const drawLog = view => {
		const path = play.path().slice(1), ahead = play.ahead(), from = Math.max(0, path.length - mostLog);
		const entry = (point, i, later) => el('li', {class: later ? 'later' : point === view.point ? 'here' : null, value: i + 1},
			control('step ' + point, play.points[point].text, () => later ? act({do: 'go', point}) : why.step(point), {class: 'logged', title: later ? 'Go there' : 'Why did this happen?', 'aria-current': point === view.point ? 'step' : null}),
			!later && point !== view.point && button('go here', () => act({do: 'go', point}), {class: 'small plain', 'aria-label': `Go to after step ${i + 1}`}),
			play.points[point].printed && el('pre', {class: 'printed'}, play.points[point].printed));
		log.replaceChildren(...(from ? [el('li', {class: 'soft', value: from}, `… ${count(from, 'step')} before`)] : []),
			...path.slice(from).map((p, i) => entry(p, from + i)), ...ahead.slice(0, 50).map((p, i) => entry(p, path.length + i, true)));
		steps.hidden = path.length + ahead.length === 0;
		const here = log.querySelector('.here');
		if (here) log.scrollTop = here.offsetTop - log.clientHeight / 2;
	};

	const statusWords = view => {
		const more = view.why ? ' ' + view.why : '';
		switch (view.status) {
		case 'over': return view.depth ? sentence(view.ending?.text ?? 'Nothing can happen any more') : 'Nothing can happen.';
		case 'limit': return 'The run has as many steps as it may have.';
		case 'line': return 'The program waits for a line' + (view.wanted ? `: ${view.wanted}.` : '.');
		case 'stuck': return 'It is not known what can happen.' + more;
		case 'violation': return 'A statement does not hold here.' + more;
		}
		const n = (view.menu ?? []).reduce((n, rule) => n + rule.moves.length, 0);
		return view.whole ? `${count(n, 'thing')} can happen${copies(n, view.ways)}.` : `More than ${count(n, 'thing')} can happen.`;
	};
	const where = view => [view.depth ? `After ${count(view.depth, 'step')}` : 'At the start', play.program.stages?.length > 1 && view.stage && `in stage ${view.stage}`, view.again].filter(Boolean).join(', ') + '. ';

	const notes = {
		wrong: () => (play.fault ? sentence(play.fault) : 'The program has errors.') + ' This is how it ran before.',
		none: () => 'Nothing says how the program starts now. This is how it ran before.',
		wait: () => '',
		good: () => play.lost ? `${count(play.lost, 'step')} ${play.lost === 1 ? 'does' : 'do'} not fit the changed program, and ${play.lost === 1 ? 'was' : 'were'} dropped.` : play.stop ? sentence(play.stop.text || 'chance has paused, and there is no end yet') : play.said,
	};
	const draw = () => {
		const {view, state} = play, good = state === 'good';
		root.classList.toggle('stale', !good && state !== 'wait');
		body.hidden = !view;
		alone.hidden = !view || !good || !play.alone;
		nothing.hidden = !!view;
		const words = state === 'wait' ? note.textContent : good ? notes.good() : view ? notes[state]() : '';
		if (note.textContent !== words) note.textContent = words ?? '';
		note.hidden = !words;
		if (!view) {
			status.textContent = '';
			nothing.replaceChildren(...absent(state));
			return;
		}
		if (!good) {
			if (state !== 'wait') for (const b of body.querySelectorAll('button, input, select')) b.disabled = true;
			return;
		}
		const field = root.contains(document.activeElement) && document.activeElement.dataset.live;
		status.replaceChildren(where(view), el('strong', {}, statusWords(view)));
		const goes = view.status === 'turn' || view.status === 'chance';
		for (const b of body.querySelectorAll('button, input, select')) b.disabled = false;
		for (const name of ['step', 'many', 'end']) controls[name].disabled = !goes;
		controls.start.disabled = controls.back.disabled = view.depth === 0;
		controls.forward.disabled = !play.ahead().length;
		line.hidden = view.status !== 'line';
		const {runs: list} = store.outline;
		runs.hidden = list.length < 2;
		runs.replaceChildren(...list.map((r, i) => el('option', {value: i, selected: i === play.run}, `Run ${i + 1}: stage ${r.stage}, ${r.context || 'facts in place'}`)));
		runs.value = play.run;
		seed.value = play.seed;
		drawMoves(view);
		drawFacts(view);
		drawLog(view);
		if (field && (!root.contains(document.activeElement) || document.activeElement.disabled)) again(field);
	};
	// again gives the focus to the control that had it, or to one that does as much.
	const again = field => {
		const find = name => root.querySelector(`[data-live="${CSS.escape(name)}"]:not(:disabled)`);
		(find(field) ?? (field.startsWith('move') ? moves.querySelector('button') : null) ?? find('back') ?? find('step'))?.focus({preventScroll: true});
	};

	// starts makes the context of the start, and leads to its card.
	const starts = () => {
		if (!$('structure').checkVisibility()) $('view-structure').click();
		return change({do: 'context', name: 'start'}, {says: 'Added context start'});
	};

	// absent says why there is no play, and what can be done.
	const absent = state => {
		if (state === 'wrong') return [el('p', {}, 'The program has errors, so that it cannot run yet.'), play.fault && el('pre', {}, play.fault)].filter(Boolean);
		const {contexts} = store.outline;
		if (contexts.length) return [el('p', {}, 'Nothing says how the program starts.'), el('p', {}, newRun(icon('add')))];
		return [el('p', {}, 'The program runs here, beside its cards, as soon as it has facts to start with.'),
			el('p', {class: 'row'}, button('Add facts to start with', starts),
				button('Take the tour', () => $('tour-open').click(), {class: store.text.trim() ? 'plain' : 'primary'}))];
	};

	let told = '';
	play.subscribe(() => {
		draw();
		if (play.state !== 'good' || !play.view) return;
		const {view} = play, now = play.edition + ' ' + view.point;
		if (told && told !== now && told.split(' ')[0] === String(play.edition)) say([...(view.happened ?? []).slice(-3).map(e => e.text + '.'), where(view), statusWords(view)].join(' '));
		told = now;
	});
	draw();
	play.begin(store);
};

const effects = m => [m.uses && 'uses up: ' + m.uses.join(', '), m.needs && 'needs: ' + m.needs.join(', '), m.makes && 'makes: ' + m.makes.join(', '), m.to && 'goes on to stage ' + m.to].filter(Boolean).join('\n');
const sentence = text => text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
