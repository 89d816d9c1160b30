/* The garbage: the deck or a dealt hand to take cards from, and the rows that are laid. */

import { h, noEngine, pick, settings, t, toast } from "../../play/public.js";
import { bk } from "./state.js";

const { table } = bk;
const MOST_SEED = 1_000_000;
const PLAYERS = 3;

const state = () => table.tree.current.state;

// ---------------------------------------------------------------- the cards to lay

/** Deal the hand of a player in the game of a seed, on an empty table. */
bk.deal = async (seed, player = 0, more = {}) => {
  const { state: begun, error } = await bk.ask({ op: "new_game", players: PLAYERS, seed, ruleset: table.rules });
  const answer = begun ? await bk.ask({ op: "turns", state: begun }) : { error };
  const dealt = answer.players?.[player % PLAYERS];
  if (!dealt) {
    toast(pick(bk.whyNot(answer.error), settings.language));
    return bk.show();
  }
  const hand = { blocks: dealt.blocks, garbage: dealt.garbage };
  return bk.act({ ...bk.EMPTY, attack: state().attack, ...more, hand, seed: String(seed), player }, ["bk.step.deal", { seed }]);
};

/** The sources of cards: the seed and the hand, and the engine's best play. */
bk.sourcePanel = () => {
  const seed = h("input", {
    type: "text", inputmode: "numeric", id: "bk-seed", autocomplete: "off", onkeydown: (event) => event.key === "Enter" && deal(),
  });
  const deal = () => {
    const number = Number(seed.value.trim());
    const right = seed.value.trim() !== "" && Number.isSafeInteger(number);
    seed.setAttribute("aria-invalid", String(!right));
    if (right) bk.deal(number);
    else toast(t("bk.bad-seed"));
  };
  const roll = () => {
    seed.value = String(Math.floor(Math.random() * MOST_SEED));
    deal();
  };
  const heading = h("h2", {});
  const all = h("div", { class: "row" });
  const best = h("div", { class: "bk-best" });
  const button = (hold, sign, onclick) => h("button", { type: "button", onclick, dataset: { hold } },
    sign ? h("span", { "aria-hidden": "true" }, sign) : "", t(`bk.${hold}`));
  const element = h("section", { class: "panel bk-source" }, heading, noEngine ? "" : h("div", { class: "row bk-deal" },
    h("label", { for: "bk-seed" }, t("bk.seed")), seed, button("deal", "", deal), button("roll", "⚄", roll), all), best);
  let shownSeed = null;
  const draw = () => {
    const { hand, seed: dealt } = state();
    heading.textContent = t(hand ? (dealt ? "bk.hand.seed" : "bk.hand") : "bk.all", { seed: dealt });
    if (dealt !== shownSeed) seed.value = shownSeed = dealt;
    bk.fill(all, hand ? h("button", { type: "button", dataset: { hold: "all" },
      onclick: () => bk.act({ ...state(), hand: null, seed: "", puzzle: "" }, ["bk.step.all"], { focus: ["lay-0"] }) }, t("bk.use-all")) : "");
    bk.fill(best, table.ops.includes("best") ? bk.bestTools(hand) : "");
  };
  return { element, draw };
};

/** The garbage cards to lay. */
bk.handPanel = () => {
  const palette = h("div", { class: "bk-garbage", role: "group", "aria-label": t("bk.garbage") });
  const element = h("section", { class: "panel bk-hand", "aria-label": t("bk.garbage") }, palette);
  const draw = () => bk.fill(palette, [...table.cards.garbage.values()].map(garbageButton));
  return { element, draw };
};

function garbageButton({ id, row, names }, index) {
  const { hand } = state();
  if (hand && !hand.garbage.includes(id)) return "";
  const left = bk.left(state()).garbage.get(id);
  const words = [id, pick(names, settings.language), bk.holes(row), hand ? t("bk.left", { n: left }) : ""];
  return h("button", {
    type: "button", class: "bk-garbage-card", disabled: left < 1, dataset: { hold: `lay-${index}` },
    "aria-label": t("bk.lay", { card: words.filter(Boolean).join(t("list.and")) }),
    onpointerdown: (event) => bk.dragFrom(event, () => {}, () => edit(bk.lay(state(), id), ["bk.step.lay", { code: id }])),
    onclick: () => edit(bk.lay(state(), id), ["bk.step.lay", { code: id }]),
  }, bk.rowPicture(row), h("span", { class: "mono" }, id, hand && left > 1 ? ` ×${left}` : ""));
}

/** Change the rows. Blocks on them go back to the hand, with a message. */
function edit(next, name, focus) {
  const lifted = state().blocks.length;
  bk.act(next, name, { focus });
  if (lifted) toast(t("bk.lifted"));
  bk.announce(`${t(name[0], name[1])}${lifted ? ` ${t("bk.lifted")}` : ""}`);
}

// ---------------------------------------------------------------- the rows

/** The rows that are laid, top row first, each with its buttons. */
bk.rowsPanel = () => {
  const list = h("ol", { class: "bk-rows" });
  const element = h("section", { class: "panel" }, h("h2", {}, t("bk.rows")), list);
  const draw = () => {
    const { rows, blocks, rest } = state();
    bk.fill(list, rows.map((row, index) => rowItem(row, index, rows.length)).reverse(),
      rows.length ? "" : h("li", { class: "quiet" }, t("bk.rows.none")),
      blocks.length ? h("li", { class: "quiet bk-on-top" }, t("bk.rows.blocks")) : "",
      rest ? h("li", { class: "quiet bk-on-top" }, t("bk.rest"), " ", h("code", {}, rest)) : "");
  };
  return { element, draw };
};

function rowItem(row, index, count) {
  const code = bk.rowCode(row);
  const refused = table.work?.refusal && table.work.step === index + 1;
  const values = { row: index, code };
  const button = (what, sign, run, enabled = true) => h("button", {
    type: "button", "aria-label": t(`bk.row.${what}`, values), title: t(`bk.row.${what}`, values), disabled: !enabled,
    dataset: { hold: `row-${index}-${what}` }, onclick: run,
  }, h("span", { "aria-hidden": "true" }, sign));
  const step = (what, next, ...focus) => edit(next, [`bk.step.${what}`, values], focus.map((hold) => `row-${hold}`));
  const shift = (what, to, otherwise) => step(what, bk.move(state(), index, to), `${to}-${what}`, `${to}-${otherwise}`);
  const alike = row.solid || table.cards.garbage.get(row.code)?.turned === row.code;
  const pair = bk.partner(state(), index);
  const shape = row.solid ? button("split", "⊖", () => step("split", bk.split(state(), index), `${index}-merge`))
    : pair >= 0 ? button("merge", "⊕", () => step("merge", bk.merge(state(), index), `${index - (pair < index ? 1 : 0)}-split`)) : "";
  return h("li", { class: refused ? "bk-row bk-refused" : "bk-row", dataset: { row: index } },
    h("span", {
      class: "bk-grip", title: t("bk.row.drag"), "aria-hidden": "true", onpointerdown: (event) => drag(event, index, count),
    }, "⠿"),
    h("span", { class: "bk-row-index" }, index),
    h("span", { class: "bk-row-card" }, bk.rowPicture(bk.rowText(row)), h("span", { class: "mono" }, refused ? "✕ " : "", code),
      h("span", { class: "hidden-text" }, bk.holes(bk.rowText(row)))),
    h("span", { class: "bk-row-tools" },
      shape,
      row.solid ? "" : button("turn", "⇄", () => step("turn", bk.turn(state(), index), `${index}-turn`), !alike),
      button("up", "↑", () => shift("up", index + 1, "down"), index < count - 1),
      button("down", "↓", () => shift("down", index - 1, "up"), index > 0),
      button("take", "✕", () => step("take", bk.take(state(), index), `${Math.min(index, count - 2)}-take`))));
}

/** Drag a row by its grip to another place in the list. */
function drag(event, from, count) {
  if (event.button !== 0) return;
  event.preventDefault();
  const grip = event.currentTarget;
  const item = grip.closest("li");
  const list = item.parentElement;
  const start = event.clientY;
  let to = from;
  const mark = () => {
    for (const other of list.querySelectorAll(".bk-row")) {
      const row = Number(other.dataset.row);
      other.classList.toggle("bk-drop-above", row === to && to > from);
      other.classList.toggle("bk-drop-below", row === to && to < from);
    }
  };
  const follow = (moved) => {
    item.style.setProperty("--drag", `${moved.clientY - start}px`);
    const rows = [...list.querySelectorAll(".bk-row")].filter((other) => other !== item);
    const above = rows.filter((other) => moved.clientY > other.getBoundingClientRect().top + other.offsetHeight / 2).length;
    to = count - 1 - above;
    mark();
  };
  const end = (ended) => {
    grip.removeEventListener("pointermove", follow);
    for (const kind of ["pointerup", "pointercancel"]) grip.removeEventListener(kind, end);
    item.classList.remove("bk-dragged");
    item.style.removeProperty("--drag");
    if (ended.type === "pointerup" && to !== from) {
      const values = { row: from, code: bk.rowCode(state().rows[from]), to };
      return edit(bk.move(state(), from, to), ["bk.step.move", values]);
    }
    to = -1;
    return mark();
  };
  item.classList.add("bk-dragged");
  grip.setPointerCapture(event.pointerId);
  grip.addEventListener("pointermove", follow);
  for (const kind of ["pointerup", "pointercancel"]) grip.addEventListener(kind, end);
}
