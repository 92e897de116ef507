// The program that is played: how it begins, and what becomes of the play when it changes.
'use strict';

// start opens something; without a tree, at its beginning.
const start = async (what, tree, gone) => {
	const before = opening;
	opening = what;
	const reply = await act({...what, do: 'open', known: 0, tree, lost: gone});
	if (!reply || reply.error) opening = before ?? what;
	return reply;
};

// changed tries again what was tried, in the program as it has become.
const changed = async failure => {
	if (failure) { complain(failure); return; }
	const newer = await engine.program();
	if (linked || !view || newer.text === opening.text && newer.prose === opening.prose) return;
	while (busy) await new Promise(done => setTimeout(done, 30));
	const {text, prose, proseName} = newer;
	const reply = await act({do: 'grow', text, prose, proseName});
	if (!reply || reply.error) {
		notice(el('p', {}, 'The program has changed, and cannot be played as it is. Here goes on what was there before.'), el('pre', {}, reply?.error ?? ''));
		return;
	}
	opening = {...opening, text, prose, proseName};
	keepSoon();
	fits('The program has changed');
};
const fits = what => {
	const first = lost.filter(x => x.why);
	if (!first.length) { notice(`${what}; all that was tried still fits.`); return; }
	notice(el('p', {}, `${what}. ${count(lost.length, 'step')} of what was tried ${lost.length === 1 ? 'does' : 'do'} not fit any longer:`),
		el('ul', {}, ...first.slice(0, 5).map(x => el('li', {}, el('span', {class: 'code'}, x.text), ': ' + x.why)),
			first.length > 5 ? el('li', {}, `… and ${first.length - 5} more`) : ''));
};

// holdAgainstFile says so if a link has brought another text than the program has here.
const holdAgainstFile = async () => {
	const file = await engine.program().catch(() => null);
	linked = !!file && file.text !== opening.text;
	if (!linked) return;
	notice('The link has brought another text of the program than the file has. ', button('Play the file', () => {
		linked = false;
		start({...file, seed: program.seed}, reopening().tree, lost.map(lean)).then(() => fits('This is the program as it is in the file'));
	}));
};

const begin = async () => {
	const hash = location.hash;
	if (hash.startsWith('#play=')) {
		try {
			const {tree, lost: none, ...what} = await unpack(hash.slice(6));
			history.replaceState(null, '', location.pathname + location.search);
			linked = true;
			const reply = await start(what, tree);
			if (reply && !reply.error) {
				if (lost.length) fits('The link is opened');
				await holdAgainstFile();
				return;
			}
		} catch (e) { complain('The link cannot be opened: ' + (e.message ?? e)); }
		linked = false;
	}
	let old = kept();
	if (old?.linked) {
		linked = true;
		await start(old.opening, old.tree, old.lost);
		await holdAgainstFile();
		return;
	}
	const newest = await engine.program();
	if (old?.opening?.name !== newest.name) old = null; // it was another program's
	const reply = await start({...newest, seed: old?.opening?.seed ?? newest.seed}, old?.tree, old?.lost);
	if (old && reply?.error && old.opening) {
		await start(old.opening, old.tree, old.lost);
		notice(el('p', {}, 'The program has changed, and cannot be played as it is. Here goes on what was there before.'), el('pre', {}, reply.error));
	} else if (old && lost.length) fits('The program has changed');
};
