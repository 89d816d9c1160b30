/* The board: seven rows of cells, what lies on them, and the cells that a card reaches. */

import { fill, h, t } from "../../play/public.js";
import { bz } from "./state.js";

const DEPTH = 3;
bz.panels = {};

const name = ([x, y]) => `${x},${y}`;
const isGerman = (faction) => bz.game.facts.sides[bz.game.facts.factions.indexOf(faction)] === "german";

/** Show a card, and the cells that it reaches or that supply it, while it is looked at. */
bz.inspect = (about) => {
  bz.inspected = about;
  bz.drawInspector?.();
  bz.markReach?.();
};

const areaName = (y) => (y === 0 ? t("bz.area.front") : t(y > 0 ? "bz.area.german" : "bz.area.allied", { depth: Math.abs(y) }));

/** What a cell holds, in words for those who do not see it. */
function described(cell, placed, facility) {
  const parts = [`${name(cell)}, ${areaName(cell[1])}`];
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

/** A card as it lies: turned to its owner, and sideways after an attack. */
function token(placed) {
  const [faction, id] = placed.card.split(":");
  const lies = ["bz-token", isGerman(faction) !== bz.isTurned ? "bz-upside-down" : "", placed.ready ? "" : "bz-sideways"];
  const values = placed.kind === "unit" ? `${placed.attack}/${placed.defence}` : "";
  return h("span", { class: lies.filter(Boolean).join(" ") }, bz.face(faction, id),
    h("span", { class: "bz-chip" }, h("span", { class: "bz-side", style: { color: bz.colours.get(faction) ?? "inherit" } }, isGerman(faction) ? "▼" : "▲"), values, h("span", { class: placed.kind === "unit" ? "bz-levels" : "bz-levels bz-gives" }, "●".repeat(placed.level))),
    placed.kind === "unit" && !placed.supplied ? h("span", { class: "bz-cut-off", title: t("bz.is.unsupplied") }, "!") : "");
}

bz.panels.board = (game) => {
  const stage = h("div", { class: "bz-board", role: "group", "aria-label": t("bz.board"), dataset: { rove: "board" } });
  const turn = h("button", { type: "button", class: "plain", onclick: () => { bz.isTurned = !bz.isTurned; game.redraw(); } }, "⇅ ", t("bz.turn-board"));
  const legend = h("p", { class: "quiet bz-legend" }, h("span", { class: "bz-sign bz-sign-hit" }, "✛"), t("bz.legend.hit"), " ",
    h("span", { class: "bz-sign bz-sign-supply" }, "S"), t("bz.legend.supply"), " ", h("span", { class: "bz-sign bz-sign-cut" }, "!"), t("bz.is.unsupplied"));
  const element = h("section", { class: "panel bz-board-panel", "aria-label": t("bz.board") }, stage, h("div", { class: "row" }, legend, turn));
  let places = new Map();

  bz.markReach = () => {
    const { placed } = bz.inspected ?? {};
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
    const show = () => bz.inspect({ faction, id, placed });
    return { onpointerenter: show, onfocus: show };
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
    return [...Array(facts.width).keys()].map((x) => {
      const unit = facts.beyond.find(({ column, card }) => column === x && isGerman(card.split(":")[0]) === (y < 0));
      const pick = `cell:${x},${y}`;
      const can = game.choice.next.includes(pick);
      return h("div", { class: "bz-strip", style: { "grid-column": x + 2 } }, unit ? bz.placedName(unit)
        : can ? h("button", game.pickable(pick, { class: "bz-place", "aria-label": t("bz.cell.beyond", { cell: name([x, y]) }) }), y > 0 ? "⇑" : "⇓") : "");
    });
  }

  const draw = () => {
    const { facts } = game;
    stage.style.setProperty("--columns", facts.width);
    const byCell = new Map(facts.ground.map((card) => [name(card.cell), card]));
    const traps = new Map(facts.facilities.map((card) => [name(card.cell), card]));
    const order = [...Array(2 * DEPTH + 1).keys()].map((row) => (bz.isTurned ? row - DEPTH : DEPTH - row));
    const columns = [...Array(facts.width).keys()];
    places = new Map();
    const rows = order.map((y) => [h("span", { class: "bz-number", style: { "grid-column": 1 }, "aria-hidden": "true" }, y),
      columns.map((x) => cell(bz.isTurned ? facts.width - 1 - x : x, y, byCell, traps)).map((place, x) => {
        place.style.setProperty("grid-column", String(x + 2));
        return place;
      })]);
    const ends = bz.isTurned ? [-DEPTH - 1, DEPTH + 1] : [DEPTH + 1, -DEPTH - 1];
    fill(stage, strip(ends[0], facts), rows, strip(ends[1], facts),
      columns.map((x) => h("span", { class: "bz-number", style: { "grid-column": x + 2 }, "aria-hidden": "true" }, bz.isTurned ? facts.width - 1 - x : x)));
    bz.markReach();
  };
  return { element, draw };
};
