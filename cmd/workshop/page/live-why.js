// Answers why something happened and why a fact is there: sentences with buttons that lead to earlier steps.
import {button, el, say} from './elements.js';
import {play} from './live-play.js';

// begin adds the part of the panel that answers, and returns {step(point), fact(text)}, which ask.
export const begin = root => {
	const answer = el('div', {class: 'answer', 'aria-live': 'off'});
	const title = el('h3', {id: 'live-why-title', tabindex: -1}, 'Why');
	const last = button('Why did the last step happen?', () => step(play.view.point), {class: 'small', 'data-live': 'why'});
	const box = el('section', {class: 'live-part', id: 'live-why', 'aria-labelledby': 'live-why-title'}, el('div', {class: 'row'}, title, last), answer);
	root.append(box);

	const number = point => play.path().indexOf(point);
	const link = point => point > 0 ? ['step ' + number(point) + ' ', button(play.points[point].text, () => step(point), {class: 'ref'})] : ['the start'];
	// from says where a fact comes from: `on c a, from the start`.
	const from = x => el('li', {}, el('code', {}, x.fact), x.fact.startsWith('!') ? ', for good, from ' : ', from ', ...link(x.by));
	const list = (words, all) => all?.length ? [el('p', {}, words), el('ul', {}, ...all.map(from))] : [];
	const names = all => all.flatMap((x, i) => [i ? i === all.length - 1 ? ' and ' : ', ' : '', el('code', {}, x.fact ?? x)]);

	const shows = (heading, ...what) => {
		title.textContent = heading;
		answer.replaceChildren(...what.flat().filter(Boolean));
		answer.of = play.edition + ' ' + play.view.point;
		say(heading + ' ' + answer.innerText);
	};
	const tree = async (what, words) => {
		const reply = await play.ask({do: 'why', what});
		return reply && !reply.error ? el('details', {}, el('summary', {}, words), el('pre', {tabindex: 0, 'aria-label': words}, reply.text)) : null;
	};

	const step = async point => {
		if (point === 0) return;
		const reply = await play.ask({do: 'step', point});
		if (!reply?.step) return;
		const {step: s} = reply, n = number(point), needs = [...s.uses ?? [], ...s.needs ?? []];
		const others = s.choices - 1, rest = others > 0 ? `, out of ${s.choices} things that could happen` : ', as the only thing that could happen';
		shows(`Why did ${s.text} happen?`, el('p', {}, `Step ${n} was `, el('code', {}, s.text), (s.chosen === 'random' ? ', by chance' : ', chosen by you') + rest + '. ', needs.length || s.proves?.length ? 'It could happen because these were there:' : 'It needs nothing.'),
			needs.length > 0 && el('ul', {}, ...needs.map(from)), s.proves?.length > 0 && el('p', {}, 'It was found that ', ...names(s.proves), '.'),
			s.uses?.length > 0 && el('p', {}, 'It used up ', ...names(s.uses), '.'), s.makes?.length > 0 && el('p', {}, 'It made ', ...names(s.makes), '.'),
			await tree('t' + n, 'All that led to it'));
	};

	// fact asks why a fact is there now: the last step on the way here that made it.
	const fact = async text => {
		const path = play.path();
		for (const point of path.toReversed()) {
			const reply = await play.ask({do: 'step', point});
			if (!reply?.step) return;
			if (!reply.step.makes?.some(x => x.fact === text)) continue;
			const {step: s} = reply;
			const because = point === 0 ? el('p', {}, el('code', {}, text), ' is there since the start.')
				: el('p', {}, el('code', {}, text), ' is there because ', ...link(point), ' made it' + (s.uses?.length ? ', out of ' : '.'), ...(s.uses?.length ? [...names(s.uses), '.'] : []));
			shows(`Why ${text}?`, because, point > 0 && await tree(text, 'All that led to it'));
			return;
		}
		const reply = await play.ask({do: 'why', what: text});
		shows(`Why ${text}?`, el('pre', {}, reply?.text ?? reply?.error ?? ''));
	};

	play.subscribe(() => {
		const {view} = play;
		box.hidden = !view || view.depth === 0 && !answer.hasChildNodes();
		last.disabled = !view?.depth || play.state !== 'good';
		if (view && answer.of && answer.of !== play.edition + ' ' + view.point) {
			title.textContent = 'Why';
			answer.replaceChildren();
			answer.of = '';
		}
	});
	return {step, fact};
};
