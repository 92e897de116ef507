// The structure view: the outline of the program as cards, in sections. A card is made anew where its part of the
// outline says something else than before; all others stay as they are.
import {el, icon} from './elements.js';
import {alike, alikeBut, keep, own} from './keyed.js';
import {born, change, message, messagesOf, page, pathOf, position, restore, said} from './parts.js';
import {choose, menuButton} from './menu.js';
import {declared, newPredicate, predicateCard, typeCard} from './declared.js';
import {contextCard, newContext, newRun, runCard, textCard} from './start.js';
import {newStatement} from './claim.js';
import {ruleCard} from './rule.js';
import {begin as moves, step} from './move.js';

// ---- stages ----

const sameStage = alikeBut('text', 'rules', 'broken');
const stageCard = (item, old) => {
	const inner = item.path === '', what = item.name ? 'stage ' + item.name : 'the rules';
	const rules = old?.rules ?? el('ol', {class: 'rules'});
	rules.setAttribute('aria-label', 'Rules of ' + what);
	const tick = el('label', {class: 'tick'}, el('input', {type: 'checkbox', 'data-field': 'interactive', checked: item.interactive,
		onchange: e => change({do: 'interactive', at: pathOf(e.target), on: e.target.checked}, {stay: true, says: e.target.checked ? 'The player chooses.' : 'Chance chooses.'})}), ' the player chooses');
	const card = inner ? el('li', {class: 'card stage', 'data-path': ''}) : declared(item, old, {noun: 'stage', className: 'stage', head: [tick, item.ordered && el('span', {class: 'soft'}, 'the first rule that fits')]});
	if (inner) card.append(messagesOf(card, item));
	card.rules = rules;
	const texts = item.texts ?? []; // unreadable stretches
	if (texts.length) card.append(el('ul', {class: 'cards', 'aria-label': 'Text of ' + what}, ...texts.map((t, i) => own(textCard(t), item, s => s.texts[i]))));
	card.append(rules, el('p', {class: 'row'}, born('Rule', 'name of the new rule', name => change({do: 'rule', at: pathOf(card), name}, {says: 'Added rule ' + name}), {'data-new': 'rule', 'data-field': 'rule', 'data-first': true, 'aria-label': `Add a rule to ${what}`})));
	drawRules(card, item);
	return card;
};
const drawRules = (card, item) => keep(card.rules, item.rules, {key: r => 'r' + r.key, make: shown(ruleCard('rule')), same: sameRule});

// ---- what the view lists ----

// saying compares parts and their messages with those on the card: an unchanged part is the same object as before,
// though its messages may be others.
const saying = (same = alike) => (a, b, card) => same(a, b) && card.says === sayings(b);
const shown = make => (item, old) => Object.assign(make(item, old), {says: sayings(item)});
const sayings = part => {
	const all = [part, ...part.clauses ?? [], ...part.texts ?? []];
	return all.some(p => said.has(p)) ? JSON.stringify(all.map(p => (said.get(p) ?? []).map(m => [m.text, m.warning, m.fixes.map(f => f.label)]))) : '';
};
const sameRule = saying();

// untold returns the texts without the directives that are a tick at their stage or the kind of their type.
const untold = texts => texts.filter(t => !/^#(interactive|builtin\s+NAT)\s/.test(t.text) || t.comment || t.broken);

const sections = [
	{id: 'types', title: 'Types', gloss: 'the kinds of things there are', of: o => o.types.filter(t => t.path !== ''), make: typeCard, key: t => t.name,
		adds: () => [born('Type', 'name of the new type', name => change({do: 'type', name}, {says: 'Added type ' + name}), {'data-new': 'type'}),
			born('Numbers', 'name of the new type of numbers', name => change({do: 'numbers', name}, {says: 'Added numbers ' + name}), {'data-new': 'numbers', title: 'A type of natural numbers'})]},
	{id: 'predicates', title: 'Predicates', gloss: 'what can be true of them', of: o => o.predicates, make: predicateCard, key: p => p.name, adds: newPredicate},
	{id: 'stages', title: 'Rules', gloss: 'what can happen', of: o => o.stages.length ? o.stages : [{path: '', name: '', rules: []}], make: stageCard, key: s => s.name, same: sameStage, renew: drawRules,
		adds: () => [born('Stage', 'name of the new stage', name => change({do: 'stage', name}, {says: 'Added stage ' + name}), {'data-new': 'stage', title: 'A group of rules, for a part of the story'})]},
	{id: 'links', title: 'Links', gloss: 'from stage to stage, when nothing more can happen', of: o => o.links, make: ruleCard('link'), key: l => l.key, adds: () => [newLink()], list: 'rules'},
	{id: 'contexts', title: 'Start', gloss: 'the facts to begin with', of: o => o.contexts, make: contextCard, key: c => c.name, adds: () => [newContext()]},
	{id: 'runs', title: 'Runs', gloss: 'where a run starts', of: o => o.runs, make: runCard, key: () => 'run', adds: () => [newRun(icon('add'))]},
	{id: 'statements', title: 'Statements', gloss: 'what must always hold', of: o => o.statements, make: (s, old) => ruleCard(s.kind)(s, old), key: s => s.kind + s.name, adds: newStatement, list: 'rules'},
	{id: 'texts', title: 'Other text', gloss: 'parts without a form of their own', of: o => untold(o.texts), make: textCard, key: () => 'text', adds: () => [], quiet: true},
];
const newLink = () => menuButton(icon('add'), async b => {
	const names = page.store.outline.stages.map(s => s.name).filter(Boolean);
	const from = await choose(b, {label: 'From which stage?', items: names.map(label => ({label})), nothing: 'There is no stage yet: add two stages first.'});
	const to = from && await choose(b, {label: 'To which stage?', items: [...names.map(name => ({label: name, name})), {label: 'the end of the run', name: ''}]});
	if (to) await change({do: 'link', from: from.label, to: to.name}, {says: 'Added a link.'});
}, {class: 'add', 'data-new': 'link'}, 'Link');

// ---- messages ----

// spread puts each message at the innermost part that it is about, and returns the rest. Before there is a fact to
// start with, most things are unused yet: only the text says so.
const spread = ({types, predicates, stages, ...others}, messages) => {
	const parts = [ // and where messages about them are shown
		...types.flatMap(t => [t, ...t.members].map(part => [part, t])),
		...predicates.flatMap(p => [p, ...p.clauses ?? []].map(part => [part, part])),
		...stages.flatMap(s => [s, ...s.rules, ...s.texts].map(part => [part, part])),
		...[others.links, others.contexts, others.runs, others.statements, untold(others.texts)].flat().map(part => [part, part]),
	].filter(([part]) => part.to > part.from);
	for (const [, at] of parts) said.delete(at);
	const begun = [...others.contexts, ...others.runs].some(c => c.facts?.length);
	return messages.filter(m => {
		if (!begun && m.code.startsWith('unused-')) return false;
		let best = null;
		for (const [part, at] of parts) {
			if (part.from <= m.from && m.from <= part.to && !(best && best.part.to - best.part.from < part.to - part.from)) best = {part, at};
		}
		if (best) said.set(best.at, [...said.get(best.at) ?? [], m]);
		return !best;
	});
};

// ---- the view ----

// begin shows the structure of the store's program in an element.
export const begin = (store, root) => {
	Object.assign(page, {store, root});
	const views = sections.map(s => {
		const box = el('ul', {class: `${s.list ?? 'cards'} of-${s.id}`, 'aria-labelledby': s.id + '-title'});
		const section = el('section', {class: 'part', id: 'part-' + s.id, 'aria-labelledby': s.id + '-title'},
			el('header', {}, el('h2', {id: s.id + '-title', tabindex: -1}, s.title), el('p', {class: 'gloss'}, s.gloss), el('div', {class: 'adders'}, ...s.adds())),
			s.id === 'stages' && el('div', {id: 'stages-place'}), box);
		const counter = el('span', {class: 'number'});
		const link = el('a', {href: '#part-' + s.id, onclick: e => {
			e.preventDefault();
			section.scrollIntoView({block: 'start'});
			section.querySelector('h2').focus({preventScroll: true});
		}}, s.title, ' ', counter);
		return {...s, box, section, link, counter, make: shown(s.make), same: saying(s.same)};
	});
	const general = el('ul', {class: 'messages general', 'aria-label': 'Messages about the whole program', hidden: true});
	const welcome = el('p', {class: 'welcome', hidden: true}, 'A world is made of things, which have types; of what can be true of them; of rules, which say what can happen; and of the facts at the start. Begin with a type, or take the tour.');
	root.append(el('nav', {class: 'contents', 'aria-label': 'Parts of the program'}, ...views.map(v => v.link)), welcome, general, ...views.map(v => v.section));
	moves(root);
	keys(root);

	store.subscribe(({outline: read, by}) => {
		if (!read) return;
		const {outline, messages} = store, from = by === 'edit' ? null : position(), rest = spread(outline, messages);
		for (const v of views) {
			const items = v.of(outline);
			keep(v.box, items, v);
			const number = v.id === 'stages' ? items.reduce((n, s) => n + s.rules.length, 0) : items.length;
			v.counter.textContent = number || '';
			v.section.hidden = v.link.hidden = !!v.quiet && items.length === 0;
		}
		welcome.hidden = store.text.trim() !== '';
		general.hidden = rest.length === 0;
		general.replaceChildren(...rest.map(m => message(m, i => store.fix(m.fixes[i]), `Line ${m.line}: `)));
		if (from) restore(from);
	});
};

// keys are those that do something with the part that has the focus.
const keys = root => {
	root.addEventListener('keydown', e => {
		if (e.target.matches('input:not([type=checkbox]), textarea, select') || e.defaultPrevented) return;
		const card = e.target.closest('[data-path]'), part = e.target.closest('[data-at], [data-path]');
		if (!card || !root.contains(card)) return;
		const at = pathOf(card, part === card ? '' : part.dataset.at), command = e.ctrlKey || e.metaKey;
		const does = () => {
			if (e.altKey && !command) return {ArrowUp: () => step(root, part, -1), ArrowDown: () => step(root, part, 1)}[e.key];
			if (command && !e.altKey && e.key.toLowerCase() === 'd' && at) return () => change({do: 'duplicate', at}, {says: 'Duplicated.'});
			if (command || e.altKey || e.shiftKey) return;
			const rules = () => [...root.querySelectorAll('.rule-open')], toggle = e.target.matches('.rule-open');
			const other = e.target.matches('.rule-head > *') && (to => () => e.target.parentElement.querySelector(to).focus());
			return {
				F2: () => { card.opens?.(true); card.querySelector('.name-button, .constant-button')?.renames?.(); },
				Delete: at && (() => change({do: 'delete', at}, {says: 'Deleted.'})),
				Escape: card.opens && card.state?.open && (() => { card.opens(false); card.querySelector('.rule-open').focus(); }),
				ArrowDown: toggle && (() => rules()[rules().indexOf(e.target) + 1]?.focus()),
				ArrowUp: toggle && (() => rules()[rules().indexOf(e.target) - 1]?.focus()),
				ArrowRight: toggle && other('.more'), ArrowLeft: other && !toggle && other('.rule-open'),
			}[e.key];
		};
		const found = does();
		if (!found) return;
		e.preventDefault();
		found();
	});
};
