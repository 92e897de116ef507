// Sharing: a link, a page of its own.

export const begin = () => {};
