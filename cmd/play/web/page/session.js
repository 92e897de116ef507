// Asking the session, and taking in what it says. The page has asks(request), what it asks for with each
// request, arrived(reply, request, moved), which shows what has come of one, and draw().
'use strict';

let busy = null; // the AbortController of what goes on
let drawing = null; // that of the picture

const ask = async request => {
	drawing?.abort();
	drawing = null;
	const full = {known: points.length, ...asks(request), ...request};
	return engine.send(full, busy?.signal);
};

// act has the session do something, and shows what comes of it. It waits for what goes
// on, but not behind many others: then it is false.
let waiters = 0;
const act = async (request, still = () => true) => {
	if (waiters > 4 || !view && request.do !== 'open') return false;
	waiters++;
	while (busy) await new Promise(done => setTimeout(done, 10));
	waiters--;
	if (!still()) return false;
	const done = atWork();
	if (request.do === 'go') going = request.point;
	try {
		const reply = await askOpen(request);
		if (reply.error) await mishap(reply, request);
		else absorb(reply, request);
		return reply;
	} catch (e) {
		return {error: await failed(e)};
	} finally {
		done();
	}
};

// atWork says that something goes on, and returns what ends this.
const atWork = () => {
	busy = new AbortController();
	const waiting = setTimeout(() => { $('busy').hidden = false; }, 400);
	document.body.setAttribute('aria-busy', 'true');
	return () => {
		clearTimeout(waiting);
		$('busy').hidden = true;
		document.body.removeAttribute('aria-busy');
		busy = null;
		arrive();
	};
};

// askOpen opens the program again where the session has forgotten it.
const askOpen = async request => {
	const reply = await ask(request);
	if (!reply.closed || request.do === 'open') return reply;
	const opened = await ask(reopening());
	if (opened.error) return opened;
	absorb(opened, {do: 'open'});
	return ask(request);
};

// failed says why there was no reply.
const failed = async e => {
	if (busy.signal.aborted) {
		await resync();
		return word('play-stopped');
	}
	complain(String(e.message ?? e));
	return String(e.message ?? e);
};

// mishap says what went wrong, and shows what has come of it.
const mishap = async (reply, request) => {
	if (view && request.do !== 'open' && !reply.closed) {
		const after = await ask({do: 'view', hurry: true});
		if (!after.error) absorb(after, {do: 'view'});
	}
	if (!['open', 'grow', 'break', 'unbreak'].includes(request.do)) complain(reply.error);
};

// resync finds out what has come of something that was stopped.
const resync = async () => {
	if (!view) return;
	busy = new AbortController();
	try {
		let reply = await ask({do: 'view', hurry: true});
		if (reply.closed) reply = await ask(reopening());
		if (!reply.error) absorb(reply, {do: 'view'});
	} catch (e) { complain(String(e.message ?? e)); }
};

// playNow is the play as it is to be kept.
const playNow = () => ({opening, tree: {points: points.slice(1).map(lean), at: stood || view.point, heard: [...heard.values()]}, lost: lost.map(lean), linked});

const reopening = () => {
	const {tree, lost: gone} = playNow();
	return {...opening, do: 'open', known: 0, tree, lost: gone};
};

// absorb takes in what has come of a request, and shows it.
const absorb = (reply, request) => {
	const anew = reply.program !== undefined;
	if (anew) renew(reply);
	for (const p of reply.points ?? []) {
		points.push(p);
		depths.push(depths[p.from ?? 0] + 1);
		latest[p.from ?? 0] = points.length - 1;
	}
	if (request.do === 'state' || !reply.view) return;
	const moved = anew || view.point !== reply.view.point;
	if (moved && !anew) stood = 0;
	view = reply.view;
	opening = {...opening, breaks: view.breaks};
	hear(reply.heard ?? []);
	remember();
	arrived(reply, request, moved);
	keepSoon();
};

// renew begins with what has just been opened.
const renew = reply => {
	program = reply.program;
	edition++;
	points = [null];
	depths = [0];
	latest = [];
	compared = [];
	heard.clear();
	lost = reply.lost ?? [];
	stood = reply.stood ?? 0;
	wanted = null; // of what there was
};

// hear enters what is to be kept of what sensors said; on the way to here, the steps tell it.
const hear = all => {
	for (const p of way(view.point)) heard.delete(p);
	for (const h of all) heard.set(h.at ?? 0, h);
};

// remember enters what the view tells of points, and that the player has gone this way.
const remember = () => {
	for (const e of view.happened ?? []) Object.assign(points[e.point], {title: e.title, prose: e.prose});
	const path = way(view.point);
	for (let i = 1; i < path.length; i++) latest[path[i - 1]] = path[i];
};

// goTo goes to a point, or remembers it for when the page has time.
let going = null, wanted = null;
const goTo = point => {
	if (point === bound()) return;
	if (busy) { wanted = point; return; }
	act({do: 'go', point});
};
// bound is where the player is or, on the way to another point, will be: what is asked for
// meanwhile goes on from there.
const bound = () => wanted ?? going ?? view.point;
// arrive goes on to what is wanted by now.
const arrive = () => {
	const next = wanted ?? view?.point;
	going = wanted = null;
	if (next === view?.point) draw();
	else goTo(next);
};
