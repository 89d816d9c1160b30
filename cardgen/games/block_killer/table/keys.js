/* The keys of the table: which key does what, layouts of well-known players, a delay and a rate for keys that are held, and
   the panel to change them. Kept in this browser. */

import { h, keep, key, keyMap, keyNames, noEngine, recall, t } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;
const STORE = "cardgen.block-killer.keys";
const LETTERS = ["z", "s", "j", "l", "t", "o", "i", "m"];

/** What a key can do, in the order of the panel. `held`: it repeats while the key is held. */
const ACTIONS = {
  left: { run: () => bk.slide(-1), far: () => bk.slideFar(-1), held: true },
  right: { run: () => bk.slide(1), far: () => bk.slideFar(1), held: true },
  "far-left": { run: () => bk.slideFar(-1) },
  "far-right": { run: () => bk.slideFar(1) },
  "turn-left": { run: () => bk.rotate(-1) },
  "turn-right": { run: () => bk.rotate(1) },
  half: { run: () => bk.rotate(2) },
  up: { run: () => bk.climb(1) },
  down: { run: () => bk.climb(-1) },
  drop: { run: () => bk.drop() },
  back: { run: () => bk.choose(table.block) },
};

const ARROWS = { left: ["arrowleft"], right: ["arrowright"], "far-left": ["home"], "far-right": ["end"], down: ["arrowdown"], up: ["pageup"] };
const LAYOUTS = {
  cardgen: { ...ARROWS, "turn-left": ["q", ","], "turn-right": ["e", "."], half: ["w"], up: ["arrowup", "pageup"], drop: ["enter", "space"], back: ["escape"] },
  guideline: { ...ARROWS, "turn-left": ["z"], "turn-right": ["arrowup", "x"], half: [], drop: ["space", "enter"], back: ["c", "escape"] },
  jstris: { ...ARROWS, "turn-left": ["z"], "turn-right": ["arrowup"], half: ["a"], drop: ["space", "enter"], back: ["c", "escape"] },
  tetrio: { ...ARROWS, "turn-left": ["z"], "turn-right": ["arrowup", "x"], half: ["a"], drop: ["space", "enter"], back: ["c", "escape"] },
};
const DEFAULTS = { layout: "cardgen", keys: LAYOUTS.cardgen, das: 170, arr: 50, sound: false };

const isKeys = (keys) => keys && Object.keys(ACTIONS).every((name) => Array.isArray(keys[name]) && keys[name].every((key) => typeof key === "string"));
const recalled = recall(STORE, /** @type {any} */ ({}));
/** The keys, the delay and the rate in ms, and whether there is sound. */
const chosen = bk.chosen = { ...DEFAULTS, ...(isKeys(recalled?.keys) ? recalled : {}) };

const change = (values) => {
  Object.assign(chosen, values);
  keep(STORE, chosen);
  bindAll();
  bk.redraw();
};

// ---------------------------------------------------------------- keys that are pressed and held

let held = null;

function release() {
  if (held) clearTimeout(held.timer);
  held = null;
}

/** Repeat an action while its key is down: after the delay, at the rate; a rate of 0 goes to the wall at once. */
function hold(key, { run, far }) {
  release();
  const again = () => {
    if (chosen.arr === 0) return void far();
    run();
    held.timer = setTimeout(again, chosen.arr);
    return undefined;
  };
  held = { key, timer: setTimeout(again, chosen.das) };
}

addEventListener("keyup", (event) => { if (held && keyNames.nameOf(event) === held.key) release(); });
addEventListener("blur", release);

const isPlayed = () => !noEngine && Boolean(table.cards);
const inHand = () => isPlayed() && Boolean(table.block);

function act(name, { event, name: key }) {
  const action = ACTIONS[name];
  if (event.repeat && (action.held || ["turn-left", "turn-right", "half", "drop", "back"].includes(name))) return;
  action.run();
  if (action.held) hold(key, action);
}

// Registered after the keys of the page, so these come first; keys of a block in hand after the letters of blocks.
key("table-blocks", { keys: LETTERS, views: bk.views, words: "bk.key.blocks", when: isPlayed,
  run: ({ event }) => bk.takeBlock(event.key.toUpperCase()) });
for (const name of Object.keys(ACTIONS)) {
  key(`table-${name}`, { keys: [], views: bk.views, words: `bk.key.${name}`, when: inHand, run: (context) => act(name, context) });
}

/** Give the keys of the layout to the key map. */
function bindAll() {
  for (const shortcut of keyMap) {
    const name = shortcut.name.replace(/^table-/, "");
    if (shortcut.name.startsWith("table-") && name in ACTIONS) shortcut.keys = chosen.keys[name];
  }
}
bindAll();

// ---------------------------------------------------------------- the panel

let waiting = null;

/** Take the next key that is pressed for an action; Escape twice gives it Escape. */
function listen(name) {
  waiting = name;
  bk.redraw();
  const take = (event) => {
    const key = keyNames.nameOf(event);
    if (key === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
    if (key === "tab") return void bk.redraw();
    give(name, key);
  };
  const end = () => {
    removeEventListener("keydown", take, true);
    removeEventListener("pointerdown", cancel, true);
    waiting = null;
  };
  const cancel = () => { end(); bk.redraw(); };
  addEventListener("keydown", take, true);
  addEventListener("pointerdown", cancel, true);
}

/** Give a key to an action. Another action that has it loses it. */
function give(name, key) {
  const keys = Object.fromEntries(Object.entries(chosen.keys).map(([other, list]) => [other, list.filter((one) => one !== key)]));
  change({ keys: { ...keys, [name]: [...keys[name], key] }, layout: "own" });
  bk.announce(t("bk.set.given", { action: t(`bk.key.${name}`), key: keyNames.shown(key) }));
}

const number = (name, most) => h("input", {
  type: "number", min: 0, max: most, step: 1, inputmode: "numeric", value: chosen[name], dataset: { hold: `set-${name}` },
  onchange: ({ target }) => {
    change({ [name]: Math.min(most, Math.max(0, Math.trunc(Number(target.value)) || 0)) });
    target.value = String(chosen[name]);
  },
});

/** The layout, each action with its keys, the delay and the rate of held keys, and the sound. */
bk.settingsPanel = () => {
  const list = h("dl", { class: "bk-key-list" });
  const top = h("div", { class: "row" });
  const times = [["das", 1000], ["arr", 500]].map(([name, most]) => h("label", {}, t(`bk.set.${name}`), number(name, most)));
  const element = h("section", { class: "panel bk-settings" }, h("details", {},
    h("summary", {}, h("h2", {}, t("bk.set"))), h("p", { class: "quiet" }, t("bk.set.how")), top, list));
  const draw = () => {
    bk.fill(top,
      h("label", {}, t("bk.set.layout"), h("select", { dataset: { hold: "layout" },
        onchange: ({ target }) => LAYOUTS[target.value] && change({ layout: target.value, keys: LAYOUTS[target.value] }) },
      [...Object.keys(LAYOUTS), "own"].map((name) => h("option", { value: name, selected: name === chosen.layout, disabled: name === "own" },
        t(`bk.layout.${name}`))))),
      times,
      h("button", { type: "button", "aria-pressed": String(chosen.sound), dataset: { hold: "sound" },
        onclick: () => change({ sound: !chosen.sound }) }, t("bk.set.sound")));
    bk.fill(list, Object.keys(ACTIONS).map((name) => h("div", { class: "bk-key-line" },
      h("dt", {}, t(`bk.key.${name}`)),
      h("dd", {}, chosen.keys[name].map((key) => h("button", { type: "button", class: "bk-key", dataset: { hold: `key-${name}-${key}` },
        "aria-label": t("bk.set.remove", { key: keyNames.shown(key), action: t(`bk.key.${name}`) }),
        onclick: () => change({ layout: "own", keys: { ...chosen.keys, [name]: chosen.keys[name].filter((one) => one !== key) } }),
      }, h("kbd", {}, keyNames.shown(key)), h("span", { "aria-hidden": "true" }, "✕"))),
      h("button", { type: "button", class: "plain", dataset: { hold: `add-${name}` }, "aria-label": t("bk.set.add", { action: t(`bk.key.${name}`) }),
        onclick: () => listen(name) }, waiting === name ? t("bk.set.press") : "+")))));
  };
  return { element, draw };
};

/** The keys of the layout in one sentence, for the hint below the field. */
bk.keysHint = () => {
  const shown = (...names) => names.map((name) => chosen.keys[name].map(keyNames.shown).join(" / ")).filter(Boolean).join(", ");
  return t("bk.keys", { move: shown("left", "right"), turn: shown("turn-left", "turn-right"), height: shown("up", "down"),
    drop: shown("drop"), back: shown("back") });
};
