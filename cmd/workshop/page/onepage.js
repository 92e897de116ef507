// A page of its own: one file with the workshop, the engine and a program, which needs neither a server nor a network.
// It is made of what two scripts set, template.js and disk.js; in such a page both stand already.
import {el} from './elements.js';

// take returns a promise of what a script sets as a global. Servers say why they do not have it.
const take = async (name, file) => {
	if (globalThis[name]) return globalThis[name];
	if (location.protocol === 'file:') {
		await new Promise((resolve, reject) => {
			document.head.append(el('script', {src: file, onload: resolve, onerror: () => reject(new Error(file + ' is not there.'))}));
		});
		return globalThis[name];
	}
	const response = await fetch(file), text = await response.text();
	if (!response.ok) throw new Error(text.trim() || file + ': ' + response.statusText);
	return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
};

// literal returns a value as a literal of JavaScript that may stand in a page.
const literal = value => JSON.stringify(value).replaceAll('<', '\\u003c');

// onePage returns a promise of the page of a program, {name, text}, as HTML.
export const onePage = async program => {
	const [template, disk] = await Promise.all([take('ceptreTemplate', 'template.js'), take('ceptreDisk', 'disk.js')]);
	const values = {World: {opening: program, title: program.name, settings: template.settings}, Template: template, Disk: disk};
	const blank = /(globalThis\.ceptre(World|Template|Disk)) = null;/g;
	return template.page.replace(blank, (_, left, name) => `${left} = ${literal(values[name])};`);
};
