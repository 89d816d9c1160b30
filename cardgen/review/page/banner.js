/* The banner: files that cannot be read, with file and line, and a server that does not answer. The last good cards stay
   below it. It can be made small, and it disappears when everything is well again. */
"use strict";

cardgen.banner = (() => {
  const { h, t, state, message, plural } = cardgen;
  const banner = () => cardgen.byId("banner");
  let small = false;
  let drawn = "";
  let notice = /** @type {"lost" | "refused" | "updated" | null} */ (null);

  /** @type {Record<string, string>} */
  const HEADINGS = { catalog: "banner.fault", review: "banner.log" };

  /** A game that could never be read has no last good cards.
      @param {string} what */
  const heading = (what) => (what === "catalog" && !state.catalog.cards.length ? "banner.never" : HEADINGS[what]);

  /** A place in a file as it is written everywhere: file:line:column.
      @param {PlaceData} about */
  function place({ file, line, column }) {
    return [file, line, column].filter(Boolean).join(":");
  }

  /** One fault: its place, its message and a hint.
      @param {FaultData} fault */
  function faultItem(fault) {
    return h("li", {},
      fault.file ? cardgen.places.place(fault, place(fault)) : null,
      h("span", {}, cardgen.sayMessage(fault.message), cardgen.pick(fault.hint) ? h("span", { class: "quiet" }, " (", cardgen.sayMessage(fault.hint), ")") : null));
  }

  /** @param {[string, FaultsData]} about */
  function faultPart([what, fault]) {
    return h("section", { class: "fault" },
      h("h2", {}, h("span", { "aria-hidden": "true" }, "⚠ "), t(heading(what))),
      h("ul", {}, fault.faults.map(faultItem)));
  }

  /** Files that cannot be read: each a name and its faults.
      @returns {[string, FaultsData][]} */
  const faults = () => Object.entries({ catalog: state.catalog?.fault, review: state.review?.fault })
    .flatMap(([what, fault]) => (fault?.faults?.length ? [[what, fault]] : []));

  /** @param {boolean} away */
  function putAway(away) {
    small = away;
    show();
    banner().querySelector("[data-hold=banner]")?.focus();
  }

  function countText() {
    const count = faults().reduce((sum, [, fault]) => sum + fault.faults.length, 0);
    return t("banner.one", { count });
  }

  function show() {
    const unreadable = faults();
    banner().classList.toggle("small", small && unreadable.length > 0 && !notice);
    cardgen.fill(banner(),
      notice ? h("div", { class: "notice" },
        h("p", {}, h("span", { "aria-hidden": "true" }, "⚠ "), t(`banner.${notice}`)),
        h("button", { type: "button", dataset: { hold: "banner-now" }, onclick: notice === "updated" ? () => location.reload() : () => cardgen.tryNow() },
          t(notice === "updated" ? "banner.reload" : "banner.now"))) : null,
      !unreadable.length ? null : small
        ? h("button", { type: "button", class: "badge", "aria-expanded": "false", dataset: { hold: "banner" }, onclick: () => putAway(false) },
          h("span", { "aria-hidden": "true" }, "⚠ "), countText())
        : [unreadable.map(faultPart),
          h("button", { type: "button", class: "away", "aria-expanded": "true", dataset: { hold: "banner" }, onclick: () => putAway(true) },
            t("banner.away"))]);
  }

  /** Shows the current faults. If they are the same as before, nothing changes; new ones are shown even if the banner was hidden. */
  function draw() {
    const now = JSON.stringify(faults());
    if (now === drawn) return;
    drawn = now;
    small = false;
    show();
  }

  /** Shows that the server is "lost" or has "refused" the page, or that cardgen was "updated"; null for none of these.
      @param {"lost" | "refused" | "updated" | null} what */
  function setNotice(what) {
    if (what === notice) return;
    notice = what;
    show();
    if (state.catalog) cardgen.drawFrame();
  }

  function measure() {
    document.documentElement.style.setProperty("--frame-height", `${cardgen.byId("frame").offsetHeight}px`);
  }

  document.addEventListener("DOMContentLoaded", () => new ResizeObserver(measure).observe(cardgen.byId("frame")));
  cardgen.on("settings", (name) => (name === "language" ? show() : null));

  cardgen.words({
    en: {
      "banner.fault": message("Can't read the files. Showing the last version that worked."),
      "banner.never": message("Can't read the files. The cards appear as soon as the files can be read."),
      "banner.log": message("Can't read all decisions. Repair the review log before you decide anything."),
      "banner.lost": message("No answer from the server. Cards and drafts stay here; nothing is saved until it is back."),
      "banner.refused": message("This link has expired. Open the one that cardgen review has printed."),
      "banner.updated": message("The server now runs another version of cardgen."),
      "banner.now": message("Try now"),
      "banner.reload": message("Reload the page"),
      "banner.away": message("Hide"),
      "banner.one": plural("{count} fault", "{count} faults"),
    },
  });

  return { draw, setNotice, notice: () => notice, place, faultItem };
})();
