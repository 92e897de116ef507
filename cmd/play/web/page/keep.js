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
