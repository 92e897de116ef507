// The stages as a diagram.

export const begin = () => {};
