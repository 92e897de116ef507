// The text view.

export const begin = () => {};
