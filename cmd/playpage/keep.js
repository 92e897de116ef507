// What is kept for a reload of the page.
'use strict';

const place = 'ceptre-play ' + location.pathname;

let keeping = 0;
const keepSoon = () => {
	clearTimeout(keeping);
	keeping = setTimeout(keep, 1000);
};
const keep = () => {
	clearTimeout(keeping);
	if (!view) return;
	try {
		sessionStorage.setItem(place, JSON.stringify({...playNow(), aside}));
	} catch { /* there is more than fits: then a reload starts anew */
		try { sessionStorage.removeItem(place); } catch { /* nor may anything be kept */ }
	}
};
const kept = () => {
	try { return JSON.parse(sessionStorage.getItem(place)); } catch { return null; }
};
