// The structure view.

export const begin = () => {};
