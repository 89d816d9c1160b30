/* What the modules of the table share. */

export const bk = /** @type {any} */ ({ panels: {} });
