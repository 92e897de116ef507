// The dialogs.
'use strict';

// openDialog returns how a dialog was closed. Where it is opened again before it could say so,
// as by fast keys, nothing comes of the first time.
const openDialog = name => new Promise(done => {
	const dialog = $(name);
	dialog.returnValue = '';
	dialog.onclose = () => { if (!dialog.open) done(dialog.returnValue); };
	dialog.showModal();
});
// runUntil asks up to when chance is to go on; those who come for the turns begin at these.
const runUntil = async (turns = false) => {
	if ($('run').disabled) return;
	const options = (id, names) => $(id).replaceChildren(...names.map(name => el('option', {value: name}, name)));
	options('rule-names', program.rules ?? []);
	options('pred-names', program.preds ?? []);
	options('until-stage', program.stages ?? []);
	offerTurn();
	for (const field of $('run-form').elements) field.setCustomValidity('');
	let closed = openDialog('run-dialog');
	if (turns) {
		$('run-form').querySelector('[value=turn]').checked = true;
		$('turns').querySelector('input').focus();
	}
	while (await closed === 'run') {
		const error = await runAs(untilKind()), field = $('until-' + untilKind());
		if (!error || !field) return;
		closed = openDialog('run-dialog');
		field.refused = field.value;
		field.setCustomValidity(error);
		field.reportValidity();
	}
};
// runAs lets chance go on, and returns what is wrong with what is waited for.
const runAs = async kind => {
	const text = id => $(id).value.trim(), {point} = view;
	const reply = kind === 'turn' && await takeTurns() || await run({
		turn: {turn: true}, steps: {steps: Number(text('until-steps'))}, end: {},
		rules: {rules: [text('until-rules')]}, facts: {facts: [text('until-facts')]}, stage: {stage: text('until-stage')},
	}[kind]);
	if (reply?.stop?.why === 'turn' && view.point === point) notice('It is your turn already.');
	return reply?.error;
};
const untilKind = () => new FormData($('run-form')).get('until');

// offerTurn offers to wait for the player's turn, and to say in which stages that is. Where it
// is in all, it offers to go on to the end first.
const offerTurn = () => {
	const {stages, turns} = program, several = stages.length > 1;
	$('offer-turn').hidden = !turns && !several;
	$('turns').hidden = !several;
	$('turns').replaceChildren(word('bench-turns-in'), ...stages.map(name => el('label', {},
		el('input', {type: 'checkbox', name: 'turns', value: name, checked: !turns || turns.includes(name)}), ' ', name)));
	if (!turns && untilKind() === 'turn') $('run-form').querySelector('[value=end]').checked = true;
};

// takeTurns has it be the player's turn in the stages that are marked, and says what came of
// it; null where that is so already, or none is marked.
const takeTurns = async () => {
	const turns = new FormData($('run-form')).getAll('turns'), before = program.turns ?? program.stages;
	if (!turns.length || turns.length === before.length && turns.every(name => before.includes(name))) return null;
	const reply = await act({do: 'turns', turns});
	if (reply && !reply.error) {
		program.turns = turns;
		opening = {...opening, turns};
		keepSoon();
	}
	return reply;
};

// Who fills in what is waited for waits for that, and it must be there.
$('run-form').addEventListener('input', e => {
	e.target.closest('p').querySelector('[name=until]').checked = true;
});
$('run-form').addEventListener('submit', e => {
	const field = $('until-' + untilKind());
	if (field?.value !== field?.refused) field.setCustomValidity('');
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
