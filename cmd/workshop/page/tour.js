// The guided tour: a blocks world in a quarter of an hour. The engine looks at what the program does to see whether a
// task is done (package lesson), whatever its parts are called. The tour can be left at any time, and goes on there.
import {$, button, el, say} from './elements.js';
import {files} from './files.js';
import {play} from './live-play.js';

const pause = 400; // ms after a change, before the task is checked
const place = 'ceptre-workshop-tour'; // in the browser's storage
const enough = 10; // steps of a run

const code = text => el('code', {}, text);
const p = (...parts) => el('p', {}, ...parts);
const list = (...items) => el('ul', {}, ...items.map(item => el('li', {}, ...[item].flat())));

// steps are the steps of the tour. A step has a title, a text, hints, and a task: of the engine, or `run`, which is
// done in the live panel. Where is what the step is done with.
const steps = [
	{id: 'welcome', title: 'Blocks world', text: () => [
		p('A robot arm picks blocks up and puts them down. You build this world in a quarter of an hour, and then change it. The tour looks at what your world does, and tells you when a step is done. You can leave it at any time, and come back.')]},
	{id: 'things', title: 'The blocks', where: '[data-new="type"]', text: () => [
		p('First: what is there? Press ', el('b', {}, 'Type'), ' and name it ', code('block'), '. Then add the constants ', code('a'), ', ', code('b'), ' and ', code('c'), ' to it.')]},
	{id: 'on', title: 'One fact', where: '[data-new="predicate"]', text: () => [
		p('What can be true of blocks? Press ', el('b', {}, 'Predicate'), ', name it ', code('on'), ', and give it two arguments, both of the type ', code('block'), '. ', code('on c a'), ' will say that c is on a.')]},
	{id: 'facts', title: 'The other facts', where: '[data-new="predicate"]', text: () => [
		p('Four more predicates:'), list([code('on_table block'), ', it stands on the table'], [code('clear block'), ', nothing is on it'], [code('arm_holding block'), ', the arm holds it'], [code('arm_free'), ', the arm holds nothing: without arguments'])]},
	{id: 'start', title: 'The start', where: '#part-contexts [data-new="context"]', text: () => [
		p('How does it begin? Block c is on a; a and b are on the table. Add a context at ', el('b', {}, 'Start'), ', and a fact for all that is true then. ', el('b', {}, 'Run'), ' shows them at once.')],
	hints: () => [p('There are six facts: ', code('on c a'), ', ', code('on_table a'), ', ', code('on_table b'), ', ', code('clear c'), ', ', code('clear b'), ' and ', code('arm_free'), '.')]},
	{id: 'pick', title: 'The first rule', where: '[data-new="rule"]', text: () => [
		p('What can happen? Add a rule ', code('pick_up'), '. It needs three facts, ', code('arm_free'), ', ', code('on_table X'), ' and ', code('clear X'), ', and uses them up. Then there is ', code('arm_holding X'), '. X is any block, but the same one in the whole rule. The rule says where it can fire.')],
	hints: () => [p('In the opened rule, ', el('b', {}, 'Add what it needs'), ' adds a fact. A button beside it says “used up”. The menu of an argument offers X.'),
		p('As text: ', code('pick_up : arm_free * on_table X * clear X -o arm_holding X.'))]},
	{id: 'rules', title: 'Three more rules', where: '[data-new="rule"]', text: () => [
		p('Three rules are missing. The arm puts the block that it holds down on the table. It stacks it on another block, which is clear. And it takes a block off another one. What does each need, what does it use up, and what is true afterwards?')],
	hints: () => [p('Putting down undoes picking up: what one uses up, the other makes.'), p('A block that has another one on it is not clear any more. A block that was taken off leaves a clear one below.'),
		p('As text: ', code('put_down : arm_holding X -o on_table X * clear X * arm_free.'), ' ', code('stack : arm_holding X * clear Y -o on X Y * clear X * arm_free.'), ' ', code('unstack : arm_free * on X Y * clear X -o arm_holding X * clear Y.'))]},
	{id: 'run', title: 'Let it run', task: 'run', where: '[data-live="many"]', view: 'live', text: () => [
		p('At ', el('b', {}, 'Run'), ', click what can happen, or let chance run 20 steps. Then ask why the last step happened. Are there moves that you did not expect?')]},
	{id: 'arms', title: 'A second arm', text: () => [
		p('Change your world so that there are two arms: two blocks can be in the air at once, and no more. Each arm can put down what it holds.')],
	hints: () => [p('One way: add a type for arms, and an argument of it to ', code('arm_free'), ' and ', code('arm_holding'), ' at their cards. All rules follow, and you are asked what they put there.'),
		p('Say at the start of both arms that they are free.')]},
	{id: 'more', title: 'One more block', text: () => [p('Add a block that can be picked up, too.')],
		hints: () => [p('It needs a name, at the type, and facts at the start: it stands somewhere, and it is clear.')]},
	{id: 'end', title: 'An end', where: '[data-new="rule"]', text: () => [
		p('Let the program end when something is reached, such as a tower of your choice: add a rule after which nothing can happen any more. Without it, the world goes on as before.')],
	hints: () => [p('Nothing can happen if all that the other rules need is gone. The arms are needed for everything.'),
		p('With two arms the rule has to use up both: ', code('arm_free A'), ' and ', code('arm_free B'), ', beside the facts of the tower, which it keeps. It makes a fact of your own, such as ', code('finished'), '.')]},
	{id: 'bye', title: 'That was all', text: () => [
		p('You have built a world, and changed it three times. Save it, share it, or begin another: ', el('b', {}, 'New'), ' has more of them.')]},
];

// tasks are the steps that can be done.
const isTask = step => step.id !== 'welcome' && step.id !== 'bye';

const kept = () => {
	try { return JSON.parse(localStorage.getItem(place)) ?? {}; } catch { return {}; }
};

export const begin = (store, root) => {
	const now = {at: 0, done: [], open: false, folded: false, number: 0, ...kept()};
	now.at = Math.min(Math.max(Number(now.at) || 0, 0), steps.length - 1);
	const keep = () => {
		try { localStorage.setItem(place, JSON.stringify(now)); } catch { /* it is not kept then */ }
	};

	// ---- what it shows ----

	const title = el('h2', {tabindex: -1, id: 'tour-title'}), text = el('div', {class: 'tour-text'}), hints = el('div', {class: 'tour-hints'});
	const says = el('p', {class: 'tour-says', role: 'status'}), progress = el('ol', {class: 'tour-steps', 'aria-label': 'Steps of the tour'});
	const fold = button('Fold', () => { now.folded = !now.folded; draw(); keep(); }, {class: 'plain', 'aria-expanded': 'true', 'aria-controls': 'tour-body'});
	const leave = button('Leave the tour', () => shows(false), {class: 'plain'});
	const back = button('Back', () => goes(now.at - 1)), next = button('Next', () => goes(now.at + 1));
	const where = button('Show me where', () => points(), {class: 'plain'});
	const fresh = button('Start with an empty world', async () => {
		if (!await files.opens('', 'blocks.cep')) return;
		Object.assign(now, {done: [], number: 0});
		goes(1);
	}, {class: 'primary'});
	root.append(el('div', {class: 'tour-head'}, el('div', {class: 'tour-name'}, el('span', {class: 'soft'}, 'Tour'), title), progress, el('div', {class: 'row'}, fold, leave)),
		el('div', {id: 'tour-body', class: 'tour-body'}, el('div', {}, text, hints), el('div', {class: 'tour-side'}, says, el('div', {class: 'row'}, fresh, back, next, where))));
	root.setAttribute('role', 'region');
	root.setAttribute('aria-labelledby', 'tour-title');
	const opener = button('Tour', () => shows(root.hidden), {class: 'plain', id: 'tour-open', 'aria-controls': 'tour'});
	$('guide').prepend(opener);

	const isDone = step => now.done.includes(step.id);
	const draw = () => {
		const step = steps[now.at];
		root.hidden = !now.open;
		opener.setAttribute('aria-expanded', String(now.open));
		root.classList.toggle('folded', now.folded);
		root.classList.toggle('done', isDone(step));
		fold.textContent = now.folded ? 'Unfold' : 'Fold';
		fold.setAttribute('aria-expanded', String(!now.folded));
		title.textContent = `${now.at ? now.at + '. ' : ''}${step.title}`;
		if (text.of !== step) {
			text.of = step;
			text.replaceChildren(...step.text());
			hints.replaceChildren(...(step.hints?.() ?? []).map((hint, i, all) => el('details', {}, el('summary', {}, all.length > 1 ? `Hint ${i + 1}` : 'Hint'), hint)));
			says.textContent = '';
		}
		back.hidden = now.at === 0;
		fresh.hidden = now.at > 0;
		next.hidden = now.at === steps.length - 1;
		next.textContent = now.at === 0 ? now.done.length ? 'Go on' : 'With the world that is open' : isTask(step) && !isDone(step) ? 'Skip' : 'Next';
		next.className = isDone(step) ? 'primary' : '';
		where.hidden = !step.where;
		progress.replaceChildren(...steps.map((s, i) => isTask(s) && el('li', {}, button(isDone(s) ? '✓' : String(i), () => goes(i), {
			class: (isDone(s) ? 'done ' : '') + (i === now.at ? 'now' : ''), 'aria-current': i === now.at ? 'step' : null, 'aria-label': `Step ${i}: ${s.title}${isDone(s) ? ', done' : ''}`, title: s.title}))).filter(Boolean));
	};
	const shows = open => {
		now.open = open;
		keep();
		if (open && now.folded) now.folded = false;
		draw();
		if (!open) return opener.focus();
		title.focus();
		look();
	};
	const goes = at => {
		now.at = at;
		now.folded = false;
		keep();
		draw();
		title.focus();
		look();
	};
	// points scrolls to what the step is done with, in the view that has it, and marks it for a moment.
	const points = () => {
		const step = steps[now.at];
		$('view-' + (step.view ?? 'structure')).click();
		const e = document.querySelector(step.where);
		if (!e) return;
		e.scrollIntoView({block: 'center'});
		e.focus({preventScroll: true});
		e.classList.add('pointed');
		setTimeout(() => e.classList.remove('pointed'), 2500);
	};

	// ---- whether the task is done ----

	const finish = (step, words, number) => {
		const first = !isDone(step);
		if (first) now.done.push(step.id);
		if (number && step.id !== 'more') now.number = number;
		says.textContent = '✓ ' + words;
		if (first) say('Done. ' + words);
		keep();
		draw();
	};
	let timer, running;
	const look = () => {
		clearTimeout(timer);
		running?.abort();
		const step = steps[now.at];
		if (!now.open || !isTask(step)) return;
		if (step.task === 'run') {
			if (play.state === 'good' && play.view?.depth >= enough) finish(step, `The world has run for ${play.view.depth} steps.`);
			return;
		}
		timer = setTimeout(async () => {
			const mine = running = new AbortController(), {text} = store;
			try {
				const reply = await store.request({do: 'task', text, task: step.id, number: now.number}, {signal: mine.signal, lane: 'idle'});
				if (mine.signal.aborted || text !== store.text || steps[now.at] !== step) return;
				if (reply.done) finish(step, reply.says, reply.number);
				else if (!isDone(step)) says.textContent = reply.says ?? reply.error;
			} catch (error) {
				if (!mine.signal.aborted) says.textContent = String(error.message ?? error);
			}
		}, pause);
	};
	store.subscribe(({text, outline}) => {
		if (text) running?.abort();
		if (outline) look();
	});
	play.subscribe(() => { if (steps[now.at].task === 'run') look(); });
	draw();
};
