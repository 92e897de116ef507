// What runs in a worker, below the Go distribution's wasm_exec.js: the engine. The first
// message has it, compiled, and its settings; then each is a request, which is answered in
// its turn. The engine that has ended, as it was out of memory, says so by an empty message.
'use strict';

let begun;

onmessage = async ({data}) => {
	if (typeof data !== 'string') {
		begun = begin(data);
		return;
	}
	try {
		await begun;
		postMessage(ceptre(data) ?? '');
	} catch (error) {
		console.error(error);
		postMessage('');
	}
};

async function begin({module, settings}) {
	globalThis.ceptreSettings = settings;
	const go = new Go();
	const instance = await WebAssembly.instantiate(module, go.importObject);
	go.run(instance).then(() => postMessage(''));
}
