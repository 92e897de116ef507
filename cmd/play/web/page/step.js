// A step in full.
'use strict';

const select = async point => {
	selected = point;
	draw();
	await readDetail();
	if (document.activeElement?.closest?.('#story, #picture, #answer')) $('detail').focus({preventScroll: false});
};

let shown = null; // the point whose detail is there
const showDetail = () => {
	if (shown === selected + ' ' + points.length) return;
	if (busy) later(readDetail);
	else readDetail();
};
const readDetail = async () => {
	const point = selected;
	shown = point + ' ' + points.length;
	const reply = await quietly({do: 'step', point});
	if (reply?.step && point === selected) detail(point, reply.step);
};
const later = then => setTimeout(() => busy ? later(then) : then(), 30);

// quietly asks for something that changes nothing.
const quietly = async request => {
	for (let i = 0; busy && i < 1000; i++) await new Promise(done => setTimeout(done, 10));
	try {
		const reply = await ask(request);
		return reply.error ? null : reply;
	} catch {
		return null;
	} finally {
		draw();
	}
};

const detail = (point, d) => {
	$('detail-title').textContent = point === 0 ? word('bench-step-start') : word('bench-step-id', {id: 't' + depthOf(point)});
	const list = (heading, all, sign) => things(heading, all ?? [], sign, point);
	$('detail').replaceChildren(...(point > 0 ? firing(point, d) : []),
		el('div', {class: 'columns'}, list(word('used'), d.uses, '−'), list(word('needed'), d.needs, '$'), list(word('bench-proved'), d.proves, '⊢'),
			list(word(point ? 'produced' : 'bench-there-was'), d.makes, '+'), list(word('bench-told'), d.acts, '!')),
		d.printed ? el('pre', {class: 'printed'}, d.printed) : '');
	$('detail').scrollTop = 0;
};

// firing tells what fired, and with what values.
const firing = (point, d) => [
	el('p', {class: 'heading'}, d.title ? el('strong', {}, d.title + ' ') : '', el('span', {class: 'code'}, d.text),
		el('span', {class: 'soft'}, ` · ${d.chosen === 'random' ? 'by chance' : 'chosen'}${d.choices ? ` out of ${d.choices}` : ''}${d.stage ? ' in stage ' + d.stage : ''}`)),
	el('p', {class: 'answers'},
		button(word('bench-branch'), () => goTo(points[point].from ?? 0), {title: word('bench-branch-does')}),
		point === view.point ? '' : button(word('bench-go-there'), () => goTo(point)),
		button(word('bench-why-title'), () => why('t' + depthOf(point)), {disabled: !way(view.point).includes(point)})),
	el('figure', {}, el('figcaption', {}, word('bench-in-line', {program: program.name, n: d.line})), source(d)),
	el('dl', {class: 'bindings'}, ...(d.bindings ?? []).filter(b => !b.name.startsWith('_')).flatMap(b =>
		[el('dt', {}, b.name), el('dd', {}, el('span', {class: 'code'}, b.value), el('small', {class: 'soft'}, ' ' + b.type))])),
];

// things lists what a step has used or made, and where it came from.
const things = (heading, all, sign, point) => all.length ? el('div', {class: 'things'}, el('h3', {}, heading),
	el('ul', {}, ...all.slice(0, 60).map(x => el('li', {}, el('span', {class: 'sign'}, sign), ' ', el('span', {class: 'code'}, x.fact ?? x),
		x.by > 0 && x.by !== point ? button(`from t${depthOf(x.by)}`, () => select(x.by), {class: 'ref'}) : '')),
	all.length > 60 ? el('li', {class: 'soft'}, `… and ${all.length - 60} more`) : '')) : '';

// source shows the rule with the values of its variables.
const source = d => {
	const values = new Map((d.bindings ?? []).map(b => [b.name, b.value]));
	const parts = d.source.split(/([\p{L}_][\p{L}\p{N}_'\/-]*)/u);
	return el('pre', {class: 'source'}, el('code', {}, ...parts.map(part => values.has(part)
		? el('span', {class: 'bound'}, part, el('span', {class: 'value'}, '=' + values.get(part))) : part)));
};
