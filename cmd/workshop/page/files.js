// Files: open, save, and what keeps programs from being lost. Each program has a world, which stays with it in the
// history:
//
//	id       names its draft
//	saved    the text as it was opened or saved last
//	form     how the bytes of its file differ from the text: see localfile.js
//	handle   of a file of this machine, and modified, when that was last changed; or null
//	version  of the file of the server, if it is that; else undefined
import {$, button, el, icon, notice, say} from './elements.js';
import {ago, before, drafts, forget, here, keep, newID} from './drafts.js';
import {carried, fileName} from './link.js';
import {choose, moreButton, prompt} from './menu.js';
import {decode, download, encode, pick, place, write} from './localfile.js';
import {difference} from './lines.js';

const soon = 400; // ms after a change, when a draft is kept

// files has what other modules ask of this one, once it has begun: opens(text, name, world), and restores(draft).
export const files = {};

export const begin = async (store, element) => {
	let served = ''; // the name of the server's file
	const isSaved = () => !store.world || store.text === store.world.saved;
	const complain = error => notice(String(error.message ?? error));
	const attempts = does => async (...args) => {
		try { return await does(...args); } catch (error) { complain(error); return false; }
	};

	// ---- opening ----

	const opens = async (text, name, world = {}) => {
		keepNow();
		offer('changed');
		if (location.hash && !world.linked) history.replaceState(null, '', location.pathname + location.search);
		await store.open(text, name, {id: newID(), saved: text, handle: null, ...world});
		here(store.world.id);
		return true;
	};
	files.opens = opens;
	files.restores = async draft => {
		const same = store.world && store.name === draft.name ? store.world : {};
		const version = draft.name === served ? draft.version ?? same.version : undefined;
		await opens(draft.text, draft.name, {...same, version, id: newID(), saved: same.saved ?? null});
		forget(draft.id);
		keepNow();
	};

	const openFile = attempts(async ({file, handle}) => {
		const {text, form} = decode(file.name, await file.arrayBuffer());
		// Files of the older editor are lists. The engine tells them from programs, and returns these as they are.
		const foreign = /^\s*\[/.test(text) || /\.clf$/i.test(file.name);
		const reply = foreign ? await store.request({do: 'import', data: text, name: file.name}) : {text};
		if (reply.error) throw new Error(reply.error);
		if (reply.text === text) {
			await opens(text, file.name, {form, handle, modified: file.lastModified});
			say('Opened ' + file.name + '.');
			return;
		}
		await opens(reply.text, fileName(file.name), {saved: null});
		notice(reply.notes?.length ? el('ul', {}, ...reply.notes.map(note => el('li', {}, note))) : `${file.name} is now a program.`);
	});
	const open = attempts(async () => {
		const picked = await pick();
		if (picked) await openFile(picked);
	});

	const isFile = e => [...e.dataTransfer?.types ?? []].includes('Files');
	addEventListener('dragover', e => { if (isFile(e)) e.preventDefault(); });
	addEventListener('drop', attempts(async e => {
		if (!isFile(e)) return;
		e.preventDefault();
		const [item] = e.dataTransfer.items, file = item.getAsFile();
		const handle = await item.getAsFileSystemHandle?.().catch(() => null) ?? null;
		if (file) await openFile({file, handle});
	}));

	// ---- saving ----

	const saved = (world, text, more) => {
		Object.assign(world, more, {saved: text});
		offer('changed');
		keepNow();
		show();
	};
	// replaces has the store take another text of the same world.
	const replaces = (text, label) => {
		const {from, to, put} = difference(store.text, text);
		return store.fix({label, edits: [{from, to, text: put}]});
	};

	// takes replaces the text of the user and its state by the text and state of the file.
	const takes = async (theirs, known) => {
		const {world} = store;
		await store.settle();
		await replaces(theirs, 'The text of the file is taken');
		saved(world, theirs, known);
	};

	const save = attempts(async () => {
		await store.settle();
		const {world, text} = store;
		if (world.version !== undefined) return saveServed(world, text);
		if (!world.handle) return saveAs();
		const now = await world.handle.getFile();
		if (now.lastModified !== world.modified) {
			const theirs = decode(now.name, await now.arrayBuffer());
			if (theirs.text !== world.saved && !await decides(theirs.text, {modified: now.lastModified, form: theirs.form})) return false;
		}
		const written = store.text;
		saved(world, written, {modified: await write(world.handle, encode(written, world.form))});
		say('Saved.');
		return true;
	});

	// saveServed writes the file of the server. A change of another editor is merged, or the user decides.
	const saveServed = async (world, text) => {
		for (;;) {
			const reply = await store.request({do: 'write', text, version: world.version});
			if (reply.error) throw new Error(reply.error);
			if (!reply.changed) {
				saved(world, text, {version: reply.version});
				say('Saved.');
				return true;
			}
			const theirs = reply.changed;
			if (typeof reply.merged === 'string') {
				world.version = theirs.version;
				await replaces(reply.merged, 'Both changes are put together');
				notice('Another program has changed the file, too. It has both changes now.');
			} else if (!await decides(theirs.text, {version: theirs.version})) return false;
			text = store.text;
		}
	};

	// decides asks what to do when another program has changed the file, too. It takes over what is known of the
	// file, and reports whether to write now.
	const decides = async (theirs, known) => {
		const {world} = store;
		const item = await choose(saveButton, {label: `Another program has changed ${store.name}, too`, role: 'menu', items: [
			{label: 'Write mine', note: 'the other change is lost', does: () => true},
			{label: 'Take the other', note: 'Undo brings mine back', does: async () => {
				await takes(theirs, known);
				return false;
			}},
			{label: 'Save mine as another file …', does: async () => {
				await saveAs();
				return false;
			}},
		]});
		if (!item) return false;
		const writes = await item.does();
		if (writes) Object.assign(world, known);
		return writes;
	};

	const saveAs = attempts(async () => {
		await store.settle();
		const {world, text} = store, handle = await place(fileName(store.name));
		if (handle === null) return false;
		const bytes = encode(text, world.form);
		if (handle) {
			const modified = await write(handle, bytes);
			store.rename(handle.name);
			saved(world, text, {handle, modified, version: undefined});
		} else {
			const name = await prompt(saveButton, {label: 'Name of the file', value: fileName(store.name), done: 'Save'});
			if (!name) return false;
			download(fileName(name), bytes, 'text/plain');
			if (world.version === undefined) {
				store.rename(fileName(name));
				saved(world, text, {});
			}
		}
		say('Saved.');
		return true;
	});

	const exports = attempts(async () => {
		const reply = await store.request({do: 'export', text: store.text});
		if (reply.error) {
			notice(el('p', {}, reply.error), reply.reasons?.length && el('ul', {}, ...reply.reasons.map(r => el('li', {}, r.text))));
			return;
		}
		download(fileName(store.name, '.json'), reply.data, 'application/json');
		notice(reply.notes?.length && el('ul', {}, ...reply.notes.map(note => el('li', {}, note))));
		say('Saved for the older web editor.');
	});

	// ---- drafts ----

	let keeping, saving, isKept = true;
	const keepNow = () => {
		clearTimeout(keeping);
		const {world, text, name} = store;
		if (!world) return;
		if (isSaved()) { forget(world.id); isKept = true; return; }
		const kept = keep(world.id, {name, text, version: world.version});
		if (!kept && isKept) notice('This browser cannot keep unsaved changes. Save the program before you close the page.');
		isKept = kept;
	};
	const show = () => {
		unsaved.hidden = isSaved();
		saveButton.classList.toggle('has-changes', !isSaved());
		const title = (isSaved() ? '' : '• ') + store.name + ' – Workshop';
		if (document.title !== title) document.title = title;
	};
	const always = 'ceptre-workshop always';
	const writesAlways = () => { try { return localStorage.getItem(always) === 'yes'; } catch { return false; } };
	const hasPlace = () => store.world && (store.world.version !== undefined || store.world.handle);
	store.subscribe(change => {
		show();
		if (!change.text) return;
		clearTimeout(keeping);
		keeping = setTimeout(keepNow, soon);
		clearTimeout(saving);
		if (writesAlways() && hasPlace() && !isSaved()) saving = setTimeout(save, 1500);
	});
	addEventListener('pagehide', keepNow);
	document.addEventListener('visibilitychange', () => { if (document.hidden) keepNow(); });
	addEventListener('beforeunload', e => { if (!isSaved()) e.preventDefault(); });

	// offer shows something to decide on, until it is done with.
	const offer = (name, text, ...does) => {
		$('offer-' + name)?.remove();
		if (!text) return;
		const box = el('div', {class: 'offer', id: 'offer-' + name, role: 'region', 'aria-label': 'To decide'}, el('p', {}, text),
			...does.map(([label, act]) => button(label, () => { box.remove(); act?.(); }, {class: 'small'})));
		$('main').before(box);
		say(text);
	};
	const offerDraft = (id, anything) => {
		const all = drafts().filter(d => d.text !== store.text && d.id !== store.world?.id);
		const found = all.find(d => d.id === id) ?? all.find(d => anything || d.name === store.name);
		if (!found) return;
		offer('draft', `Changes to ${found.name} were not saved (${ago(found.at)}). They are kept in this browser.`,
			['Restore', () => files.restores(found)], ['Forget', () => forget(found.id)], ['Later']);
	};

	// ---- the server ----

	const news = {
		changed: attempts(async () => {
			const {world} = store;
			if (world?.version === undefined) return;
			const now = await store.request({do: 'file'});
			if (now.error || now.version === world.version || now.version === '') return;
			if (!isSaved()) {
				if (now.text === store.text) return;
				notice(); // an earlier change is no news
				const {merged} = await store.request({do: 'merge', text: store.text, base: world.saved ?? '', theirs: now.text});
				if (world !== store.world || isSaved()) return;
				if (typeof merged === 'string') offer('changed', `Another program has changed ${store.name}.`, ['Save both changes', save], ['Later']);
				else {
					offer('changed', `Another program has changed ${store.name}, where you have changed it, too.`,
						['Write mine', () => { world.version = now.version; return save(); }],
						['Take the other', attempts(() => takes(now.text, {version: now.version}))], ['Later']);
				}
				return;
			}
			await replaces(now.text, 'The file has changed');
			saved(world, now.text, {version: now.version});
		}),
		gone: () => offer('gone', 'The server does not answer any more. Unsaved changes are kept in this browser.', ['Close']),
		back: () => { offer('gone'); notice(); news.changed(); },
	};

	// ---- the buttons ----

	const command = (name, text, does, title) => button(icon(name), does, {class: 'plain', id: 'file-' + name, title}, el('span', {}, text));
	const openButton = command('folder', 'Open', open, 'Open a program, or a file of the older web editor (Ctrl+O)');
	const saveButton = command('save', 'Save', save, 'Save the program (Ctrl+S)');
	const unsaved = el('span', {class: 'unsaved', hidden: true}, 'not saved');
	const more = moreButton('More for the file', async b => {
		const item = await choose(b, {label: 'The file', role: 'menu', items: [
			{label: 'Save as …', note: 'Ctrl+Shift+S', does: saveAs},
			{label: 'Save for the older web editor', note: '.json', does: exports},
			{label: 'Save after each change', radio: true, checked: writesAlways(), note: writesAlways() ? 'on' : 'off', does: () => {
				try { localStorage.setItem(always, writesAlways() ? 'no' : 'yes'); } catch { /* then not */ }
				if (writesAlways() && hasPlace() && !isSaved()) save();
			}},
		]});
		item?.does();
	});
	const shareButton = $('share');
	if (shareButton) {
		shareButton.before(openButton, saveButton);
		shareButton.after(more);
	} else element.append(openButton, saveButton, more);
	$('name').after(unsaved);
	addEventListener('keydown', e => {
		if (!(e.ctrlKey || e.metaKey) || e.altKey || document.querySelector('dialog:modal')) return;
		const does = {s: e.shiftKey ? saveAs : save, o: e.shiftKey ? null : open}[e.key.toLowerCase()];
		if (!does) return;
		e.preventDefault();
		does();
	});

	// ---- the beginning ----

	const damaged = 'The link is damaged: a part of it is missing, or was changed on its way.';
	const follow = async () => {
		const link = await carried(location.hash);
		if (link) return opens(link.text, link.name, {linked: true});
		if (link === null) {
			history.replaceState(null, '', location.pathname + location.search);
			notice(damaged);
		}
		return false;
	};
	addEventListener('hashchange', follow);

	const first = async () => {
		const {listen, program} = globalThis.ceptrePlay;
		const file = listen ? await store.request({do: 'file'}) : {}; // without a server there is none
		served = file.name ?? '';
		listen?.(news);
		if (await follow()) return;
		if (file.name) await opens(file.text, file.name, {version: file.version});
		else {
			const {text = '', name} = await program?.().catch(() => ({})) ?? {};
			await opens(text, name || fileName(''));
		}
		if (file.error) complain(file.error);
	};
	const last = before(), waiting = setTimeout(() => offer('engine', 'The engine is loading …'), 1000);
	await attempts(first)();
	clearTimeout(waiting);
	offer('engine');
	offerDraft(last, store.text === '');
};
