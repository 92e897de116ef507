// Examples to begin with.

export const begin = () => {};
