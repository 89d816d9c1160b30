/* The steps and their branches; the play in notation, as a link to the whole table, and as a picture. */

import { parseAddress, current, address, go, h, noEngine, post, say, settings, site, state as page, t, toast, whyRefused, withCodes } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;

const FUMEN = /(^|[^A-Za-z0-9])[vVmMdD]\d{3}@/;
const LINK = /#\/table\?\S+/;

const state = () => table.tree.current.state;

// ---------------------------------------------------------------- steps

/** Every step of the last branch, and the branches that leave it. */
bk.stepsPanel = () => {
  const list = h("ol", { class: "bk-step-list" });
  const element = h("section", { class: "panel" }, h("h2", {}, t("bk.steps")), list);
  const draw = () => {
    const line = table.tree.line();
    const at = line.indexOf(table.tree.current);
    bk.fill(list, line.map((node, index) => h("li", { class: index > at ? "bk-undone" : "" },
      h("button", {
        type: "button", class: "plain", "aria-current": index === at ? "step" : null, dataset: { hold: `step-${node.id}` },
        onclick: () => bk.travel(node),
      }, h("span", { class: "bk-step-number", "aria-hidden": "true" }, index), h("span", {}, withCodes(bk.stepName(node))), mark(node)),
      branches(node))));
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  };
  return { element, draw };
};

/** What the analysis says of a step. */
function mark(node) {
  const mark = bk.markOf?.(node);
  return mark ? h("span", { class: `bk-mark bk-mark-${mark.kind}`, title: mark.words },
    h("span", { "aria-hidden": "true" }, `${mark.sign} ${mark.short}`), h("span", { class: "hidden-text" }, mark.words)) : "";
}

function branches(node) {
  const others = (node.parent?.children ?? []).filter((child) => child !== node);
  if (!others.length) return "";
  return h("div", { class: "bk-branches" }, others.map((other) => h("button", {
    type: "button", class: "plain", dataset: { hold: `step-${other.id}` }, onclick: () => bk.travel(other),
  }, h("span", { "aria-hidden": "true" }, "↳"), t("bk.branch", { step: bk.stepName(other) }))));
}

// ---------------------------------------------------------------- reading and writing

/** Lay rows, then blocks one by one, so that each is a step. */
bk.layOut = (from, blocks, name) => {
  const end = blocks.reduce((laid, { block, cells }) => bk.place(laid, block, cells), from);
  if (JSON.stringify(end) === JSON.stringify(state())) return bk.show(); // nothing changes
  if (JSON.stringify(from) !== JSON.stringify(state())) table.tree.add(from, name);
  let laid = from;
  for (const { block, cells } of blocks) {
    laid = bk.place(laid, block, cells);
    table.tree.add(laid, ["bk.step.place", { block, columns: bk.columnsOf(cells), row: Math.min(...cells.map(([, y]) => y)), spin: "" }]);
  }
  return bk.show();
};

/** Read a play in notation as {rows, blocks, rest}, or {fault: texts by language}. */
async function readPlay(text) {
  if (FUMEN.test(text)) return readFumen(text);
  if (noEngine) return readRowsAlone(text);
  const answer = await bk.ask({ op: "notation", text });
  if (answer.error) return { fault: bk.whyNot(answer.error) };
  const rows = bk.readRows(answer);
  return rows.every(Boolean) ? { rows, blocks: answer.blocks, rest: "" } : { fault: inPageLanguage("bk.no-such-row") };
}

/** Read a fumen, the notation of other players' tools. */
async function readFumen(text) {
  if (!table.ops.includes("fumen")) return { fault: inPageLanguage("bk.fumen.none") };
  const answer = await bk.ask({ op: "fumen", text });
  if (answer.error) return { fault: bk.whyNot(answer.error) };
  if (!answer.readable) return { fault: answer.message };
  const rows = bk.readRows(answer);
  if (answer.comment) toast(answer.comment);
  return rows.every(Boolean) ? { rows, blocks: answer.blocks, rest: "" } : { fault: inPageLanguage("bk.no-such-row") };
}

/** Without an engine, read only the rows; the text of the blocks is kept unchanged. */
function readRowsAlone(text) {
  const [garbage, ...rest] = text.split("|");
  const ways = new Map([...table.cards.garbage.values()].flatMap(({ id, turned }) => [
    [turned, { code: id, turned: turned !== id, solid: false }], [id, { code: id, turned: false, solid: false }],
  ]));
  const rows = garbage.split(/\s+/).filter(Boolean).map((word) => {
    const [first, second] = word.split("+");
    const one = ways.get(first);
    if (second === undefined) return one;
    const merges = one && table.cards.garbage.get(one.code).merges && ways.get(second)?.code === one.code;
    return merges ? { ...one, turned: false, solid: true } : undefined;
  });
  return rows.every(Boolean) ? { rows, blocks: [], rest: rest.join("|").trim() } : { fault: inPageLanguage("bk.bad-rows") };
}

const inPageLanguage = (key, values) => ({ [settings.language]: t(key, values) });

/** Read `ZSTTI / 1-0 x` as {blocks, garbage}; null for all cards; undefined if it cannot be read. */
function readHand(text) {
  if (!text.trim()) return null;
  const parts = text.split("/");
  const blocks = [...parts[0].replace(/\s/g, "")];
  const garbage = (parts[1] ?? "").split(/\s+/).filter(Boolean);
  const { cards } = table;
  const allExist = blocks.every((id) => cards.blocks.has(id)) && garbage.every((id) => cards.garbage.has(id));
  return allExist && parts.length === 2 ? { blocks, garbage } : undefined;
}

const writeHand = (hand) => (hand ? `${hand.blocks.join("")} / ${hand.garbage.join(" ")}`.trim() : "");

/** Open a link. If it cannot be read, show the fault; the table does not change. */
bk.open = async (given) => {
  if (Object.keys(given).length === 0) return bk.show();
  const { play = "", hand: held = "", rules = "", attack = "", seed = "", puzzle: name = "" } = given;
  const turn = ++table.shown;
  table.opening = given;
  const { rulesets } = page.catalog.game;
  const before = table.rules;
  table.rules = rulesets.includes(rules) ? rules : rulesets[0]; // a puzzle is one of its rules
  const puzzle = name ? await openedPuzzle(name) : null;
  const hand = puzzle?.block_hand ? bk.handOf(puzzle) : readHand(held);
  const read = play.trim() ? await readPlay(play) : { rows: [], blocks: [], rest: "" };
  if (turn !== table.shown) return undefined;
  table.opening = null;
  const fault = puzzle?.fault ?? read.fault ?? (hand === undefined ? inPageLanguage("bk.bad-hand") : null)
    ?? (rules && !page.catalog.game.rulesets.includes(rules) ? inPageLanguage("bk.bad-rules", { rules }) : null)
    ?? (/^\d{0,3}$/.test(attack) ? null : inPageLanguage("bk.bad-attack")) ?? (/^(-?\d{1,15})?$/.test(seed) ? null : inPageLanguage("bk.bad-seed"));
  if (fault) {
    table.rules = before;
    table.written = address("table", [], given);
    const shown = bk.show();
    Object.assign(table, { fault, opening: given });
    return shown;
  }
  table.tree.goTo(table.tree.root);
  if (seed && !held && !play && !name && !noEngine) return bk.deal(Number(seed), 0, { attack: Number(attack) });
  const from = { ...bk.EMPTY, hand, seed, attack: Number(attack), rows: read.rows, rest: read.rest, puzzle: name };
  return bk.layOut(from, read.blocks, puzzle && !play ? ["bk.step.puzzle", { attack: puzzle.attack }] : ["bk.step.link"]);
};

/** The puzzle of a link, or {fault: texts by language}. */
async function openedPuzzle(name) {
  if (!bk.isPuzzle(name)) return { fault: inPageLanguage("bk.puzzle.bad", { name }) };
  if (noEngine) return { fault: inPageLanguage("bk.puzzle.site") };
  const puzzle = await bk.readPuzzle(name);
  return puzzle.error ? { fault: bk.whyNot(puzzle.error) } : puzzle;
}

/** Write the whole state into the address, after the engine has written the play in notation. */
bk.writeAddress = async (turn) => {
  const { hand, rows, blocks, attack, seed, rest, puzzle } = state();
  if (table.fault) return;
  const text = await writePlay({ rows, blocks, rest });
  if (turn !== table.shown || text === null || !table.mounted) return;
  const first = page.catalog.game.rulesets[0];
  const values = { play: text, hand: puzzle ? "" : writeHand(hand), puzzle, rules: table.rules === first ? "" : table.rules, attack: attack || "", seed };
  table.text = text;
  table.written = address("table", [], values);
  if (current.route.view === "table") go("table", [], values, { replace: true });
  table.panels.find((panel) => panel.writing)?.writing();
};

async function writePlay({ rows, blocks, rest }) {
  if (!rows.length && !blocks.length && !rest) return "";
  if (noEngine) return [...rows.map(bk.rowCode), "|", rest].filter(Boolean).join(" ");
  const answer = await bk.ask({ op: "notation", ...bk.members({ hand: null, rows, blocks }) });
  return answer.text ?? null;
}

/** The play and the hand in notation, to read, type or paste; the link and the picture. */
bk.sharePanel = () => {
  const play = field("bk-play", t("bk.play.example"), () => type());
  const hand = field("bk-hand", "ZSTTI / 1-0 2-3 x x", () => type());
  const fault = h("p", { class: "bk-refusal", role: "alert", id: "bk-typed" });
  const type = () => {
    const [link] = play.value.match(LINK) ?? [];
    if (!link) return typed();
    delete play.dataset.typed;
    return bk.open(parseAddress(link).state);
  };
  const typed = () => layTyped(typedIn(play), typedIn(hand), (texts) => {
    fault.replaceChildren(...(texts ? ["✕ ", say(texts, settings.language)] : []));
    play.setAttribute("aria-invalid", String(Boolean(texts)));
    if (!texts) for (const input of [play, hand]) delete input.dataset.typed;
  });
  const button = (hold, sign, onclick) => h("button", { type: "button", dataset: { hold }, onclick },
    sign ? h("span", { "aria-hidden": "true" }, sign) : "", t(`bk.${hold}`));
  const picture = button("svg", "↓", download);
  const element = h("section", { class: "panel bk-share" }, h("h2", {}, t("bk.share")),
    h("label", { class: "above" }, t("bk.play.label"), play), h("label", { class: "above" }, t("bk.hand.label"), hand), fault,
    h("div", { class: "row" },
      button("type", "", type), button("copy", "", copyLink), site ? "" : picture));
  const writing = () => {
    const isTyping = element.contains(document.activeElement);
    writeIn(play, table.text ?? "", isTyping);
    writeIn(hand, writeHand(state().hand), isTyping);
    fault.replaceChildren();
    play.removeAttribute("aria-invalid");
  };
  const draw = () => { picture.disabled = !table.work?.answer; };
  writing();
  return { element, draw, writing };
};

const field = (id, example, run) => h("input", {
  type: "text", id, class: "mono", placeholder: example, autocomplete: "off", spellcheck: "false", "aria-describedby": "bk-typed",
  oninput: ({ target }) => { target.dataset.typed = "true"; },
  onkeydown: (event) => { if (event.key === "Enter" && !event.isComposing) run(); },
});

/** Write the current text into an input, unless it has typed text that is not laid out yet. */
function writeIn(input, text, isTyping) {
  if (isTyping && input.dataset.typed) return;
  if (input.value !== text) input.value = text;
  delete input.dataset.typed;
}

/** The text typed into an input; null if nothing was typed since the table wrote into it. */
const typedIn = ({ value, dataset }) => (dataset.typed ? value : null);

/** Lay out typed texts; null means no change. */
async function layTyped(text, heldText, showFault) {
  const hand = heldText === null ? state().hand : readHand(heldText);
  const read = text === null ? state() : text.trim() ? await readPlay(text) : { rows: [], blocks: [], rest: "" };
  if (read.fault || hand === undefined) return showFault(read.fault ?? inPageLanguage("bk.bad-hand"));
  showFault(null);
  const { seed, puzzle } = writeHand(hand) === writeHand(state().hand) ? state() : bk.EMPTY;
  return bk.layOut({ ...state(), hand, seed, puzzle, rows: read.rows, blocks: [], rest: read.rest }, read.blocks, ["bk.step.typed"]);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast(t("bk.copied"));
  } catch {
    toast(t("bk.not-copied"));
  }
}

async function download() {
  const { status, data } = await post("api/draw", { play: table.text, rules: table.rules });
  if (status !== 200) return toast(whyRefused(data) || t("bk.unreachable"));
  const address = URL.createObjectURL(new Blob([data], { type: "image/svg+xml" }));
  h("a", { href: address, download: "play.svg" }).click();
  return setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
