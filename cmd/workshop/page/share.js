// Sharing: a link that carries the program, and a page that has everything in it.
import {button, count, el, icon, notice} from './elements.js';
import {address, fileName} from './link.js';
import {download} from './localfile.js';
import {onePage} from './onepage.js';

const most = 1 << 17; // bytes of a program in a link
const long = 8000; // letters of a link, which some programs shorten
const isLocal = location.protocol === 'file:' || /^(localhost|127\.|\[::1\])/.test(location.host);

export const begin = (store, element) => {
	const opens = async () => {
		await store.settle();
		const bytes = new TextEncoder().encode(store.text).length;
		const link = bytes <= most ? await address({name: store.name, text: store.text}) : null;
		const field = link && el('input', {type: 'text', readonly: true, value: link, 'aria-label': 'Link', onfocus: () => field.select()});
		const copy = async () => {
			try {
				await navigator.clipboard.writeText(link);
				copied.textContent = 'Copied.';
			} catch {
				field.select();
				copied.textContent = 'Copy the link from the field.';
			}
		};
		const page = async () => {
			make.disabled = true;
			made.textContent = 'Making the page …' + (isLocal ? ' This takes a minute or two the first time.' : '');
			try {
				download(fileName(store.name, '.html'), await onePage({name: store.name, text: store.text}), 'text/html');
				made.textContent = 'Saved.';
			} catch (error) {
				made.textContent = String(error.message ?? error);
			}
			make.disabled = false;
		};
		const make = button('Save as a page', page), made = el('span', {class: 'soft', role: 'status'});
		const copied = el('span', {class: 'soft', role: 'status'});
		const dialog = el('dialog', {class: 'share', 'aria-labelledby': 'share-title', onclose: () => dialog.remove()},
			el('h2', {id: 'share-title', tabindex: -1, autofocus: true}, 'Share'),
			el('section', {}, el('h3', {}, 'As a link'), link ?
				[el('p', {}, `The whole program is in the link: ${count(link.length, 'letter')}.`, link.length > long && ' Some programs shorten links as long as this one.',
					isLocal && ' It opens on this machine only, as the workshop is on it.'),
					el('div', {class: 'row'}, field, button('Copy', copy, {class: 'primary'}), copied)] :
				el('p', {}, 'The program is too large for a link.')),
			el('section', {}, el('h3', {}, 'As a page'),
				el('p', {}, 'One file with the program and the whole workshop, which works in any browser, without a network.'),
				el('div', {class: 'row'}, make, made)),
			el('form', {method: 'dialog'}, el('button', {type: 'submit'}, 'Close')));
		document.body.append(dialog);
		dialog.showModal();
	};
	element.append(button(icon('share'), () => opens().catch(e => notice(String(e.message ?? e))), {class: 'plain', id: 'share', title: 'Share the program: a link, or a page'}, el('span', {}, 'Share')));
};
