// Reloads the page when there is a newer site, and shows why one could not be made.
'use strict';
(() => {
	if (window !== top) return; // a pane is loaded again with its page
	const version = document.currentScript.dataset.version;
	const events = '/:preview/events', place = 'ceptre-preview';
	let source = null, overlay = null, dismissed = '';

	const listen = () => {
		if (source || document.hidden) return;
		source = new EventSource(events);
		source.onmessage = e => hear(JSON.parse(e.data));
		source.onerror = () => { // it tries again by itself, unless it is closed
			if (source && source.readyState === EventSource.CLOSED) {
				hush();
				setTimeout(listen, 1000);
			}
		};
	};

	// Browsers have few connections for one server: only pages that are seen may hold one.
	const hush = () => {
		if (source) source.close();
		source = null;
	};

	const hear = news => {
		if (news.version !== version) reload();
		else show(news.failure || '', news.words);
	};

	const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));

	// Where the reader was is kept. One who was to be somewhere that was not there is taken
	// there when it is.
	const reload = () => {
		hush();
		try {
			const at = {url: location.href, left: scrollX, top: scrollY, lost: !target(), mode: history.scrollRestoration};
			sessionStorage.setItem(place, JSON.stringify(at));
			history.scrollRestoration = 'manual'; // or the browser would scroll after us
		} catch { /* then the browser's own memory has to do */ }
		location.reload();
	};

	const restore = () => {
		try {
			const at = JSON.parse(sessionStorage.getItem(place));
			sessionStorage.removeItem(place);
			if (!at) return;
			requestAnimationFrame(() => requestAnimationFrame(() => { history.scrollRestoration = at.mode; }));
			if (at.url !== location.href) return;
			if (at.lost && target()) target().scrollIntoView({behavior: 'instant'});
			else scrollTo({left: at.left, top: at.top, behavior: 'instant'});
		} catch { /* as above */ }
	};

	// The overlay has a tree of its own, which no theme reaches.
	const make = words => {
		const host = document.createElement('div');
		const root = host.attachShadow({mode: 'open'});
		const style = new CSSStyleSheet();
		style.replaceSync(`
			:host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647 }
			:host([hidden]) { display: none }
			section { box-sizing: border-box; max-height: 60vh; overflow: auto; padding: 1rem 1.5rem 1.25rem;
				background: #2b0d0d; color: #fff4f0; border-top: .25rem solid #ff8a70; font: 1rem/1.5 system-ui, sans-serif }
			header { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem }
			h2 { margin: 0; font-size: 1.125rem }
			pre { margin: .75rem 0 0; font: .9375rem/1.5 ui-monospace, monospace; white-space: pre-wrap;
				overflow-wrap: anywhere; unicode-bidi: plaintext }
			button { font: inherit; color: inherit; background: none; border: 1px solid; border-radius: .25rem; padding: .25rem .75rem }
			:focus-visible { outline: .1875rem solid #ffd9a0; outline-offset: -.1875rem }
			@media print { :host { display: none } }`);
		root.adoptedStyleSheets = [style];
		const add = (parent, name, text) => parent.appendChild(Object.assign(document.createElement(name), {textContent: text}));
		const section = add(root, 'section', '');
		section.setAttribute('aria-label', words.Label);
		section.dir = document.documentElement.dir;
		section.tabIndex = 0; // so that it scrolls by keyboard
		const header = add(section, 'header', '');
		add(header, 'h2', words.Stale);
		add(header, 'button', words.Hide).onclick = dismiss;
		const pre = add(section, 'pre', '');
		pre.setAttribute('role', 'alert');
		pre.setAttribute('aria-live', 'assertive');
		host.hidden = true;
		document.body.append(host);
		addEventListener('keydown', e => { if (e.key === 'Escape' && !host.hidden) dismiss(); });
		return {host, pre};
	};

	const dismiss = () => {
		dismissed = overlay.pre.textContent;
		overlay.host.hidden = true;
	};

	const show = (failure, words) => {
		if (!failure) dismissed = '';
		if (!failure && !overlay) return;
		overlay ??= make(words);
		overlay.host.hidden = failure === '' || failure === dismissed;
		if (overlay.pre.textContent !== failure) overlay.pre.textContent = failure;
	};

	addEventListener('load', restore);
	addEventListener('pagehide', hush);
	addEventListener('pageshow', listen);
	document.addEventListener('visibilitychange', () => document.hidden ? hush() : listen());
	listen();
})();
