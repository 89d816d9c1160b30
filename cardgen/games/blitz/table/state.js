/* What the modules of the table share. */

export const bz = /** @type {any} */ ({ inspected: null, isTurned: false });
