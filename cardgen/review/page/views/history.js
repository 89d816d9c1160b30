/* History: all that was decided, newest first, by day, with filters; a page of it at a time. */
"use strict";

(() => {
  const { h, t, state, decisions, message, plural } = cardgen;
  const A_PAGE = 60; // few enough for a phone to draw at once, in a log of thousands
  const KINDS = ["approve", "reject", "comment", "reopen", "undo", "resolve", "unresolve"];
  let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  let list = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  let removed = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));

  // ---------------------------------------------------------------- the events that are shown

  const wanted = () => cardgen.route.state;

  /** The events that pass the filters of the address, newest first. */
  function matching() {
    const { who = "", kind = "", deck = "", q = "" } = wanted();
    const sought = q.toLowerCase().normalize("NFC");
    /** @param {ShownEvent} event */
    const fits = (event) => (!who || event.by === who) && (!kind || event.kind === kind) && (!deck || decisions.deckOf(event) === deck);
    return (state.review?.events ?? []).filter((event) => fits(event) && (!sought || textOf(event).includes(sought))).reverse();
  }

  /** @param {ShownEvent} event */
  function textOf(event) {
    const names = Object.values(state.cards.get(decisions.keyOf(event))?.names ?? {});
    return [decisions.keyOf(event), event.by, event.text ?? "", ...names].join("\n").toLowerCase();
  }

  /** @param {string} at */
  const dayOf = (at) => new Date(at).toDateString();

  // ---------------------------------------------------------------- drawing

  function drawFilters() {
    const events = state.review?.events ?? [];
    const people = [...new Set(events.map((event) => event.by))].sort();
    const decks = [...new Set(events.map(decisions.deckOf))];
    /** @param {string} name @param {any[]} options */
    const choice = (name, options) => h("label", { class: "above" }, t(`history.${name}`),
      h("select", { dataset: { hold: name }, onchange: ({ target }) => cardgen.alter({ [name]: target.value, page: "" }) },
        h("option", { value: "" }, t(`history.${name}.all`)),
        options.map(([value, label, lang]) => h("option", { value, lang, selected: wanted()[name] === value }, label))));
    /** @type {HTMLInputElement} */
    const search = h("input", { type: "search", autocomplete: "off", oninput: () => cardgen.alter({ q: search.value, page: "" }) });
    search.value = wanted().q ?? "";
    return h("form", { class: "history-filters", role: "search", onsubmit: (event) => event.preventDefault() },
      choice("who", people.map((name) => [name, name])),
      choice("kind", KINDS.map((kind) => [kind, t(`kind.${kind}`)])),
      choice("deck", decks.map((id) => [id, cardgen.pick(state.decks.get(id)?.titles) || cardgen.pages.fileName(id), cardgen.tag(cardgen.settings.cards)])),
      h("label", { class: "above grow" }, t("history.q"), search));
  }

  /** The cards that were approved or rejected and are no longer in the game, with the last decision about each. */
  function drawRemoved() {
    const last = /** @type {Map<string, ShownEvent>} */ (new Map());
    for (const event of state.review?.events ?? []) {
      const decided = ["approve", "reject", "reopen"].includes(event.kind) && !event.undone;
      if (decided && !state.cards.has(decisions.keyOf(event))) last.set(decisions.keyOf(event), event);
    }
    const gone = [...last].filter(([, event]) => event.kind !== "reopen");
    removed.hidden = gone.length === 0;
    cardgen.fill(removed,
      h("h2", { id: "removed-cards" }, t("history.removed", { count: gone.length })),
      h("ul", { "aria-labelledby": "removed-cards" }, gone.map(([key, event]) =>
        h("li", {}, h("span", { class: "mono" }, key), ": ", h("strong", {}, event.by), " ", t(`did.${event.kind}`), " ", cardgen.when(event.at)))));
  }

  function drawList() {
    drawRemoved();
    const events = matching();
    const pages = Math.max(1, Math.ceil(events.length / A_PAGE));
    const page = Math.min(Math.max(1, Number.parseInt(wanted().page ?? "1", 10) || 1), pages);
    const shown = events.slice((page - 1) * A_PAGE, page * A_PAGE);
    cardgen.fill(list,
      h("p", { class: "quiet", role: "status" }, t("history.count", { count: events.length })),
      shown.length ? days(shown) : h("p", {}, t(state.review?.events.length ? "history.none" : "history.empty")),
      pages > 1 ? pager(page, pages) : null);
  }

  /** @param {ShownEvent[]} events */
  function days(events) {
    const groups = /** @type {{ day: string, events: ShownEvent[] }[]} */ ([]);
    for (const event of events) {
      if (groups.at(-1)?.day !== dayOf(event.at)) groups.push({ day: dayOf(event.at), events: [] });
      groups.at(-1)?.events.push(event);
    }
    return groups.map((group) => h("section", { class: "day" },
      h("h2", {}, dayHeading(group.events[0].at)),
      h("ol", { class: "history-list" }, group.events.map(row))));
  }

  /** @param {string} at */
  function dayHeading(at) {
    const time = cardgen.when(at, { dateStyle: "full" });
    const date = new Date(at);
    const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
    time.setAttribute("datetime", parts.map((part) => String(part).padStart(2, "0")).join("-"));
    return time;
  }

  /** @param {ShownEvent} event */
  function row(event) {
    const key = decisions.keyOf(event);
    const undone = decisions.undoOf(event);
    const target = event.kind === "undo" ? decisions.partOf(event.undoes, key) : null;
    const card = state.cards.get(key);
    const href = cardgen.address("card", key.split("/"));
    const name = card ? h("a", { href, dataset: { hold: event.id } }, cardgen.cardName(key))
      : h("span", {}, `${key} (${t("history.gone")})`);
    const words = target ? t("history.undid", { what: t(`kind.${target.kind}`), by: target.by }) : t(`did.${event.kind === "comment" && event.thread ? "answer" : event.kind}`);
    return h("li", { dataset: { kind: event.kind, event: event.id }, class: undone ? "undone" : null },
      h("span", { class: "mark", "aria-hidden": "true" }, cardgen.MARKS[event.kind]),
      h("div", { class: "body" },
        h("p", { class: "what" }, name, " ", h(undone ? "s" : "span", {}, h("strong", {}, event.by), " ", words)),
        event.text ? cardgen.written(event.text, event.pictures) : null,
        undone ? h("p", { class: "quiet" }, t("event.undone", { by: undone.by }), " · ", cardgen.when(undone.at)) : null),
      h("span", { class: "quiet at" }, cardgen.when(event.at, { timeStyle: "short" })));
  }

  /** @param {number} page @param {number} pages */
  function pager(page, pages) {
    /** @param {number} to @param {string} words */
    const turn = (to, words) => h("button", { type: "button", disabled: to < 1 || to > pages, dataset: { hold: words }, onclick: () => {
      cardgen.alter({ page: to === 1 ? "" : to }, { replace: false });
      scrollTo(0, 0);
    } }, t(words));
    return h("nav", { class: "row pager", "aria-label": t("history.pages") }, turn(page - 1, "history.newer"),
      h("span", {}, t("history.page", { n: page, of: pages })), turn(page + 1, "history.older"));
  }

  // ---------------------------------------------------------------- the view

  cardgen.view("history", {
    tab: 4,
    mount(main) {
      list = h("div", { class: "history-days" });
      removed = h("section", { class: "removed-cards", hidden: true });
      root = h("div", { class: "history" }, h("h1", {}, t("view.history")), removed, drawFilters(), cardgen.siteBox(), list);
      main.append(root);
      drawList();
    },
    update() {
      for (const select of root.querySelectorAll("select")) select.value = wanted()[select.dataset.hold ?? ""] ?? "";
      const search = /** @type {HTMLInputElement} */ (root.querySelector("input[type=search]"));
      if (search !== document.activeElement) search.value = wanted().q ?? "";
      drawList();
    },
    changed(kind) {
      if (kind !== "review" && kind !== "catalog") return;
      const filters = /** @type {HTMLElement} */ (root.querySelector(".history-filters"));
      if (!filters.contains(document.activeElement)) filters.replaceWith(drawFilters());
      drawList();
    },
    unmount() {
      root = list = removed = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
    },
  });

  cardgen.words({
    en: {
      "view.history": message("History"),
      "history.who": message("Reviewer"),
      "history.who.all": message("Everybody"),
      "history.kind": message("Kind"),
      "history.kind.all": message("All"),
      "history.deck": message("Deck"),
      "history.deck.all": message("All decks"),
      "history.q": message("Search"),
      "history.count": plural("{count} decision or comment", "{count} decisions and comments"),
      "history.none": message("No matching decisions or comments."),
      "history.empty": message("No decisions yet."),
      "history.gone": message("no longer in the game"),
      "history.removed": plural("{count} card was removed after its last decision", "{count} cards were removed after their last decisions"),
      "history.undid": message("undid the {what} by {by}"),
      "history.pages": message("Pages of the history"),
      "history.newer": message("Newer"),
      "history.older": message("Older"),
      "history.page": message("Page {n} of {of}"),
      "kind.approve": message("approval"),
      "kind.reject": message("rejection"),
      "kind.comment": message("comment"),
      "kind.reopen": message("reopening"),
      "kind.undo": message("undo"),
      "kind.resolve": message("comment resolved"),
      "kind.unresolve": message("comment reopened"),
    },
  });
})();
