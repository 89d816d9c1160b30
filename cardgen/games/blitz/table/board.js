/* The board: seven rows of cells, what lies on them, and the cells that a card reaches. */

import { fill, h, t } from "../../play/public.js";
import { bz } from "./state.js";

const DEPTH = 3;
bz.panels = {};
bz.inspected = {};

const name = ([x, y]) => `${x},${y}`;
const isGerman = (faction) => bz.game.facts.sides[bz.game.facts.factions.indexOf(faction)] === "german";

/** Show the cells that a card on the board reaches, and those that supply it. */
bz.inspect = (placed) => {
  bz.inspected = { placed };
  bz.markReach?.();
};

/** A cell in words, as it is seen: columns are counted from the left of the screen. */
bz.placeName = ([x, y]) => {
  const { width } = bz.game.facts;
  const row = y === 0 ? t("bz.row.front") : Math.abs(y) > DEPTH ? t("bz.row.beyond") : t(`bz.row.${y > 0 ? "german" : "allied"}`, { n: t(`bz.nth.${Math.abs(y)}`) });
  return t("bz.place", { row, column: t(`bz.nth.${(bz.isTurned ? width - 1 - x : x) + 1}`) });
};

/** What a cell holds, in words for those who do not see it. */
function described(cell, placed, facility) {
  const parts = [bz.placeName(cell)];
  if (placed) {
    parts.push(bz.placedName(placed));
    if (placed.kind === "unit") {
      parts.push(t("bz.values", placed), t(placed.ready ? "bz.is.ready" : "bz.is.turned"), placed.supplied ? "" : t("bz.is.unsupplied"));
    }
  }
  if (facility) parts.push(bz.placedName(facility));
  if (!placed && !facility) parts.push(t("bz.free"));
  return parts.filter(Boolean).join(", ");
}

/** A card as its tile: the upper part of its face, with its values as they are now; aslant after an attack. */
function token(placed) {
  const [faction, id] = placed.card.split(":");
  const isUnit = placed.kind === "unit";
  const note = !isUnit ? "" : !placed.ready ? t("bz.tile.attacked") : !placed.supplied ? t("bz.tile.unsupplied") : "";
  return h("span", { class: `bz-token${placed.ready ? "" : " bz-sideways"}`, dataset: { thing: placed.card } }, h("span", { class: "bz-tile" }, bz.face(faction, id)),
    isUnit ? h("span", { class: "bz-chip" }, `${placed.attack} / ${placed.defence}`) : "",
    note ? h("span", { class: placed.ready ? "bz-note bz-cut-off" : "bz-note" }, note) : "");
}

bz.panels.board = (game) => {
  const stage = h("div", { class: "bz-board", role: "group", "aria-label": t("bz.board"), dataset: { rove: "board" } });
  const element = h("section", { class: "bz-field", "aria-label": t("bz.board") }, stage);
  let places = new Map();

  bz.markReach = () => {
    const { placed } = bz.inspected;
    const current = placed && game.facts?.ground.find(({ cell, card }) => name(cell) === name(placed.cell) && card === placed.card);
    const hits = new Set((current?.reach ?? []).map(name));
    const suppliers = new Set((current?.suppliers ?? []).map(name));
    for (const [key, cell] of places) {
      cell.classList.toggle("bz-hit", hits.has(key) && current.kind === "unit");
      cell.classList.toggle("bz-supply", (hits.has(key) && current.kind === "resource") || suppliers.has(key));
    }
  };

  const look = (placed, facility) => {
    const shown = placed ?? facility;
    if (!shown) return {};
    const [faction, id] = shown.card.split(":");
    const show = () => bz.inspect(placed);
    return { onpointerenter: show, onfocus: show, dataset: { look: `${faction}:${id}${placed ? `@${name(placed.cell)}` : ""}` } };
  };

  function cell(x, y, byCell, traps) {
    const placed = byCell.get(name([x, y]));
    const facility = traps.get(name([x, y]));
    const raid = `facility:${x},${y}`;
    const isRaid = game.choice.next.includes(raid) || game.picks.includes(raid);
    const trap = facility && (([faction, id]) => {
      const inside = [h("span", { "aria-hidden": "true" }, "▲"), bz.cardName(faction, id)];
      const more = { class: "bz-trap", title: bz.placedName(facility) };
      return isRaid ? h("button", game.pickable(raid, more), inside) : h("span", more, inside);
    })(facility.card.split(":"));
    const area = y === 0 ? "bz-front" : y > 0 ? "bz-german" : "bz-allied";
    const isMarked = bz.marked().has(name([x, y]));
    const more = { class: `bz-place${isMarked ? " bz-marked" : ""}`, "aria-label": described([x, y], placed, facility), ...look(placed, facility) };
    const attributes = game.pickable(`cell:${x},${y}`, more);
    // While a puzzle asks for cells, a click marks them and makes no turn.
    const marking = bz.isMarking() ? { "aria-disabled": null, "aria-pressed": String(isMarked), onclick: () => bz.mark(name([x, y])) } : {};
    const place = h("div", { class: `bz-cell ${area}` }, h("button", { ...attributes, ...marking }, placed ? token(placed) : ""), trap ?? "");
    places.set(name([x, y]), place);
    return place;
  }

  /** The strip behind an area, where units break through. */
  function strip(y, facts) {
    return h("div", { class: "bz-strip" }, h("span", {}, t("bz.edge", { side: t(y > 0 ? "bz.side.german" : "bz.side.allied") })), [...Array(facts.width).keys()].map((x) => {
      const unit = facts.beyond.find(({ column, card }) => column === x && isGerman(card.split(":")[0]) === (y < 0));
      const pick = `cell:${x},${y}`;
      const can = game.choice.next.includes(pick);
      return unit ? h("strong", {}, bz.placedName(unit))
        : can ? h("button", game.pickable(pick, { class: "bz-through" }), t("bz.cell.beyond", { cell: t(`bz.nth.${(bz.isTurned ? facts.width - 1 - x : x) + 1}`) })) : "";
    }));
  }

  const draw = () => {
    const { facts } = game;
    stage.style.setProperty("--columns", facts.width);
    const byCell = new Map(facts.ground.map((card) => [name(card.cell), card]));
    const traps = new Map(facts.facilities.map((card) => [name(card.cell), card]));
    const order = [...Array(2 * DEPTH + 1).keys()].map((row) => (bz.isTurned ? row - DEPTH : DEPTH - row));
    const columns = [...Array(facts.width).keys()];
    places = new Map();
    const rows = order.map((y) => columns.map((x) => cell(bz.isTurned ? facts.width - 1 - x : x, y, byCell, traps)));
    const ends = bz.isTurned ? [-DEPTH - 1, DEPTH + 1] : [DEPTH + 1, -DEPTH - 1];
    fill(stage, strip(ends[0], facts), rows, strip(ends[1], facts));
    bz.markReach();
  };
  return { element, draw };
};
