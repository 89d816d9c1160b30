/* Compare: the picture that was last approved or rejected against today's, in five ways. Pictures are laid over one
   another by the browser alone, so that it works in a page opened from a disk, where no picture's pixels may be read. */
"use strict";

(() => {
  const { h, s, t, fill, state, decisions, message, plural } = cardgen;
  const { button, shownKey } = decisions;
  const SIDES = /** @type {const} */ (["face", "back"]);
  const MODES = ["side", "swipe", "onion", "difference", "blink"];
  const GAINS = ["1", "8", "mask"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const LEAST_HEIGHT = 320; // px of a picture, however low the window is
  const BLINKS = { quick: 900, slow: 2200 }; // ms between the two pictures: well under three flashes a second

  /* What is set while looking: kept from one card to the next, not in the address. */
  const set = { at: 50, outlined: true, gain: "8", blinking: !still.matches, slow: false, after: true };
  let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  /** @typedef {{ heading: HTMLElement, controls: HTMLElement, stage: HTMLElement & { shown?: string }, aside: HTMLElement, body: HTMLElement }} Parts */
  let parts = /** @type {Parts} */ (/** @type {unknown} */ (null)); // the elements that stay while the view is shown
  /** A card and the decision that it is compared with.
      @typedef {{ key: string, card: CardData, deck: DeckData, detail: CardDetail, baseline: Baseline | null,
        compare: ComparisonData | null, side: SideName, mode: string, failed?: boolean }} Shown */
  let shown = /** @type {Shown} */ (/** @type {unknown} */ (null));
  let timer = 0;
  let resized = /** @type {ResizeObserver | null} */ (null);

  // ---------------------------------------------------------------- the comparison

  /** The decisions that the card can be compared with.
      @returns {ShownEvent[]} */
  const baselines = () => [decisions.lastOf(shown.key, "approve"), decisions.lastOf(shown.key, "reject")].flatMap((event) => event ?? []);

  /** The decision, print run or version chosen in the address; otherwise the later of the two decisions.
      @param {Route} route @returns {Baseline | null} */
  function baselineNow(route) {
    const base = route.state.base || route.state.since;
    return baselines().find(({ kind }) => kind === base) ?? (base ? cardgen.baselines.find(shown.key, base) : null)
      ?? decisions.lastJudged(shown.key) ?? null;
  }

  /** Comparisons that were asked for one by one, by card and baseline. They are of the cards of this catalog. */
  const others = /** @type {Map<string, ComparisonData>} */ (new Map());

  /** Ask for the comparison with a baseline that the card's details do not have, then draw it.
      @param {Baseline | null} baseline */
  async function askFor(baseline) {
    const { key, detail } = shown;
    if (!baseline || [detail.compare, detail.rejection].some((made) => made?.event === baseline.id) || others.has(`${key} ${baseline.id}`)) return;
    let made = null;
    try {
      made = await cardgen.baselines.compare(key, baseline.id);
    } catch {
      shown.failed = true;
    }
    if (made) others.set(`${key} ${baseline.id}`, made);
    if (root?.isConnected && shown?.key === key && shown.baseline?.id === baseline.id && (made || shown.failed)) show(cardgen.route);
  }

  /** The comparison with a decision, as the server made it; from the hashes alone if the server has not seen the decision.
      @param {Baseline | null} baseline @param {CardData} card @param {CardDetail} detail */
  function compareOf(baseline, card, detail) {
    if (!baseline) return null;
    const made = [detail.compare, detail.rejection].find((comparison) => comparison?.event === baseline.id);
    const asked = made ?? others.get(`${shown.key} ${baseline.id}`);
    if (asked || baseline.label) return asked ?? null; // without an answer, nothing is known of a run or a version
    const picture = SIDES.some((side) => (baseline.sides[side] ?? null) !== (card[side] ?? null));
    return { event: baseline.id, sides: baseline.sides, picture, data: (baseline.data ?? "") !== card.data, words: {}, areas: {} };
  }

  /** @param {ComparisonData | null} compare */
  const statement = (compare) =>
    (compare?.picture && shown.card.page ? "page" : !compare ? (shown.baseline ? (shown.failed ? "failed" : "loading") : "never") : compare.picture ? (compare.data ? "both" : "picture") : compare.data ? "data" : "nothing");

  /** @param {{ compare: ComparisonData | null, card: CardData }} about @param {SideName} side */
  const changedSide = ({ compare, card }, side) => compare !== null && (compare.sides[side] ?? null) !== (card[side] ?? null);

  // ---------------------------------------------------------------- drawing

  /** @param {Route} route */
  async function draw(route) {
    const key = route.path.join("/");
    if (cardgen.pages.isPage(key) && !cardgen.pages.areLoaded()) return fill(root, h("p", {}, t("card.loading")));
    if (!state.cards.has(key)) {
      shown = /** @type {Shown} */ (/** @type {unknown} */ (null));
      return fill(root, h("h1", {}, t("compare.unknown", { card: key })),
        h("p", { class: "crumbs" }, h("a", { href: cardgen.address("grid"), dataset: { hold: "all" } }, t("card.all"))));
    }
    let detail;
    try {
      detail = await cardgen.detail(key);
    } catch {
      return fill(root, h("p", { role: "alert" }, t("compare.unreachable")));
    }
    if (!root?.isConnected || cardgen.route.path.join("/") !== key) return undefined;
    const card = /** @type {CardData} */ (state.cards.get(key));
    shown = { key, card, deck: cardgen.deckOf(card), detail, baseline: null, compare: null, side: "face", mode: "side" };
    return show(cardgen.route);
  }

  function build() {
    const heading = h("header", { class: "compare-heading" });
    const controls = h("div", { class: "compare-controls" });
    const stage = h("div", { class: "compare-stage", tabindex: "0", role: "group", "aria-label": t("compare.stage"), dataset: { hold: "stage" } });
    const aside = h("aside", { class: "compare-aside", "aria-label": t("compare.aside") });
    const body = h("div", { class: "compare-body" }, h("div", { class: "compare-main" }, controls, stage), aside);
    return { heading, controls, stage, aside, body };
  }

  /** Draws the card with the data that is loaded: another mode or side needs no request.
      @param {Route} route */
  function show(route) {
    const { key, card, detail } = shown;
    const before = shown.baseline?.id;
    shown.baseline = baselineNow(route);
    if (shown.baseline?.id !== before) {
      shown.failed = false;
      askFor(shown.baseline);
    }
    shown.compare = compareOf(shown.baseline, card, detail);
    const first = SIDES.find((side) => changedSide(shown, side)) ?? "face";
    const asked = route.state.side === "back" ? "back" : "face";
    shown.side = route.state.side === asked && card[asked] ? asked : first;
    shown.mode = MODES.includes(route.state.mode) ? route.state.mode : "side";
    fill(root, parts.heading, parts.body);
    fill(parts.heading, heading());
    fill(parts.controls, controls());
    fill(parts.aside, changes(), cardgen.decisionPanel(key));
    showStage(route.state.size ?? "fit");
    applyAt();
    applyAfter();
    restartBlinking();
  }

  /** Draws the pictures, unless they are shown already: they may be being dragged.
      @param {string} size */
  function showStage(size) {
    const { key, card, compare, baseline, side, mode } = shown;
    Object.assign(parts.stage.dataset, { mode, size, gain: set.gain });
    parts.stage.style.setProperty("--millimetre", `${cardgen.settings.millimetre}px`);
    const { language, cards } = cardgen.settings;
    const now = JSON.stringify([key, card.face, card.back, compare, baseline?.kind, side, mode, set.outlined, set.gain, language, cards]);
    if (parts.stage.shown !== now) fill(parts.stage, stage());
    parts.stage.shown = now;
    fit();
  }

  /** Limits the pictures so that they and their controls end at the lower edge of the window. If the heading leaves too little
      room, the page must be scrolled: then they are as high as the window below the header. */
  function fit() {
    const { stage: box } = parts;
    const picture = box.querySelector(".compare-picture");
    if (!picture) return;
    const above = box.getBoundingClientRect().top + scrollY;
    const { paddingTop, paddingBottom } = getComputedStyle(box);
    const frame = /** @type {HTMLElement} */ (picture.parentElement);
    const caption = /** @type {HTMLElement} */ (frame.querySelector("figcaption")).offsetHeight + parseFloat(getComputedStyle(frame).rowGap);
    const room = innerHeight - parseFloat(paddingTop) - parseFloat(paddingBottom) - caption - 8;
    const fits = room - above >= LEAST_HEIGHT ? room - above : Math.max(LEAST_HEIGHT, room - cardgen.byId("frame").offsetHeight);
    box.style.setProperty("--fit", `${Math.floor(fits)}px`);
  }

  function heading() {
    const { key, compare, baseline } = shown;
    const what = statement(compare);
    return [
      h("h1", {}, cardgen.cardName(key)),
      h("p", { class: "statement", dataset: { statement: what } }, t(what === "nothing" ? `compare.nothing.${baseline?.kind}` : `compare.${what}`)),
      baseline ? h("p", { class: "quiet" }, t(`compare.by.${baseline.kind}`, { by: baseline.label ?? baseline.by }),
        baseline.at ? [" · ", cardgen.when(baseline.at)] : null) : null,
      cardgen.progressLine(),
      h("div", { class: "row walk" }, cardgen.walkLinks(key, "compare", { mode: cardgen.route.state.mode })),
      h("a", { class: "to-card", href: cardgen.cardAddress(key, { side: cardgen.route.state.side }), dataset: { hold: "card" } },
        t(shown.card.page ? "sheet.review" : "compare.card")),
      baseline?.text ? h("blockquote", { class: "compare-reason" }, cardgen.written(baseline.text)) : null,
    ];
  }

  /** @param {(hold: string, pressed: boolean, onclick: () => unknown, ...label: Child[]) => HTMLElement} press */
  function baselineButtons(press) {
    const choices = baselines();
    const list = cardgen.baselines.list(shown.key, shown.baseline?.id ?? "", choices.map(({ id }) => id));
    if (choices.length < 2 && (!list || !choices.length)) return list;
    return [h("div", { class: "group", role: "group", "aria-label": t("compare.bases") }, choices.map(({ id, kind }) =>
      press(`base-${kind}`, id === shown.baseline?.id, () => cardgen.alter({ base: kind }), t(`compare.base.${kind}`)))), list];
  }

  /** How a difference is shown: as it is, eight times as strong, or as a mask. */
  function gains() {
    return h("div", { class: "group", role: "group", "aria-label": t("gain.label") }, GAINS.map((gain) =>
      button(`gain-${gain}`, () => { set.gain = gain; show(cardgen.route); }, t(`gain.${gain}`), { "aria-pressed": String(gain === set.gain) })));
  }

  /** To the other decision that the card can be compared with. */
  function otherBaseline() {
    const other = shown && baselines().find(({ id }) => id !== shown.baseline?.id);
    if (other) cardgen.alter({ base: other.kind });
  }

  function controls() {
    const { card, compare, mode, side } = shown;
    /** @param {string} hold @param {boolean} pressed @param {() => unknown} onclick @param {...Child} label */
    const press = (hold, pressed, onclick, ...label) => button(hold, onclick, label, { "aria-pressed": String(pressed) });
    const mark = () => [h("span", { class: "changed-mark", "aria-hidden": "true" }, "↻"),
      h("span", { class: "hidden-text" }, t("compare.changed"))];
    return [
      baselineButtons(press),
      compare ? h("div", { class: "group", role: "group", "aria-label": t("compare.modes") }, MODES.map((name, at) =>
        press(`mode-${name}`, name === mode, () => cardgen.alter({ mode: name }), t(`mode.${name}`), shownKey(String(at + 1))))) : null,
      card.back ? h("div", { class: "group", role: "group", "aria-label": t("compare.sides") }, SIDES.map((name) =>
        press(`side-${name}`, name === side, () => cardgen.alter({ side: name }), t(`compare.${name}`),
          changedSide(shown, name) ? mark() : null))) : null,
      press("size", cardgen.route.state.size === "true", toggleSize, t("compare.true"), shownKey("F")),
      areas().length ? press("outlined", set.outlined, toggleOutlined, t("compare.outlined", { n: areas().length })) : null,
    ];
  }

  const areas = () => shown.compare?.areas?.[shown.side] ?? [];
  const toggleSize = () => cardgen.alter({ size: cardgen.route.state.size === "true" ? "" : "true" });

  function toggleOutlined() {
    set.outlined = !set.outlined;
    show(cardgen.route);
  }

  // ---------------------------------------------------------------- the stage

  function stage() {
    const { compare, mode } = shown;
    const now = frame([picture("after")], t("compare.now"), "after");
    if (!compare) return [now];
    if (mode === "side") return [frame([picture("before")], beforeWord(), "before"), now];
    const pictures = [picture("before"), picture("after")];
    const stack = frame(mode === "difference" ? difference(pictures) : pictures, stackWords(mode), "stack", modeControls(mode));
    if (mode === "swipe") dragging(/** @type {HTMLElement} */ (stack.querySelector(".compare-picture")));
    return [stack];
  }

  /** The difference of two pictures; as a mask, it lies on today's picture.
      @param {Child[]} pictures */
  const difference = (pictures) => [
    set.gain === "mask" ? h("div", { class: "ground" }, picture("after")) : null,
    h("div", { class: "blend" }, pictures)];

  const beforeWord = () => t(`compare.before.${shown.baseline?.kind}`);
  /** @param {string} mode */
  const stackWords = (mode) => (mode === "blink" ? "" : t(mode === "difference" && set.gain === "mask" ? "caption.mask" : `caption.${mode}`));

  /** Pictures in a box of the card's shape, with its outlines over them, and under it a caption and the controls of the mode.
      @param {Child[]} pictures @param {string} caption @param {string} name @param {Child} [controls] */
  function frame(pictures, caption, name, controls = null) {
    const { trim: [width, height], bleed } = shown.deck;
    return h("figure", { class: `compare-frame ${name}` },
      h("div", { class: "compare-picture", style: { "--wide": width + 2 * bleed, "--high": height + 2 * bleed } }, pictures, outlines()),
      h("figcaption", {}, h("span", { class: "caption" }, caption), controls));
  }

  /** @param {"before" | "after"} which */
  function picture(which) {
    const { key, card, compare, side, detail } = shown;
    const hash = which === "before" ? compare?.sides[side] : card[side];
    if (!hash) return h("p", { class: `${which} missing` }, t("compare.missing"));
    const all = { class: `${which} sight`, draggable: "false" };
    if (which === "before") {
      return h("img", { ...all, src: decisions.pictureOf(hash, key), alt: t(`compare.alt.${shown.baseline?.kind}`, { side: t(`side.${side}`) }),
        onerror: (/** @type {Event} */ { target }) => /** @type {HTMLElement} */ (target).replaceWith(h("p", { class: `${which} missing` }, t("compare.gone"))) });
    }
    const alts = detail.alt[side] ?? {};
    const lang = cardgen.settings.cards in alts ? cardgen.settings.cards : Object.keys(alts)[0];
    return h("img", { ...all, src: cardgen.face(hash), alt: alts[lang] ?? "", lang: lang ? cardgen.tag(lang) : null });
  }

  function outlines() {
    const { trim: [width, height], bleed } = shown.deck;
    if (!set.outlined || !areas().length) return null;
    return s("svg", { class: "outlines", viewBox: `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`, "aria-hidden": "true" },
      areas().map(([x, y, w, high], at) => {
        const [left, top] = [x, y].map((edge) => Math.max(edge - 1.6, 2.2 - bleed)); // the number stays on the picture
        return s("g", {},
          s("rect", { class: "halo", x, y, width: w, height: high }), s("rect", { x, y, width: w, height: high }),
          s("circle", { cx: left, cy: top, r: 2 }),
          s("text", { x: left, y: top + 1, "text-anchor": "middle", "font-size": 2.8 }, String(at + 1)));
      }));
  }

  // ---------------------------------------------------------------- swipe, onion skin, blink

  /** @param {string} mode */
  function modeControls(mode) {
    if (mode === "swipe" || mode === "onion") {
      return h("label", { class: "slider" }, h("span", { class: "hidden-text" }, t(`slider.${mode}`)), h("span", { "aria-hidden": "true" }, beforeWord()),
        h("input", { type: "range", min: "0", max: "100", step: "1", value: String(set.at), dataset: { hold: "slider" },
          oninput: ({ target }) => moveTo(Number(target.value)) }),
        h("span", { "aria-hidden": "true" }, t("compare.now")));
    }
    if (mode === "difference") return gains();
    if (mode !== "blink") return null;
    const slow = h("input", { type: "checkbox", checked: set.slow, dataset: { hold: "slow" }, onchange: () => {
      set.slow = slow.checked;
      restartBlinking();
    } });
    if (!changedSide(shown, shown.side)) return h("p", { class: "quiet" }, t(shown.card.page ? "changes.no-page" : "changes.no-picture"));
    return h("div", { class: "row" }, button("pause", toggleBlinking, t(set.blinking ? "blink.pause" : "blink.play")),
      button("swap", swap, [t("blink.swap"), shownKey(t("key.space"))]), h("label", {}, slow, t("blink.slow")));
  }

  /** 0 shows the approved picture, 100 today's.
      @param {number} at */
  function moveTo(at) {
    set.at = Math.round(Math.min(100, Math.max(0, at)));
    applyAt();
  }

  function applyAt() {
    const box = root?.querySelector(".compare-stage");
    box?.style.setProperty("--at", `${set.at}%`);
    box?.style.setProperty("--share", String(set.at / 100));
    const input = /** @type {HTMLInputElement | null} */ (root?.querySelector(".slider input"));
    if (input) {
      input.value = String(set.at);
      input.setAttribute("aria-valuetext", t("slider.value", { n: set.at }));
    }
  }

  /** @param {HTMLElement} box */
  function dragging(box) {
    /** @param {PointerEvent} event */
    const follow = (event) => {
      const { left, width } = box.getBoundingClientRect();
      moveTo(100 - ((event.clientX - left) / width) * 100);
    };
    box.addEventListener("pointerdown", (event) => {
      box.setPointerCapture(event.pointerId);
      follow(event);
    });
    box.addEventListener("pointermove", (event) => { if (box.hasPointerCapture(event.pointerId)) follow(event); });
  }

  function applyAfter() {
    const box = root?.querySelector(".compare-stage[data-mode=blink]");
    if (!box?.querySelector(".stack")) return;
    box.dataset.shown = set.after ? "after" : "before";
    /** @type {HTMLElement} */ (box.querySelector(".caption")).textContent = set.after ? t("compare.now") : beforeWord();
  }

  function namePauseButton() {
    const pause = root.querySelector("[data-hold=pause]"); // not shown for pictures that are the same
    if (pause) pause.textContent = t(set.blinking ? "blink.pause" : "blink.play");
  }

  function restartBlinking() {
    clearInterval(timer);
    if (shown?.mode === "blink" && set.blinking && changedSide(shown, shown.side)) {
      timer = setInterval(() => { set.after = !set.after; applyAfter(); }, set.slow ? BLINKS.slow : BLINKS.quick);
    }
  }

  function toggleBlinking() {
    set.blinking = !set.blinking;
    namePauseButton();
    restartBlinking();
  }

  /** Shows the other of the two pictures, in any mode (Space). */
  function swap() {
    if (!shown?.compare) return;
    if (["swipe", "onion"].includes(shown.mode)) return void moveTo(set.at < 50 ? 100 : 0);
    set.after = !set.after;
    set.blinking = false;
    if (shown.mode === "blink") {
      applyAfter();
      restartBlinking();
      namePauseButton();
    } else {
      set.after = false;
      cardgen.alter({ mode: "blink" });
    }
  }

  // ---------------------------------------------------------------- changes in words

  function changes() {
    const { compare } = shown;
    if (!compare) return null;
    const words = compare.words[cardgen.texts.nearest(Object.keys(compare.words), [cardgen.settings.language, "en"])] ?? [];
    const sides = SIDES.filter((side) => changedSide(shown, side));
    return h("section", { class: "panel changes", "aria-label": t("changes.title") }, h("h2", {}, t("changes.title")),
      words.length ? h("ul", {}, words.map((change) => h("li", {}, change))) : shown.card.page ? null
        : h("p", { class: compare.data ? null : "quiet" }, t(compare.data ? "changes.data" : "changes.no-data")),
      sides.length ? h("p", {}, cardgen.joinSentences(sides.map(sideWords)))
        : h("p", { class: "quiet" }, t(shown.card.page ? "changes.no-page" : "changes.no-picture")));
  }

  /** @param {SideName} side */
  function sideWords(side) {
    const count = shown.compare?.areas[side]?.length ?? 0;
    return t(count === 0 ? "changes.whole" : "changes.side", { side: t(shown.card.page ? "page.side" : `side.${side}`), count });
  }

  // ---------------------------------------------------------------- the view

  const refit = () => (shown ? fit() : null);

  cardgen.view("compare", {
    under: (route) => (cardgen.pages.isPage(route.path.join("/")) ? "sheet" : "grid"),
    mount(main, route) {
      root = h("div", { class: "compare" });
      cardgen.baselines.loadNames().then(() => (shown && root?.isConnected ? show(cardgen.route) : null));
      parts = build();
      main.append(root);
      resized = new ResizeObserver(() => shown && fit());
      resized.observe(parts.heading);
      resized.observe(parts.controls);
      addEventListener("resize", refit);
      draw(route);
    },
    update: (route) => (shown?.key === route.path.join("/") ? show(route) : draw(route)),
    changed(kind, { keys } = {}) {
      if (kind === "catalog") others.clear();
      if (kind === "catalog" || (kind === "review" && keys?.includes(shown?.key))) draw(cardgen.route);
      else if (kind === "review" && shown) fill(parts.heading, heading());
    },
    current: () => cardgen.route.path.join("/") || null,
    unmount() {
      clearInterval(timer);
      resized?.disconnect();
      removeEventListener("resize", refit);
      root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
      parts = /** @type {Parts} */ (/** @type {unknown} */ (null));
      shown = /** @type {Shown} */ (/** @type {unknown} */ (null));
    },
    focus: () => Boolean(parts?.stage.isConnected) && (parts.stage.focus({ preventScroll: true }), true),
    title: (route) => [cardgen.titleOf(route.path.join("/")), t("view.compare")],
  });

  for (const [at, mode] of MODES.entries()) {
    cardgen.key(`compare-${mode}`, { keys: [String(at + 1)], views: ["card", "compare"], words: `key.${mode}`, run: ({ route }) =>
      (route.view === "compare" ? cardgen.alter({ mode }) : cardgen.goCard(route.path.join("/"), { mode }, "compare")) });
  }
  cardgen.key("compare-swap", { keys: ["space"], views: ["compare"], words: "key.swap", run: swap });
  cardgen.key("compare-base", { keys: ["b"], views: ["compare"], words: "key.base", run: otherBaseline });
  cardgen.key("compare-size", { keys: ["f"], views: ["compare"], words: "key.size", run: toggleSize });

  cardgen.words({
    en: {
      "view.compare": message("Compare"),
      "compare.unknown": message("There is no card {card}."),
      "compare.unreachable": message("The card could not be loaded. Is the server still running?"),
      "compare.never": message("Not approved yet"),
      "compare.nothing.approve": message("Nothing has changed since the approval"),
      "compare.nothing.reject": message("Nothing has changed since the rejection"),
      "compare.stage": message("The pictures compared"),
      "compare.bases": message("Compare with"),
      "compare.base.approve": message("Last approval"),
      "compare.base.reject": message("Last rejection"),
      "key.base": message("Compare with the last approval or the last rejection"),
      "compare.nothing.comment": message("Nothing has changed since the comment"),
      "compare.nothing.print": message("Nothing has changed since this print run"),
      "compare.nothing.version": message("The same in this version"),
      "compare.loading": message("Comparing…"),
      "compare.failed": message("This version cannot be read."),
      "compare.by.comment": message("Comment by {by}"),
      "compare.by.print": message("Print run {by}"),
      "compare.by.version": message("Version {by}"),
      "compare.before.comment": message("Commented"),
      "compare.before.print": message("Printed"),
      "compare.before.version": message("Before"),
      "compare.alt.comment": message("The {side} as it was commented"),
      "compare.alt.print": message("The {side} as it was printed"),
      "compare.alt.version": message("The {side} in the earlier version"),
      "compare.gone": message("The picture was not kept."),
      "gain.label": message("Strength of the difference"),
      "gain.1": message("×1"),
      "gain.8": message("×8"),
      "gain.mask": message("Mask"),
      "caption.mask": message("Red = changed."),
      "compare.page": message("The page has changed"),
      "compare.picture": message("Picture changed, data unchanged"),
      "compare.data": message("Data changed, picture unchanged"),
      "compare.both": message("Picture and data changed"),
      "compare.by.approve": message("Approved by {by}"),
      "compare.by.reject": message("Rejected by {by}"),
      "compare.card": message("Open card"),
      "compare.modes": message("Ways to compare"),
      "compare.sides": message("Sides"),
      "compare.face": message("Face"),
      "compare.back": message("Back"),
      "compare.changed": message("changed"),
      "compare.true": message("True size"),
      "compare.outlined": message("Outline changes ({n})"),
      "compare.before.approve": message("Approved"),
      "compare.before.reject": message("Rejected"),
      "compare.now": message("Now"),
      "compare.alt.approve": message("The {side} as it was approved"),
      "compare.alt.reject": message("The {side} as it was rejected"),
      "compare.missing": message("The card had no such side."),
      "compare.aside": message("Changes and decision"),
      "key.side": message("Compare side by side"),
      "key.swipe": message("Compare by swiping"),
      "key.onion": message("Compare as onion skin"),
      "key.difference": message("Compare by difference"),
      "key.blink": message("Compare by blinking"),
      "key.swap": message("Switch between the two pictures"),
      "key.size": message("Fit or true size"),
      "mode.side": message("Side by side"),
      "mode.swipe": message("Swipe"),
      "mode.onion": message("Onion skin"),
      "mode.difference": message("Difference"),
      "mode.blink": message("Blink"),
      "caption.swipe": message("Drag over the card, or use the slider."),
      "caption.onion": message("One on top of the other."),
      "caption.difference": message("Black = unchanged."),
      "slider.swipe": message("Share of the new version"),
      "slider.onion": message("Opacity of the new version"),
      "slider.value": message("{n}% of the new version"),
      "blink.pause": message("Pause"),
      "blink.play": message("Continue"),
      "blink.swap": message("Before / after"),
      "blink.slow": message("Slow"),
      "key.space": message("Space"),
      "changes.title": message("Changes"),
      "changes.data": message("The data has changed."),
      "changes.no-data": message("The data is the same."),
      "changes.no-page": message("The page looks the same."),
      "changes.no-picture": message("Both pictures are the same."),
      "changes.side": plural("The {side} looks different in {count} place.", "The {side} looks different in {count} places."),
      "changes.whole": message("The {side} looks different."),
    },
  });
})();
