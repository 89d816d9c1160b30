/* The game's title in the frame. On a server of several games it opens a list of them. */
"use strict";

(() => {
  const { h, say, settings, t, message } = cardgen;
  const LIST = "games";

  const games = /** @type {GameName[]} */ (
    JSON.parse(document.querySelector("meta[name=cardgen-games]")?.getAttribute("content") ?? "[]"));

  /** @param {GameData} game */
  function title(game) {
    if (games.length < 2) return say(game.titles);
    const links = games.map(({ id, titles }) => h("li", {},
      h("a", { href: `../${encodeURIComponent(id)}/`, "aria-current": id === game.id ? "page" : null }, say(titles, settings.language))));
    return h("span", { class: "games" },
      h("button", { type: "button", popovertarget: LIST, title: t("games.open"), dataset: { hold: LIST } }, say(game.titles),
        h("span", { "aria-hidden": "true" }, "▾")),
      h("ul", { id: LIST, popover: "", "aria-label": t("games.list") }, links));
  }

  cardgen.words({
    en: {
      "games.open": message("Other games"),
      "games.list": message("Games"),
    },
  });

  Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ({ gameTitle: title }));
})();
