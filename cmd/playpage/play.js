// The page for play. All texts come from programs, and are set as text; the only markup
// that is taken over is that of our own pictures.
'use strict';
(() => {
	const engine = globalThis.ceptrePlay;
	const $ = id => document.getElementById(id);
	const most = {moves: 100, all: 400, facts: 300};
	const mostTold = 40; // steps of the story
	const mostDots = 1500; // points of the tree
	const place = 'ceptre-play ' + location.pathname;

	// ---- what is known ----

	let opening = null; // what was opened, without the tree
	let program = null; // what the session says of it
	let points = [null]; // by number: {from, step, text, title, prose, printed}
	let depths = [0]; // by point: how many steps lead there
	let lost = []; // what no longer fits
	let latest = []; // by point: where the player went last from there
	let view = null;
	let selected = 0; // the point whose step is shown
	let marked = []; // the points to compare
	let linked = false; // it came by a link: the file may hold another text
	let edition = 0; // how often something was opened

	const way = to => {
		const out = [to];
		while (to > 0) out.push(to = points[to].from ?? 0);
		return out.reverse();
	};

	// line is the way to the present point, and on to where the player was last.
	const line = () => {
		const out = way(view.point);
		for (let next = latest[view.point]; next; next = latest[next]) out.push(next);
		return out;
	};

	const kids = () => {
		const out = points.map(() => []);
		for (let i = 1; i < points.length; i++) out[points[i].from ?? 0].push(i);
		return out;
	};

	const lean = p => ({from: p.from, step: p.step});
	const depthOf = p => depths[p];
	const titleOf = p => p === 0 ? 'the start' : points[p].title || points[p].text;

	// ---- making elements ----

	const el = (name, props, ...children) => {
		const e = document.createElement(name);
		for (const [key, value] of Object.entries(props ?? {})) {
			if (value === undefined || value === null || value === false) continue;
			if (key === 'class') e.className = value;
			else if (key === 'onclick') e.addEventListener('click', value);
			else e.setAttribute(key, value === true ? '' : value);
		}
		e.append(...children.filter(c => c !== null && c !== undefined && c !== ''));
		return e;
	};
	const button = (text, onclick, props) => el('button', {type: 'button', onclick, ...props}, text);
	const say = text => { $('said').textContent = text; };
	const count = (n, noun) => n + ' ' + noun + (n === 1 ? '' : 's');

	const notice = (...what) => {
		$('notice-text').replaceChildren(...what);
		$('notice').hidden = what.length === 0;
	};
	const complain = text => notice(el('pre', {}, text));

	// rove has one stop for the keyboard among many things, and arrows that go on from it.
	const rove = (box, selector, moves) => {
		const all = () => [...box.querySelectorAll(selector)];
		box.addEventListener('focusin', e => {
			const now = e.target.closest(selector);
			if (now) for (const x of all()) x.tabIndex = x === now ? 0 : -1;
		});
		box.addEventListener('keydown', e => {
			const now = e.target.closest?.(selector);
			if (!now || e.ctrlKey || e.metaKey || e.altKey) return;
			const next = moves(e.key, now, all());
			if (!next) return;
			e.preventDefault();
			e.stopPropagation();
			next.focus();
		});
	};
	const upAndDown = (key, now, all) => {
		const by = {ArrowDown: 1, ArrowUp: -1}[key];
		return by && all[all.indexOf(now) + by];
	};
	// reach scrolls a box, and nothing around it, so that something in it is seen.
	const reach = (box, thing) => {
		if (!thing) return;
		const a = thing.getBoundingClientRect(), b = box.getBoundingClientRect();
		const by = (from, to, low, high) => from < low ? from - low : to > high ? to - high : 0;
		box.scrollBy({left: by(a.left, a.right, b.left + 20, b.right - 20), top: by(a.top, a.bottom, b.top + 8, b.bottom - 8), behavior: 'instant'});
	};
	const oneStop = (box, selector, current) => {
		const all = [...box.querySelectorAll(selector)];
		const stop = all.find(current ?? (() => false)) ?? all[0];
		for (const x of all) x.tabIndex = x === stop ? 0 : -1;
	};

	// ---- asking the session ----

	let busy = null; // the AbortController of what goes on
	let drawing = null; // that of the picture

	const ask = async request => {
		drawing?.abort();
		drawing = null;
		const full = {known: points.length, most: {...most, filter: $('filter').value, find: $('find').value}, ...request};
		return engine.send(full, busy?.signal);
	};

	// act has the session do something, and shows what comes of it. It waits for what goes
	// on, but not behind many others: then it is false.
	let waiters = 0;
	const act = async (request, still = () => true) => {
		if (waiters > 4) return false;
		waiters++;
		while (busy) await new Promise(done => setTimeout(done, 10));
		waiters--;
		if (!still()) return false;
		busy = new AbortController();
		const waiting = setTimeout(() => { $('busy').hidden = false; }, 400);
		document.body.setAttribute('aria-busy', 'true');
		try {
			let reply = await ask(request);
			if (reply.closed && request.do !== 'open') {
				reply = await ask(reopening());
				if (!reply.error) {
					absorb(reply, {do: 'open'});
					if (request.do !== 'open') reply = await ask(request);
				}
			}
			if (reply.error) await mishap(reply, request);
			else absorb(reply, request);
			return reply;
		} catch (e) {
			if (!busy.signal.aborted) complain(String(e.message ?? e));
			else await resync();
			return {error: 'stopped'};
		} finally {
			clearTimeout(waiting);
			$('busy').hidden = true;
			document.body.removeAttribute('aria-busy');
			busy = null;
			if (wanted !== null) goTo(wanted);
			else draw();
		}
	};

	// mishap says what went wrong, and shows what has come of it.
	const mishap = async (reply, request) => {
		if (view && request.do !== 'open' && !reply.closed) {
			const after = await ask({do: 'view', hurry: true});
			if (!after.error) absorb(after, {do: 'view'});
		}
		complain(reply.error);
	};

	// resync finds out what has come of something that was stopped.
	const resync = async () => {
		busy = new AbortController();
		try {
			let reply = await ask({do: 'view', hurry: true});
			if (reply.closed) reply = await ask(reopening());
			if (!reply.error) absorb(reply, {do: 'view'});
		} catch (e) { complain(String(e.message ?? e)); }
	};

	const reopening = () => ({...opening, do: 'open', known: 0, tree: {points: points.slice(1).map(lean), at: view?.point ?? 0}, lost: lost.map(lean)});

	const absorb = (reply, request) => {
		const anew = reply.program !== undefined;
		if (anew) {
			program = reply.program;
			edition++;
			points = [null];
			depths = [0];
			latest = [];
			marked = [];
			lost = reply.lost ?? [];
		}
		for (const p of reply.points ?? []) {
			points.push(p);
			depths.push(depths[p.from ?? 0] + 1);
			latest[p.from ?? 0] = points.length - 1;
		}
		if (request.do === 'state' || !reply.view) return;
		const before = view?.point;
		view = reply.view;
		for (const e of view.happened ?? []) Object.assign(points[e.point], {title: e.title, prose: e.prose});
		const path = way(view.point);
		for (let i = 1; i < path.length; i++) latest[path[i - 1]] = path[i];
		if (anew || before !== view.point) selected = view.point;
		if (request.do !== 'view') notice();
		show(reply);
		if (anew || before !== view.point) tell(reply);
		keepSoon();
	};

	// goTo goes to a point, or remembers it for when the page has time.
	let wanted = null;
	const goTo = point => {
		wanted = null;
		if (point === view.point) return;
		if (busy) { wanted = point; return; }
		act({do: 'go', point});
	};

	// ---- what is kept ----

	let keeping = 0;
	const keepSoon = () => {
		clearTimeout(keeping);
		keeping = setTimeout(keep, 1000);
	};
	const keep = () => {
		clearTimeout(keeping);
		if (!view) return;
		try {
			const {tree, lost: gone} = reopening();
			sessionStorage.setItem(place, JSON.stringify({opening, tree, lost: gone, linked}));
		} catch { /* there is more than fits: then a reload starts anew */
			try { sessionStorage.removeItem(place); } catch { /* nor may anything be kept */ }
		}
	};
	const kept = () => {
		try { return JSON.parse(sessionStorage.getItem(place)); } catch { return null; }
	};

	// ---- links ----

	const squeeze = async (data, through) => new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(through)).arrayBuffer());
	const base64 = bytes => {
		let text = '';
		for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
		return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
	};
	const unbase64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

	const address = async () => {
		const path = way(view.point).slice(1);
		const tree = {points: path.map((p, i) => ({from: i || undefined, step: points[p].step})), at: path.length};
		const packed = await squeeze(new TextEncoder().encode(JSON.stringify({...opening, name: opening.name?.split(/[\\/]/).pop(), tree})), new CompressionStream('deflate-raw'));
		return location.href.split('#')[0] + '#play=' + base64(packed);
	};

	// unpack reads what a link carries, which may be anything.
	const unpack = async text => {
		const reader = new Blob([unbase64(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
		const parts = [];
		for (let size = 0; ;) {
			const {done, value} = await reader.read();
			if (done) break;
			parts.push(value);
			if ((size += value.length) > 8 << 20) throw new Error('the link is too large');
		}
		const all = JSON.parse(await new Blob(parts).text());
		if (typeof all?.text !== 'string') throw new Error('the link carries no program');
		return all;
	};

	const copyLink = async () => {
		const url = await address();
		try {
			await navigator.clipboard.writeText(url);
			say('The link is copied.');
			notice('The link is copied: it carries the program, the seed and all choices up to here.');
		} catch {
			const field = el('input', {type: 'text', readonly: true, value: url, 'aria-label': 'Link'});
			notice('Copy this link:', field);
			field.select();
		}
	};

	const saveTrace = async () => {
		const reply = await act({do: 'trace'});
		if (!reply?.trace) return;
		const url = URL.createObjectURL(new Blob([reply.trace], {type: 'application/json'}));
		el('a', {href: url, download: (program.name || 'play') + '.json'}).click();
		setTimeout(() => URL.revokeObjectURL(url), 10000);
		say('The trace is saved.');
	};

	// ---- showing ----

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

	const statusWords = {turn: 'Your turn', chance: 'Chance is at work', over: 'Nothing can happen any more', limit: 'The run is as long as it may be', line: 'The program waits for a line', stuck: 'It is not known what can happen'};

	const showStatus = () => {
		const title = engine.title ?? program.title ?? program.name;
		document.title = title + ' – play';
		$('title').textContent = title;
		$('status').replaceChildren(
			el('strong', {}, statusWords[view.status] ?? view.status ?? ''),
			view.stage ? ' · stage ' + view.stage : '', ' · step ' + view.depth, ' · seed ' + program.seed);
		$('undo').disabled = view.depth === 0;
		$('redo').disabled = !latest[view.point];
		$('chance').disabled = $('run').disabled = !['turn', 'chance'].includes(view.status);
	};

	const showTime = () => {
		const all = line(), slider = $('slider');
		slider.max = all.length - 1;
		slider.value = view.depth;
		const words = `step ${view.depth} of ${all.length - 1}: ${titleOf(view.point)}`;
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
		say(`${more}${words || 'At ' + titleOf(view.point) + '.'} ${statusWords[view.status] ?? ''}. ${count(view.ways ?? 0, 'way')} to go on.` +
			(reply.stop?.why === 'time' ? ' Chance has paused.' : ''));
	};

	const showState = () => {
		const out = [];
		const changed = (list, sign, name) => (list ?? []).slice(0, 30).map(l => el('li', {},
			el('span', {class: 'sign', 'aria-hidden': true}, sign), el(name, {class: 'code'}, l.fact), l.count > 1 ? el('span', {class: 'count'}, '×' + l.count) : ''));
		const changes = [...changed(view.gone, '−', 'del'), ...changed(view.came, '+', 'ins')];
		if (changes.length) out.push(el('div', {class: 'changes'}, el('h3', {}, 'What has changed'), el('ul', {}, ...changes)));
		for (const g of view.groups ?? []) {
			const where = g.character && g.place ? ' · ' + g.place : '';
			out.push(el('div', {class: 'group'}, el('h3', {}, g.label || 'Otherwise', el('small', {}, where)),
				el('ul', {}, ...g.lines.map(fact))));
		}
		if (view.more) out.push(el('p', {class: 'soft'}, `… and ${view.more} more; find them by words`));
		if (!out.length) out.push(el('p', {class: 'soft'}, $('find').value ? 'No fact has these words.' : 'There are no facts.'));
		$('state').replaceChildren(...out);
		oneStop($('state'), '.fact');
	};
	const fact = l => el('li', l.new ? {class: 'new'} : {},
		button(l.fact, () => why(l.fact), {class: 'fact', title: 'Why?'}),
		l.count > 1 ? el('span', {class: 'count'}, '×' + l.count) : '',
		l.new ? el('span', {class: 'unseen'}, ' (new)') : '');

	const showStory = () => {
		const path = way(view.point).slice(1), fresh = new Set((view.happened ?? []).map(e => e.point));
		const told = path.slice(-mostTold).map(p => {
			const x = points[p];
			return el('li', {class: fresh.has(p) ? 'fresh' : undefined},
				button(`t${depthOf(p)}`, () => select(p), {class: 'step-id', 'aria-label': `t${depthOf(p)} ${x.text}: look at this step`}),
				el('div', {}, x.title ? el('p', {class: 'titled'}, x.title) : '',
					x.prose ? el('p', {class: 'prose'}, x.prose) : '',
					el('p', {class: x.title || x.prose ? 'code aside' : 'code'}, x.text, x.step.chosen === 'random' ? el('small', {class: 'by'}, ' by chance') : ''),
					x.printed ? el('pre', {class: 'printed'}, x.printed) : ''));
		});
		if (path.length > mostTold) told.unshift(el('li', {class: 'soft'}, `… ${path.length - mostTold} steps before`));
		$('story').replaceChildren(told.length ? el('ol', {}, ...told) : el('p', {class: 'soft'}, 'Nothing has happened yet.'));
		oneStop($('story'), '.step-id', b => b === [...$('story').querySelectorAll('.step-id')].at(-1));
		$('story').scrollTop = $('story').scrollHeight;
	};

	const showChoices = reply => {
		const out = [];
		if (reply.stop?.why === 'time') out.push(paused());
		else if (view.status === 'chance') out.push(el('p', {class: 'pause'}, 'Here it is for chance to choose, though you may. ',
			button('Let chance go on', () => run({turn: true}), {id: 'go-on'})));
		if (view.status === 'line') out.push(hearing(reply));
		if (view.status === 'over') out.push(el('p', {class: 'end'}, 'Nothing can happen any more. Go back in time, and choose otherwise.'));
		if (view.status === 'stuck') out.push(el('div', {class: 'pause'}, el('p', {}, 'What can happen here is not to be found out:'), el('pre', {}, view.why),
			button('Try again', () => act({do: 'view'}))));
		if (view.status === 'limit') out.push(el('p', {class: 'end'}, 'The run is as long as it may be.'));
		for (const r of view.menu ?? []) {
			out.push(el('div', {class: 'rule'}, el('h3', {}, r.link ? 'leave the stage: ' : '', r.name, el('small', {}, ' line ' + r.line)),
				el('ul', {}, ...r.moves.map(m => el('li', {}, move(m))))));
		}
		if (view.menu?.length && !view.whole) out.push(el('p', {class: 'soft'}, `… and more: there are ${view.ways} ways to go on; filter to find them`));
		if (!view.menu?.length && view.ways && view.status !== 'limit') out.push(el('p', {class: 'soft'}, 'No choice has these words.'));
		$('choices').replaceChildren(...out);
		$('choices-title').textContent = view.ways ? `Choices (${view.ways})` : 'Choices';
		oneStop($('choices'), '.move');
		$('choices').scrollTop = 0;
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
		button('Go on', () => act({do: 'run', until: goingOn}), {id: 'go-on'}));
	const hearing = reply => {
		const field = el('input', {type: 'text', id: 'heard', autocomplete: 'off', maxlength: '10000', 'aria-label': 'A line for the program'});
		const form = el('form', {class: 'hear'}, el('p', {}, 'The program asks you for a line of text.'),
			reply.said ? el('pre', {role: 'alert'}, reply.said) : '',
			field, ' ', el('button', {type: 'submit'}, 'Say'), ' ', button('Say nothing', () => answer({do: 'say'})));
		form.addEventListener('submit', e => { e.preventDefault(); answer({do: 'say', line: field.value}); });
		setTimeout(() => { if (document.activeElement === document.body) field.focus(); });
		return form;
	};
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
	const run = until => { goingOn = until; act({do: 'run', until}); };

	// ---- the tree of all that was tried ----

	const label = p => points[p] ? `t${depthOf(p)} ${titleOf(p)}` : 'the start';

	// rows takes the tree apart into lines: each follows the child that was found first.
	const rows = () => {
		const next = kids(), out = [], open = [{from: null, at: 0, depth: 0}];
		while (open.length) {
			const row = open.pop(), dots = [];
			let depth = row.depth;
			const later = [];
			for (let p = row.at; p !== undefined; p = next[p][0]) {
				dots.push(p);
				for (const other of next[p].slice(1).reverse()) later.push({from: p, at: other, depth: depth + 1});
				depth++;
			}
			out.push({...row, dots});
			later.sort((a, b) => a.depth - b.depth || b.at - a.at);
			open.push(...later);
		}
		return out;
	};

	const showSkein = () => {
		const on = new Set(way(view.point)), all = rows(), out = [];
		let dots = 0, hidden = 0;
		for (const row of all) {
			if (dots + row.dots.length > mostDots && !row.dots.some(p => on.has(p))) { hidden += row.dots.length; continue; }
			const kept = row.dots.slice(-mostDots);
			dots += kept.length;
			const end = row.dots.at(-1);
			const tick = el('input', {type: 'checkbox', 'aria-label': 'Compare the end of this branch: ' + label(end)});
			tick.checked = marked.includes(end);
			tick.addEventListener('change', () => mark(end, tick.checked));
			const thread = el('span', {class: 'thread'}, ...kept.map(p => dot(p, on)));
			thread.style.setProperty('--depth', row.depth + row.dots.length - kept.length);
			out.push(el('li', {}, thread, el('span', {class: 'branch'}, all.length > 1 ? tick : '',
				el('span', {class: 'branch-text'}, row.from === null ? label(end) : (row.dots.length > 1 ? label(row.at) + ' … ' : '') + label(end)))));
		}
		for (const [i, x] of lost.slice(0, 100).entries()) {
			if (!x.why && i > 20) continue;
			out.push(el('li', {class: 'lost'}, el('span', {}, '✗ ', el('span', {class: 'code'}, x.text), x.why ? ': ' + x.why : ' (came after it)'),
				x.from >= 0 ? button('where', () => goTo(x.from), {title: 'To where it would have been', 'aria-label': 'To where it would have been: ' + x.text}) : ''));
		}
		if (hidden) out.push(el('li', {class: 'soft'}, `… and ${hidden} more points`));
		$('skein').replaceChildren(el('ul', {}, ...out));
		$('tried').textContent = `${count(points.length - 1, 'step')}, ${all.length === 1 ? '1 branch' : all.length + ' branches'}` + (lost.length ? `, ${lost.length} lost` : '');
		oneStop($('skein'), '.dot', d => d.dataset.point === String(view.point));
		reach($('skein'), $('skein').querySelector('.dot.here'));
	};
	const dot = (p, on) => button('', () => goTo(p), {
		class: 'dot' + (on.has(p) ? ' on' : '') + (p === view.point ? ' here' : ''), 'data-point': p,
		title: label(p), 'aria-label': label(p), 'aria-current': p === view.point ? 'true' : undefined,
	});
	const throughTree = (key, now, all) => {
		const by = {ArrowRight: 1, ArrowLeft: -1}[key];
		if (by) return all[all.indexOf(now) + by];
		const down = {ArrowDown: 1, ArrowUp: -1}[key];
		if (!down) return null;
		const lines = [...$('skein').querySelectorAll('.thread')];
		const next = lines[lines.indexOf(now.parentElement) + down];
		return next?.querySelector('.dot');
	};

	// mark chooses a point to be compared; of two, the page says how their ways differ.
	const mark = async (point, yes) => {
		marked = marked.filter(p => p !== point);
		if (yes) marked = [...marked.slice(-1), point];
		if (marked.length < 2) { showSkein(); return; }
		const [left, right] = marked;
		const reply = await act({do: 'compare', left, right});
		showSkein();
		if (!reply || reply.error) return;
		const names = text => text.replaceAll('#' + left, 'the first').replaceAll('#' + right, 'the second');
		const list = (s, i) => { // of the first and the second, in turn
			const path = way(i % 2 ? right : left), items = new Map();
			for (const x of s.items ?? []) items.set(x, (items.get(x) ?? 0) + 1);
			const shown = [...items].slice(0, 40).map(([x, n]) => el('li', {}, n > 1 ? n + ' × ' : '', withSteps(names(x), path)));
			if (items.size > 40) shown.push(el('li', {class: 'soft'}, `… and ${items.size - 40} more`));
			return shown.length ? [el('h3', {}, names(s.heading)), el('ul', {}, ...shown)] : [];
		};
		$('ask-title').textContent = 'Two branches';
		$('answer').replaceChildren(
			el('p', {}, 'First ', el('span', {class: 'code'}, label(left)), ', second ', el('span', {class: 'code'}, label(right)), '. ', reply.text),
			...(reply.sections ?? []).flatMap(list));
		$('answer').scrollTop = 0;
		say(reply.text);
	};

	// ---- a step in full ----

	const select = point => {
		selected = point;
		showDetail(true);
		draw();
	};

	let shown = null; // the point whose detail is there
	const showDetail = async loud => {
		if (shown === selected + ' ' + points.length && !loud) return;
		const point = selected;
		shown = point + ' ' + points.length;
		if (busy && !loud) { later(() => showDetail(true)); return; }
		const reply = await quietly({do: 'step', point});
		if (!reply?.step || point !== selected) return;
		detail(point, reply.step);
		if (loud === true && document.activeElement?.closest?.('#story, #picture, #answer')) $('detail').focus({preventScroll: false});
	};
	const later = then => setTimeout(() => busy ? later(then) : then(), 30);

	// quietly asks for something that changes nothing.
	const quietly = async request => {
		for (let i = 0; busy && i < 1000; i++) await new Promise(done => setTimeout(done, 10));
		try {
			const reply = await ask(request);
			return reply.error ? null : reply;
		} catch {
			return null;
		} finally {
			draw();
		}
	};

	const detail = (point, d) => {
		$('detail-title').textContent = point === 0 ? 'The start' : `Step t${depthOf(point)}`;
		const things = (heading, list, sign) => list?.length ? el('div', {class: 'things'}, el('h3', {}, heading),
			el('ul', {}, ...list.slice(0, 60).map(x => el('li', {}, el('span', {class: 'sign'}, sign), ' ', el('span', {class: 'code'}, x.fact ?? x),
				x.by > 0 && x.by !== point ? button(`from t${depthOf(x.by)}`, () => select(x.by), {class: 'ref'}) : '')),
			list.length > 60 ? el('li', {class: 'soft'}, `… and ${list.length - 60} more`) : '')) : '';
		const out = [];
		if (point > 0) {
			out.push(el('p', {class: 'heading'}, d.title ? el('strong', {}, d.title + ' ') : '', el('span', {class: 'code'}, d.text),
				el('span', {class: 'soft'}, ` · ${d.chosen === 'random' ? 'by chance' : 'chosen'}${d.choices ? ` out of ${d.choices}` : ''}${d.stage ? ' in stage ' + d.stage : ''}`)));
			out.push(el('p', {class: 'answers'},
				button('Branch from here', () => goTo(points[point].from ?? 0), {title: 'Go to just before this step, and choose otherwise'}),
				point === view.point ? '' : button('Go there', () => goTo(point)),
				button('Why?', () => why('t' + depthOf(point)), {disabled: !way(view.point).includes(point)})));
			out.push(el('figure', {}, el('figcaption', {}, `${program.name}, line ${d.line}`), source(d)));
			if (d.bindings?.length) out.push(el('dl', {class: 'bindings'}, ...d.bindings.filter(b => !b.name.startsWith('_')).flatMap(b =>
				[el('dt', {}, b.name), el('dd', {}, el('span', {class: 'code'}, b.value), el('small', {class: 'soft'}, ' ' + b.type))])));
		}
		out.push(el('div', {class: 'columns'}, things('Used up', d.uses, '−'), things('Needed', d.needs, '$'), things('Proved or heard', d.proves, '⊢'), things(point ? 'Made' : 'There was', d.makes, '+'), things('Told', d.acts, '!')));
		if (d.printed) out.push(el('pre', {class: 'printed'}, d.printed));
		$('detail').replaceChildren(...out);
		$('detail').scrollTop = 0;
	};

	// source shows the rule with the values of its variables.
	const source = d => {
		const values = new Map((d.bindings ?? []).map(b => [b.name, b.value]));
		const parts = d.source.split(/([\p{L}_][\p{L}\p{N}_'\/-]*)/u);
		return el('pre', {class: 'source'}, el('code', {}, ...parts.map(part => values.has(part)
			? el('span', {class: 'bound'}, part, el('span', {class: 'value'}, '=' + values.get(part))) : part)));
	};

	// ---- why ----

	// withSteps makes the ids of steps of a way lead to them.
	const withSteps = (text, path = way(view.point)) => {
		const out = el('span', {});
		for (const part of text.split(/\b(t\d+)\b/)) {
			const point = /^t\d+$/.test(part) ? path[Number(part.slice(1))] : undefined;
			out.append(point ? button(part, () => select(point), {class: 'ref'}) : part);
		}
		return out;
	};
	const why = what => {
		$('what').value = what;
		return askWhy('why');
	};
	let asking = 'why'; // what Enter asks
	const askAbout = kind => {
		asking = kind;
		$('what').select();
	};
	const askWhy = async kind => {
		const what = $('what').value.trim();
		if (!what) { $('what').focus(); return; }
		$('ask-title').textContent = kind === 'why' ? 'Why?' : 'Why not?';
		const reply = await act({do: kind, what});
		if (!reply) return;
		$('answer').replaceChildren(el('pre', {}, reply.error ?? withSteps(reply.text)));
		if (reply.error) notice();
		$('answer').scrollTop = 0;
		say(reply.error ?? reply.text);
	};

	// ---- the picture ----

	let drawn = ''; // what the picture shows
	let zoom = 0; // 0 fits
	const frame = $('picture').attachShadow({mode: 'open'});
	const sheet = new CSSStyleSheet();
	const own = new CSSStyleSheet();
	own.replaceSync(`
		:host { display: block } svg { display: block; margin: auto }
		.node.transition { cursor: pointer }
		a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
		.chosen > rect, .chosen > ellipse, .chosen > path, .chosen > polygon { stroke-width: 4px; stroke: var(--focus) }
		p { font: 1rem/1.5 var(--text-font, sans-serif); color: var(--soft); padding: 1rem; margin: 0 }`);
	frame.adoptedStyleSheets = [sheet, own];

	const draw = async () => {
		if (!view || busy) return;
		const picture = {view: $('view').value, last: Number($('reach').value)};
		const now = JSON.stringify([edition, view.point, picture]);
		if (now === drawn) { highlight(); return; }
		drawing?.abort();
		const mine = drawing = new AbortController();
		await new Promise(done => setTimeout(done, 60)); // perhaps more happens at once
		if (mine.signal.aborted || busy) return;
		try {
			const reply = await engine.send({do: 'picture', picture}, mine.signal);
			if (mine.signal.aborted) return;
			drawn = now;
			if (reply.error) frame.replaceChildren(el('p', {}, reply.error));
			else hang(reply.picture);
		} catch (e) {
			if (!mine.signal.aborted) frame.replaceChildren(el('p', {}, String(e.message ?? e)));
		} finally {
			if (drawing === mine) drawing = null;
		}
	};

	// hang shows a picture of ours. Its style is taken out of it: pages may not have any
	// inside.
	const hang = text => {
		const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
		const style = svg.querySelector('style');
		sheet.replaceSync(style?.textContent ?? '');
		style?.remove();
		frame.replaceChildren(document.adoptNode(svg));
		for (const a of frame.querySelectorAll('a')) {
			const id = a.getAttribute('href')?.slice(1);
			a.addEventListener('click', e => { e.preventDefault(); pick(id); });
		}
		size();
		highlight();
	};
	const pick = id => {
		const point = /^t\d+$/.test(id ?? '') ? way(view.point)[Number(id.slice(1))] : undefined;
		if (point) select(point);
	};
	const highlight = () => {
		for (const x of frame.querySelectorAll('.chosen')) x.classList.remove('chosen');
		if (!way(view.point).includes(selected) || selected === 0) return;
		const node = frame.getElementById('t' + depthOf(selected));
		node?.classList.add('chosen');
	};
	const size = () => {
		const svg = frame.querySelector('svg'), box = $('picture');
		if (!svg) return;
		const [, , width, height] = (svg.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
		const room = [box.clientWidth - 4, box.clientHeight - 4];
		const fits = Math.min(room[0] / width, room[1] / height, 1.5);
		const scale = zoom === 0 ? Math.max(fits, 0.75) : zoom;
		svg.setAttribute('width', width * scale);
		svg.setAttribute('height', height * scale);
		$('fit').setAttribute('aria-pressed', zoom === 0);
		if (zoom === 0 && scale > fits) reveal();
		return scale;
	};
	// reveal scrolls to what came last.
	const reveal = () => {
		const node = frame.getElementById('t' + depthOf(view.point));
		if (!node) return;
		const a = node.getBoundingClientRect(), b = $('picture').getBoundingClientRect();
		$('picture').scrollBy({left: a.left - b.left - b.width / 2 + a.width / 2, top: a.top - b.top - b.height / 2, behavior: 'instant'});
	};
	const zoomBy = factor => {
		const svg = frame.querySelector('svg');
		if (!svg) return;
		const width = Number((svg.getAttribute('viewBox') ?? '0 0 1 1').split(' ')[2]);
		zoom = Math.min(4, Math.max(0.05, Number(svg.getAttribute('width')) / width * factor));
		size();
	};

	// ---- dialogs ----

	const openDialog = name => new Promise(done => {
		const dialog = $(name);
		dialog.returnValue = '';
		dialog.addEventListener('close', () => done(dialog.returnValue), {once: true});
		dialog.showModal();
	});
	const runUntil = async () => {
		if ($('run').disabled) return;
		const options = (id, names) => $(id).replaceChildren(...names.map(name => el('option', {value: name}, name)));
		options('rule-names', program.rules ?? []);
		options('pred-names', program.preds ?? []);
		options('until-stage', program.stages ?? []);
		if (await openDialog('run-dialog') !== 'run') return;
		const kind = new FormData($('run-form')).get('until'), text = id => $(id).value.trim();
		run({
			turn: {turn: true}, steps: {steps: Number(text('until-steps')) || 1}, end: {},
			rules: {rules: [text('until-rules') || '_']}, facts: {facts: [text('until-facts') || '_']}, stage: {stage: text('until-stage')},
		}[kind]);
	};
	const otherSeed = async () => {
		$('seed-value').value = program.seed;
		if (await openDialog('seed-dialog') !== 'play') return;
		start({...opening, seed: $('seed-value').value});
	};
	const showHelp = () => openDialog('help-dialog');

	// ---- keys ----

	let digits = '';
	const digit = d => {
		digits += d;
		const numbers = [...$('choices').querySelectorAll('.move')].map(m => m.dataset.number);
		const longer = numbers.filter(n => n.startsWith(digits));
		if (longer.length === 1 && longer[0] === digits) choose(Number(digits));
		if (longer.length === 0 || longer.length === 1 && longer[0] === digits) digits = '';
		$('number').textContent = digits;
	};
	const entered = () => {
		const number = Number(digits);
		digits = '';
		$('number').textContent = '';
		choose(number);
	};
	const through = by => {
		const all = line();
		goTo(all[Math.min(all.length - 1, Math.max(0, (wanted === null ? view.depth : all.indexOf(wanted)) + by))]);
	};
	const keys = {
		'/': () => $('filter').focus(), 'u': () => $('undo').click(), 'r': () => $('redo').click(), 'c': () => $('chance').click(), 'g': runUntil,
		'w': () => askAbout('why'), 'n': () => askAbout('whynot'), 'l': copyLink, 's': saveTrace, '?': showHelp,
		'ArrowLeft': () => through(-1), 'ArrowRight': () => through(1), 'Home': () => through(-Infinity), 'End': () => through(Infinity),
	};
	const isText = e => e.matches?.('input:not([type=range], [type=checkbox], [type=radio]), select, textarea');

	addEventListener('keydown', e => {
		if (e.key === 'Escape' && busy) { busy.abort(); return; }
		if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !view || document.querySelector('dialog[open]')) return;
		const at = e.composedPath()[0];
		if (isText(at)) return;
		if (e.key === 'Enter' && digits) { e.preventDefault(); entered(); return; }
		if (e.key === 'Escape') { digits = ''; $('number').textContent = ''; return; }
		const single = e.key.length === 1;
		if (single && !$('keys').checked) return;
		if (at.matches?.('input[type=range], input[type=radio]') && !single) return;
		if (/^[0-9]$/.test(e.key) && (digits || e.key !== '0')) { e.preventDefault(); digit(e.key); return; }
		const does = Object.hasOwn(keys, e.key) ? keys[e.key] : null;
		if (!does) return;
		e.preventDefault();
		does();
	});

	// ---- wiring ----

	const wait = (then, time) => {
		let timer = 0;
		return () => { clearTimeout(timer); timer = setTimeout(() => busy ? later(then) : then(), time); };
	};
	const click = (id, does) => $(id).addEventListener('click', does);
	click('undo', () => { if (view.depth) goTo(points[view.point].from ?? 0); });
	click('redo', () => { if (latest[view.point]) goTo(latest[view.point]); });
	click('chance', () => act({do: 'run', until: {steps: 1}}));
	click('run', runUntil);
	click('seed', otherSeed);
	click('link', copyLink);
	click('save', saveTrace);
	click('help', showHelp);
	click('stop', () => busy?.abort());
	click('dismiss', () => notice());
	click('first', () => through(-Infinity));
	click('back', () => through(-1));
	click('forth', () => through(1));
	click('last', () => through(Infinity));
	click('smaller', () => zoomBy(1 / 1.3));
	click('larger', () => zoomBy(1.3));
	click('fit', () => { zoom = 0; size(); });
	click('whynot', () => askWhy('whynot'));
	$('ask').addEventListener('submit', e => { e.preventDefault(); askWhy(document.activeElement === $('what') ? asking : 'why'); });
	$('what').addEventListener('blur', () => { asking = 'why'; });
	$('slider').addEventListener('input', () => goTo(line()[Number($('slider').value)]));
	$('filter').addEventListener('input', wait(() => act({do: 'view'}), 120));
	$('find').addEventListener('input', wait(() => act({do: 'view'}), 120));
	$('filter').addEventListener('keydown', e => {
		if (e.key === 'Escape') { e.target.value = ''; e.target.blur(); later(() => act({do: 'view'})); }
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
	rove($('skein'), '.dot', throughTree);
	try { $('keys').checked = localStorage.getItem('ceptre-play-keys') !== 'off'; } catch { /* then they are on */ }
	$('keys').addEventListener('change', () => {
		try { localStorage.setItem('ceptre-play-keys', $('keys').checked ? 'on' : 'off'); } catch { /* for now only */ }
	});
	addEventListener('pagehide', keep);
	document.addEventListener('visibilitychange', () => { if (document.hidden) keep(); });
	addEventListener('resize', wait(size, 100));
	if (engine.home) $('foot').append(' ', el('a', {href: engine.home}, 'To the site of this run'));

	// ---- the beginning ----

	// start opens something; without a tree, at its beginning.
	const start = async (what, tree, gone) => {
		const before = opening;
		opening = what;
		const reply = await act({...what, do: 'open', known: 0, tree, lost: gone});
		if (!reply || reply.error) opening = before ?? what;
		return reply;
	};

	// changed tries again what was tried, in the program as it has become.
	const changed = async failure => {
		if (failure) { complain(failure); return; }
		const newer = await engine.program();
		if (linked || !view || newer.text === opening.text && newer.prose === opening.prose) return;
		while (busy) await new Promise(done => setTimeout(done, 30));
		const {text, prose, proseName} = newer;
		const reply = await act({do: 'grow', text, prose, proseName});
		if (!reply || reply.error) {
			notice(el('p', {}, 'The program has changed, and cannot be played as it is. Here goes on what was there before.'), el('pre', {}, reply?.error ?? ''));
			return;
		}
		opening = {...opening, text, prose, proseName};
		keepSoon();
		fits('The program has changed');
	};
	const fits = what => {
		const first = lost.filter(x => x.why);
		if (!first.length) { notice(`${what}; all that was tried still fits.`); return; }
		notice(el('p', {}, `${what}. ${count(lost.length, 'step')} of what was tried ${lost.length === 1 ? 'does' : 'do'} not fit any longer:`),
			el('ul', {}, ...first.slice(0, 5).map(x => el('li', {}, el('span', {class: 'code'}, x.text), ': ' + x.why)),
				first.length > 5 ? el('li', {}, `… and ${first.length - 5} more`) : ''));
	};

	// holdAgainstFile says so if a link has brought another text than the program has here.
	const holdAgainstFile = async () => {
		const file = await engine.program().catch(() => null);
		linked = !!file && file.text !== opening.text;
		if (!linked) return;
		notice('The link has brought another text of the program than the file has. ', button('Play the file', () => {
			linked = false;
			start({...file, seed: program.seed}, reopening().tree, lost.map(lean)).then(() => fits('This is the program as it is in the file'));
		}));
	};

	const begin = async () => {
		const hash = location.hash;
		if (hash.startsWith('#play=')) {
			try {
				const {tree, lost: none, ...what} = await unpack(hash.slice(6));
				history.replaceState(null, '', location.pathname + location.search);
				linked = true;
				const reply = await start(what, tree);
				if (reply && !reply.error) {
					if (lost.length) fits('The link is opened');
					await holdAgainstFile();
					return;
				}
			} catch (e) { complain('The link cannot be opened: ' + (e.message ?? e)); }
			linked = false;
		}
		let old = kept();
		if (old?.linked) {
			linked = true;
			await start(old.opening, old.tree, old.lost);
			await holdAgainstFile();
			return;
		}
		const newest = await engine.program();
		if (old?.opening?.name !== newest.name) old = null; // it was another program's
		const reply = await start({...newest, seed: old?.opening?.seed ?? newest.seed}, old?.tree, old?.lost);
		if (old && reply?.error && old.opening) {
			await start(old.opening, old.tree, old.lost);
			notice(el('p', {}, 'The program has changed, and cannot be played as it is. Here goes on what was there before.'), el('pre', {}, reply.error));
		} else if (old && lost.length) fits('The program has changed');
	};

	addEventListener('hashchange', () => { if (location.hash.startsWith('#play=')) begin(); });
	begin().catch(e => complain(String(e.message ?? e))).then(() => engine.listen?.(changed));
})();
