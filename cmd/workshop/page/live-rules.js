// The play at the cards of rules: at how many places each can fire now, or which fact it lacks, and which
// rules never fired in some random runs.
import {count, el} from './elements.js';
import {page} from './parts.js';
import {copies, play} from './live-play.js';

const shown = 4; // places that are named
const soon = 300; // ms, after which missing facts are asked for
const later = 1000; // ms after the last change, when random runs begin
const runs = 20;

export const begin = store => {
	let menu = new Map(); // of the rules that can fire, by their keys
	let missing = new Map(), covered = null; // the answers for this state, and for this program
	let asking, state = '', program = '', edition = 0; // of what cards show

	const cards = () => page.root?.querySelectorAll('.rule[data-key]:is(.rule.rule, .rule.link)') ?? [];
	const good = () => play.state === 'good' && play.view;

	// ---- what a card shows ----

	const args = m => m.text.split(' ').slice(1).join(' ');
	const ways = ({moves}) => count(moves.length, 'way') + copies(moves.length, moves.reduce((n, m) => n + m.count, 0));
	const places = rule => {
		const names = rule.moves.map(args).filter(Boolean), sign = names.some(n => n.includes(' ')) ? '; ' : ', ';
		return names.length ? ': ' + names.slice(0, shown).join(sign) + (names.length > shown ? ' …' : '') : '';
	};
	const never = key => covered && covered.fired[key] === 0 && `never fired in ${count(covered.runs, 'run')}`;

	const badge = card => {
		card.edition = edition;
		const at = card.querySelector(':scope > .rule-head > .rule-matches');
		if (!at) return;
		const {key} = card.dataset, rule = good() && menu.get(key), idle = good() && !rule && never(key);
		card.classList.toggle('idle', !!idle);
		const text = rule ? count(rule.moves.length, 'way') : idle || '', where = rule ? places(rule) : '';
		if (at.textContent !== text + where) {
			at.replaceChildren(text, el('span', {class: 'places'}, where)); // which is shown where there is room
			at.title = rule ? `matches ${ways(rule)}${where}` : '';
		}
		const line = card.querySelector(':scope > .rule-body > .rule-why');
		if (!line) return;
		const told = good() ? [rule ? `Matches ${ways(rule)}${places(rule)}.` : missing.get(key), idle && sentence(idle)].filter(Boolean).join(' ') : '';
		if (line.textContent !== told) line.textContent = told;
	};
	const draw = () => {
		edition++;
		drawNew();
	};
	// drawNew shows it at cards that were made anew.
	const drawNew = () => {
		for (const card of cards()) {
			if (card.edition !== edition) badge(card);
		}
		ask();
	};

	// ---- missing facts, asked for at opened rules ----

	const ask = () => {
		clearTimeout(asking);
		asking = setTimeout(async () => {
			for (const card of cards()) {
				const {key} = card.dataset;
				if (!good() || !card.classList.contains('open') || menu.has(key) || missing.has(key)) continue;
				const now = state;
				missing.set(key, '');
				const reply = await play.ask({do: 'whynot', what: key});
				if (now !== state) return;
				if (reply?.brief) missing.set(key, `Cannot fire now: ${reply.brief}.`);
				if (card.isConnected) badge(card);
			}
		}, soon);
	};

	// ---- coverage ----

	let waiting, running;
	const cancel = () => {
		clearTimeout(waiting);
		running?.abort();
	};
	const cover = async () => {
		const {signal} = running = new AbortController(), now = program, background = {signal, lane: 'idle'};
		const few = {moves: 1, all: 1, facts: 1}; // of a view that is not shown
		try {
			await store.request({...play.opening, most: few, hurry: true}, background);
			const {covered: found} = await store.request({do: 'coverage', runs, hurry: true}, background);
			if (signal.aborted || now !== program) return;
			covered = found ?? null;
			draw();
		} catch {
			// It was given up, as the program has changed; or there is no engine, which other requests tell.
		}
	};

	play.subscribe(() => {
		const now = play.edition + ' ' + play.view?.point, changed = program !== play.edition;
		if (changed) covered = null;
		if (state !== now) missing = new Map();
		state = now;
		program = play.edition;
		menu = new Map((good() ? play.view.menu ?? [] : []).map(r => [r.name, r]));
		if (changed || play.state !== 'good') cancel();
		if (changed && good()) waiting = setTimeout(cover, later);
		draw();
	});
	store.subscribe(({text, outline}) => {
		if (text) cancel();
		if (outline) drawNew();
	});
	page.root?.addEventListener('drawn', e => {
		badge(e.target);
		ask();
	});
};
const sentence = text => text[0].toUpperCase() + text.slice(1) + '.';
