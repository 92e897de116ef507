// What is kept for a reload of the page, and for the other page.
'use strict';

// Both pages of a folder keep the same play.
const place = 'ceptre-play ' + new URL('.', location.href).pathname;

let keeping = 0;
const keepSoon = () => {
	clearTimeout(keeping);
	keeping = setTimeout(keep, 1000);
};
const keep = () => {
	clearTimeout(keeping);
	if (!view) return;
	const now = playNow(); // where there is more than fits, a reload starts anew
	if (!store({...now, aside}) && !store({...now, aside: []})) store(null);
};
// store says whether something could be kept.
const store = what => {
	try {
		sessionStorage.setItem(place, JSON.stringify(what));
		return true;
	} catch {
		return false;
	}
};
const kept = () => {
	try { return JSON.parse(sessionStorage.getItem(place)); } catch { return null; }
};
