// Questions that an edit asks before it can be made: in a dialog, each with an answer already, so that Enter is enough.
import {button, count, el} from './elements.js';

// begin lets the store ask in dialogs of an element.
export const begin = (store, over) => {
	store.asks = ask => new Promise(done => {
		const selects = ask.questions.map(choices);
		const all = sameForAll(ask.questions, selects);
		const dialog = el('dialog', {class: 'ask', 'aria-labelledby': 'ask-title'}, el('form', {method: 'dialog', onsubmit: () => {
			dialog.returnValue = 'go';
		}}, el('h2', {id: 'ask-title'}, 'One question first'), el('p', {class: 'ask-text'}, ask.text), all,
		el('ol', {class: 'questions'}, ...ask.questions.map((q, i) => el('li', {}, el('label', {}, el('span', {class: 'code'}, q.text), ' ', selects[i])))),
		el('p', {class: 'row'}, el('button', {type: 'submit', class: 'primary', value: 'go'}, 'Go on'), button('Cancel', () => dialog.close('')))));
		if (ask.questions.length > 1) dialog.querySelector('h2').textContent = count(ask.questions.length, 'question') + ' first';
		dialog.addEventListener('close', () => {
			const answers = Object.fromEntries(ask.questions.map((q, i) => [q.id, selects[i].value]));
			dialog.remove();
			done(dialog.returnValue === 'go' ? answers : null);
		});
		const from = document.activeElement;
		dialog.addEventListener('cancel', () => { dialog.returnValue = ''; });
		over.append(dialog);
		dialog.showModal();
		(all?.querySelector('select') ?? selects[0] ?? dialog.querySelector('.primary')).focus();
		dialog.addEventListener('close', () => from?.isConnected && from.focus(), {once: true});
	});
	// Enter on a select would open it, not go on.
	over.addEventListener('keydown', e => {
		if (e.key !== 'Enter' || !e.target.matches('.ask select')) return;
		e.preventDefault();
		e.target.form.requestSubmit();
	});
};

const choices = q => {
	const offered = q.options.some(o => o.term === q.default) ? q.options : [{label: q.default, term: q.default}, ...q.options];
	return el('select', {'aria-label': q.text, value: q.default}, ...offered.map(o => el('option', {value: o.term}, o.label + (o.note ? ' – ' + o.note : ''))));
};

// sameForAll offers one answer for all questions where several have the same one among their options.
const sameForAll = (questions, selects) => {
	if (questions.length < 2) return null;
	const common = questions[0].options.filter(o => questions.every(q => q.options.some(p => p.term === o.term)));
	if (common.length < 2) return null;
	const all = el('select', {'aria-label': 'the same everywhere', onchange: () => {
		if (all.value) for (const s of selects) s.value = all.value;
	}}, el('option', {value: ''}, 'as below'), ...common.map(o => el('option', {value: o.term}, o.label)));
	return el('p', {class: 'for-all'}, el('label', {}, 'The same everywhere: ', all));
};
