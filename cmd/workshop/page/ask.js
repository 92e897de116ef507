// Questions that an edit asks before it can be made: in a dialog, each with an answer already, so that Enter is enough.
import {button, count, el, prose} from './elements.js';

// begin lets the store ask in dialogs of an element.
export const begin = (store, over) => {
	store.asks = ask => new Promise(done => {
		const from = document.activeElement, selects = ask.questions.map(choices);
		const answers = () => Object.fromEntries(ask.questions.map((q, i) => [q.id, selects[i].value]));
		const dialog = el('dialog', {class: 'ask', 'aria-labelledby': 'ask-title', onclose: () => {
			done(null); // unless it was answered
			dialog.remove();
			if (from?.isConnected) from.focus();
		}}, el('form', {method: 'dialog', onsubmit: () => done(answers())},
			el('h2', {id: 'ask-title'}, ask.questions.length > 1 ? count(ask.questions.length, 'question') + ' first' : 'One question first'),
			el('p', {}, ...prose(ask.text)),
			el('ol', {class: 'questions'}, ...ask.questions.map((q, i) => el('li', {}, el('label', {}, el('span', {}, ...prose(q.text)), ' ', selects[i])))),
			el('p', {class: 'soft'}, 'The proposed answers are chosen already. Enter takes them.'),
			el('p', {class: 'row'}, el('button', {type: 'submit', class: 'primary'}, 'Go on'), button('Cancel', () => dialog.close()))));
		over.append(dialog);
		dialog.showModal();
		(selects[0] ?? dialog.querySelector('.primary')).focus();
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
	return el('select', {'aria-label': q.text, value: q.default}, ...offered.map(o => el('option', {value: o.term}, (o.label + (o.note ? ' – ' + o.note : '')).replaceAll('`', ''))));
};
