// A step in full.
'use strict';

const select = point => {
	selected = point;
	showDetail(true);
	draw();
};

let shown = null; // the point whose detail is there
const showDetail = async loud => {
	if (shown === selected + ' ' + points.length && !loud) return;
	const point = selected;
	shown = point + ' ' + points.length;
	if (busy && !loud) { later(() => showDetail(true)); return; }
	const reply = await quietly({do: 'step', point});
	if (!reply?.step || point !== selected) return;
	detail(point, reply.step);
	if (loud === true && document.activeElement?.closest?.('#story, #picture, #answer')) $('detail').focus({preventScroll: false});
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
	$('detail-title').textContent = point === 0 ? 'The start' : `Step t${depthOf(point)}`;
	const things = (heading, list, sign) => list?.length ? el('div', {class: 'things'}, el('h3', {}, heading),
		el('ul', {}, ...list.slice(0, 60).map(x => el('li', {}, el('span', {class: 'sign'}, sign), ' ', el('span', {class: 'code'}, x.fact ?? x),
			x.by > 0 && x.by !== point ? button(`from t${depthOf(x.by)}`, () => select(x.by), {class: 'ref'}) : '')),
		list.length > 60 ? el('li', {class: 'soft'}, `… and ${list.length - 60} more`) : '')) : '';
	const out = [];
	if (point > 0) {
		out.push(el('p', {class: 'heading'}, d.title ? el('strong', {}, d.title + ' ') : '', el('span', {class: 'code'}, d.text),
			el('span', {class: 'soft'}, ` · ${d.chosen === 'random' ? 'by chance' : 'chosen'}${d.choices ? ` out of ${d.choices}` : ''}${d.stage ? ' in stage ' + d.stage : ''}`)));
		out.push(el('p', {class: 'answers'},
			button('Branch from here', () => goTo(points[point].from ?? 0), {title: 'Go to just before this step, and choose otherwise'}),
			point === view.point ? '' : button('Go there', () => goTo(point)),
			button('Why?', () => why('t' + depthOf(point)), {disabled: !way(view.point).includes(point)})));
		out.push(el('figure', {}, el('figcaption', {}, `${program.name}, line ${d.line}`), source(d)));
		if (d.bindings?.length) out.push(el('dl', {class: 'bindings'}, ...d.bindings.filter(b => !b.name.startsWith('_')).flatMap(b =>
			[el('dt', {}, b.name), el('dd', {}, el('span', {class: 'code'}, b.value), el('small', {class: 'soft'}, ' ' + b.type))])));
	}
	out.push(el('div', {class: 'columns'}, things('Used up', d.uses, '−'), things('Needed', d.needs, '$'), things('Proved or heard', d.proves, '⊢'), things(point ? 'Made' : 'There was', d.makes, '+'), things('Told', d.acts, '!')));
	if (d.printed) out.push(el('pre', {class: 'printed'}, d.printed));
	$('detail').replaceChildren(...out);
	$('detail').scrollTop = 0;
};

// source shows the rule with the values of its variables.
const source = d => {
	const values = new Map((d.bindings ?? []).map(b => [b.name, b.value]));
	const parts = d.source.split(/([\p{L}_][\p{L}\p{N}_'\/-]*)/u);
	return el('pre', {class: 'source'}, el('code', {}, ...parts.map(part => values.has(part)
		? el('span', {class: 'bound'}, part, el('span', {class: 'value'}, '=' + values.get(part))) : part)));
};
