/* Small things that several views show: statuses, moments, names of cards, written texts, buttons. */

import { face, kept, state } from "../app/data.js";
import { settings } from "../app/settings.js";
import { say, t } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import * as markdown from "../shared/markdown.js";
import { statusIcon } from "./marks.js";
import * as pages from "./pages.js";
/** @import { Attributes, Child } from "../shared/elements.js" */
/** @import { InlinePart, MarkdownBlock } from "../shared/markdown.js" */

/** A status as its mark and its words.
    @param {string} key */
export function statusMark(key) {
  const { status = "undecided", since, approvals } = state.review.statuses[key] ?? {};
  const words = approvals ? t("status.of", { count: approvals, needed: state.catalog.game.approvals })
    : t(status === "stale" && since ? `status.since.${since}` : `status.${status}`);
  return h("span", { class: "status", dataset: { status } }, statusIcon(status), words);
}

/** The locale for dates: English ones are written as in Britain, the day first. */
const locale = () => (settings.language === "en" ? "en-GB" : settings.language);

/** A moment in the reader's own zone. `how`: as for Intl.DateTimeFormat.
    @param {string} at */
export const when = (at, how = /** @type {Intl.DateTimeFormatOptions} */ ({ dateStyle: "medium", timeStyle: "short" })) =>
  h("time", { datetime: at }, new Intl.DateTimeFormat(locale(), how).format(new Date(at)));

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago a time was: "12 min ago"; its date after a week. @param {string} at */
export function ago(at) {
  const seconds = (Date.now() - Date.parse(at)) / 1000;
  if (seconds > 7 * 86400) return when(at, { dateStyle: "medium" });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ["minute", 60];
  const said = new Intl.RelativeTimeFormat(locale(), { numeric: "auto", style: "short" }).format(-Math.floor(Math.max(0, seconds) / length), unit);
  return h("time", { datetime: at, title: new Date(at).toLocaleString(locale()) }, said);
}

/** A card's name in the language of the cards, with its id.
    @param {string} key */
export function cardName(key) {
  const card = state.cards.get(key);
  if (!card) return h("span", {}, key);
  if (card.page) return h("span", {}, pages.title(card));
  const named = Object.keys(card.names ?? {}).length > 0;
  return h("span", {}, named ? [say(card.names), " "] : null, h("span", { class: "mono" }, card.id));
}

/** A text that a person wrote, with its Markdown, and the pictures that belong to it. Its language is unknown, unless it
    has Chinese characters: then it is probably that of the page.
    @param {string} text @param {readonly string[]} [pictures] */
export const written = (text, pictures = []) => {
  const chinese = document.documentElement.lang === "zh-Hant" ? "zh-Hant" : "zh-Hans";
  return h("div", { class: "words", lang: /\p{Script=Han}/u.test(text) ? chinese : "" }, markdown.parse(text).map(block),
    pictures.length ? h("p", { class: "attached" }, pictures.map(attachedPicture)) : null);
};

/** @param {MarkdownBlock} about */
function block({ kind, items, start }) {
  if (kind === "p") return h("p", {}, items[0].map(inline));
  if (kind === "pre") return h("pre", {}, h("code", {}, items[0].map(inline)));
  return h(kind, { start: kind === "ol" && start !== 1 ? start : null }, items.map((item) => h("li", {}, item.map(inline))));
}

/** @param {InlinePart} part @returns {Child} */
function inline(part) {
  if (typeof part === "string") return part;
  const { kind, parts, href } = part;
  return kind === "a" ? h("a", { href, target: "_blank", rel: "noopener noreferrer nofollow", title: href }, parts.map(inline)) : h(kind, {}, parts.map(inline));
}

/** A picture of a comment, as a link to it in full size. A site has those of its own decisions as data.
    @param {string} picture */
const attachedPicture = (picture, at = 0) => {
  const src = picture.startsWith("data:") ? picture : `attached/${picture}`;
  return h("a", { href: src.startsWith("data:") ? null : src, target: "_blank", rel: "noopener" },
    h("img", { src, alt: t("attached.alt", { n: at + 1 }), loading: "lazy" }));
};

/** The address of a picture by its hash: a current one, or one stored with a decision.
    @param {string} hash @param {string} key */
export const pictureOf = (hash, key) => {
  const card = state.cards.get(key);
  return card && (card.face === hash || card.back === hash) ? face(hash) : kept(hash);
};

/** A button that keeps the focus when its surroundings are drawn again; `hold` is its name for that.
    @param {string} hold @param {(event: MouseEvent) => unknown} onclick @param {Child} label @param {Attributes} [more] */
export const button = (hold, onclick, label, more = {}) => h("button", { type: "button", onclick, dataset: { hold }, ...more }, label);

/** The key of a button, shown in it while keys that are characters are on.
    @param {string} name */
export const shownKey = (name) => (settings.letters ? h("kbd", { "aria-hidden": "true" }, name) : null);

/** What a view without entries shows: a drawing, a sentence, and the way to the cards.
    @param {string} sign @param {string} text */
export const nothingYet = (sign, text) => h("section", { class: "panel nothing-yet" }, icon(sign, "big"), h("p", {}, text), h("a", { class: "button", href: address("grid") }, t("card.all")));
