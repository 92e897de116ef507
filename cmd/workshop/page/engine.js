// The engine's requests, one after the other: it ends a request when a later one of the page arrives.
import {asks, unpack} from './wire.js';

let last = Promise.resolve();

// send returns a promise of the reply. It is rejected where the signal (an AbortSignal) ends the request, and
// where the engine cannot be reached.
export const send = (request, {signal} = {}) => {
	const reply = last.then(async () => {
		signal?.throwIfAborted();
		return unpack(await globalThis.ceptrePlay.send(asks(request), signal), request);
	});
	last = reply.catch(() => {});
	return reply;
};
