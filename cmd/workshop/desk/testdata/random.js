// Random changes of the program, as an author who knows no fear would make them. They go through the store of the page;
// paths are those that the page shows, and terms those that the engine offers.
(() => {
	const store = globalThis.workshop;
	let seed;
	const below = n => Math.floor((seed = seed * 48271 % 2147483647) / 2147483647 * n);
	const pick = all => all[below(all.length)];
	const chance = percent => below(100) < percent;

	// what the outline has, by kinds
	const parts = () => {
		const o = store.outline, rules = [...o.stages.flatMap(s => s.rules), ...o.links], clauses = o.predicates.flatMap(p => p.clauses ?? []);
		const nevers = o.statements.filter(s => s.kind === 'never');
		const types = o.types.filter(t => t.path), members = types.flatMap(t => t.members);
		const facts = [...o.contexts, ...o.runs].flatMap(c => c.facts ?? []);
		const premises = [...rules, ...clauses, ...nevers].flatMap(r => [...r.left ?? [], ...r.right ?? [], ...r.premises ?? []]);
		const invariants = o.statements.filter(s => s.kind === 'invariant'), counts = invariants.flatMap(s => s.counts);
		const terms = [...facts, ...premises, ...counts, ...clauses.map(c => c.head)].flatMap(p => p.args ?? []);
		const stages = o.stages.filter(s => s.path);
		return {...o, types, members, stages, rules, clauses, nevers, invariants, counts, facts, premises, terms,
			cards: [types, members, o.predicates, clauses, stages, rules, o.contexts, o.runs, o.statements, o.texts].flat(),
			all: [types, members, o.predicates, clauses, stages, rules, facts, premises, counts, o.contexts, o.runs, o.statements, o.texts].flat()};
	};
	const names = ['x', 'two words', 'on', 'K', 'type', '<img src=x onerror=alert(1)>', '…', 'a\u202eb', '%', '', 'ü'];
	const fresh = () => chance(25) ? pick(names) : pick(['gem', 'elf', 'run', 'old']) + below(1000);
	const options = async (at, side) => (await store.request({do: 'options', text: store.text, at, side})).options ?? [];
	const named = all => pick(all)?.name ?? 'x';

	// edits make an edit from the parts; null where there is nothing to change
	const edits = {
		type: () => ({name: fresh()}),
		numbers: () => chance(20) && {name: fresh()},
		constant: p => p.types.length && {at: pick(p.types).path, name: fresh(), types: chance(20) ? [named(p.types)] : []},
		predicate: p => ({name: fresh(), kind: pick(['pred', 'pred', 'bwd']), types: Array.from({length: below(3)}, () => named(p.types))}),
		stage: () => chance(30) && {name: fresh()},
		rule: p => ({at: pick(['', ...p.stages.map(s => s.path)]), name: fresh()}),
		link: p => chance(30) && {name: fresh(), from: named(p.stages), to: pick(['', named(p.stages)])},
		clause: p => ({pred: named(p.predicates.filter(q => q.kind === 'bwd'))}),
		context: () => chance(30) && {name: fresh()},
		run: p => chance(30) && {stage: named(p.stages), context: named(p.contexts), bound: pick(['_', '7'])},
		never: () => chance(50) && {name: fresh()},
		invariant: () => chance(50) && {name: fresh()},
		count: async p => {
			const at = pick(p.invariants)?.path, found = at && await options(at, 'c');
			return found?.length && {at, side: pick(['l', 'r']), ...chance(80) ? {pred: pick(found).pred} : {term: '2'}};
		},
		number: p => p.counts.length && {at: pick(p.counts).path, term: pick(['0', '1', '3'])},
		sum: p => p.counts.length && {at: pick(p.counts).path, index: pick([undefined, 0, 1])},
		claim: p => p.statements.length && {at: pick(p.statements).path, kind: pick(['never', 'invariant'])},
		scope: p => p.statements.length && {at: pick(p.statements).path, stage: pick(['', named(p.stages)])},
		kind: async p => {
			const at = chance(30) && pick(p.predicates)?.path, found = at && (await options(at)).filter(o => o.kind !== 'refused');
			return found?.length && {at, kind: pick(found).term};
		},
		permanent: p => chance(30) && {at: pick(p.predicates)?.path},
		fact: async p => {
			const at = pick([...p.contexts, ...p.runs])?.path, found = at && await options(at);
			return found?.length && {at, pred: pick(found).pred};
		},
		premise: async p => {
			const at = pick([...p.rules, ...p.clauses, ...p.nevers])?.path, side = pick(['l', 'r']), found = at && await options(at, side);
			return found?.length && {at, side, pred: pick(found).pred, index: pick([undefined, 0, 1])};
		},
		compare: p => {
			const r = pick(p.rules.filter(r => r.vars.length > 1));
			return r && {at: r.path, op: pick(['<>', '==', '<']), term: named(r.vars), other: named(r.vars)};
		},
		mode: p => p.premises.length && {at: pick([...p.premises, ...p.counts, ...p.facts]).path, mode: pick(['used', 'kept', 'permanent', 'made'])},
		term: async p => {
			const at = pick(p.terms)?.path, found = at && await options(at);
			return found?.length && {at, term: pick(found).term};
		},
		operator: p => {
			const c = pick(p.premises.filter(q => q.kind === 'comparison'));
			if (chance(30) && p.invariants.length) return {at: pick(p.invariants).path, op: pick(['=', '<', '>='])};
			return c && {at: c.path, op: pick(['<>', '==', '<', '>='])};
		},
		interactive: p => p.stages.length && {at: pick(p.stages).path, on: chance(50)},
		bound: p => p.runs.length && {at: pick(p.runs).path, bound: String(below(100))},
		start: p => p.runs.length && {at: pick(p.runs).path, stage: named(p.stages), context: named(p.contexts)},
		ends: p => p.links.length && {at: pick(p.links).path, from: named(p.stages), to: pick(['', named(p.stages)])},
		move: p => {
			const kind = pick([p.rules, p.premises, p.facts, p.types, p.predicates, p.members, p.stages, p.contexts]);
			return kind.length > 1 && {at: pick(kind).path, to: pick(kind).path, after: chance(50)};
		},
		duplicate: p => ({at: pick(p.all)?.path}),
		rename: p => chance(80) ? {at: pick(p.cards)?.path, name: fresh()} : (r => r && {at: r.path, var: named(r.vars), name: pick(['X', 'Y', 'N', 'z'])})(pick(p.rules.filter(r => r.vars.length))),
		argument: p => {
			const of = pick(p.predicates), last = of && of.args.length;
			return of && {at: of.path, ...pick([{change: 'add', index: below(last + 1), type: named(p.types)}, {change: 'remove', index: below(last)},
				{change: 'move', index: below(last), to: String(below(last))}, {change: 'type', index: below(last), type: named(p.types)}])};
		},
		comment: p => ({at: pick(p.cards)?.path, text: pick(['', 'said again', 'two\nlines', '% <b>bold</b> --> \u202e'])}),
		replace: p => {
			const of = pick(p.all);
			return of && {at: of.path, text: chance(50) ? of.text : of.text.slice(0, below(of.text.length + 1))};
		},
		delete: p => ({at: pick(p.all)?.path}),
	};
	store.asks = async ask => {
		record.asked = true;
		return chance(10) ? null : Object.fromEntries(ask.questions.filter(() => chance(70)).map(q => [q.id, chance(50) ? q.default : pick(q.options).term]));
	};

	// typed is a text with something else somewhere.
	const typed = () => {
		const {text} = store, at = below(text.length + 1), cut = chance(50) ? 0 : below(6);
		return text.slice(0, at) + (chance(70) ? pick(['x', '\n', '%', '% new\n', '"', '(', '}', ' . ', '😀', '<', 'a : b.\n']) : '') + text.slice(at + cut);
	};
	const wrong = () => store.messages.some(m => !m.warning);

	let record;
	const cards = () => [...document.querySelectorAll('#structure .part [data-path]')].filter(e => e.dataset.path).map(e => {
		const name = e.querySelector(':scope > .card-head .name-button, :scope > .constant-button, :scope > .rule-head .rule-name, :scope > .rule-head .name-button');
		return e.dataset.path + ' ' + (name && name.textContent !== 'no name' ? name.textContent : '');
	}).sort();
	const problem = () => {
		document.getElementById('text-field').dispatchEvent(new Event('pointerdown')); // it may wait for the page to be painted
		const field = document.getElementById('text-field').value, shown = [...document.querySelectorAll('.text-layer .line')].map(l => l.textContent).join('\n');
		if (field !== store.text) return 'the field has another text: ' + field;
		if (shown !== store.text) return 'another text is shown: ' + shown;
		return document.querySelector(':is(header, #structure, #text, #notice, #over) :is(img, iframe, script)') ? 'a text became an element' : '';
	};

	// wander makes some random changes, and returns a record of each.
	globalThis.wander = async n => {
		const records = [];
		while (records.length < n) {
			const before = store.text;
			record = {do: '', before};
			if (chance(wrong() ? 40 : 6)) {
				record.do = 'undo';
				record.done = await store.undo();
			} else if (chance(5)) {
				record.do = 'redo';
				record.done = await store.redo();
			} else if (chance(8)) {
				record.do = 'type';
				store.type(typed());
				record.done = await store.settle() || true;
			} else {
				const does = pick(Object.keys(edits)), edit = await edits[does](parts());
				if (!edit) continue;
				record.edit = JSON.stringify({do: does, ...edit});
				record.do = does;
				record.done = await store.edit({do: does, ...edit});
				record.notice = document.getElementById('notice').hidden ? '' : document.getElementById('notice-text').textContent;
			}
			records.push({...record, after: store.text, cards: cards(), problem: problem()});
		}
		return records;
	};
	globalThis.sows = n => { seed = n; };

	// plain is the structure as it is shown, but for what the play says of it.
	globalThis.plain = () => {
		const copy = document.getElementById('structure').cloneNode(true);
		for (const e of copy.querySelectorAll('.rule-matches, .rule-why')) e.remove();
		for (const e of copy.querySelectorAll('.rule')) e.className = 'rule';
		for (const e of copy.querySelectorAll('.stage-box')) {
			e.removeAttribute('aria-current');
			e.ariaLabel = e.ariaLabel.replace(', the play is here', '');
		}
		return copy.outerHTML.replace(/<(?=li|ol|div|button|h3|p)/g, '\n<');
	};

	// rests has the play follow no more changes.
	globalThis.rests = async () => { (await import('./live-play.js')).play.follow = async () => {}; };

	// returns goes from the end back to the beginning, and forward again, and returns the texts on both ways.
	globalThis.returns = async () => {
		while (store.canRedo) await store.redo();
		const back = [store.text], forth = [];
		while (store.canUndo) { await store.undo(); back.push(store.text); }
		forth.push(store.text);
		while (store.canRedo) { await store.redo(); forth.push(store.text); }
		return [back, forth];
	};
})();
