/* What is left to do: the progress line, walking through the list with the mouse, and going on after a decision. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, settings, statusOf, message } = cardgen;

  /** Whether a card waits for a decision: it has none, or it has changed since.
      @param {CardData} card */
  const isToDo = ({ key }) => ["undecided", "stale"].includes(statusOf(key));

  /** How many cards wait for a decision, of those that pass the filter of the address, whatever their status. */
  function progressLine() {
    const cards = cardgen.listed({ ...cardgen.filterOf(cardgen.route.state), status: "" });
    const left = cards.filter(isToDo).length;
    if (!cards.length) return null;
    return h("p", { class: "progress" },
      h("progress", { max: cards.length, value: cards.length - left, "aria-hidden": "true" }),
      h("span", {}, t(left ? "todo.left" : "todo.none", { count: cards.length, left })));
  }

  /** Links to the previous and the next card of the list, with the place of this one: ‹ 3 of 17 ›. They stay in the view.
      @param {string} key @param {string} view @param {RouteState} [values] */
  function walkLinks(key, view, values = {}) {
    const keys = cardgen.listedKeys();
    const at = keys.indexOf(key);
    /** @param {number} way @param {string} label @param {string} mark */
    const arrow = (way, label, mark) => {
      const to = cardgen.neighbour(key, way);
      return to ? h("a", { class: "button", href: cardgen.cardAddress(to, values, view), "aria-label": label, title: label,
        dataset: { hold: `go${way}` } }, mark)
        : h("span", { class: "button off", "aria-hidden": "true" }, mark);
    };
    return [arrow(-1, t("key.previous"), "‹"),
      h("span", { class: "at" }, at < 0 ? t("card.beside", { all: keys.length }) : t("card.at", { n: at + 1, all: keys.length })),
      arrow(1, t("key.next"), "›")];
  }

  /** Goes on to the next card of the list that waits for a decision, if the switch is on. In Compare, changed cards come
      first: the others have nothing to be compared with.
      @param {string} key the card that was decided on */
  function goOn(key) {
    const { view, state: values } = cardgen.route;
    if (!settings.onward) return;
    const changed = (/** @type {CardData} */ card) => statusOf(card.key) === "stale";
    const next = (view === "compare" ? cardgen.neighbour(key, 1, { round: true, wanted: changed }) : null)
      ?? cardgen.neighbour(key, 1, { round: true, wanted: isToDo });
    if (!next) return;
    if (view === "grid") cardgen.announce("onward", next);
    else if (view === "card" || view === "compare") cardgen.goCard(next, { mode: values.mode }, view);
  }

  /** The switch. */
  const onwardSwitch = () => h("label", { class: "onward" }, h("input", { type: "checkbox", checked: settings.onward, dataset: { hold: "onward" },
    onchange: ({ target }) => cardgen.set("onward", target.checked) }), h("span", {}, t("todo.onward")));

  cardgen.words({
    en: {
      "todo.left": message("{left} of {count} to do"),
      "todo.none": message("Nothing to do"),
      "todo.onward": message("Go on to the next card after a decision"),
    },
  });

  return { progressLine, walkLinks, goOn, onwardSwitch };
})()));
