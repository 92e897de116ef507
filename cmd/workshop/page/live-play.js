// The play of the program, which the live panel shows: it follows each change of the text that leaves the program right.
// The steps so far stay where they still fit. While the program has errors, the last play stays as it was.
//
// Each click is one step: the player chooses in all stages here, also where chance chooses in the program.
import {notice} from './elements.js';

// copies says how many moves there are in all, if some are alike because facts are there several times.
export const copies = (different, all) => all > different ? ` (${all} counting copies of facts)` : '';

const most = {moves: 60, all: 300, facts: 300};
const quickly = 120; // ms between changes, of which only the last is followed

class Play {
	view = null; // of the state, as the engine shows it; null before there is one
	program = null; // its description by the engine
	points = []; // of the tree of all steps that were tried: {from, text, printed}; the start is 0
	state = 'none'; // 'good'; 'wrong' where the program has errors, 'none' where nothing says how it starts
	fault = ''; // why a program that has no errors cannot run
	lost = 0; // how many steps did not fit the last change
	stop = null; // why chance stopped; null where the page shows it already
	seed = '1';
	run = 0; // the `#trace` that is played, from 0
	alone = null; // {stage, context} where the program has no `#trace`
	opening = null; // the request that opens the program as it is played
	edition = 0; // grows with each program that is played
	busy = false;

	#store;
	#subscribers = [];
	#latest = new Map(); // of points, the one after it on which the player went last
	#turn = Promise.resolve();
	#opened = null; // how the program was opened: a change of it needs another opening
	#world; // of the store, when the program was opened
	#timer;
	#read = null; // the text that the engine read last: typing since then may have left half a word
	#complained = false; // whether the notice on the page is about the play

	subscribe(f) { this.#subscribers.push(f); }
	#changed() { for (const f of this.#subscribers) f(this); }

	// begin follows the program of a store.
	begin(store) {
		this.#store = store;
		store.subscribe(({outline, text, by}) => {
			if (text && !outline) this.#stales('wait');
			if (!outline) return;
			this.#read = {text: store.text, outline: store.outline, wrong: store.messages.some(m => !m.warning)};
			clearTimeout(this.#timer);
			this.#timer = setTimeout(() => this.follow(), by === 'edit' || by === 'open' ? 0 : quickly);
		});
	}
	#stales(state) {
		if (this.state !== 'good') return;
		this.state = state;
		this.#changed();
	}

	// starts says where a run of the program starts; null where nothing says so.
	starts() {
		const {runs, stages, contexts} = this.#read.outline;
		if (runs.length) return {trace: Math.min(this.run, runs.length - 1) + 1};
		if (!contexts.length) return null;
		return {stage: stages[0]?.name || 'main', context: contexts[0].name};
	}

	// follow plays the program as it is now.
	follow() {
		return this.#next(async () => {
			const store = this.#store, {text, outline, wrong} = this.#read;
			if (wrong) {
				this.fault = '';
				return this.#becomes('wrong');
			}
			if (this.#world !== store.world?.id) this.run = 0;
			const start = this.starts();
			if (!start) return this.#becomes('none');
			const opening = {seed: this.seed, turns: outline.stages.map(s => s.name || 'main'), ...start};
			const same = this.view && this.#world === store.world?.id && JSON.stringify(opening) === this.#opened;
			let reply = same ? await this.#send({do: 'grow', text}) : null;
			if (!reply || reply.error) reply = await this.#send({do: 'open', text, name: store.name, ...opening});
			if (reply.error) {
				if (this.#world !== store.world?.id) this.view = null; // it is that of another program
				this.fault = reply.error;
				return this.#becomes('wrong');
			}
			this.#opened = JSON.stringify(opening);
			this.opening = {do: 'open', text, ...opening};
			this.#world = store.world?.id;
			this.alone = start.context ? start : null;
			this.run = (start.trace ?? 1) - 1;
			this.program = reply.program;
			this.points = [{text: 'the start'}];
			this.#latest.clear();
			this.lost = reply.lost?.length ?? 0;
			this.edition++;
			this.fault = '';
			this.#takes(reply);
			this.#becomes('good');
		});
	}
	#becomes(state) {
		this.state = state;
		this.#changed();
	}

	// again plays the program anew: another run of it, or with another seed.
	again({run = this.run, seed = this.seed}) {
		this.run = run;
		this.seed = seed;
		return this.follow();
	}

	// act asks the engine to do something, and shows the result. It reports whether it was done.
	act(request) {
		return this.#next(async () => {
			if (this.state !== 'good') return false;
			const reply = await this.#send({known: this.points.length, ...request});
			if (this.#complained) notice();
			this.#complained = !!reply.error;
			if (reply.error) {
				notice(reply.error);
				return false;
			}
			this.lost = 0;
			this.#takes(reply);
			this.#changed();
			return true;
		});
	}

	// ask asks the engine for something that changes nothing. The reply is null where the play has moved meanwhile.
	ask(request) {
		return this.#next(async () => {
			if (this.state !== 'good') return null;
			const reply = await this.#store.request(request);
			if (reply.closed) this.view = null;
			return reply;
		}, true);
	}

	async #send(request) {
		this.busy = true;
		const reply = await this.#store.request({most, known: 0, ...request});
		this.busy = false;
		if (reply.closed && request.do !== 'open') {
			this.view = null;
			setTimeout(() => this.follow());
		}
		return reply;
	}

	#takes({view, points, stop, said}) {
		this.view = view;
		this.said = said ?? '';
		this.stop = stop?.text || stop?.why === 'time' ? stop : null;
		for (const p of points ?? []) {
			this.#latest.set(p.from ?? 0, this.points.length);
			this.points.push({from: p.from ?? 0, text: p.text, printed: p.printed});
		}
		for (let at = view.point; at > 0; at = this.points[at].from) this.#latest.set(this.points[at].from, at);
	}

	#next(does, quiet) {
		const done = this.#turn.then(does).catch(error => {
			this.busy = false;
			if (!quiet) notice(String(error.message ?? error));
			return null;
		});
		this.#turn = done;
		return done;
	}

	// path lists the points from the start to the present one.
	path(point = this.view?.point ?? 0) {
		const out = [point];
		while (out[0] > 0) out.unshift(this.points[out[0]].from);
		return out;
	}
	// ahead lists the points after the present one, on which the player was before.
	ahead() {
		const out = [];
		for (let at = this.#latest.get(this.view.point); at !== undefined; at = this.#latest.get(at)) out.push(at);
		return out;
	}
}

export const play = new Play();
