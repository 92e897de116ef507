// The page's way to a session on a server: see the package's documentation.
'use strict';
(() => {
	const session = [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('');

	const call = async (name, options) => {
		const response = await fetch(name, options).catch(error => {
			options.signal?.throwIfAborted();
			throw new Error('The server does not answer.', {cause: error});
		});
		if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
		return response.json();
	};

	const program = () => call('program.json', {cache: 'no-store'});

	// Requests may overtake each other on their way: the numbers say which one is the latest.
	// Each lane is a session of its own, so that its requests end none of another.
	let number = 0;
	const sessions = new Set();
	const send = (request, signal, lane = '') => {
		sessions.add(session + lane);
		return call(`send?session=${session}${lane}&number=${++number}`, {
			method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(request), signal,
		});
	};

	// Browsers have few connections for one server: only pages that are seen may hold one.
	const listen = hear => {
		let source = null, version = null, gone = false;
		const hush = () => { source?.close(); source = null; };
		const open = () => {
			if (source || document.hidden) return;
			source = new EventSource('events');
			source.onmessage = e => {
				if (gone) hear.back();
				else if (version !== e.data) hear.changed();
				gone = false;
				version = e.data;
			};
			source.onerror = () => { // it tries again by itself, unless it is closed
				if (!gone) hear.gone();
				gone = true;
				if (source?.readyState === EventSource.CLOSED) { hush(); setTimeout(open, 1000); }
			};
		};
		document.addEventListener('visibilitychange', () => document.hidden ? hush() : open());
		addEventListener('pagehide', () => {
			hush();
			for (const s of sessions) navigator.sendBeacon('close?session=' + s);
		});
		addEventListener('pageshow', open);
		open();
	};

	globalThis.ceptrePlay = {program, send, listen, home: '../'};
})();
