// Packed replies: of a large program, an outline comes without the cards that the page has seen before. The form is
// described in cmd/workshop/wire.go.

const packs = ['outline', 'edit', 'format', 'import', 'renameAt']; // requests whose replies have an outline

let seen = ''; // the name of the text of the last outline
let known = []; // its cards: {path, from, body, card}
let painted = []; // its colours

// asks returns a request that says what the page has seen.
export const asks = request => packs.includes(request.do) ? {...request, seen} : request;

const bodies = new WeakMap(); // of cards

// isTwin reports whether two cards are known to say the same, wherever they stand.
export const isTwin = (a, b) => bodies.has(a) && bodies.get(a) === bodies.get(b);

// place returns a part of a card, whose places are relative to the card's, with its places in the text.
const place = (part, path, from) => {
	if (Array.isArray(part)) return part.map(x => place(x, path, from));
	if (typeof part !== 'object' || part === null) return part;
	const placed = {};
	for (const name in part) placed[name] = place(part[name], path, from);
	if ('from' in part) {
		placed.from += from;
		placed.to += from;
		if (part.path === '' || part.path.startsWith('/')) placed.path = path + part.path;
	}
	return placed;
};

// unpack returns a reply with its outline and colours as package workshop says. Cards that are as before and where they
// were are the same objects.
export const unpack = (reply, request) => {
	if (!reply.packed) return reply;
	const text = reply.text ?? request.text, {packed, outline, colours, ...rest} = reply, cards = [];
	const unpacked = list => list.map(([path, from, body]) => {
		const old = typeof body === 'number' ? known[body] : {body};
		const card = old.path === path && old.from === from ? old.card : place(old.body, path, from);
		bodies.set(card, old.body);
		cards.push({path, from, body: old.body, card});
		return card;
	});
	const whole = {};
	for (const [name, list] of Object.entries(outline)) {
		if (name === 'order') whole.order = list;
		else if (name !== 'stages') whole[name] = unpacked(list);
		else whole.stages = list.map(s => ({...s, text: s.text ?? text.slice(s.from, s.to), rules: unpacked(s.rules), texts: unpacked(s.texts)}));
	}
	const {first, last, runs} = colours;
	seen = packed;
	known = cards;
	painted = [...painted.slice(0, first), ...runs, ...painted.slice(painted.length - last)];
	return {...rest, outline: whole, colours: painted};
};
