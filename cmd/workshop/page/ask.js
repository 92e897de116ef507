// Questions that an edit asks before it can be made.

export const begin = () => {};
