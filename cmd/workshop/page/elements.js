// The elements of the page. Texts of programs are set as text, never as HTML.

export const $ = id => document.getElementById(id);

// put gives an element properties: `class`, listeners as `onclick`, and attributes. Those that are false, null
// or undefined are left out.
const put = (e, props) => {
	for (const [key, value] of Object.entries(props ?? {})) {
		if (value === undefined || value === null || value === false) continue;
		if (key === 'class') e.className = value;
		else if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
		else if (key === 'value') e.value = value;
		else e.setAttribute(key, value === true ? '' : value);
	}
};
export const el = (name, props, ...children) => {
	const e = document.createElement(name);
	e.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false && c !== ''));
	put(e, props); // behind the children: a select has its value by then
	return e;
};
export const button = (text, onclick, props, ...children) =>
	el('button', {type: 'button', onclick, ...props}, text, ...children);

// prose returns the parts of a sentence of the engine, which has code between backquotes.
export const prose = text => text.split('`').map((part, i) => i % 2 ? el('code', {}, part) : part);

// say tells screen readers the result of an action. The same words twice are read twice.
export const say = text => {
	const said = $('said');
	said.textContent = said.textContent === text ? text + '\u00a0' : text;
};

// notice shows a message until it is dismissed or another takes its place; without arguments, none.
export const notice = (...what) => {
	const filled = what.some(x => x);
	$('notice').hidden = !filled;
	$('notice-text').replaceChildren(...(filled ? what : []));
};

export const count = (n, noun, nouns = noun + 's') => n + ' ' + (n === 1 ? noun : nouns);

// icon returns a drawing from index.html, which screen readers pass over.
export const icon = name => {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
	use.setAttribute('href', '#icon-' + name);
	svg.setAttribute('class', 'icon');
	svg.setAttribute('aria-hidden', 'true');
	svg.append(use);
	return svg;
};
