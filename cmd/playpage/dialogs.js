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
	offerTurn();
	if (await openDialog('run-dialog') !== 'run') return;
	const text = id => $(id).value.trim(), {point} = view;
	const kind = untilKind(), reply = await run({
		turn: {turn: true}, steps: {steps: Number(text('until-steps'))}, end: {},
		rules: {rules: [text('until-rules')]}, facts: {facts: [text('until-facts')]}, stage: {stage: text('until-stage')},
	}[kind]);
	if (reply?.stop?.why === 'turn' && view.point === point) notice('It is your turn already.');
};
const untilKind = () => new FormData($('run-form')).get('until');

// offerTurn offers to wait for the player's turn where the program says when that is, and
// else to go on to the end.
const offerTurn = () => {
	$('offer-turn').hidden = !program.turns;
	if (!program.turns && untilKind() === 'turn') $('run-form').querySelector('[value=end]').checked = true;
};

// Who fills in what is waited for waits for that, and it must be there.
$('run-form').addEventListener('input', e => { e.target.closest('p').querySelector('[name=until]').checked = true; });
$('run-form').addEventListener('submit', e => {
	const field = $('until-' + untilKind());
	if (e.submitter?.value === 'run' && field?.reportValidity() === false) e.preventDefault();
});
const otherSeed = async () => {
	$('seed-value').value = program.seed;
	if (await openDialog('seed-dialog') !== 'play') return;
	inTurn(async () => {
		const reply = await visit({...opening, seed: $('seed-value').value}, undefined, linked);
		if (reply.error) complain(reply.error);
	});
};
const mostSeed = (1n << 64n) - 1n;
$('seed-value').addEventListener('input', e => {
	const seed = e.target.value;
	e.target.setCustomValidity(/^[0-9]+$/.test(seed) && BigInt(seed) > mostSeed ? `The largest seed is ${mostSeed}.` : '');
});
const showHelp = () => openDialog('help-dialog');
