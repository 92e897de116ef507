// The store: the text of the program, what the engine reads in it, and its history. The text is the one source of
// truth: structural changes are requests to the engine, whose replies have the next text.
//
// Subscribers are called with a change:
//
//	by       'open', 'edit', 'type', 'undo', 'redo', 'name', or 'outline' for a text that was read after typing
//	text     whether the text has changed
//	outline  whether outline, messages and colours are up to date with the text
//	focus    the path of the part that was made or changed; undefined if the focus stays
import {send} from './engine.js';
import {notice, say} from './elements.js';

const pause = 200; // ms without typing, after which the text is read
const word = 1000; // ms, within which typing is one step of the history
const mostHistory = 1000; // steps

const empty = {types: [], predicates: [], stages: [], links: [], contexts: [], runs: [], statements: [], texts: [], order: []};

export class Store {
	text = '';
	name = 'untitled.cep';
	world = null; // the file of the program and its draft: see files.js
	outline = empty;
	messages = [];
	colours = [];
	focus; // the path of the part that the last edit made or changed
	busy = false; // whether a change is being made
	asks = async () => null; // answers the questions of an edit: see ask.js

	opened = false; // whether there has been a program

	#subscribers = [];
	#history = []; // {text, name, world, selection}
	#at = -1;
	#typed = -Infinity; // when the newest step of the history was last typed at
	#read; // the timer after typing
	#turn = Promise.resolve();
	#fresh = true; // whether the outline is that of the text

	subscribe(f) { this.#subscribers.push(f); }

	#changed(change) {
		for (const f of this.#subscribers) f(change);
	}

	get canUndo() { return this.#at > 0; }
	get canRedo() { return this.#at < this.#history.length - 1; }
	get selection() { return this.#history[this.#at]?.selection; }

	// open takes another program. It is one step of the history: undo returns to the program before it, and to its
	// world.
	open(text, name = this.name, world = null) {
		return this.#next(async () => {
			this.#push({text, name, world});
			await this.#takes('open');
			return true;
		});
	}

	// rename gives the program another name, in all steps of its world.
	rename(name) {
		for (const step of this.#history) if (step.world === this.world) step.name = name;
		this.name = name;
		this.#changed({by: 'name', text: false, outline: false});
	}

	// edit asks the engine for a change, and the user for what it wants to know. It reports whether it was done.
	edit(edit) {
		return this.change({do: 'edit', edit});
	}

	// change is edit for any request whose reply is that of an edit: format, import, renameAt.
	change(request) {
		return this.#next(async () => {
			if (!this.#fresh) { // paths may be of an older text
				await this.#outline('outline');
				say('The text has just changed. Choose again.');
				return false;
			}
			return this.#do({...request});
		});
	}

	async #do(request) {
		for (;;) {
			const before = this.text, reply = await send({...request, text: before});
			if (this.text !== before) {
				say('The text has just changed. Choose again.');
				return false;
			}
			if (reply.error) {
				notice(reply.error);
				return false;
			}
			if (!reply.ask) {
				notice();
				const same = reply.text === before;
				if (!same) this.#push({text: reply.text, name: reply.name ?? this.name});
				this.#holds(reply);
				this.focus = reply.focus;
				this.#changed({by: 'edit', text: !same, outline: true, focus: reply.focus, notes: reply.notes});
				return true;
			}
			this.#busy(false);
			const answers = await this.asks(reply.ask);
			this.#busy(true);
			if (!answers) return false;
			request = {...request, edit: {...request.edit, answers: {...request.edit.answers, ...answers}}};
		}
	}

	// fix makes a message's fix: its edits each replace the text between two places, or its edit is one of the engine.
	async fix({label, edits, edit}) {
		if (edit) {
			const done = await this.edit(edit);
			if (done) say(label + ': done.');
			return done;
		}
		return this.#next(async () => {
			if (!this.#fresh) return this.#outline('outline');
			let text = this.text;
			for (const e of edits.toSorted((a, b) => b.from - a.from)) text = text.slice(0, e.from) + e.text + text.slice(e.to);
			this.#push({text, name: this.name});
			await this.#takes('edit');
			say(label + ': done.');
			return true;
		});
	}

	// type takes a text that was typed. It is read after a pause.
	type(text, {selection} = {}) {
		if (text === this.text) return;
		const now = performance.now(), same = now - this.#typed < word && !this.canRedo;
		if (same) Object.assign(this.#history[this.#at], {text, selection});
		else this.#push({text, name: this.name, selection});
		this.#typed = now;
		this.text = text;
		this.#fresh = false;
		this.#changed({by: 'type', text: true, outline: false});
		clearTimeout(this.#read);
		this.#read = setTimeout(() => this.settle(), pause);
	}

	// settle reads the typed text at once.
	settle() {
		clearTimeout(this.#read);
		return this.#next(() => this.#fresh || this.#outline('outline'));
	}

	undo() { return this.#go(-1, 'undo'); }
	redo() { return this.#go(1, 'redo'); }

	#go(by, name) {
		return this.#next(async () => {
			const step = this.#history[this.#at + by];
			if (!step) return false;
			this.#at += by;
			this.#typed = -Infinity;
			Object.assign(this, {text: step.text, name: step.name, world: step.world});
			await this.#takes(name);
			say(name === 'undo' ? 'Undone.' : 'Done again.');
			return true;
		});
	}

	// request asks the engine for something that changes no text.
	request(request, options) {
		return send(request, options);
	}

	#push(step) {
		step = {world: this.world, ...step};
		this.#history.splice(this.#at + 1, Infinity, step);
		if (this.#history.length > mostHistory) this.#history.shift();
		this.#at = this.#history.length - 1;
		this.#typed = -Infinity;
		Object.assign(this, {text: step.text, name: step.name, world: step.world});
	}

	// takes tells of a text that has come at once, and then reads it: typing meanwhile changes this text.
	async #takes(by) {
		this.#fresh = false;
		this.#changed({by, text: true, outline: false});
		await this.#outline(by);
	}

	// outline reads the text. A reply that is overtaken by typing is dropped.
	async #outline(by) {
		const read = this.text, reply = await send({do: 'outline', text: read});
		if (reply.error) notice(reply.error);
		else if (read === this.text) {
			this.#holds(reply);
			this.#changed({by, text: false, outline: true});
			return true;
		}
		return false;
	}

	#holds({outline, messages, colours}) {
		this.opened = true;
		this.outline = {...empty, ...outline};
		this.messages = messages ?? [];
		this.colours = colours ?? [];
		this.#fresh = true;
	}

	#busy(busy) {
		this.busy = busy;
		if (busy) document.body.setAttribute('aria-busy', 'true');
		else document.body.removeAttribute('aria-busy');
	}

	// next does one thing after the other.
	#next(does) {
		const done = this.#turn.then(() => {
			this.#busy(true);
			return does();
		}).catch(error => {
			notice(String(error.message ?? error));
			return false;
		}).finally(() => this.#busy(false));
		this.#turn = done;
		return done;
	}
}
