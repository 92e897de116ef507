// The engine's requests. Those about texts and those about the play go their own ways, each one after the other, for the
// engine ends a request when a later one of the same lane arrives: a long run does not keep the author waiting. Work in
// the background has a lane of its own, `idle`, and opens what it plays there by itself.
import {asks, unpack} from './wire.js';

const texts = ['outline', 'edit', 'options', 'complete', 'hover', 'renameAt', 'format', 'import', 'export', 'gallery', 'file', 'write'];
const last = {}; // of each lane, the last request

// send returns a promise of the reply. It is rejected where the signal (an AbortSignal) ends the request, and
// where the engine cannot be reached.
export const send = (request, {signal, lane = texts.includes(request.do) ? 'text' : ''} = {}) => {
	const reply = (last[lane] ?? Promise.resolve()).then(async () => {
		signal?.throwIfAborted();
		return unpack(await globalThis.ceptrePlay.send(asks(request), signal, lane), request);
	});
	last[lane] = reply.catch(() => {});
	return reply;
};
