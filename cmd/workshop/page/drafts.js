// Drafts: programs that are not saved are kept in this browser, each world by itself, until they are saved or
// forgotten.

const prefix = 'ceptre-workshop draft ', latest = 'ceptre-workshop world', boards = 'ceptre-workshop boards ';

// attempt returns the result of does, or otherwise if that fails, as in a browser that keeps nothing.
const attempt = (does, otherwise) => {
	try { return does(); } catch { return otherwise; }
};

// newID returns a name for a world.
export const newID = () => [...crypto.getRandomValues(new Uint8Array(8))].map(b => b.toString(16).padStart(2, '0')).join('');

// keep keeps a text of a world, with the version of the file that it was made from, if that is the server's. It says
// whether it could.
export const keep = (id, {name, text, version}) => attempt(() => {
	localStorage.setItem(prefix + id, JSON.stringify({name, text, version, at: Date.now()}));
	return true;
}, false);

export const forget = id => attempt(() => localStorage.removeItem(prefix + id));

// drafts returns all that is kept, the newest first: {id, name, text, version, at}.
export const drafts = () => attempt(() => Object.keys(localStorage).filter(key => key.startsWith(prefix)), [])
	.map(key => attempt(() => ({...JSON.parse(localStorage.getItem(key)), id: key.slice(prefix.length)}), null))
	.filter(d => typeof d?.text === 'string' && typeof d.name === 'string').sort((a, b) => b.at - a.at);

// here remembers the world of this tab for when the page is loaded again, and before returns it.
export const here = id => attempt(() => sessionStorage.setItem(latest, id));
export const before = () => attempt(() => sessionStorage.getItem(latest), null);

// keepBoards remembers which predicates the boards of a program show, a map by context, and boardsOf returns it. A
// program is known by its name, since a world that is saved has no draft.
export const keepBoards = (name, ways) => attempt(() => ways.size ? localStorage.setItem(boards + name, JSON.stringify([...ways])) : localStorage.removeItem(boards + name));
export const boardsOf = name => attempt(() => new Map(JSON.parse(localStorage.getItem(boards + name))), new Map());

const units = [['day', 86400], ['hour', 3600], ['minute', 60]];
// ago says when something was, in words.
export const ago = at => {
	const seconds = Math.max(0, (Date.now() - at) / 1000), format = new Intl.RelativeTimeFormat('en');
	const [unit, length] = units.find(([, n]) => seconds >= n) ?? ['second', 1];
	return seconds < 60 ? 'just now' : format.format(-Math.floor(seconds / length), unit);
};
