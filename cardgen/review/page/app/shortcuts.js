/* The shortcuts of the page. Of two that fit, the one registered last is taken. */

/** @import { Route } from "../shared/addresses.js" */

/** What a pressed key is about.
    @typedef {{ route: Route, key: string | null, keys: () => string[], event: KeyboardEvent, name: string }} KeyContext */

/** @typedef {object} KeyDefinition
    @property {readonly string[]} keys
    @property {string} words the id of the words that say what the key does
    @property {readonly string[]} [views]
    @property {(context: KeyContext) => boolean} [when]
    @property {(context: KeyContext) => unknown} [run] */

export const keyMap = /** @type {(KeyDefinition & { name: string })[]} */ ([]);

/** Registers a shortcut: {keys: ["a", "ctrl+z"], views: ["card"] or none for all, words: what it does, run, when?};
    no `run` for what a view does by itself (then `when` is false). `run` and `when` get {route, key: the card in
    question or null, keys(): the filtered list, event, name: the key as the map writes it}.
    @param {string} name @param {KeyDefinition} definition */
export function key(name, definition) {
  keyMap.push({ name, ...definition });
}
