// Files: open, save, import, export.

export const begin = () => {};
