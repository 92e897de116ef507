// The dialogs.
'use strict';

const openDialog = name => new Promise(done => {
	const dialog = $(name);
	dialog.returnValue = '';
	dialog.addEventListener('close', () => done(dialog.returnValue), {once: true});
	dialog.showModal();
});
const runUntil = async () => {
	if ($('run').disabled) return;
	const options = (id, names) => $(id).replaceChildren(...names.map(name => el('option', {value: name}, name)));
	options('rule-names', program.rules ?? []);
	options('pred-names', program.preds ?? []);
	options('until-stage', program.stages ?? []);
	if (await openDialog('run-dialog') !== 'run') return;
	const kind = new FormData($('run-form')).get('until'), text = id => $(id).value.trim();
	run({
		turn: {turn: true}, steps: {steps: Number(text('until-steps')) || 1}, end: {},
		rules: {rules: [text('until-rules') || '_']}, facts: {facts: [text('until-facts') || '_']}, stage: {stage: text('until-stage')},
	}[kind]);
};
const otherSeed = async () => {
	$('seed-value').value = program.seed;
	if (await openDialog('seed-dialog') !== 'play') return;
	inTurn(async () => {
		const reply = await start({...opening, seed: $('seed-value').value});
		if (reply.error) complain(reply.error);
	});
};
const showHelp = () => openDialog('help-dialog');
