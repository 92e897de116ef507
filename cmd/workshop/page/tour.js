// The guided tour.

export const begin = () => {};
