/* What the things of a free table are called, and what happened on it in sentences. */

import { state } from "../../app/data.js";
import { initials } from "../../app/people.js";
import { settings } from "../../app/settings.js";
import { pick, t, words } from "../../app/words.js";
import { h } from "../../shared/elements.js";
import { message, plural } from "../../shared/messages.js";
import { free } from "./state.js";
/** @import { Line, Stack, Thing } from "./state.js" */

/** The name of a card of the files.
    @param {string} key */
export const cardName = (key) => pick(state.cards.get(key)?.names ?? {}) || pick(state.alts?.[key]?.face ?? {}) || (key.split("/")[1] ?? key);

/** @param {Thing} thing @returns {string} */
export function thingName(thing) {
  if (thing.kind === "note") return t("free.is.note", { text: thing.text });
  if (thing.kind === "card") return thing.what ? t(thing.up ? "free.is.card" : "free.is.seen", { name: cardName(thing.what) }) : t("free.is.hidden");
  const name = pick(free.facts.pieces[thing.what ?? ""]?.titles ?? {}, settings.language);
  if (thing.kind === "die") return t("free.is.die", { value: thing.value });
  if (thing.kind === "counter") return t("free.is.counter", { name, value: thing.value });
  return name;
}

/** The name of a pile, "" if it has none.
    @param {string} name */
export function pileName(name) {
  const pile = free.facts.piles[name];
  if (!pile) return "";
  const title = pick(pile.titles, settings.language) || t("free.discard");
  return pile.seat < 0 ? title : t("free.of", { name: title, owner: seatName(pile.seat) });
}

/** @param {Stack} stack */
export function stackName(stack) {
  const { pile, count, top } = stack;
  if (!top) return t("free.is.empty", { name: pileName(pile) });
  const name = pile ? pileName(pile) : "";
  if (count === 1 && !name) return thingName(top);
  return t("free.is.pile", { name: name || t("free.pile"), count, top: thingName(top) });
}

/** The name of a seat. @param {number} seat */
export const seatName = (seat) => (free.seats[seat]?.name || t("free.player", { number: seat + 1 }));
/** @param {number} seat */
export const seatColour = (seat) => `var(--who-${seat % 8 + 1})`;

/** The initials of a seat in its colour; its name stands beside them or is the label.
    @param {number} seat */
export const avatar = (seat) => h("span", { class: "avatar", "aria-hidden": "true", style: { "--who": seatColour(seat) } }, initials(seatName(seat)));

/** What happened, as a sentence after the name of who did it.
    @param {Line} line */
export function lineText({ code, values, seat }) {
  const cards = (values.cards ?? []).map((/** @type {string} */ what) => (what.includes("/") ? cardName(what) : pick(free.facts.pieces[what]?.titles ?? {}, settings.language))).filter(Boolean);
  const things = cards.length ? cards.join(t("list.and")) : t(values.kind === "card" || values.kind === undefined ? "free.cards" : "free.things", { count: values.count ?? 1 });
  const pile = pileName(values.pile) || t("free.pile");
  const to = values.to === undefined ? "" : seatName(values.to);
  const by = values.by > 0 ? `+${values.by}` : String(values.by).replace("-", "−");
  return t(`free.line.${code === "give" && values.to === seat ? "take" : values.under ? "put-under" : code}`, { ...values, things, pile, to, by, values: (values.values ?? []).join(" + "),
    what: pick(free.facts.pieces[values.what]?.titles ?? {}, settings.language) });
}

words({
  en: {
    "free.pile": message("a pile"),
    "free.discard": message("Discard pile"),
    "free.of": message("{name} ({owner})"),
    "free.player": message("Player {number}"),
    "free.things": plural("{count} thing", "{count} things"),
    "free.cards": plural("one card", "{count} cards"),
    "free.is.note": message("Note: {text}"),
    "free.is.card": message("{name}, face up"),
    "free.is.seen": message("{name}, face down"),
    "free.is.hidden": message("a card, face down"),
    "free.is.die": message("die: {value}"),
    "free.is.counter": message("{name}: {value}"),
    "free.is.empty": message("{name}, empty"),
    "free.is.pile": plural("{name}, {count} card: {top}", "{name}, {count} cards, on top: {top}"),
    "free.line.set-up": plural("set up the game for {count} player", "set up the game for {count} players"),
    "free.line.draw": plural("drew {count} card from {pile}", "drew {count} cards from {pile}"),
    "free.line.deal": plural("dealt {count} card to everybody from {pile}", "dealt {count} cards to everybody from {pile}"),
    "free.line.turn-up": message("turned up {things} from {pile}"),
    "free.line.shuffle": message("shuffled {pile}"),
    "free.line.split": message("took {things} off {pile}"),
    "free.line.fan": message("laid out {pile}"),
    "free.line.look": message("looks through {pile}"),
    "free.line.close": message("has looked through {pile}"),
    "free.line.move": message("moved {things}"),
    "free.line.lay": message("laid down {things}"),
    "free.line.put": message("put {things} on {pile}"),
    "free.line.give": message("gave {things} to {to}"),
    "free.line.put-under": message("put {things} under {pile}"),
    "free.line.take": message("took {things}"),
    "free.line.flip": message("turned over {things}"),
    "free.line.turn": message("turned {things} by {by}°"),
    "free.line.add": message("changed {what} by {by}: {value}"),
    "free.line.roll": message("rolled {values} = {sum}"),
    "free.line.note": message("wrote: {text}"),
    "free.line.changed": message("{name} has changed in the files: the cards on this table are the new ones"),
  },
});
