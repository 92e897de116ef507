// The story: its passages, one after the other.
'use strict';

let told = []; // the passages that stand on the page: {point, node}
let waiting = []; // those that wait for their time, the next first
let timer = 0;
let whenTold = () => {}; // what to do when none waits any more

// The markup of authors is copied by these elements alone, without attributes: links may bring any text.
const allowed = new Set(['P', 'EM', 'STRONG', 'DEL', 'UL', 'OL', 'LI', 'BLOCKQUOTE', 'BR', 'HR', 'PRE', 'CODE', 'H3', 'H4', 'H5', 'H6',
	'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD']);
const copied = node => {
	if (node.nodeType === Node.TEXT_NODE) return [node.data];
	const inside = [...node.childNodes].flatMap(copied);
	return allowed.has(node.nodeName) ? [el(node.nodeName.toLowerCase(), {}, ...inside)] : inside;
};
const marked = text => copied(new DOMParser().parseFromString(text, 'text/html').body);

const passage = p => el('div', {class: 'passage', tabindex: '-1'},
	p.choice ? el('p', {class: 'chosen'}, p.choice) : '',
	p.scene?.title ? el('h2', {}, p.scene.title) : '',
	...marked(p.scene?.text ?? ''),
	p.title && p.title !== p.scene?.title ? el(p.scene?.title ? 'h3' : 'h2', {}, p.title) : '',
	...marked(p.text ?? ''),
	p.plain ? el('p', {}, p.plain) : '',
	p.printed ? el('pre', {class: 'printed'}, p.printed) : '');

// pace is how long a passage stands alone before the next one comes, in milliseconds.
const pace = node => node.childElementCount ? Math.min(5000, 400 + 25 * node.textContent.length) : 0;

// toldTo is the point up to which the page has the story.
const toldTo = () => [...told, ...waiting].at(-1)?.point ?? -1;

// tellOn goes on with a tale: all at once, or one passage after the other. Then it does something,
// with the first of the new passages.
const tellOn = (tale, atOnce, then) => {
	flush();
	while (told.length && told.at(-1).point !== tale.from) told.pop().node.remove();
	if (!told.length) $('story').replaceChildren();
	if (tale.skipped) $('story').append(el('p', {class: 'soft'}, word('play-skipped')));
	waiting = (tale.passages ?? []).map(p => ({point: p.point, node: passage(p)}));
	const first = waiting[0];
	whenTold = skipped => then((skipped ? first : told.at(-1))?.node);
	if (atOnce || !first) {
		flush();
		whenTold(true);
	} else tellNext();
};

const stand = p => {
	told.push(p);
	$('story').append(p.node);
};
const flush = () => {
	clearTimeout(timer);
	waiting.splice(0).forEach(stand);
};
const tellNext = () => {
	const next = waiting.shift();
	next.node.classList.add('fresh');
	stand(next);
	next.node.scrollIntoView({block: 'nearest'});
	if (waiting.length) timer = setTimeout(tellNext, pace(next.node));
	else whenTold(false);
};

// showRest tells at once what would come one by one, and reports whether there was any.
const showRest = () => {
	if (!waiting.length) return false;
	flush();
	whenTold(true);
	return true;
};
