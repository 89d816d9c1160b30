/* What the modules of the table share. */

export const bl = /** @type {any} */ ({ panels: {}, shape: "", turned: [], x: 0, y: 0, verdict: null, cards: null, rulesets: new Map() });
