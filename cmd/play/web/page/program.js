// The program that is played: how it begins, what becomes of the play when it changes, and
// the plays that are kept beside it.
'use strict';

let linked = false; // it came by a link: the file may hold another text
let aside = []; // plays that had to make room for one of a link

// inTurn does one thing after the other: what opens something must not meet another such.
let turn = Promise.resolve();
const inTurn = does => {
	turn = turn.then(does).catch(e => complain(String(e.message ?? e)));
};

// newest returns the program as its file has it or, where that is gone, as it had it last,
// and why it cannot be read.
const newest = async () => {
	const {fault, ...file} = await engine.program();
	return {file, fault};
};

// start opens something; without a tree, at its beginning. Where it cannot be played, all
// stays as it was.
const start = async (what, tree, gone) => {
	const before = opening;
	opening = what;
	const reply = await act({...what, do: 'open', tree, lost: gone});
	if (!reply || reply.error) opening = before;
	return reply || {error: word('play-busy')};
};

// broken says that the program cannot be played as it is now or, without a reason, that it
// can.
const broken = why => {
	const what = view ? 'What is played here is the last that could be.' : 'The play begins here when it can be.';
	lasting('broken', why && el('details', {open: true},
		el('summary', {}, 'The program cannot be played as it is now. ' + what), el('pre', {}, why)));
	if (why) notice(); // what it says of the program was before
};

// fits says what has become of all that was tried.
const fits = what => {
	const first = lost.filter(x => x.why);
	if (!first.length) { notice(`${what}; all that was tried still fits.`); return; }
	notice(el('p', {}, what + '. ' + word('play-misfit', {n: lost.length})),
		el('ul', {}, ...first.slice(0, 5).map(x => el('li', {}, el('span', {class: 'code'}, x.text), ': ' + x.why)),
			first.length > 5 ? el('li', {}, '…') : ''));
};

// ---- the beginning ----

// begin begins anew, or goes on where the reader was, and follows the link that led here.
const begin = async () => {
	const link = await readLink();
	await goOn(kept());
	await followLink(link);
};

const goOn = async old => {
	aside = old?.aside ?? [];
	showAside();
	if (old?.linked && await resume(old)) return;
	const {file, fault} = await newest();
	if (old?.opening?.name !== file.name) old = null; // it was another program's
	const reply = await start({...file, seed: old?.opening.seed ?? file.seed, turns: old?.opening.turns, breaks: old?.opening.breaks}, old?.tree, old?.lost);
	if (reply.error && old) await start(old.opening, old.tree, old.lost);
	broken(reply.error ?? fault);
	if (!reply.error && old && lost.length) fits('The program has changed');
};

// resume goes on with a play that was kept, and says whether it could.
const resume = async play => {
	const before = linked;
	linked = play.linked;
	const reply = await start(play.opening, play.tree, play.lost);
	if (reply.error) {
		linked = before;
		complain(reply.error);
		return false;
	}
	broken();
	await holdAgainstFile();
	return true;
};

// ---- when the program changes ----

// changed tries again what was tried, in the program as it has become.
const changed = async () => {
	if (linked) { await holdAgainstFile(); return; }
	if (!view) { await begin(); return; }
	const {file, fault} = await newest();
	if (fault) { broken(fault); return; }
	if (file.name !== opening.name) { broken((await visit(file)).error); return; }
	if (file.text === opening.text && file.prose === opening.prose) { mended(); return; }
	while (busy) await new Promise(done => setTimeout(done, 30));
	const {text, listed, ruleFirst, prose, proseName} = file;
	const reply = await act({do: 'grow', text, listed, ruleFirst, prose, proseName, tree: {at: stood}});
	if (!reply || reply.error) { broken(reply.error ?? word('play-busy')); return; }
	opening = {...opening, text, listed, ruleFirst, prose, proseName};
	broken();
	keepSoon();
	fits('The program has changed' + renamed(reply.renamed ?? []));
};

// renamed says what goes by another name now.
const renamed = names => names.length === 0 ? '' :
	`: ${names.slice(0, 3).map(x => `${x.was} is called ${x.now}`).join(', ')}${names.length > 3 ? ' and so on' : ''}`;

// mended says that the program is again what is played.
const mended = () => {
	if (!isLasting('broken')) return;
	broken();
	notice('The program can be played again; nothing is different.');
};

// holdAgainstFile says so if a link has brought another text than the program has here.
const holdAgainstFile = async () => {
	const {file} = await newest().catch(() => ({}));
	if (!file) return;
	linked &&= file.text !== opening.text;
	if (!linked) opening = {...opening, name: file.name};
	lasting('linked', linked && el('p', {}, word('play-other'), ' ', button(word('play-file'), () => inTurn(playFile))));
};

// playFile tries in the program of the file what was tried in that of a link.
const playFile = async () => {
	const {tree, lost: gone} = playNow();
	const {file} = await newest();
	const reply = await start({...file, seed: program.seed, turns: opening.turns, breaks: opening.breaks}, tree, gone);
	if (reply.error) { complain(reply.error); return; }
	linked = false;
	lasting('linked');
	fits('This is the program as it is in the file');
};

// ---- other plays ----

// visit opens another play. The one that was here is kept.
const visit = async (what, tree, byLink = false) => {
	const before = view && playNow();
	linked = byLink;
	const reply = await start(what, tree);
	if (reply.error) {
		linked = before?.linked ?? false;
		return reply;
	}
	setAside(before);
	broken();
	await holdAgainstFile();
	return reply;
};

const setAside = play => {
	if (play && play.tree.points.length + play.lost.length) aside.push(play);
	showAside();
	keepSoon();
};

const showAside = () => lasting('aside', aside.length && el('p', {},
	word('play-aside', {n: aside.length}), ' ',
	button(word('play-back'), () => inTurn(goBack)), ' ', button(word('play-forget'), () => { aside = []; showAside(); keepSoon(); })));

// goBack goes on with the play that was put aside first; the present one takes its place
// behind the others.
const goBack = async () => {
	const before = playNow(), [next, ...others] = aside;
	if (!await resume(next)) return;
	aside = others;
	setAside(before);
	await changed();
};

// ---- what is heard of the program ----

const news = {
	changed: () => inTurn(changed),
	gone: () => lasting('gone', el('p', {}, 'The server does not answer any more, so nothing can be done here for now. What was tried is kept: when the server runs again, the play goes on.')),
	back: () => {
		lasting('gone');
		notice('The server is there again, and the play goes on.');
		draw();
		inTurn(changed);
	},
};

// ---- the page ----

// pageBegins connects what both pages have, and begins.
const pageBegins = () => {
	click('stop', () => busy?.abort());
	click('dismiss', () => notice());
	click('other', e => { e.preventDefault(); leave(); });
	try { $('keys').checked = localStorage.getItem('ceptre-play-keys') !== 'off'; } catch { /* then they are on */ }
	$('keys').addEventListener('change', () => {
		try { localStorage.setItem('ceptre-play-keys', $('keys').checked ? 'on' : 'off'); } catch { /* for now only */ }
	});
	addEventListener('pagehide', keep);
	document.addEventListener('visibilitychange', () => { if (document.hidden) keep(); });
	if (engine.change) $('foot').append(' ', el('a', {href: engine.change}, word('play-change')));
	if (engine.home) $('foot').append(' ', el('a', {href: engine.home}, word('play-home')));
	addEventListener('hashchange', () => inTurn(async () => followLink(await readLink())));
	inTurn(begin);
	inTurn(() => engine.listen?.(news));
};
