// Contexts as a board.

export const begin = () => {};
