/* The hands: those of the others as backs with a count, and the own one as a fan at the bottom. */

import { t } from "../../app/words.js";
import { fill, h } from "../../shared/elements.js";
import { keep } from "../../shared/storage.js";
import { cardPicture, isNarrow, picture, sizeOf, tick } from "./cloth.js";
import { avatar, seatName, thingName } from "./names.js";
import { free, hand, join } from "./state.js";
import { who } from "../../review/who.js";

const MOST_BACKS = 6;
/** The height of a card in the hand, px. */
const HAND = { wide: 176, narrow: 122 };

/** The others, and free seats.
    @param {HTMLElement} root */
export function drawOthers(root) {
  const { facts, seats, seat: own } = free;
  fill(root, facts.hands.map((theirs, seat) => (seat === own ? null : h("article", { class: "free-other", dataset: { seat }, "aria-label": t("free.other", { name: seatName(seat), count: theirs.count }) },
    avatar(seat),
    h("span", { class: "free-who" }, seatName(seat)),
    h("span", { class: "free-backs", "aria-hidden": "true" }, theirs.decks.slice(0, MOST_BACKS).map((back) => cardPicture({ id: -1, kind: "card", up: false, turned: 0, back }, 26 / sizeOf({ id: -1, kind: "card", up: false, turned: 0, back })[0]))),
    h("span", { class: "free-number" }, theirs.count),
    seats[seat].taken || own !== null ? null : h("button", { type: "button", dataset: { hold: `sit-${seat}` }, onclick: () => sit(seat) }, t("free.sit"))))));
}

/** @param {number} seat */
function sit(seat) {
  keep("play-name", who());
  void join(free.table, seat, who());
}

/** The own hand.
    @param {HTMLElement} root */
export function drawHand(root) {
  const cards = hand();
  const high = isNarrow() ? HAND.narrow : HAND.wide;
  const room = Math.max(160, (root.parentElement?.clientWidth ?? 900) - (high === HAND.wide ? 420 : 40));
  const widths = cards.map((thing) => sizeOf(thing)[0] / sizeOf(thing)[1] * high);
  const widest = Math.max(...widths, 1);
  const step = cards.length > 1 ? Math.min(widest * 0.72, (room - widest) / (cards.length - 1)) : 0;
  root.hidden = free.seat === null;
  root.style.setProperty("--high", `${high}px`);
  fill(root, cards.length ? cards.map((thing, at) => {
    const off = at - (cards.length - 1) / 2;
    const isChosen = free.chosen.has(`h${thing.id}`);
    return h("button", { type: "button", class: "free-held", tabindex: "-1", "aria-pressed": String(isChosen), "aria-label": thingName({ ...thing, up: true }),
      dataset: { hold: `hand-${thing.id}`, thing: thing.id, name: `h${thing.id}`, look: `h${thing.id}` },
      style: { "--x": `${off * step}px`, "--turn": `${off * Math.min(3.5, 24 / cards.length)}deg`, "--down": `${off * off * Math.min(3, 40 / cards.length ** 2)}px` } },
    picture({ ...thing, up: true }, high / sizeOf(thing)[1]), isChosen ? tick() : null);
  }) : h("p", { class: "free-none" }, t("free.hand.empty")));
}
