// The picture of the run.
'use strict';

// What the size of the picture is beside a number: as large as can be read, or all of it.
const readable = 'readable', whole = 'whole';
let drawn = ''; // what the picture shows
let zoom = readable;
const frame = $('picture').attachShadow({mode: 'open'});
const sheet = new CSSStyleSheet();
const own = new CSSStyleSheet();
own.replaceSync(`
	:host { display: block } svg { display: block; margin: auto }
	.node.transition { cursor: pointer }
	a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
	.chosen > rect, .chosen > ellipse, .chosen > path, .chosen > polygon { stroke-width: 4px; stroke: var(--focus) }
	p { font: 1rem/1.5 var(--text-font, sans-serif); color: var(--soft); padding: 1rem; margin: 0 }`);
frame.adoptedStyleSheets = [sheet, own];

const draw = async () => {
	if (!view || busy) return;
	const picture = {view: $('view').value, last: Number($('reach').value)};
	const now = JSON.stringify([edition, view.point, picture]);
	if (now === drawn) { highlight(); return; }
	drawing?.abort();
	const mine = drawing = new AbortController();
	await new Promise(done => setTimeout(done, 60)); // perhaps more happens at once
	if (mine.signal.aborted || busy) return;
	try {
		const reply = await engine.send({do: 'picture', picture}, mine.signal);
		if (mine.signal.aborted) return;
		drawn = now;
		if (reply.error) frame.replaceChildren(el('p', {}, reply.error));
		else hang(reply.picture);
	} catch (e) {
		if (!mine.signal.aborted) frame.replaceChildren(el('p', {}, String(e.message ?? e)));
	} finally {
		if (drawing === mine) drawing = null;
	}
};

// hang shows a picture of ours. The page's policy lets it have no style inside, so that is
// not even read as one.
const hang = text => {
	const named = text.replaceAll(/<(\/?)style\b/g, '<$1looks');
	const svg = new DOMParser().parseFromString(named, 'image/svg+xml').documentElement;
	const looks = svg.querySelector('looks');
	sheet.replaceSync(looks?.textContent ?? '');
	looks?.remove();
	frame.replaceChildren(document.adoptNode(svg));
	for (const a of frame.querySelectorAll('a')) {
		const id = a.getAttribute('href')?.slice(1);
		a.addEventListener('click', e => { e.preventDefault(); pick(id); });
	}
	oneStop(frame, 'a', a => a.querySelector('#t' + depthOf(view.point)));
	size();
	highlight();
};
const pick = id => {
	const point = /^t\d+$/.test(id ?? '') ? way(view.point)[Number(id.slice(1))] : undefined;
	if (point) select(point);
};
const highlight = () => {
	for (const x of frame.querySelectorAll('.chosen')) x.classList.remove('chosen');
	if (!way(view.point).includes(selected) || selected === 0) return;
	const node = frame.getElementById('t' + depthOf(selected));
	node?.classList.add('chosen');
};
// room is how large the picture may be shown so that all of it is seen, and what it is as
// it was drawn.
const room = svg => {
	const [, , width, height] = (svg.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
	const box = $('picture');
	return {width, height, fits: Math.min((box.clientWidth - 4) / width, (box.clientHeight - 4) / height, 1.5)};
};
const size = () => {
	const svg = frame.querySelector('svg');
	if (!svg) return;
	const {width, height, fits} = room(svg);
	const scale = zoom === whole ? fits : zoom === readable ? Math.max(fits, 0.75) : zoom;
	svg.setAttribute('width', width * scale);
	svg.setAttribute('height', height * scale);
	$('fit').setAttribute('aria-pressed', zoom === whole);
	if (zoom === readable && scale > fits) reveal();
};
// fit shows all of the picture, or again as much as can be read.
const fit = () => {
	zoom = zoom === whole ? readable : whole;
	size();
};
// reveal scrolls to what came last.
const reveal = () => {
	const node = frame.getElementById('t' + depthOf(view.point));
	if (!node) return;
	const a = node.getBoundingClientRect(), b = $('picture').getBoundingClientRect();
	$('picture').scrollBy({left: a.left - b.left - b.width / 2 + a.width / 2, top: a.top - b.top - b.height / 2, behavior: 'instant'});
};
const zoomBy = factor => {
	const svg = frame.querySelector('svg');
	if (!svg) return;
	zoom = Math.min(4, Math.max(0.05, Number(svg.getAttribute('width')) / room(svg).width * factor));
	size();
};
