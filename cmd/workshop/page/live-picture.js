// The picture of causes: how the steps of the run led to one another. It is drawn while its part is open.
import {button, el} from './elements.js';
import {play} from './live-play.js';

const pause = 250; // ms after a step

// begin adds the picture to the panel.
export const begin = root => {
	const image = el('img', {alt: ''}), words = el('p', {class: 'soft'});
	const large = el('img', {alt: ''}), dialog = el('dialog', {class: 'picture-dialog', 'aria-label': 'Picture of causes'},
		el('form', {method: 'dialog', class: 'row'}, el('button', {type: 'submit', class: 'primary'}, 'Close'), button('Larger', () => zoom(1.25)), button('Smaller', () => zoom(0.8))),
		el('div', {class: 'picture-scroll', tabindex: 0, role: 'region', 'aria-label': 'Picture'}, large));
	const enlarge = button(image, () => { fit(); dialog.showModal(); }, {class: 'picture', 'aria-label': 'Enlarge the picture', hidden: true});
	const details = el('details', {class: 'live-part', ontoggle: () => draw()}, el('summary', {}, 'Picture of causes'), words, enlarge);
	root.append(details, dialog);

	let scale = 1, drawn = '', timer;
	const fit = () => { scale = 1; zoom(1); };
	const zoom = by => {
		scale = Math.min(6, Math.max(.2, scale * by));
		large.width = Math.round(large.naturalWidth * scale);
	};
	const draw = async () => {
		const {view, edition} = play;
		if (!details.open || !view || play.state !== 'good') return;
		const now = edition + ' ' + view.point;
		if (now === drawn) return;
		drawn = now;
		if (view.depth === 0) return shows('There is nothing to draw before the first step.');
		const reply = await play.ask({do: 'picture', picture: {last: 40}});
		if (now !== drawn || !reply) return;
		if (!reply.picture) return shows(reply.error ?? '');
		const url = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(reply.picture);
		image.src = large.src = url;
		image.alt = large.alt = `How the last ${Math.min(view.depth, 40)} steps led to one another: ${play.path().slice(1).slice(-40).map(p => play.points[p].text).join(', ')}`;
		shows(view.depth > 40 ? 'The last 40 steps.' : '', true);
	};
	const shows = (text, picture) => {
		words.textContent = text;
		enlarge.hidden = !picture;
	};
	play.subscribe(() => {
		clearTimeout(timer);
		timer = setTimeout(draw, pause);
	});
};
