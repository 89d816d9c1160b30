/* The banner: files that cannot be read, with file and line, and a server that does not answer. The last good cards stay
   below it. It can be made small, and it disappears when everything is well again. */
"use strict";

cardgen.banner = (() => {
  const { h, t, state } = cardgen;
  const banner = () => cardgen.byId("banner");
  let small = false;
  let drawn = "";
  let notice = null;

  const HEADINGS = { catalog: "banner.fault", review: "banner.log" };

  /** A game that could never be read has no last good cards. */
  const heading = (what) => (what === "catalog" && !state.catalog.cards.length ? "banner.never" : HEADINGS[what]);

  /** A place in a file as it is written everywhere: file:line:column. */
  function place({ file, line, column }) {
    return [file, line, column].filter(Boolean).join(":");
  }

  /** One fault: its place, its message and a hint. Messages of cardgen are in English. */
  function faultItem(fault) {
    return h("li", {},
      fault.file ? h("code", {}, place(fault)) : null,
      h("span", { lang: "en" }, fault.message, fault.hint ? h("span", { class: "quiet" }, ` (${fault.hint})`) : null));
  }

  function faultPart([what, fault]) {
    return h("section", { class: "fault" },
      h("h2", {}, h("span", { "aria-hidden": "true" }, "⚠ "), t(heading(what))),
      h("ul", {}, fault.faults.map(faultItem)));
  }

  /** Files that cannot be read: each a name and its faults.
      @returns {[string, FaultsData][]} */
  const faults = () => Object.entries({ catalog: state.catalog?.fault, review: state.review?.fault })
    .flatMap(([what, fault]) => (fault?.faults?.length ? [[what, fault]] : []));

  function putAway(away) {
    small = away;
    show();
    banner().querySelector("[data-hold=banner]")?.focus();
  }

  function count() {
    const n = faults().reduce((sum, [, fault]) => sum + fault.faults.length, 0);
    return n === 1 ? t("banner.one") : t("banner.many", { n });
  }

  function show() {
    const unreadable = faults();
    banner().classList.toggle("small", small && unreadable.length > 0 && !notice);
    cardgen.fill(banner(),
      notice ? h("div", { class: "told" },
        h("p", {}, h("span", { "aria-hidden": "true" }, "⚠ "), t(`banner.${notice}`)),
        h("button", { type: "button", dataset: { hold: "banner-now" }, onclick: notice === "updated" ? () => location.reload() : () => cardgen.tryNow() },
          t(notice === "updated" ? "banner.reload" : "banner.now"))) : null,
      !unreadable.length ? null : small
        ? h("button", { type: "button", class: "badge", "aria-expanded": "false", dataset: { hold: "banner" }, onclick: () => putAway(false) },
          h("span", { "aria-hidden": "true" }, "⚠ "), count())
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

  /** Shows that the server is "lost" or has "refused" the page, or that cardgen was "updated"; null for none of these. */
  function say(what) {
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
      "banner.fault": "The files cannot be read as they are now. You see the last good cards.",
      "banner.never": "The files cannot be read as they are now. The cards appear as soon as they can.",
      "banner.log": "The decisions cannot all be read. Until that is mended, nothing can be decided.",
      "banner.lost": "The server does not answer. The cards stay here, and what you are writing too; nothing is saved until it is back.",
      "banner.refused": "The server wants another link: open the one that cardgen review has printed.",
      "banner.updated": "The server runs another version of cardgen now.",
      "banner.now": "Try now", "banner.reload": "Load the page again", "banner.away": "Hide",
      "banner.one": "1 fault", "banner.many": "{n} faults",
    },
    zh: {
      "banner.fault": "文件目前无法读取。您看到的是上一次完好的卡牌。",
      "banner.never": "文件目前无法读取。可以读取时，卡牌就会出现。",
      "banner.log": "决定记录无法全部读取。修好之前不能做决定。",
      "banner.lost": "服务器没有回应。卡牌和您正在写的内容都会保留；恢复之前不会保存任何内容。",
      "banner.refused": "服务器需要另一个链接：请打开 cardgen review 打印的链接。",
      "banner.updated": "服务器现在运行的是另一个版本的 cardgen。",
      "banner.now": "立即重试", "banner.reload": "重新载入页面", "banner.away": "收起",
      "banner.one": "1 个错误", "banner.many": "{n} 个错误",
    },
  });

  return { draw, say, notice: () => notice, place, faultItem };
})();
