// The page's way to a session on a server: see the package's documentation.
'use strict';
(() => {
	const session = [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, '0')).join('');

	const read = async response => {
		if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
		return response.json();
	};

	const program = async () => read(await fetch('program.json', {cache: 'no-store'}));

	const send = async (request, signal) => read(await fetch('send?session=' + session, {
		method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(request), signal,
	}));

	// Browsers have few connections for one server: only pages that are seen may hold one.
	const listen = hear => {
		let source = null, version = null;
		const hush = () => { source?.close(); source = null; };
		const open = () => {
			if (source || document.hidden) return;
			source = new EventSource('events');
			source.onmessage = e => {
				const newer = version !== null && version !== e.data;
				version = e.data;
				if (newer) hear();
			};
			source.onerror = () => { // it tries again by itself, unless it is closed
				if (source?.readyState === EventSource.CLOSED) { hush(); setTimeout(open, 1000); }
			};
		};
		document.addEventListener('visibilitychange', () => document.hidden ? hush() : open());
		addEventListener('pagehide', () => { hush(); navigator.sendBeacon('close?session=' + session); });
		addEventListener('pageshow', open);
		open();
	};

	globalThis.ceptrePlay = {program, send, listen, home: '../'};
})();
