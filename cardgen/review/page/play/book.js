/* The rulebook in a drawer of the table: its chapters in a frame, in the reader's language. */

import { server, site, state } from "../app/data.js";
import { t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { tag } from "../shared/texts.js";
import { bookLanguage, learning } from "./learning.js";

/** The content of the drawer, and `turnTo`, which shows a chapter by its anchor; null for a game without a rulebook.
    @param {() => unknown} close */
export function makeBook(close) {
  const language = bookLanguage();
  if (!language) return null;
  const chapters = learning.books[language];
  const address = `${server.shown}rules/${language}.html${site ? "" : `?${state.catalog.version}`}`;
  const frame = h("iframe", { class: "table-book", title: t("play.drawer.rules") });
  const body = h("div", { class: "table-pages" });
  const list = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("play.chapters"), lang: tag(language), dataset: { hold: "play-chapter" }, onchange: ({ currentTarget }) => { turnTo(currentTarget.value); } },
    chapters.map(([anchor, title]) => h("option", { value: anchor }, title))));
  // A disk lets no page look into a frame: there, the address chooses the chapter.
  const place = () => frame.contentDocument?.getElementById(list.value)?.scrollIntoView();
  frame.addEventListener("load", () => {
    waiting.hidden = true;
    frame.contentDocument?.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
    void frame.contentDocument?.fonts.ready.then(place);
  });
  const waiting = h("p", { class: "quiet", role: "status" }, t("play.book.waiting"));
  /** @param {string} [anchor] the first chapter without one */
  function turnTo(anchor = chapters[0]?.[0] ?? "") {
    list.value = anchor;
    const target = `${address}#${encodeURIComponent(anchor)}`;
    if (!frame.src) {
      frame.src = target;
      body.append(frame); // not before: most people play without it
    } else if (frame.contentDocument) place();
    else frame.contentWindow?.location.replace(new URL(target, document.baseURI)); // no step of the browser's history
  }
  return { content: [list, waiting, body], turnTo, isRead: () => Boolean(frame.src) };
}

/** The anchor of the chapter that is about some words: the shortest title that has one of them; "" for none.
    @param {readonly string[]} written */
export function chapterAbout(written) {
  const titles = (learning.books[bookLanguage() ?? ""] ?? []).map(([anchor, title]) => ({ anchor, title: title.toLowerCase() }));
  const about = titles.filter(({ title }) => written.some((form) => title.includes(form.toLowerCase())));
  return about.sort((one, other) => one.title.length - other.title.length)[0]?.anchor ?? "";
}

/** The title of a chapter of the rulebook.
    @param {string} anchor */
export const chapterTitle = (anchor) => learning.books[bookLanguage() ?? ""]?.find(([other]) => other === anchor)?.[1] ?? "";

words({
  en: {
    "play.drawer.rules": message("Rulebook"),
    "play.book.waiting": message("The rulebook is being made…"),
    "play.chapters": message("Chapter"),
    "play.chapter": message("Rulebook: {title}"),
    "play.key.rules": message("Open or close the rulebook"),
  },
});
