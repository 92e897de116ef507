// The program as it runs.

export const begin = () => {};
