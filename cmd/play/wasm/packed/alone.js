// The way of a page for play to an engine that is in the page itself: see playpage. What
// is to be played stands before this, in globalThis.ceptreWorld. The files that it needs lie beside it, or
// stand before it, too, in globalThis.ceptreDisk.
//
// The engine is in a worker, so that the page can be used whatever a program does. It
// answers one request after the other; each lane of requests has an engine of its own. A
// request that is no longer wanted is given up; if the engine works on it and does not soon
// come to an end, it is stopped. Then all requests that wait get a reply with an `error` that
// is `closed`, as from an engine that has forgotten its program, and the next request starts
// another engine.
'use strict';
(() => {
	const {opening, settings, title, home, change} = globalThis.ceptreWorld;
	const soon = 2000; // ms
	const beside = name => new URL(name, document.currentScript.src || location.href).href;
	const at = {worker: beside('worker.js'), engine: beside('engine.wasm.gz'), disk: beside('disk.js')};
	const fromDisk = location.protocol === 'file:' || !!globalThis.ceptreDisk;

	// once makes something when it is first wanted, and again where that has failed.
	const once = make => {
		let made;
		return () => made ??= make().catch(error => { made = undefined; throw error; });
	};

	// ---- the files ----

	// disk is what a page from disk has in the place of others: it may load only scripts.
	const disk = once(async () => globalThis.ceptreDisk ?? new Promise((resolve, reject) => {
		const script = document.createElement('script');
		script.src = at.disk;
		script.onload = () => resolve(globalThis.ceptreDisk);
		script.onerror = () => reject(new Error('disk.js is not there'));
		document.head.append(script);
	}));

	const packed = async () => {
		if (fromDisk) return Uint8Array.from(atob((await disk()).engine), c => c.charCodeAt(0)).buffer;
		const response = await fetch(at.engine);
		if (!response.ok) throw new Error('engine.wasm.gz: ' + response.status + ' ' + response.statusText);
		return response.arrayBuffer();
	};

	const engine = once(async () => {
		const bytes = await packed();
		const [first, second] = new Uint8Array(bytes, 0, 2);
		if (first !== 0x1f || second !== 0x8b) return WebAssembly.compile(bytes); // the server has unpacked it
		const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
		return WebAssembly.compile(await new Response(stream).arrayBuffer());
	});

	const script = once(async () =>
		fromDisk ? URL.createObjectURL(new Blob([(await disk()).worker], {type: 'text/javascript'})) : at.worker);

	// ---- the workers ----

	// newLane returns a function that sends requests to a worker of its own.
	const newLane = () => {
		let worker; // a promise of it
		let asked = []; // the request that the engine works on, and those behind it

		const start = async () => {
			const [module, url] = await Promise.all([engine(), script()]);
			const made = new Worker(url);
			made.onmessage = ({data}) => data ? answered(data) : end('the engine has ended: there was not enough memory for it');
			made.onerror = event => end('the engine cannot run: ' + (event.message || 'its worker does not start'));
			made.postMessage({module, settings: JSON.stringify(settings ?? {})});
			return made;
		};

		const end = why => {
			worker?.then(w => w.terminate(), () => {});
			worker = undefined;
			const all = asked;
			asked = [];
			for (const one of all) one.resolve({error: why, closed: true});
		};

		const next = () => {
			if (asked.length === 0) return;
			const now = worker ??= start();
			const text = JSON.stringify(asked[0].request);
			now.then(w => { if (worker === now) w.postMessage(text); },
				error => { if (worker === now) end('the engine cannot run: ' + error.message); });
		};

		const answered = text => {
			asked.shift().resolve(JSON.parse(text));
			next();
		};

		// drop gives up requests that are no longer wanted.
		const drop = one => {
			const place = asked.indexOf(one);
			if (place < 0) return;
			if (place > 0) asked.splice(place, 1);
			else setTimeout(() => { if (asked[0] === one) end('it was stopped'); }, soon);
			one.reject(one.signal.reason);
		};

		return (request, signal) => new Promise((resolve, reject) => {
			signal?.throwIfAborted();
			const one = {request, signal, resolve, reject};
			signal?.addEventListener('abort', () => drop(one), {once: true});
			if (asked.push(one) === 1) next();
		});
	};

	// Requests of different lanes do not wait for each other.
	const lanes = new Map();
	const send = (request, signal, lane = '') => {
		if (!lanes.has(lane)) lanes.set(lane, newLane());
		return lanes.get(lane)(request, signal);
	};

	globalThis.ceptrePlay = {program: async () => opening, send, title, home, change};
})();
