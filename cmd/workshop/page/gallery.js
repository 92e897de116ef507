// New worlds: empty ones, kits, examples, and drafts.
import {button, el, icon, notice} from './elements.js';
import {ago, drafts, forget} from './drafts.js';
import {files} from './files.js';

export const begin = (store, element) => {
	const entry = (name, title, does) => el('li', {}, button(el('b', {}, name), does, {class: 'world'}, title && el('span', {class: 'soft'}, title)));
	const section = (title, rows) => rows.length > 0 && el('section', {}, el('h3', {}, title), el('ul', {class: 'worlds'}, ...rows));

	const opens = async () => {
		const {examples = [], error} = await store.request({do: 'gallery'}).catch(e => ({error: String(e.message ?? e)}));
		if (error) { notice(error); return; }
		const takes = does => () => { dialog.close(); does(); };
		const row = ({name, title, text}) => {
			const [head, ...rest] = title.split(': ');
			return entry(head, rest.join(': '), takes(() => files.opens(text, name + '.cep')));
		};
		const draft = d => {
			const line = entry(d.name, ago(d.at), takes(() => files.restores(d)));
			line.append(button('Forget', () => {
				forget(d.id);
				line.remove();
			}, {class: 'small', 'aria-label': 'Forget ' + d.name}));
			return line;
		};
		const dialog = el('dialog', {class: 'gallery', 'aria-labelledby': 'gallery-title', onclose: () => dialog.remove()},
			el('h2', {id: 'gallery-title', tabindex: -1, autofocus: true}, 'A new world'),
			section('Begin with', [entry('Empty', 'nothing yet', takes(() => files.opens('', 'untitled.cep'))), ...examples.filter(e => e.kind === 'kit').map(row)]),
			section('Go on with what was not saved', drafts().filter(d => d.id !== store.world?.id).map(draft)),
			section('Look at an example, and change it', examples.filter(e => e.kind !== 'kit').map(row)),
			el('form', {method: 'dialog'}, el('button', {type: 'submit'}, 'Cancel')));
		document.body.append(dialog);
		dialog.showModal();
	};
	element.prepend(button(icon('new'), opens, {class: 'plain', id: 'new', title: 'A new world: empty, from a kit, or an example'}, el('span', {}, 'New')));
};
