/* What the modules of the table share. */

export const cg = /** @type {any} */ ({});
