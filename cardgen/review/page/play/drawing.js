/* The panels of the table are drawn again, and what happens is announced. */

import { fill, h, holding } from "../shared/elements.js";
import { noteStage, playStage } from "./moves.js";
import { rove } from "./rove.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { PlayGame, PlayPanelMaker } from "./public.js" */
/** @import { Play } from "./table.js" */

// ---------------------------------------------------------------- the page

/** Draw every panel again. The focus stays, or goes to the line about the turn.
    @param {Play} play */
export function redraw(play) {
  if (!play.mounted) return;
  const inside = play.mounted.contains(document.activeElement);
  const before = noteStage(play);
  for (const panel of play.panels) panel.draw();
  for (const element of /** @type {HTMLElement[]} */ ([...play.mounted.querySelectorAll("[data-rove]")])) rove(element);
  if (inside && !play.mounted.contains(document.activeElement)) holding(play.mounted, "play-status")?.focus({ preventScroll: true });
  playStage(play, before);
  if (before) play.dropped = null;
}

/** A panel whose content is made anew with each position.
    @param {string} className @param {(game: PlayGame) => Child} content @returns {PlayPanelMaker} */
export const drawnPanel = (className, content) => (game) => {
  const element = h("div", { class: className });
  return { element, draw: () => { fill(element, content(game)); } };
};

/** @param {...(string | null | undefined)} texts */
export function announce(...texts) {
  const live = document.getElementById("play-live");
  if (live) live.textContent = texts.filter(Boolean).join(" ");
}
