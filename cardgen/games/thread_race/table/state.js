/* What the modules of the table share. */

export const tr = /** @type {any} */ ({ panels: {}, lit: null });
