// Why, and why not.
'use strict';

// withSteps makes the ids of steps of a way lead to them.
const withSteps = (text, path = way(view.point)) => {
	const out = el('span', {});
	for (const part of text.split(/\b(t\d+)\b/)) {
		const point = /^t\d+$/.test(part) ? path[Number(part.slice(1))] : undefined;
		out.append(point ? button(part, () => select(point), {class: 'ref'}) : part);
	}
	return out;
};
const why = what => {
	$('what').value = what;
	return askWhy('why');
};
let asking = 'why'; // what Enter asks
const askAbout = kind => {
	asking = kind;
	const fact = kind === 'why' && document.activeElement.closest('.fact');
	if (fact) $('what').value = fact.textContent;
	$('what').select();
};
const askWhy = async kind => {
	const what = $('what').value.trim();
	if (!what) { $('what').focus(); return; }
	$('ask-title').textContent = word(kind === 'why' ? 'bench-why-title' : 'bench-whynot-title');
	const reply = await act({do: kind, what});
	if (!reply) return;
	const silent = kind === 'why' && reply.error && (program.rules ?? []).includes(what.split(/\s/)[0]);
	$('answer').replaceChildren(el('pre', {lang: 'en'}, reply.error ?? withSteps(reply.text)),
		silent ? el('p', {}, 'The rule has not fired like that. ', button(word('bench-whynot-title'), () => askWhy('whynot'))) : '');
	if (reply.error) notice();
	$('answer').scrollTop = 0;
	say(reply.error ?? reply.text);
};
