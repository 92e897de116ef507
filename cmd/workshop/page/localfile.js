// Files of this machine: how their bytes are read and written.
import {el} from './elements.js';
import {mostText} from './link.js';

const most = 4 * mostText; // bytes
const mark = '\ufeff';

// decode returns the text of a file as the page has it, and its form: whether it begins with a byte order mark, and
// whether all its lines end with a carriage return and a line feed. It throws an error for people to read.
export const decode = (name, bytes) => {
	if (bytes.byteLength > most) throw new Error(`${name} is too large: a program may have ${most >> 20} MB.`);
	let text;
	try {
		text = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
	} catch {
		throw new Error(`${name} is no text in UTF-8.`);
	}
	const form = {mark: text.startsWith(mark), returns: false};
	if (form.mark) text = text.slice(1);
	const ends = text.split('\n').length - 1;
	form.returns = ends > 0 && ends === text.split('\r\n').length - 1;
	return {text: form.returns ? text.replaceAll('\r\n', '\n') : text, form};
};

// encode returns the bytes of a text in a form of decode.
export const encode = (text, form) => new TextEncoder().encode((form?.mark ? mark : '') + (form?.returns ? text.replaceAll('\n', '\r\n') : text));

const kinds = [{description: 'Ceptre programs', accept: {'text/plain': ['.cep']}}];

// pick asks for a file, and returns a promise of {file, handle}, or of null. Only some browsers have handles.
export const pick = async () => {
	if (globalThis.showOpenFilePicker) {
		const [handle] = await showOpenFilePicker({types: [{description: 'Ceptre programs', accept: {'text/plain': ['.cep', '.clf', '.json', '.txt']}}]})
			.catch(unlessAborted) ?? [];
		return handle ? {file: await handle.getFile(), handle} : null;
	}
	return new Promise(resolve => {
		const input = el('input', {type: 'file', accept: '.cep,.clf,.json,.txt', hidden: true, onchange: () => done(), oncancel: () => done()});
		const done = () => {
			input.remove();
			resolve(input.files[0] ? {file: input.files[0], handle: null} : null);
		};
		document.body.append(input);
		input.click();
	});
};
const unlessAborted = error => {
	if (error.name !== 'AbortError') throw error;
	return null;
};

// place asks where to write a file, and returns a promise of a handle: undefined where the browser has none, and null
// if none was chosen.
export const place = async suggestedName => globalThis.showSaveFilePicker ?
	showSaveFilePicker({suggestedName, types: kinds}).catch(unlessAborted) : undefined;

// write writes bytes into the file of a handle, and returns a promise of when it was last changed.
export const write = async (handle, bytes) => {
	const to = await handle.createWritable();
	await to.write(bytes);
	await to.close();
	return (await handle.getFile()).lastModified;
};

// download hands a file to the browser's downloads.
export const download = (name, data, type) => {
	const url = URL.createObjectURL(new Blob([data], {type}));
	el('a', {href: url, download: name}).click();
	setTimeout(() => URL.revokeObjectURL(url), 60000);
};
