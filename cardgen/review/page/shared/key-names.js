/* Names of keys, as the key map writes them and as people read them. */

/** @type {Record<string, string>} */
const SHIFTED = { "？": "?", "／": "/", "【": "[", "】": "]" };
const MODIFIERS = ["control", "shift", "alt", "meta", "dead", "unidentified", "process"];
/** @type {Record<string, string>} */
const SHOWN = { space: "Space", escape: "Esc", arrowup: "↑", arrowdown: "↓", arrowleft: "←", arrowright: "→", home: "Home", end: "End",
  pageup: "PgUp", pagedown: "PgDn", enter: "Enter", ctrl: "Ctrl", alt: "Alt", shift: "Shift" };

/** The name of a pressed key in the key map: "j", "ctrl+z", "ctrl+shift+z", "space", "escape". Null for a modifier alone. Without Ctrl,
    Shift is not named: it is needed for other characters on other keyboards.
    @param {Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} event */
export function nameOf(event) {
  const digit = event.altKey ? /^Digit(\d)$/.exec(event.code)?.[1] : null; // with Alt, a Mac types another character
  const key = digit ?? SHIFTED[event.key] ?? event.key;
  const name = key === " " ? "space" : key.toLowerCase();
  if (MODIFIERS.includes(name)) return null;
  const control = event.ctrlKey || event.metaKey;
  return `${control ? "ctrl+" : ""}${control && event.shiftKey && /^[a-z]$/.test(name) ? "shift+" : ""}${event.altKey ? "alt+" : ""}${name}`;
}

/** A key's name as people read it: "Ctrl+Z".
    @param {string} name */
export const shown = (name) => name.split("+").map((part) => SHOWN[part.toLowerCase()] ?? part.charAt(0).toUpperCase() + part.slice(1)).join("+");

/** Whether a key types a character. Such keys can be switched off: speech input would press them by accident.
    @param {string} name */
export const isCharacter = (name) => [...name].length === 1;
