/* What the modules of the table share. */

export const he = /** @type {any} */ ({ panels: {}, chosen: null });
