// The text field takes the text of the program when it is needed. After each change, the browser lays out all lines
// of a text field, which would take longer than all else on the page. So a field without the focus waits until the
// page has been painted, or until the user turns to it.
import {difference} from './lines.js';

export class Field {
	#field;
	#text; // that the field is to have; undefined if it has it
	#caret; // where the caret is to be then; undefined where it stays
	#soon = false; // whether it is due after the next frame

	constructor(field) {
		this.#field = field;
		for (const name of ['focus', 'pointerdown', 'dragenter']) field.addEventListener(name, () => this.settle());
	}

	// late reports whether the field has a text that is no longer that of the program.
	get late() { return this.#text !== undefined; }

	// put has the field take a text, and perhaps the caret stand at an offset.
	put(text, caret) {
		this.#text = text;
		if (caret !== undefined) this.#caret = caret;
		if (document.activeElement === this.#field) {
			this.settle();
		} else if (!this.#soon) {
			this.#soon = true;
			requestAnimationFrame(() => setTimeout(() => {
				this.#soon = false;
				this.settle();
			}));
		}
	}

	// settle gives the field its text now. Whatever reads the field or its selection calls it first, unless the field
	// has the focus.
	settle() {
		const text = this.#text, caret = this.#caret;
		if (text === undefined) return;
		this.#text = this.#caret = undefined;
		const d = difference(this.#field.value, text);
		this.#field.setRangeText(d.put, d.from, d.to, 'preserve');
		if (caret !== undefined) this.#field.setSelectionRange(caret, caret);
	}
}
