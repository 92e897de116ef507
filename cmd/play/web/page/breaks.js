// Breakpoints, at which chance stops.
'use strict';

const editBreaks = () => {
	if ($('breaks').disabled) return;
	$('break-names').replaceChildren(...[...program.rules ?? [], ...program.preds ?? []].map(name => el('option', {value: name}, name)));
	showBreaks();
	openDialog('breaks-dialog');
	$('break-at').focus();
};
const showBreaks = (fault = '') => {
	$('breaks-list').replaceChildren(...(view.breaks ?? []).map(at => el('li', {}, el('span', {class: 'code'}, at), ' ',
		button(word('bench-remove'), () => setBreak('unbreak', at), {'aria-label': word('bench-remove') + ' ' + at}))));
	$('breaks-fault').textContent = fault;
};
// setBreak adds breakpoints or takes some away, and says whether it could.
const setBreak = async (does, what) => {
	const reply = await act({do: does, what});
	showBreaks(reply ? reply.error : word('play-busy'));
	$('break-at').focus();
	return reply && !reply.error;
};
$('breaks-form').addEventListener('submit', async e => {
	e.preventDefault();
	if (await setBreak('break', $('break-at').value.trim())) $('break-at').value = '';
});
