/* All cards as thumbnails. Only the rows near the screen are in the document, and pictures are asked for when the rows
   come to rest, so that ten thousand cards scroll as well as twenty. */
"use strict";

(() => {
  const { h, t, state, say, pick, message, plural } = cardgen;
  const { layout, between, target } = cardgen.rowRule;
  /** @type {Record<string, number>} */
  const SIZES = { s: 104, m: 160, l: 256 };
  /** @type {Record<string, number>} */
  const COLUMNS = { s: 3, m: 2, l: 1 };
  const PAD = 12; // px round a thumbnail
  const GAP = 12;
  const CAPTION = 76; // px: three lines
  const MOST = 96; // cards in the document at once; thumbnails grow where more would fit
  const REST = 90; // ms without a scroll before the pictures of passing rows are asked for

  let list = /** @type {CardData[]} */ ([]); // the cards shown, in deck order
  let items = /** @type {Map<number, HTMLLIElement>} */ (new Map()); // index in the list → its <li>
  let active = /** @type {string | null} */ (null); // the key that arrow keys start from
  let place = { cell: [0, 0], columns: 1, scale: /** @type {Map<string, number>} */ (new Map()) };
  let rows = layout([], 1, 0, GAP);
  /** The headings of sections, each before the card `first`. */
  let headings = /** @type {{ element: HTMLLIElement, first: number }[]} */ ([]);
  let sections = /** @type {Section[]} */ ([]);
  /** @typedef {{ search: HTMLInputElement, welcome: HTMLElement, filters: HTMLElement, count: HTMLElement, progress: HTMLElement, select: HTMLElement, tools: HTMLElement,
        bar: HTMLElement, line: HTMLElement, none: HTMLElement, empty: HTMLElement, selected: HTMLElement, list: HTMLElement }} Parts */
  let parts = /** @type {Parts} */ (/** @type {unknown} */ (null)); // the elements that stay while the view is shown
  let top = 0;
  let stops = /** @type {(() => void)[]} */ ([]);
  let resting = 0;
  let last = { at: 0, y: 0 };
  // A picture costs the page some milliseconds: fewer at a time while it is scrolled.
  const pictures = cardgen.pictureQueue({ most: () => (performance.now() - last.at < REST ? 2 : 6),
    shown: (image) => image.closest(".cut")?.classList.add("loaded") });

  // ---------------------------------------------------------------- where things are

  const sizeName = () => { const name = cardgen.recall("cardgen.thumbnails", "m"); return name in SIZES ? name : "m"; };

  /** Computes the number of columns and the size of a cell. All rows have the same height. */
  function measure() {
    const width = parts.list.clientWidth;
    const decks = [...new Set(list.map((card) => card.deck))].map((id) => /** @type {DeckData} */ (state.decks.get(id)));
    const atLeast = COLUMNS[sizeName()]; // columns, however narrow the screen
    for (let side = Math.min(SIZES[sizeName()], (width + GAP) / atLeast - GAP - 2 * PAD); ; side *= 1.15) {
      const boxes = decks.map(({ trim: [w, high] }) => { const k = side / Math.max(w, high); return [w * k, high * k, k]; });
      const cell = [
        Math.floor(Math.max(72, ...boxes.map(([w]) => w)) + 2 * PAD),
        Math.ceil(Math.max(40, ...boxes.map(([, high]) => high)) + 2 * PAD + CAPTION),
      ];
      const columns = Math.max(1, Math.floor((width + GAP) / (cell[0] + GAP)));
      const rows = Math.ceil(innerHeight / (cell[1] + GAP)) + 3;
      if (columns * rows > MOST && columns > 2 && side < width) continue;
      const scale = new Map(decks.map((deck, n) => [deck.id, boxes[n][2]]));
      place = { cell: [Math.floor((width + GAP) / columns) - GAP, cell[1]], columns, scale };
      break;
    }
    layRows();
    parts.list.style.setProperty("--cell", `${place.cell[0]}px`);
    parts.list.style.setProperty("--high", `${place.cell[1]}px`);
    parts.list.style.setProperty("--picture", `${place.cell[1] - CAPTION}px`);
    findTop();
  }

  /** Measures where the list begins: the height of the part above it changes. */
  const findTop = () => { top = parts.list.getBoundingClientRect().top + scrollY; };

  /** Places the headings, and computes where the rows are. */
  function layRows() {
    const starts = new Map(headings.map(({ element, first }) => [first, element]));
    let first = 0;
    const elements = sections.map(({ cards }) => {
      const element = starts.get(first);
      first += cards.length;
      return element;
    });
    rows = layout(sections.map(({ cards }, n) => ({ count: cards.length, heading: elements[n]?.offsetHeight ?? 0 })), place.columns, place.cell[1], GAP);
    elements.forEach((element, n) => element?.style.setProperty("transform", `translateY(${rows.tops[n]}px)`));
    parts.list.style.setProperty("height", `${rows.height}px`);
  }

  /** @param {number} index */
  const rowOf = (index) => rows.rows[rows.rowAt[index]] ?? { first: 0, count: 0, top: 0 };

  function range() {
    const high = place.cell[1] + GAP;
    return between(rows, scrollY - top - 2 * high, scrollY - top + innerHeight + high);
  }

  // ---------------------------------------------------------------- one thumbnail

  /** @param {CardData} card */
  function picture(card) {
    const deck = cardgen.deckOf(card);
    const k = place.scale.get(card.deck) ?? 1;
    const [w, high] = deck.trim;
    const image = h("img", { class: "sight", alt: altOf(card), lang: langOf(card), decoding: "async",
      width: Math.round((w + 2 * deck.bleed) * k), height: Math.round((high + 2 * deck.bleed) * k) });
    image.dataset.hash = card.face;
    return h("span", { class: "cut", style: { "--w": `${w * k}px`, "--h": `${high * k}px`, "--bleed": `${deck.bleed * k}px`,
      "--corner": `${deck.corner * k}px` } }, image);
  }

  /** @param {CardData} card */
  const langOf = (card) => say(state.alts?.[card.key]?.face ?? card.names).lang || null;
  /** @param {CardData} card */
  const altOf = (card) => (card.page ? cardgen.pages.title(card) : "") || pick(state.alts?.[card.key]?.face) || pick(card.names) || card.id;

  /** @param {Element} item */
  const imageOf = (item) => /** @type {HTMLImageElement} */ (item.querySelector("img"));
  /** @param {Element | undefined} item */
  const linkOf = (item) => /** @type {HTMLElement | undefined} */ (item?.firstElementChild);

  /** Asks for the picture of a thumbnail.
      @param {Element} item */
  function show(item) {
    const image = imageOf(item);
    if (!image.getAttribute("src")) pictures.ask(image);
  }

  /** @param {number} index */
  function build(index) {
    const card = list[index];
    const status = cardgen.statusOf(card.key);
    const open = cardgen.openMark(card.key);
    const named = Object.keys(card.names ?? {}).length > 0;
    const facts = card.page ? t(`sheet.in-${card.kind}`) : named ? `${card.id} · ×${card.copies}` : `×${card.copies}`;
    const findings = card.codes.length ? h("span", { class: "badge" },
      `⚠ ${card.codes.length === 1 ? card.codes[0] : t("grid.findings", { count: card.codes.length })}`) : null;
    const tabindex = card.key === active ? "0" : "-1";
    const link = h("a", { href: cardgen.cardAddress(card.key), tabindex, dataset: { hold: card.key, status } },
      h("span", { class: "caption" },
        named ? h("b", { lang: say(card.names).lang || null }, pick(card.names)) : h("b", {}, card.page ? cardgen.pages.title(card) : card.id),
        h("span", { class: "facts" }, facts, open ? " · " : null, open),
        h("span", { class: "status", dataset: { status } }, `${cardgen.STATUS_MARKS[status]} ${t(`status.${status}`)}`), findings,
        h("span", { class: "hidden-text selected-word" })),
      picture(card), h("span", { class: "selected-mark", "aria-hidden": "true" }, "✓"));
    mark(link, card.key);
    const item = h("li", { "aria-setsize": list.length, "aria-posinset": index + 1 }, link);
    put(item, index);
    return item;
  }

  /** @param {HTMLElement} item @param {number} index */
  function put(item, index) {
    const { first, top: y } = rowOf(index);
    item.style.setProperty("transform", `translate(${(index - first) * (place.cell[0] + GAP)}px, ${y}px)`);
  }

  /** Shows whether a card is selected. While a click selects, its link is a check box.
      @param {HTMLElement} link @param {string} key */
  function mark(link, key) {
    const isSelected = cardgen.selection.has(key);
    const isBox = cardgen.selection.isSelecting();
    link.toggleAttribute("data-selected", isSelected);
    if (isBox) link.setAttribute("role", "checkbox");
    else link.removeAttribute("role");
    if (isBox) link.setAttribute("aria-checked", String(isSelected));
    else link.removeAttribute("aria-checked");
    cardgen.fill(/** @type {HTMLElement} */ (link.querySelector(".selected-word")), isSelected && !isBox ? t("select.mark") : null);
  }

  function drawSelection() {
    if (!parts) return;
    for (const [index, item] of items) mark(/** @type {HTMLElement} */ (linkOf(item)), list[index].key);
    parts.list.classList.toggle("selecting", cardgen.selection.isSelecting());
    cardgen.fill(parts.select, cardgen.selection.button());
    cardgen.selection.draw(parts.selected);
  }

  // ---------------------------------------------------------------- the window

  /** Whether a card has the focus. */
  const holdsFocus = () => Boolean(parts?.list.contains(document.activeElement) && !document.activeElement?.closest(".section"));

  /** Puts the rows near the screen into the document. With `anew`, no element is reused. If a card `holds` the focus, its
      row stays. */
  function render(anew = false, holds = holdsFocus()) {
    if (!parts) return;
    const held = holds ? list.findIndex((card) => card.key === active) : -1;
    if (anew) {
      for (const item of items.values()) item.remove();
      items = new Map();
    }
    const [first, end] = range();
    const wanted = [...(held >= 0 && held < first ? [held] : []), ...Array.from({ length: end - first }, (_, n) => first + n),
      ...(held >= end ? [held] : [])];
    const keep = new Set(wanted);
    for (const [index, item] of items) if (!keep.has(index)) { item.remove(); items.delete(index); }
    let next = null;
    const fresh = /** @type {HTMLLIElement[]} */ ([]);
    const before = [...headings];
    for (const index of wanted.reverse()) {
      while (before.length && before[before.length - 1].first > index) next = /** @type {{ element: HTMLLIElement }} */ (before.pop()).element;
      let item = items.get(index);
      if (!item) {
        item = build(index);
        items.set(index, item);
        fresh.push(item);
        parts.list.insertBefore(item, next);
      }
      next = item;
    }
    const flying = speed() > 2.5;
    for (const item of fresh) if (!flying || pictures.has(imageOf(item).dataset.hash)) show(item);
    if (anew && held >= 0) linkOf(items.get(held))?.focus({ preventScroll: true });
  }

  /** px a ms between the last two scrolls. */
  function speed() {
    const now = performance.now();
    const went = Math.abs(scrollY - last.y) / Math.max(1, now - last.at);
    last = { at: now, y: scrollY };
    return went;
  }

  let asked = 0;

  function scrolled() {
    asked ||= requestAnimationFrame(() => { asked = 0; render(); });
    clearTimeout(resting);
    resting = setTimeout(rest, REST);
  }

  function rest() {
    findTop();
    render();
    for (const item of items.values()) show(item);
  }

  // ---------------------------------------------------------------- the list

  /** Makes the sections of the list with their headings. A heading that has the focus gives it to its successor. */
  function divide() {
    sections = cardgen.sections(list);
    let first = 0;
    headings = sections.flatMap((section, number) => {
      const heading = cardgen.sectionHeading(section, number);
      const at = first;
      first += section.cards.length;
      return heading ? [{ element: h("li", { class: "section" }, heading), first: at }] : [];
    });
    cardgen.fill(parts.list, headings.map(({ element }) => element));
    items = new Map();
  }

  /** Filters again; keeps the active card if it is still in the list. */
  function refill() {
    if (!parts) return;
    const [held, inHeading] = [holdsFocus(), Boolean(document.activeElement?.closest(".section"))];
    const index = list.findIndex((card) => card.key === active);
    list = cardgen.listed();
    // If the active card has left the list (a filter by status, and it was decided), the next card becomes active.
    if (!list.some((card) => card.key === active)) active = (list[Math.min(Math.max(index, 0), list.length - 1)] ?? null)?.key ?? null;
    const listable = cardgen.subjects(cardgen.filterOf(cardgen.route.state));
    const all = listable.length;
    const pages = listable.filter((card) => card.page).length;
    parts.count.textContent = cardgen.countText(list.length, all, pages === 0 ? "cards" : pages === all ? "pages" : "items");
    drawProgress();
    const cardless = !cardgen.hasCards();
    parts.bar.hidden = parts.line.hidden = parts.list.hidden = cardless;
    parts.empty.hidden = !cardless;
    parts.none.hidden = list.length > 0 || all === 0;
    sayNone();
    divide();
    measure();
    if (scrollY > top + parts.list.offsetHeight) scrollTo(0, 0);
    render(true, held);
    cardgen.selection.prune();
    drawSelection();
    if (inHeading && document.activeElement === document.body) takeFocus();
  }

  const sayNone = () => { parts.none.textContent = t(cardgen.baselines.isAsking() ? "grid.comparing" : "grid.none"); };

  function drawProgress() {
    cardgen.fill(parts.progress, cardgen.progressLine());
    cardgen.fill(parts.welcome, cardgen.welcome(() => { drawProgress(); findTop(); render(); cardgen.byId("main").focus({ preventScroll: true }); }));
  }

  /** Moves the focus to a card, and the screen with it.
      @param {string} key */
  function focus(key) {
    const index = list.findIndex((card) => card.key === key);
    if (index < 0) return;
    const before = active;
    active = key;
    reveal(index);
    render();
    linkOf(items.get(list.findIndex((card) => card.key === before)))?.setAttribute("tabindex", "-1");
    const link = linkOf(items.get(index));
    link?.setAttribute("tabindex", "0");
    link?.focus({ preventScroll: true });
  }

  /** @param {number} index */
  function reveal(index) {
    const frame = cardgen.byId("frame").offsetHeight + 12;
    findTop();
    const [begin, end] = [top + rowOf(index).top, top + rowOf(index).top + place.cell[1] + 12];
    const under = parts.selected.hidden ? 0 : parts.selected.offsetHeight + 24;
    if (begin - frame < scrollY) scrollTo(0, index < place.columns ? 0 : begin - frame);
    else if (end > scrollY + innerHeight - under) scrollTo(0, end - innerHeight + under);
  }

  const page = () => Math.max(1, Math.floor(innerHeight / (place.cell[1] + GAP)) - 1);

  /** Moves the focus by an arrow key; with Shift, selects the cards between.
      @param {KeyboardEvent} event */
  function move(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const index = list.findIndex((card) => card.key === active);
    if (index < 0 || !holdsFocus() || (event.shiftKey && !cardgen.decisions.mayDecide())) return;
    const to = target(rows, index, event.key, page());
    if (to === null) return;
    event.preventDefault();
    const { key } = list[to];
    if (event.shiftKey) cardgen.selection.extend(key, list[index].key);
    focus(key);
  }

  /** @param {MouseEvent & Targeted<Element>} event */
  function clicked(event) {
    const key = event.target.closest("a[data-hold]")?.dataset.hold;
    if (key && cardgen.selection.takeClick(event, key)) focus(key);
  }

  /** Goes to the next card that is wanted, and reports if there is none. Without the focus, the search begins with the active card.
      @param {number} step @param {WalkOptions} options @param {string} [none] */
  function walk(step, options, none) {
    const first = holdsFocus() ? null : list.find((card) => card.key === active);
    const key = first && (options.wanted?.(first) ?? true) ? first.key : cardgen.neighbour(active ?? "", step, options);
    if (key) focus(key);
    else if (none) cardgen.toast(t(none));
  }

  // ---------------------------------------------------------------- the bar above

  function drawBar() {
    cardgen.fill(parts.filters, cardgen.filterBoxes(parts.search));
    if (document.activeElement !== parts.search) parts.search.value = cardgen.route.state.q ?? "";
  }

  function sizeButtons() {
    const now = sizeName();
    /** @param {string} name @param {Element} chosen */
    const choose = (name, chosen) => {
      cardgen.keep("cardgen.thumbnails", name);
      for (const button of group.children) button.setAttribute("aria-pressed", String(button === chosen));
      const kept = list[range()[0] + place.columns]?.key ?? active;
      measure();
      if (scrollY > top) scrollTo(0, top + rowOf(list.findIndex((card) => card.key === kept)).top - 80);
      render(true);
    };
    const group = h("div", { class: "group", role: "group", "aria-label": t("grid.size") }, Object.keys(SIZES).map((name) =>
      h("button", { type: "button", "aria-pressed": String(name === now), "aria-label": t(`grid.size.${name}`),
        title: t(`grid.size.${name}`), dataset: { size: name }, onclick: ({ currentTarget }) => choose(name, currentTarget) },
        name.toUpperCase())));
    return group;
  }

  function drawTools() {
    cardgen.fill(parts.tools, ...(cardgen.hasCards() ? tools() : []));
  }

  const tools = () => [...cardgen.gridTools].sort((a, b) => (a.order ?? 50) - (b.order ?? 50))
    .map(({ draw }) => draw({ keys: () => list.map((card) => card.key) })).filter(Boolean);

  // ---------------------------------------------------------------- the view

  /** @param {HTMLElement} root @param {Route} route */
  function mount(root, route) {
    const search = h("input", { type: "search", id: "search", value: route.state.q ?? "", autocomplete: "off", spellcheck: "false",
      dataset: { hold: "search" },
      oninput: ({ target, isComposing }) => { if (!isComposing) cardgen.alter({ q: target.value.trim() }); },
      oncompositionend: ({ target }) => cardgen.alter({ q: target.value.trim() }),
      onkeydown: (event) => {
        if (event.isComposing || event.keyCode === 229) return;
        if ((event.key === "ArrowDown" || event.key === "Enter") && active) { event.preventDefault(); focus(active); }
        if (event.key === "Escape" && !search.value) { event.preventDefault(); focus(active ?? ""); }
      } });
    const filters = h("div", { class: "filters" });
    const [count, ownTools] = [h("p", { class: "count", role: "status" }), h("div", { class: "grid-tools" })];
    const [progress, select] = [h("div", {}), h("div", {})];
    parts = {
      welcome: h("div", {}), search, filters, count, progress, select, tools: ownTools,
      bar: h("search", { class: "grid-bar" }, h("label", { class: "above search" }, h("span", {}, t("grid.search")), search), filters),
      line: h("div", { class: "grid-line" }, count, progress, ownTools, select, sizeButtons()),
      selected: h("div", { class: "selection-bar", role: "group", "aria-label": t("grid.selected"), hidden: true }),
      none: h("p", { class: "none", hidden: true }),
      empty: h("p", { class: "panel", hidden: true },
        t("grid.empty"), " ", h("a", { href: cardgen.address("sheet"), dataset: { hold: "sheets" } }, t("grid.sheets"))),
      list: h("ul", { class: "cards", "aria-label": t("view.grid"), onkeydown: move, onclick: clicked,
        onfocusin: (event) => { if (event.target.matches("a[data-hold]")) moved(event.target.dataset.hold ?? ""); } }),
    };
    root.append(h("h1", { class: "hidden-text" }, t("view.grid")), parts.welcome, parts.bar, parts.line, parts.none, parts.empty, parts.selected, parts.list);
    const from = active;
    drawBar();
    drawTools();
    refill();
    addEventListener("scroll", scrolled, { passive: true });
    addEventListener("resize", resized);
    stops = [
      () => removeEventListener("scroll", scrolled),
      () => removeEventListener("resize", resized),
      cardgen.on("waiting", drawTools),
      cardgen.on("baselines", drawBar),
      cardgen.on("groups", refill),
      cardgen.on("selection", drawSelection),
      cardgen.on("onward", focus),
    ];
    if (!back || from === null || !list.some((card) => card.key === from)) { back = true; return false; }
    scrollTo(0, scrolledTo);
    focus(from);
    return true;
  }

  let back = false; // whether the grid was shown before: then it begins at the last position
  let scrolledTo = 0;

  /** @param {string} key */
  function moved(key) {
    if (key === active) return;
    linkOf(items.get(list.findIndex((card) => card.key === active)))?.setAttribute("tabindex", "-1");
    active = key;
    linkOf(items.get(list.findIndex((card) => card.key === key)))?.setAttribute("tabindex", "0");
  }

  function resized() {
    measure();
    render(true);
  }

  function unmount() {
    scrolledTo = scrollY;
    stops.forEach((stop) => stop());
    clearTimeout(resting);
    pictures.forget();
    parts = /** @type {Parts} */ (/** @type {unknown} */ (null));
    items = new Map();
  }

  /** Draws only the thumbnails of changed cards again.
      @param {string} kind @param {ListChange} [what] */
  function changed(kind, what) {
    if (!parts) return;
    if (kind === "texts") {
      if (cardgen.route.state.q) refill();
      for (const [index, item] of items) {
        Object.assign(imageOf(item), { alt: altOf(list[index]), lang: langOf(list[index]) ?? "" });
      }
      return;
    }
    if (kind === "catalog" || kind === "checked" || kind === "review") drawBar();
    if (kind === "review" || kind === "catalog") drawTools();
    drawProgress();
    sayNone();
    const now = cardgen.listed();
    if (now.length !== list.length || now.some((card, n) => card.key !== list[n].key)) return refill();
    const keys = what?.keys?.length ? new Set(what.keys) : null;
    list = now;
    for (const [index, item] of items) if (!keys || keys.has(list[index].key)) renew(index, item);
  }

  /** Updates a thumbnail. The link stays, and with it the focus.
      @param {number} index @param {HTMLElement} item */
  function renew(index, item) {
    const fresh = build(index);
    const image = /** @type {HTMLImageElement} */ (fresh.querySelector("img"));
    const before = imageOf(item);
    const swap = () => {
      if (items.get(index) !== item || !parts) return;
      const [link, made] = [item, fresh].map((element) => /** @type {HTMLAnchorElement} */ (element.firstElementChild));
      link.href = made.getAttribute("href") ?? "";
      Object.assign(link.dataset, made.dataset);
      cardgen.fill(link, ...made.childNodes);
      mark(link, list[index].key);
      if (document.activeElement !== link) link.tabIndex = list[index]?.key === active ? 0 : -1;
      item.setAttribute("aria-setsize", String(list.length));
    };
    fresh.querySelector(".cut")?.classList.add("loaded");
    // The old picture stays until the new one is there.
    if (image.dataset.hash !== before.dataset.hash) image.onload = image.onerror = swap;
    image.src = cardgen.face(image.dataset.hash ?? "");
    if (image.dataset.hash === before.dataset.hash) swap();
  }

  /** The card that has the focus. Keys that decide act on no other one: it must be visible which card they mean. */
  const current = () => (holdsFocus() ? active : null);

  function takeFocus() {
    if (!parts || active === null) return false;
    focus(active);
    return true;
  }

  cardgen.view("grid", { tab: 1, mount, unmount, changed, update: () => { drawBar(); refill(); }, current, focus: takeFocus });

  const ARROWS = ["arrowleft", "arrowright", "arrowup", "arrowdown", "home", "end", "pageup", "pagedown"];
  // For the list of shortcuts only: the list of cards handles these keys itself while it has the focus.
  const described = { views: ["grid"], when: () => false };
  cardgen.key("grid.move", { ...described, keys: ARROWS, words: "key.move" });
  cardgen.key("grid.open", { ...described, keys: ["enter"], words: "key.open" });
  cardgen.key("grid.next", { keys: ["j"], views: ["grid"], words: "key.next", run: () => walk(1, {}) });
  cardgen.key("grid.previous", { keys: ["k"], views: ["grid"], words: "key.previous", run: () => walk(-1, {}) });
  cardgen.key("grid.undecided", { keys: ["n"], views: ["grid"], words: "key.undecided",
    run: () => walk(1, { round: true, wanted: (card) => cardgen.statusOf(card.key) === "undecided" }, "walk.undecided") });
  cardgen.key("grid.changed", { keys: ["]"], views: ["grid"], words: "key.changed",
    run: () => walk(1, { round: true, wanted: (card) => state.review.statuses[card.key]?.changed }, "walk.changed") });

  cardgen.words({
    en: {
      "view.grid": message("Cards"),
      "grid.search": message("Search"),
      "grid.count": plural("{shown} of {count} card", "{shown} of {count} cards"),
      "grid.count.all": plural("{count} card", "{count} cards"),
      "grid.count.pages": plural("{shown} of {count} page", "{shown} of {count} pages"),
      "grid.count.pages.all": plural("{count} page", "{count} pages"),
      "grid.count.items": plural("{shown} of {count} card or page", "{shown} of {count} cards and pages"),
      "grid.count.items.all": plural("{count} card or page", "{count} cards and pages"),
      "grid.empty": message("This game has no cards."),
      "grid.sheets": message("See the pages that it prints."),
      "grid.none": message("No matching cards. Clear the filters."),
      "grid.comparing": message("The cards are being compared…"),
      "grid.findings": plural("{count} finding", "{count} findings"),
      "grid.selected": message("Selected cards"),
      "grid.size": message("Size of the thumbnails"),
      "grid.size.s": message("Small"),
      "grid.size.m": message("Medium"),
      "grid.size.l": message("Large"),
      "key.move": message("Move through the cards"),
      "key.open": message("Open the card"),
      "key.next": message("Next card"),
      "key.previous": message("Previous card"),
      "key.undecided": message("Next undecided card"),
      "key.changed": message("Next card changed since its decision"),
      "walk.undecided": message("No other card here is undecided."),
      "walk.changed": message("No other card here has changed since its decision."),
    },
  });
})();
