/* The decision panel of one card: its status, the buttons, the form, and all events. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, fill, state, decisions, eventsOf, when, statusMark, message } = cardgen;
  const { draft, keepDraft, isMine, isOld, mayDecide, undoOf, lastDecision, keyOf, button, shownKey } = decisions;
  const MOST_TEXT = 10000;
  const FEW = 24; // events that are shown at first, the newest ones
  const MORE = 100;

  // ---------------------------------------------------------------- the form

  /** A form for a reason or a comment. The text is stored as a draft until it is saved.
      `done(saved)` when it closes. Its `writing` gives and changes the place of a comment: {kind, place(), pointAt(place)}.
      @param {string} key @param {WrittenKind} kind @param {(saved: boolean) => unknown} done */
  function editor(key, kind, done) {
    let kept = draft(key, kind) ?? { text: "" };
    /** @type {HTMLTextAreaElement} */
    const field = h("textarea", { maxlength: MOST_TEXT, required: true, oninput: () => keepIt({ text: field.value }) });
    field.value = kept.text ?? "";
    const pictures = cardgen.attaching(field, kept.attached ?? [], (attached) => keepIt({ attached }));
    const where = h("p", { class: "row where" });
    const line = h("p", { class: "state quiet", role: "status" });
    const send = h("button", { type: "submit", class: "main" }, t(`write.${kind}.send`));

    /** @param {Draft} part */
    function keepIt(part) {
      kept = { ...kept, ...part };
      const stored = keepDraft(key, kind, kept);
      line.textContent = kept.text || kept.at_mm ? t(stored === false ? "write.unkept" : "write.kept") : "";
    }

    /** @param {Place | null} place */
    function pointAt(place) {
      keepIt({ side: place?.side ?? null, at_mm: place?.at_mm ?? null });
      drawPlace();
      cardgen.drawPins();
    }

    function drawPlace() {
      if (kind !== "comment") return;
      const picking = cardgen.picking();
      fill(where, h("span", {}, kept.at_mm ? placeWords(/** @type {Place} */ (kept), cardgen.pages.isPage(key)) : t(picking ? "place.pick" : "place.none")),
        cardgen.canPick(key) && !picking
          ? button("pick", () => cardgen.pickPlace(writing), t(kept.at_mm ? "place.change" : "place.choose")) : null,
        kept.at_mm || picking ? button("without", pointNowhere, t("place.without")) : null);
    }

    function pointNowhere() {
      cardgen.stopPicking();
      pointAt(null);
      field.focus();
    }

    function discard() {
      keepDraft(key, kind, null);
      close(false);
    }

    /** @param {Event} event */
    async function save(event) {
      event.preventDefault();
      const text = field.value.trim();
      if (!text) return field.reportValidity();
      if (decisions.waitingFor(key)?.state === "saving") return undefined;
      cardgen.stopPicking();
      const place = kept.at_mm ? { side: kept.side ?? undefined, at_mm: kept.at_mm } : {};
      const again = decisions.waitingFor(key)?.request.again;
      const saved = await cardgen.act({ kind, key, text, attached: kept.attached, ...place, again }, { reportsFailure: false }); // this form shows it
      return saved || !draft(key, kind) ? close(true) : undefined;
    }

    /** @param {boolean} saved */
    function close(saved) {
      cardgen.stopPicking();
      stop();
      done(saved);
    }

    const stop = cardgen.on("waiting", ({ keys }) => {
      if (!keys.includes(key)) return;
      const now = decisions.waitingFor(key)?.kind === kind ? decisions.waitingFor(key) : null;
      send.textContent = t(now && now.state !== "saving" ? "write.again" : `write.${kind}.send`);
      if (now) line.textContent = t(`waiting.${now.state}`, { message: now.message });
    });
    const form = h("form", { class: "editor", novalidate: true, onsubmit: save, onkeydown: (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
      if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(false); }
    } },
      h("label", { class: "above" }, t(`write.${kind}.label`), field), pictures.root, kind === "comment" ? where : null,
      h("div", { class: "row" }, send,
        button("later", () => close(false), t("write.later")), button("discard", discard, t("write.discard"), { class: "plain" })), line);
    pictures.takeDrops(form);
    const writing = { key, kind, field, place: () => kept, pointAt, drawPlace };
    form.writing = writing;
    if (kept.text || kept.at_mm) line.textContent = t("write.kept");
    drawPlace();
    return form;
  }

  /** "face, 20.0 / 30.0 mm from the top left"
      @param {Place} place @param {boolean} [ofPage] */
  const placeWords = ({ side, at_mm: [x, y] }, ofPage = false) => t("place.at", { side: t(ofPage ? "page.side" : `side.${side}`), x: x.toFixed(1), y: y.toFixed(1) });

  /** The form in a dialog of its own, where no card with its panel is shown.
      @param {string} key @param {WrittenKind} kind */
  function editInDialog(key, kind) {
    const box = h("dialog", { class: "decision-dialog", "aria-label": t(`write.${kind}.label`) }, h("h2", {}, cardgen.cardName(key)));
    let isSaved = false;
    const form = editor(key, kind, (saved) => { isSaved = saved; box.close(); });
    const giveBack = cardgen.rememberFocus();
    box.append(form);
    box.addEventListener("close", () => {
      box.remove();
      giveBack();
      if (isSaved && kind === "reject") cardgen.goOn(key);
    });
    document.body.append(box);
    box.showModal();
    form.writing?.field.focus();
  }

  // ---------------------------------------------------------------- the panel

  /** Gives the focus to the picture, unless another element has it by now. */
  function toStage() {
    const active = cardgen.focused();
    const elsewhere = active !== document.body && !panel?.root.contains(active);
    if (elsewhere || active?.matches("textarea")) return;
    document.querySelector("#main [data-hold=stage]")?.focus({ preventScroll: true });
  }

  let panel = /** @type {ReturnType<typeof makePanel> | null} */ (null);

  /** The panel of a card, for the card view and for Compare. The same element as long as the card is the same.
      @param {string} key */
  function decisionPanel(key) {
    if (panel?.key !== key || panel.language !== cardgen.settings.language) {
      panel?.close();
      panel = makePanel(key);
    }
    panel.draw();
    return panel.root;
  }

  /** @param {string} key */
  function makePanel(key) {
    const standing = h("div", { class: "standing" });
    const buttons = h("div", { class: "decisions" });
    const writing = h("div", { class: "writing" });
    const history = h("div", { class: "activity" });
    const list = h("ol", { class: "events" });
    const onward = cardgen.onwardSwitch();
    const root = h("section", { class: "panel decision", "aria-label": t("panel.title") }, standing, buttons, writing, history);
    let open = /** @type {WrittenKind | null} */ (null);
    let most = FEW;
    const items = /** @type {Map<string, { shown: string, element: HTMLElement }>} */ (new Map()); // event id → {shown, element}: an unchanged entry keeps its element and its selection

    /** Opens the form of a kind; null closes it.
        @param {WrittenKind | null} kind */
    function write(kind, focus = true) {
      if (open !== kind) {
        open = kind;
        cardgen.stopPicking();
        writing.replaceChildren(kind ? editor(key, kind, (saved) => { write(null); if (saved) decided(kind); else focusOn(kind); }) : "");
        cardgen.drawPins();
        drawButtons();
      }
      const form = openWriting();
      if (!focus || !form) return;
      if (kind === "comment" && !form.place().at_mm && !form.place().text && cardgen.canPick(key)) cardgen.pickPlace(form);
      else form.field.focus();
    }

    /** Gives the focus to the picture; after a rejection, goes on to the next card first.
        @param {WrittenKind} kind */
    function decided(kind) {
      if (kind === "reject") cardgen.goOn(key);
      toStage();
    }

    const openWriting = () => /** @type {HTMLFormElement | null} */ (writing.firstElementChild)?.writing;

    /** Waits for a decision made by a button; then Space turns the card, and undoes nothing.
        @param {unknown} decision */
    const decide = async (decision) => { if (await decision) toStage(); };

    /** @param {string} hold */
    const focusOn = (hold) => (buttons.querySelector(`[data-hold="${hold}"]`) ?? buttons.querySelector("button"))?.focus();

    function drawButtons() {
      if (!mayDecide()) return fill(buttons, cardgen.whyNot());
      const status = cardgen.statusOf(key);
      /** @param {string} name @param {string} letter @param {() => unknown} run @param {Attributes} more */
      const make = (name, letter, run, more) =>
        button(name, run, [t(`button.${name}`), letter && shownKey(letter)], { class: name, ...more });
      /** @param {WrittenKind} kind */
      const opened = (kind) => String(open === kind);
      return fill(buttons,
        make("approve", "A", () => decide(cardgen.approve(key)), { class: status === "approved" ? "approve" : "approve main", "aria-pressed": String(status === "approved") }),
        make("reject", "R", () => write("reject"), { "aria-pressed": String(status === "rejected"), "aria-expanded": opened("reject") }),
        make("comment", "C", () => write("comment"), { "aria-expanded": opened("comment") }),
        make("reopen", "", () => decide(cardgen.act({ kind: "reopen", key })), { disabled: status === "undecided" }),
        h("p", { class: "quiet name-line" }, cardgen.nameLine()),
        onward,
        cardgen.siteBox());
    }

    function drawStanding() {
      const last = lastDecision(key);
      const now = decisions.waitingFor(key);
      fill(standing,
        h("h2", {}, statusMark(key)),
        last && last.kind !== "reopen" ? h("p", {}, deed(last)) : h("p", { class: "quiet" }, t("panel.none")),
        h("p", { role: "status", class: "state" }, now && open !== now.kind ? t(`waiting.${now.state}`, { message: now.message }) : ""),
        now && now.state !== "saving" && !open ? button("again", () => cardgen.act(now.request), t("write.again")) : null);
    }

    const shownEvents = () => eventsOf(key).filter((event) => event.kind !== "undo" && !cardgen.isInThread(event)).reverse();

    function drawActivity() {
      const all = shownEvents();
      const left = all.length - most;
      fill(history, all.length ? h("h3", {}, t("panel.events", { n: all.length })) : null, cardgen.resolvedSwitch(key),
        eventList(all.slice(0, most)),
        left > 0 ? button("more-events", showMore, t("panel.more", { n: Math.min(left, MORE), left })) : null);
    }

    /** @param {ShownEvent[]} events */
    function eventList(events) {
      fill(list, events.map((event) => {
        const shown = JSON.stringify([event, undoOf(event) ?? null, isOld(event), isMine(event) && mayDecide(), cardgen.pinNumber(event)]);
        if (items.get(event.id)?.shown !== shown) items.set(event.id, { shown, element: eventItem(event) });
        else if (event.kind === "comment") cardgen.thread(event);
        return items.get(event.id)?.element;
      }));
      return list;
    }

    /** Shows older events, too, and gives the focus to the first of them. */
    function showMore() {
      const first = most;
      most += MORE;
      drawActivity();
      const item = history.querySelectorAll(".events > li")[first];
      item.tabIndex = -1;
      item.focus();
    }

    /** Gives the focus to the comment of a pin, however old it is.
        @param {string} id */
    function focusPin(id) {
      const at = shownEvents().findIndex((event) => event.id === id);
      if (at >= most) {
        most = at + 1;
        drawActivity();
      }
      history.querySelector(`[data-hold="pin-${CSS.escape(id)}"]`)?.focus();
    }

    /** Scrolls to a comment and gives it the focus.
        @param {string} id */
    function focusComment(id) {
      focusPin(id);
      const item = history.querySelector(`[data-event="${CSS.escape(id)}"]`);
      item?.scrollIntoView({ block: "nearest" });
      if (!item || item.contains(cardgen.focused())) return;
      item.tabIndex = -1;
      item.focus({ preventScroll: true });
    }

    const draw = () => {
      drawStanding();
      drawButtons();
      drawActivity();
    };
    const stops = ["review", "waiting", "catalog"].map((what) => cardgen.on(what, (more) => {
      if (root.isConnected && (!more?.keys?.length || more.keys.includes(key))) draw();
    }));
    const kind = /** @type {const} */ (["comment", "reject"]).find((written) => draft(key, written));
    if (kind && mayDecide()) write(kind, false);
    const close = () => stops.forEach((stop) => stop());
    return { key, root, draw, write, close, focusPin, focusComment, language: cardgen.settings.language, open: openWriting };
  }

  // ---------------------------------------------------------------- events

  const MARKS = { approve: "✓", reject: "✕", comment: "✎", reopen: "○", undo: "↶", resolve: "☑", unresolve: "☐" };

  /** @param {ShownEvent} event */
  function eventItem(event) {
    const undone = undoOf(event);
    const number = cardgen.pinNumber(event);
    return h("li", { dataset: { kind: event.kind, event: event.id }, class: undone ? "undone" : null },
      h("span", { class: "mark", "aria-hidden": "true" }, MARKS[event.kind]),
      h("div", { class: "body" },
        h("p", {}, undone ? h("s", {}, deed(event)) : deed(event)),
        undone ? h("p", { class: "quiet" }, t("event.undone", { by: undone.by }), " · ", when(undone.at)) : null,
        event.text ? cardgen.written(event.text, event.pictures) : null,
        number ? placeLine(event, number) : null,
        event.kind === "comment" && isOld(event) ? oldPicture(event, number) : null,
        event.kind === "comment" ? cardgen.thread(event) : null),
      !undone && isMine(event) && mayDecide() ? takeBack(event) : null);
  }

  /** Who did what, when.
      @param {ShownEvent} event */
  const deed = (event) => [h("strong", {}, event.by), " ", t(`did.${event.kind}`), " · ", when(event.at)];

  /** @param {ShownEvent} event */
  const takeBack = (event) => button(`undo-${event.id}`, async () => { if (await cardgen.act(decisions.undoing(event))) toStage(); }, t("event.undo"),
    { class: "plain take-back", "aria-label": t("event.undo.label", { what: t(`do.${event.kind}`) }) });

  /** @param {ShownEvent} event @param {number} number */
  function placeLine(event, number) {
    const chip = h("span", { class: "pin-number" }, number);
    const words = placeWords(/** @type {Place} */ (event), Boolean(event.page));
    if (isOld(event) || event.undone) return h("p", { class: "quiet" }, chip, " ", words);
    return h("p", {}, button(`pin-${event.id}`, () => cardgen.showPin(event), [chip, " ", words], { class: "plain place" }));
  }

  /** The picture an old comment was made on, shown when asked for.
      @param {ShownEvent} event @param {number} number */
  function oldPicture(event, number) {
    const side = event.side ?? "face";
    const { trim, bleed } = state.decks.get(decisions.deckOf(event)) ?? { trim: [63, 88], bleed: 3 };
    /** @param {number} at @param {number} size */
    const part = (at, size) => `${((at + bleed) / (size + 2 * bleed)) * 100}%`;
    const shown = h("div", { class: "old-picture" });
    return h("details", { ontoggle: ({ target }) => {
      if (!target.open || shown.childElementCount) return;
      const alt = t("event.old.alt", { side: t(event.page ? "page.side" : `side.${side}`) });
      shown.append(h("img", { src: decisions.pictureOf(event.sides[side], keyOf(event)), alt, class: "sight" }));
      if (!event.at_mm) return;
      const [left, top] = event.at_mm.map((at, axis) => part(at, trim[axis]));
      shown.append(h("span", { class: "pin-number", style: { left, top } }, number));
    } }, h("summary", {}, t("event.old")), shown);
  }

  /** Opens the form for a reason or a comment: in the card's panel if it is shown, otherwise in a dialog.
      @param {WrittenKind} kind @param {string} key */
  function write(kind, key) {
    if (!mayDecide()) return;
    if (panel?.key === key && panel.root.isConnected) panel.write(kind);
    else editInDialog(key, kind);
  }

  cardgen.cardPanels.push({ name: "decision", order: 10, draw: ({ key }) => decisionPanel(key) });

  cardgen.words({
    en: {
      "panel.title": message("Decision"),
      "panel.none": message("No decision yet."),
      "panel.events": message("Activity ({n})"),
      "panel.more": message("Show {n} of {left} earlier ones"),
      "button.approve": message("Approve"),
      "button.reject": message("Reject"),
      "button.comment": message("Comment"),
      "button.reopen": message("Reopen"),
      "side.face": message("face"),
      "side.back": message("back"),
      "write.reject.label": message("Why is it rejected?"),
      "write.comment.label": message("Comment"),
      "write.reject.send": message("Reject"),
      "write.comment.send": message("Save"),
      "write.again": message("Try again"),
      "write.later": message("Close"),
      "write.discard": message("Discard"),
      "write.kept": message("Draft saved in this browser."),
      "write.unkept": message("This browser does not save drafts."),
      "waiting.saving": message("Saving…"),
      "waiting.away": message("Not saved: no answer from the server. Your text is kept."),
      "waiting.refused": message("Not saved: {message}"),
      "place.at": message("{side}, {x} / {y} mm from the top left"),
      "place.none": message("For the whole card."),
      "place.pick": message("Click the place on the card, or use the arrow keys and Enter."),
      "place.choose": message("Choose a place"),
      "place.change": message("Change the place"),
      "place.without": message("Without a place"),
      "event.undo": message("Undo"),
      "event.undo.label": message("Undo: {what}"),
      "event.undone": message("Undone by {by}"),
      "event.old": message("On an earlier picture"),
      "event.old.alt": message("The {side} as it was when the comment was made"),
    },
  });

  /** The form that is open in the panel of a card, as `editor` makes it, or null.
      @param {string} key */
  const writingNow = (key) => (panel?.key === key && panel.root.isConnected ? panel.open() : null);

  /** Gives the focus to the comment of a pin.
      @param {string} id */
  const focusPin = (id) => panel?.focusPin(id);

  /** Gives the focus to a comment, whether it has a pin or not.
      @param {string} id */
  const focusComment = (id) => panel?.focusComment(id);

  /** Whether the panel of a card is shown.
      @param {string} key */
  const showsDecision = (key) => panel?.key === key && panel.root.isConnected;

  return { decisionPanel, write, writingNow, focusPin, focusComment, showsDecision, MARKS };
})()));
