/* What Compare can show a card against, besides the last approval and rejection: any event of the card that kept its
   pictures, a print run, an earlier version of the game. The server compares; on a site, only events can be chosen. */
"use strict";

(() => {
  const { h, t, state, message } = cardgen;
  const KINDS = ["approve", "reject", "comment"]; // those that keep pictures
  const names = /** @type {{ data: BaselinesData }} */ ({ data: { prints: [], versions: [] } });
  const asked = /** @type {Map<string, Promise<ComparisonData | null>>} */ (new Map());

  /** Loads the names of print runs and versions; again whenever the view is opened. */
  async function loadNames() {
    if (cardgen.site) return;
    try {
      names.data = await cardgen.load("baselines");
    } catch { /* the server is away: the names of before stay */ }
  }

  /** The events of a card that it can be compared with, the latest first.
      @param {string} key */
  const eventsFor = (key) => cardgen.eventsOf(key).filter(({ kind, thread, undone }) => KINDS.includes(kind) && !thread && !undone).reverse();

  /** The baseline of that name, as an event: a run and a version have no author and no time.
      @param {string} key @param {string} name @returns {Baseline | null} */
  function find(key, name) {
    const [, kind, label] = /^(print|version):(.+)$/.exec(name) ?? [];
    if (kind && names.data[kind === "print" ? "prints" : "versions"].includes(label)) {
      return { id: name, kind: /** @type {"print" | "version"} */ (kind), label, by: "", at: "", sides: {}, data: "" };
    }
    return eventsFor(key).find(({ id }) => id === name) ?? null;
  }

  /** The comparison of a card with a baseline, from the server; null if there is none. Cached until the card changes.
      @param {string} key @param {string} name @returns {Promise<ComparisonData | null>} */
  function compare(key, name) {
    if (cardgen.site) return Promise.resolve(null);
    const { face, back, data } = /** @type {CardData} */ (state.cards.get(key));
    const id = JSON.stringify([key, name, face, back, data]);
    if (!asked.has(id)) {
      const answer = /** @type {(name: string) => Promise<any>} */ (cardgen.load)(`compare/${key.split("/").map(encodeURIComponent).join("/")}?with=${encodeURIComponent(name)}`);
      answer.catch(() => asked.delete(id));
      asked.set(id, answer);
    }
    return /** @type {Promise<ComparisonData | null>} */ (asked.get(id));
  }

  /** A list of everything that the card can be compared with; null if there is nothing more than two buttons show.
      @param {string} key @param {string} chosen @param {readonly string[]} shown */
  function list(key, chosen, shown) {
    const events = eventsFor(key).filter(({ id }) => !shown.includes(id));
    const { prints, versions } = names.data;
    if (!prints.length && !versions.length && !events.length) return null;
    /** @param {string} value @param {string} text */
    const option = (value, text) => h("option", { value, selected: value === chosen }, text);
    /** @param {string} label @param {HTMLElement[]} options */
    const group = (label, options) => (options.length ? h("optgroup", { label }, options) : null);
    return h("label", { class: "baselines" }, h("span", { class: "hidden-text" }, t("compare.bases")),
      h("select", { dataset: { hold: "baseline" }, onchange: ({ target }) => cardgen.alter({ base: target.value }) },
        shown.includes(chosen) || !chosen ? option("", t("base.others")) : null,
        group(t("base.events"), events.map(({ id, kind, by, at }) => option(id, `${t(`compare.by.${kind}`, { by })} · ${cardgen.when(at).textContent}`))),
        group(t("base.prints"), prints.map((name) => option(`print:${name}`, name))),
        group(t("base.versions"), versions.map((name) => option(`version:${name}`, name)))));
  }

  cardgen.baselines = { find, compare, list, loadNames };

  cardgen.words({
    en: {
      "base.others": message("Other versions…"),
      "base.events": message("Decisions and comments"),
      "base.prints": message("Print runs"),
      "base.versions": message("Versions of the game"),
    },
  });
})();
