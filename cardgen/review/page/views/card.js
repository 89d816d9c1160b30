/* One card: its sides at any size with lines and pins over them, and facts beside it. When the card changes on disk, the
   elements stay: the new picture is loaded first, then it replaces the old one. */
"use strict";

(() => {
  const { h, t, fill, state, say, settings, message } = cardgen;
  const { drawSide, renewSide } = cardgen.sides;
  const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6];

  /** Zoom and lines, stored in this browser and the same for every card. */
  const look = { zoom: /** @type {number | "fit"} */ ("fit"), bleed: false, trim: false, safe: false, turned: false,
    ...cardgen.recall("cardgen.look", {}) };
  /** The elements that stay while the view is shown.
      @typedef {{ crumbs: HTMLElement, head: HTMLElement, bars: HTMLElement, inner: HTMLElement, stage: HTMLElement, left: HTMLElement, status: HTMLElement,
        panels: HTMLElement, facts: HTMLElement & { shown?: string | null } }} Parts */
  let parts = /** @type {Parts} */ (/** @type {unknown} */ (null));
  let sides = /** @type {Map<string, SideElements>} */ (new Map()); // side name → the elements from sides.js
  let key = /** @type {string} */ (/** @type {unknown} */ (null));
  let about = /** @type {CardDetail | null} */ (null); // the card's detail, once it is loaded
  let lit = /** @type {LitPlace | null} */ (null); // the box or finding that is outlined
  let findings = /** @type {CardFinding[]} */ ([]); // of this card
  let stops = /** @type {(() => void)[]} */ ([]);

  const card = () => /** @type {CardData} */ (state.cards.get(key));
  const deck = () => cardgen.deckOf(card());
  const route = () => cardgen.route;

  // ---------------------------------------------------------------- which sides, how large

  const hasBack = () => Boolean(card().back);
  const isPage = () => Boolean(card().page);
  const roomy = () => (parts?.stage.clientWidth ?? 1000) >= 620;
  const asked = () => (hasBack() && ["face", "back"].includes(route().state.side) ? route().state.side : "");
  const current = () => asked() || "face";
  const shown = () => (!hasBack() ? ["face"] : asked() ? [asked()] : roomy() ? ["face", "back"] : ["face"]);

  /** px of a mm: by the zoom chosen, or so large that all sides shown fit on the stage. */
  function scale() {
    if (look.zoom !== "fit") return settings.millimetre * look.zoom;
    const [w, high] = deck().trim;
    const edge = look.bleed ? 2 * deck().bleed : 0;
    const n = shown().length;
    const width = parts.stage.clientWidth - 32;
    const height = Math.max(260, innerHeight - (parts.left.getBoundingClientRect().top + scrollY) - parts.bars.offsetHeight - 104);
    /** @param {number} across @param {number} down */
    const fits = (across, down) => Math.min((width - (across - 1) * 24) / across / (w + edge),
      (height - (down - 1) * 60) / down / (high + edge));
    const [beside, below] = [fits(n, 1), fits(1, n)];
    parts.inner.classList.toggle("below", below > beside);
    return Math.max(1, beside, below);
  }

  /** @param {number | "fit"} zoom */
  function zoomTo(zoom) {
    const [x, y] = [parts.stage.scrollLeft + parts.stage.clientWidth / 2, parts.stage.scrollTop + parts.stage.clientHeight / 2];
    const before = scale();
    look.zoom = zoom;
    kept();
    drawStage();
    const k = scale() / before;
    parts.stage.scrollTo(x * k - parts.stage.clientWidth / 2, y * k - parts.stage.clientHeight / 2);
  }

  /** @param {number} way */
  function step(way) {
    const now = scale() / settings.millimetre;
    const next = way > 0 ? ZOOMS.find((zoom) => zoom > now * 1.01) : ZOOMS.findLast((zoom) => zoom < now * 0.99);
    if (next) zoomTo(next);
  }

  const kept = () => cardgen.keep("cardgen.look", look);

  // ---------------------------------------------------------------- the stage

  /** Draws the sides that are shown; those that were shown before keep their elements. */
  function drawStage() {
    const wanted = shown();
    for (const [name, side] of sides) if (!wanted.includes(name)) { side.root.remove(); sides.delete(name); }
    const order = [...wanted].sort((a, b) => Number(a === current()) - Number(b === current())); // the current one last: layers are its
    for (const name of order) {
      const made = sides.get(name) ?? drawSide(name);
      sides.set(name, made);
      renewSide(made, { card: card(), deck: deck(), detail: about, look, scale: scale(), lit: lit?.side === name ? lit : null,
        findings: findingsOn(name), layers: layers(name) });
    }
    fill(parts.inner, wanted.map((name) => sides.get(name)?.root));
    drawBars();
  }

  /** @param {string} name */
  const findingsOn = (name) => findings.filter((finding) => finding.side === name && finding.rect);

  /** @param {string} name */
  const context = (name) => ({ key, card: card(), detail: about, side: name, route: route(), picture: sides.get(name)?.root ?? null,
    redraw: () => parts && drawStage() });

  /** @param {string} name */
  const layers = (name) => [...cardgen.cardLayers].sort((a, b) => (a.order ?? 50) - (b.order ?? 50)).map(({ draw }) =>
    draw(context(name))).filter(Boolean);

  function turnOver() {
    if (!hasBack()) return;
    cardgen.alter({ side: current() === "face" ? "back" : "face" });
    parts.status.textContent = t(`card.side.${current()}`);
  }

  // ---------------------------------------------------------------- the bars

  /** @param {boolean} on */
  const pressed = (on) => (on ? "true" : "false");
  /** @param {"bleed" | "trim" | "safe"} name */
  const toggle = (name) => h("button", { type: "button", "aria-pressed": pressed(look[name]), class: `line-${name}`,
    dataset: { hold: `look-${name}` },
    onclick: () => { look[name] = !look[name]; kept(); drawStage(); } }, t(`card.${name}`));
  /** @param {number | "fit"} zoom @param {Child} label */
  const zoomButton = (zoom, label) => h("button", { type: "button", "aria-pressed": pressed(look.zoom === zoom),
    dataset: { hold: `zoom-${zoom}` }, onclick: () => zoomTo(zoom) }, label);
  /** @param {string} side */
  const sideButton = (side) => h("button", { type: "button", "aria-pressed": pressed(asked() === side), dataset: { hold: `side-${side}` },
    onclick: () => cardgen.alter({ side }) }, t(`card.side.${side || "both"}`));

  function drawBars() {
    const zoom = look.zoom === "fit" ? scale() / settings.millimetre : look.zoom;
    fill(parts.bars,
      hasBack() && roomy() ? h("div", { class: "group", role: "group", "aria-label": t("card.sides") }, ["", "face",
        "back"].map(sideButton)) : null,
      hasBack() && !roomy() ? h("button", { type: "button", dataset: { hold: "turn-over" }, onclick: turnOver }, "⇄ ", t("card.over"))
        : null,
      h("div", { class: "group", role: "group", "aria-label": t("card.zoom") },
        zoomButton("fit", t("card.fit")), zoomButton(1, t("card.true")), zoomButton(2, "200%"), zoomButton(4, "400%")),
      h("div", { class: "group", role: "group", "aria-label": t("card.steps") },
        h("button", { type: "button", "aria-label": t("card.smaller"), dataset: { hold: "smaller" }, onclick: () => step(-1) }, "−"),
        h("output", { class: "zoom-now" }, `${Math.round(zoom * 100)}%`),
        h("button", { type: "button", "aria-label": t("card.larger"), dataset: { hold: "larger" }, onclick: () => step(1) }, "+")),
      isPage() ? null : h("div", { class: "group", role: "group", "aria-label": t("card.lines") }, /** @type {const} */ (["bleed", "trim", "safe"]).map(toggle)),
      h("button", { type: "button", "aria-pressed": pressed(look.turned), dataset: { hold: "turned" },
        onclick: () => { look.turned = !look.turned; kept(); drawStage(); } }, "↻ 180°"),
      h("label", { class: "sight-choice" }, h("span", { class: "hidden-text" }, t("card.sight")),
        h("select", { dataset: { hold: "sight" }, onchange: ({ target }) => cardgen.set("sight", target.value) },
          cardgen.SIGHTS.map((sight) => h("option", { value: sight, selected: sight === settings.sight }, t(`sight.${sight}`))))));
  }

  function drawHead() {
    const named = Object.keys(card().names ?? {}).length > 0;
    fill(parts.crumbs, isPage() ? h("a", { href: cardgen.address("sheet", [deck().titles.en, card().id]), dataset: { hold: "all" } }, t("page.all"))
      : h("a", { href: cardgen.address("grid", [], cardgen.filterOf(route().state)), dataset: { hold: "all" } }, t("card.all")));
    fill(parts.head,
      h("div", { class: "titles" }, h("h1", {}, isPage() ? cardgen.pages.title(card()) : named ? say(card().names) : card().id),
        isPage() ? h("p", { class: "quiet" }, t(`sheet.in-${card().kind}`))
          : h("p", { class: "quiet" }, [say(deck().titles), ` · ${named ? `${card().id} · ` : ""}×${card().copies}`]),
        cardgen.statusMark?.(key) ?? null, cardgen.progressLine()),
      h("div", { class: "row walk" },
        h("a", { class: "button", href: cardgen.cardAddress(key, {}, "compare"), dataset: { hold: "compare" } }, t("card.compare")),
        cardgen.walkLinks(key, "card", { side: asked() })));
  }

  // ---------------------------------------------------------------- beside the card

  /** @param {LitPlace | null} place */
  function light(place) {
    lit = place;
    for (const [name, side] of sides) renewSide(side, { lit: lit?.side === name ? lit : null });
  }

  function drawFacts() {
    const now = JSON.stringify([about, findings, current(), settings.language, settings.cards]);
    if (now === parts.facts.shown) return; // a selection or an opened part stays
    parts.facts.shown = now;
    fill(parts.facts, isPage() ? cardgen.pageFacts(card()) : about ? cardgen.cardFacts({ card: card(), detail: about, findings, side: current(), light, lightFinding }) : h("p",
      { class: "quiet" }, t("card.loading")));
  }

  /** Outlines a finding's place, on the side it is on.
      @param {CardFinding} finding */
  function lightFinding(finding) {
    if (finding.side && asked() && finding.side !== asked()) cardgen.alter({ side: finding.side });
    light(finding.rect ? { side: finding.side ?? "face", rect: finding.rect, name: finding.code } : null);
    sides.get(finding.side)?.root.scrollIntoView({ block: "nearest" });
  }

  function drawPanels() {
    fill(parts.panels, [...cardgen.cardPanels].sort((a, b) => (a.order ?? 50) - (b.order ?? 50)).map(({ draw }) =>
      draw(context(current()))));
  }

  async function loadDetail() {
    const wanted = key;
    try {
      const [detail, all] = await Promise.all([cardgen.detail(wanted), cardgen.findings ? cardgen.findings() : cardgen.load("findings")]);
      if (!parts || key !== wanted) return;
      about = detail;
      findings = all.findings.map((finding, index) => ({ ...finding, index })).filter((finding) => finding.key === key);
      const pointed = findings.find(({ index }) => String(index) === route().state.finding);
      if (pointed?.rect) lit = { side: pointed.side ?? "face", rect: pointed.rect, name: pointed.code };
    } catch {
      if (!parts || key !== wanted) return;
      about = null;
      parts.facts.shown = null;
      fill(parts.facts, h("p", {}, t("card.lost")), h("button", { type: "button", onclick: loadDetail }, t("card.again")));
      return;
    }
    drawStage();
    drawFacts();
  }

  /** Pictures that are likely to be wanted next, asked for when there is nothing else to do. */
  function lookAhead() {
    for (const way of [1, -1]) {
      const next = state.cards.get(cardgen.neighbour(key, way) ?? "");
      if (next) new Image().src = cardgen.face(next.face);
    }
  }

  // ---------------------------------------------------------------- the view

  /** @param {HTMLElement} root */
  function mount(root) {
    if (!take()) {
      root.append(h("h1", {}, t(cardgen.pages.isPage(key) && !cardgen.pages.areLoaded() ? "card.loading" : "card.none")), h("p", { class: "crumbs" }, h("a", { href: cardgen.address("grid") }, t("card.all"))));
      return;
    }
    const [bars, inner] = [h("div", { class: "card-bars" }), h("div", { class: "card-sides" })];
    const stage = h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": t("card.stage"), dataset: { hold: "stage" } }, inner);
    parts = {
      crumbs: h("p", { class: "crumbs" }), head: h("div", { class: "card-head" }), bars, inner, stage, left: h("div", { class: "card-left" }, bars, stage),
      status: h("p", { class: "hidden-text", role: "status" }),
      panels: h("div", { class: "card-panels" }), facts: h("div", { class: "card-facts" }),
    };
    root.append(
      parts.crumbs, parts.head, h("div", { class: "card-view" }, parts.left, h("aside", { class: "card-right", "aria-label": t("card.aside") },
        parts.panels, parts.facts)), parts.status);
    sides = new Map();
    const sized = new ResizeObserver(() => parts && (look.zoom === "fit" || shown().length !== sides.size) && drawStage());
    sized.observe(parts.stage);
    stops = [() => sized.disconnect(), cardgen.on("settings", () => parts && drawStage())];
    draw();
  }

  function take() {
    const next = route().path.join("/");
    if (next !== key) { about = null; findings = []; lit = null; }
    key = next;
    return state.cards.has(key);
  }

  function draw() {
    drawHead();
    drawBars();
    drawStage();
    drawPanels();
    drawFacts();
    loadDetail();
    setTimeout(() => parts && lookAhead(), 300);
    showComment();
  }

  /** Shows the comment that the address names: its side, its pin, its place in the list. */
  function showComment() {
    const event = cardgen.decisions.partOf(route().state.comment, key);
    if (!event) return;
    if (event.at_mm) cardgen.showPin(event);
    setTimeout(() => cardgen.focusComment(event.id), 80);
  }

  function update() {
    const before = key;
    if (!take() || !parts) return cardgen.remount();
    if (key !== before) {
      draw();
      parts.status.textContent = [cardgen.pick(card().names, settings.language) || card().id,
          parts.head.querySelector(".at")?.textContent].join(" · ");
      return undefined;
    }
    drawHead();
    drawStage();
    drawFacts();
    return undefined;
  }

  function unmount() {
    stops.forEach((stop) => stop());
    parts = /** @type {Parts} */ (/** @type {unknown} */ (null));
    sides = new Map();
  }

  /** @param {string} kind @param {ListChange} [what] */
  function changed(kind, what) {
    if (kind === "catalog" && !state.cards.has(key) !== !parts) return cardgen.remount();
    if (!parts) return undefined;
    const mine = !what?.keys?.length || what.keys.includes(key);
    drawHead();
    if (kind === "review" && mine) {
      drawPanels();
      for (const [name, side] of sides) if (name !== current()) renewSide(side, { layers: layers(name) });
    }
    if ((kind === "catalog" && mine) || kind === "checked") {
      if (kind === "catalog") cardgen.details.delete(key);
      drawStage();
      loadDetail();
    }
    if (kind === "texts") drawStage();
    return undefined;
  }

  /** @param {Route} shownRoute */
  const title = (shownRoute) => [cardgen.titleOf(shownRoute.path.join("/"))];
  const focus = () => parts && (parts.stage.focus({ preventScroll: true }), true);

  cardgen.view("card", { under: (shownRoute) => (cardgen.pages.isPage(shownRoute.path.join("/")) ? "sheet" : "grid"), mount, update, unmount, changed, title, focus });

  // ---------------------------------------------------------------- keys

  /** Walks through the list, staying in the view (card or compare).
      @param {number} step_ @param {WalkOptions} options @param {string} none */
  function walk(step_, options, none) {
    const to = cardgen.neighbour(cardgen.currentKey() ?? key, step_, options);
    const { side } = route().state;
    if (to) cardgen.goCard(to, { side, mode: route().state.mode }, route().view);
    else cardgen.toast(t(none));
  }

  const BOTH = ["card", "compare"];
  cardgen.key("card.next", { keys: ["j"], views: BOTH, words: "key.next", run: () => walk(1, {}, "walk.last") });
  cardgen.key("card.previous", { keys: ["k"], views: BOTH, words: "key.previous", run: () => walk(-1, {}, "walk.first") });
  cardgen.key("card.undecided", { keys: ["n"], views: BOTH, words: "key.undecided",
    run: () => walk(1, { round: true, wanted: (next) => cardgen.statusOf(next.key) === "undecided" }, "walk.undecided") });
  cardgen.key("card.changed", { keys: ["]"], views: BOTH, words: "key.changed",
    run: () => walk(1, { round: true, wanted: (next) => state.review.statuses[next.key]?.changed }, "walk.changed") });
  cardgen.key("card.over", { keys: ["space"], views: ["card"], words: "key.over", run: turnOver });
  cardgen.key("card.fit", { keys: ["f"], views: ["card"], words: "key.fit", run: () => zoomTo(look.zoom === "fit" ? 1 : "fit") });

  cardgen.words({
    en: {
      "view.card": message("Card"),
      "card.all": message("‹ All cards"),
      "card.none": message("There is no such card."),
      "card.compare": message("Compare"),
      "card.at": message("{n} of {all}"),
      "card.beside": message("not among the {all} listed"),
      "card.sides": message("Sides"),
      "card.side.both": message("Both"),
      "card.side.face": message("Face"),
      "card.side.back": message("Back"),
      "card.over": message("Turn over"),
      "card.zoom": message("Size"),
      "card.fit": message("Fit"),
      "card.true": message("True size"),
      "card.steps": message("Zoom"),
      "card.smaller": message("Smaller"),
      "card.larger": message("Larger"),
      "card.lines": message("Lines"),
      "card.bleed": message("Bleed"),
      "card.trim": message("Trim"),
      "card.safe": message("Safe area"),
      "card.sight": message("Colour vision"),
      "card.stage": message("Picture of the card"),
      "card.aside": message("About the card"),
      "card.loading": message("Loading …"),
      "card.lost": message("The details of this card could not be loaded."),
      "card.again": message("Try again"),
      "key.over": message("Turn the card over"),
      "key.fit": message("Fit, or true size"),
      "walk.last": message("This is the last card of the list."),
      "walk.first": message("This is the first card of the list."),
    },
  });
})();
