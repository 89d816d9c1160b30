/* A thumbnail of the grid: its picture, its facts, and whether it is selected. */

import { state, statusOf, thumbnail as address } from "../app/data.js";
import { peopleAt } from "../app/people.js";
import { pick, say, t } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { trimmed } from "./deck-list.js";
import { GAP, grid, rowOf } from "./grid-places.js";
import { cardAddress } from "./list.js";
import { statusIcon } from "./marks.js";
import * as pages from "./pages.js";
import { pictureQueue } from "./picture-queue.js";
import * as selection from "./selection.js";
import { openMark } from "./threads.js";

export const REST = 90; // ms without a scroll before the pictures of passing rows are asked for
// A picture costs the page some milliseconds: fewer at a time while it is scrolled.
export const pictures = pictureQueue({ most: () => (performance.now() - grid.last.at < REST ? 2 : 6),
  shown: (image) => image.closest(".cut")?.classList.add("loaded") });

/** @param {CardData} card */
function picture(card) {
  const k = grid.place.scale.get(card.deck) ?? 1;
  const image = h("img", { class: "sight", alt: altOf(card), lang: langOf(card), decoding: "async" });
  Object.assign(image.dataset, { hash: card.face, src: address(card.face, k) });
  const cut = trimmed(card, k, image);
  cut.classList.add("cut");
  return cut;
}

/** @param {CardData} card */
export const langOf = (card) => say(state.alts?.[card.key]?.face ?? card.names).lang || null;
/** @param {CardData} card */
export const altOf = (card) => (card.page ? pages.title(card) : "") || pick(state.alts?.[card.key]?.face) || pick(card.names) || card.id;

/** @param {Element} item */
export const imageOf = (item) => /** @type {HTMLImageElement} */ (item.querySelector("img"));
/** @param {Element | undefined} item */
export const linkOf = (item) => /** @type {HTMLElement | undefined} */ (item?.firstElementChild);

/** Asks for the picture of a thumbnail.
    @param {Element} item */
export function show(item) {
  const image = imageOf(item);
  if (!image.getAttribute("src")) pictures.ask(image);
}

/** @param {number} index */
export function build(index) {
  const card = grid.list[index];
  const status = statusOf(card.key);
  const open = openMark(card.key);
  const named = Object.keys(card.names ?? {}).length > 0;
  const facts = card.page ? t(`sheet.in-${card.kind}`) : `×${card.copies}`;
  const findings = card.codes.length ? h("span", { class: "finding-mark", title: card.codes.join(t("list.and")) }, icon("s-warn"),
    card.codes.length === 1 ? card.codes[0] : t("grid.findings", { count: card.codes.length })) : null;
  const tabindex = card.key === grid.active ? "0" : "-1";
  const link = h("a", { href: cardAddress(card.key), tabindex, dataset: { hold: card.key, status } },
    h("span", { class: "caption" },
      h("span", { class: "name" }, h("span", { class: "status", dataset: { status } }, statusIcon(status)),
        named ? h("b", { class: "cut-off", lang: say(card.names).lang || null }, pick(card.names)) : h("b", { class: "cut-off" }, card.page ? pages.title(card) : card.id)),
      h("span", { class: "facts" }, h("span", {}, facts), h("span", { class: "status-word" }, t(`status.${status}`)), h("span", { class: "grow" }), findings, open, peopleAt(card.key)),
      h("span", { class: "hidden-text selected-word" })),
    picture(card), h("span", { class: "selected-mark", "aria-hidden": "true" }, icon("check")));
  link.style.setProperty("--wide", link.querySelector(".cut")?.style.getPropertyValue("--w") ?? "");
  mark(link, card.key);
  const item = h("li", { "aria-setsize": grid.list.length, "aria-posinset": index + 1 }, link);
  put(item, index);
  return item;
}

/** @param {HTMLElement} item @param {number} index */
function put(item, index) {
  const { first, top: y } = rowOf(index);
  item.style.setProperty("transform", `translate(${(index - first) * (grid.place.cell[0] + GAP)}px, ${y}px)`);
}

/** Shows whether a card is selected. While a click selects, its link is a check box.
    @param {HTMLElement} link @param {string} key */
export function mark(link, key) {
  const isSelected = selection.isSelected(key);
  const isBox = selection.isSelecting();
  link.toggleAttribute("data-selected", isSelected);
  if (isBox) link.setAttribute("role", "checkbox");
  else link.removeAttribute("role");
  if (isBox) link.setAttribute("aria-checked", String(isSelected));
  else link.removeAttribute("aria-checked");
  fill(/** @type {HTMLElement} */ (link.querySelector(".selected-word")), isSelected && !isBox ? t("select.mark") : null);
}
