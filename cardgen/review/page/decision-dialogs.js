/* The dialogs and messages of decisions: questions before, results after, conflicts, many at once, undo. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, phrase, state, site, decisions, cardName, message, plural } = cardgen;
  const { keepDraft, markSent, who, callMyself, mayDecide, lastOfMine, undoing, button } = decisions;

  // ---------------------------------------------------------------- dialogs

  let dialogs = 0;

  /** Words about several cards, or about items if pages are among them.
      @param {string} words @param {string[]} keys @param {Record<string, unknown>} values */
  const tOf = (words, keys, values) => t(keys.some(cardgen.pages.isPage) ? `${words}.items` : words, values);

  /** Shows a dialog and waits for an answer: the `value` of the button chosen, "" if it was closed. `body` is shown under
      the title; `buttons` are [{value, label, main}]. The focus returns where it was.
      @param {string} title @param {Child} body @param {{ value: string; label: string; main?: boolean }[]} buttons @param {{ opened?: (dialog: HTMLDialogElement) => void }} about3 */
  function dialog(title, body, buttons, { opened = (/** @type {HTMLDialogElement} */ _box) => {} } = {}) {
    dialogs += 1;
    const id = `dialog-${dialogs}`;
    const giveBack = cardgen.rememberFocus();
    /** @type {HTMLDialogElement} */
    const box = h("dialog", { class: "decision-dialog", "aria-labelledby": id }, h("h2", { id }, title), body,
      h("div", { class: "row answers" }, buttons.map(({ value, label, main }) =>
        h("button", { type: "button", class: main ? "main" : null, dataset: { value }, onclick: () => box.close(value) }, label))));
    document.body.append(box);
    box.showModal();
    opened(box);
    return /** @type {Promise<string>} */ (new Promise((resolve) => box.addEventListener("close", () => {
      box.remove();
      giveBack();
      resolve(box.returnValue);
    })));
  }

  /** Asks who decides, once: on a site, and on a page of another computer. False when no name was given. */
  const named = async () => Boolean(who()) || askName();

  /** Asks for the name in which this browser decides. False when none was given. */
  async function askName() {
    const field = h("input", { type: "text", maxlength: "80", value: who(), autocomplete: "name", required: true });
    const answer = await dialog(t("name.title"), [
      h("p", {}, t(site ? "name.why" : "name.why.here")), h("form", { onsubmit: (event) => { event.preventDefault(); /** @type {HTMLDialogElement} */ (field.closest("dialog")).close("yes"); } },
        h("label", { class: "above" }, t("name.label"), field)),
    ], [{ value: "yes", label: t("name.take"), main: true }, { value: "", label: t("decide.cancel") }], { opened: () => field.focus() });
    const name = field.value.normalize("NFC").replace(/\s+/g, " ").trim();
    if (answer !== "yes" || !name) return false;
    callMyself(name);
    return true;
  }

  /** In whose name this browser decides, and a button to change it; null where nobody has decided yet, or may. */
  function nameSetting() {
    if (!who() || !mayDecide()) return null;
    const line = h("p", { class: "quiet decision-name" }, cardgen.nameLine(), " ",
      button("name", async () => { if (await askName()) line.replaceWith(nameSetting() ?? ""); }, t("name.change"), { class: "plain" }));
    return line;
  }

  // ---------------------------------------------------------------- one decision

  /** Makes a decision {kind, key, text?, side?, at_mm?, thread?, undoes?}, and reports the result. True if it is saved. A failure
      is reported once: by the panel that shows the card's decision, or here.
      @param {DecisionRequest} request @param {{ reportsFailure?: boolean }} about1 */
  async function act(request, { reportsFailure = !cardgen.showsDecision(request.key) } = {}) {
    if (!mayDecide() || !(await named())) return false;
    if (request.text) markSent(request.key, decisions.draftKind(request));
    const { saved, conflicts, failed } = await cardgen.decide([request]);
    if (saved.length) {
      if (request.text) keepDraft(request.key, decisions.draftKind(request), null);
      reportSaved(saved);
    }
    if (failed?.status === 0) cardgen.tryNow();
    if (failed && reportsFailure) reportFailure(failed);
    if (conflicts.length) await settle(conflicts);
    return saved.length > 0;
  }

  /** A message about saved decisions; on a static copy it says where they are.
      @param {Child} message */
  const savedText = (message) => (site ? phrase("saved.here", { message }) : message);
  /** @param {{ status: number; message: string }} about */
  const reportFailure = ({ status, message }) =>
    cardgen.toast(status === 0 ? t("decide.away") : t("decide.refused", { message }), { slot: "fault", lasting: 12000 });

  /** The decisions that the message in the corner counts: all of one kind, made while it was shown. */
  let counted = { kind: "", events: /** @type {ShownEvent[]} */ ([]) };

  /** Reports what was saved, together with earlier decisions while their message is still shown, and offers to undo it.
      @param {ShownEvent[]} saved */
  function reportSaved(saved) {
    const [{ kind }] = saved;
    const goesOn = counted.kind === kind && cardgen.isToasted("decision");
    counted = { kind, events: goesOn ? [...counted.events, ...saved] : saved };
    const { events } = counted;
    const keys = ["approve", "reject", "reopen"].includes(kind) ? events.map(decisions.keyOf) : [];
    const words = events.length > 1 ? tOf(`many.${kind}`, keys, { count: events.length }) : phrase(`one.${kind}`, { card: cardName(decisions.keyOf(events[0])) });
    cardgen.toast(savedText(words), { slot: "decision", lasting: 8000,
      action: kind === "undo" ? null : { label: t("event.undo"), run: () => undoThese(events) } });
  }

  /** Approves a card, unless it is approved as it is.
      @param {string} key */
  async function approve(key) {
    if (cardgen.statusOf(key) === "approved") return void cardgen.toast(phrase("decide.already", { card: cardName(key) }));
    const saved = await act({ kind: "approve", key });
    if (saved) cardgen.goOn(key);
    return saved;
  }

  /** An event as a sentence: who, what, when, and the text.
      @param {EventData} event */
  function eventText(event) {
    return h("div", { class: "event-text" },
      h("p", {}, h("strong", {}, event.by), " ", t(`did.${event.kind}`), " · ", cardgen.when(event.at)),
      event.text ? cardgen.written(event.text) : null);
  }

  // ---------------------------------------------------------------- conflicts

  /** Shows the newer decisions of others, and asks whether to keep them or to save one's own anyway.
      @param {Conflict[]} conflicts */
  async function settle(conflicts) {
    const changed = conflicts.filter(({ why }) => why === "card-changed");
    if (changed.length) await refresh(changed.map(({ key }) => key));
    const again = conflicts.filter(({ key, why }) => why !== "already-undone" && state.cards.has(key)).map(({ request }) => request);
    const answer = await dialog(t("conflict.title", { count: conflicts.length }), [
      h("p", {}, t("conflict.nothing")),
      h("ul", { class: "conflicts" }, conflicts.map(conflictItem)),
    ], [{ value: "", label: t(changed.length === conflicts.length ? "conflict.leave" : "conflict.keep") },
      ...(again.length ? [{ value: "again", label: t("conflict.again") }] : [])]);
    if (answer !== "again") return;
    if (again.length === 1) await act(again[0]);
    else await many(again, t("conflict.again"));
  }

  /** @param {Conflict} about */
  function conflictItem({ key, why, events, request }) {
    const card = state.cards.get(key);
    return h("li", {},
      card ? h("img", { src: cardgen.face(card.face), alt: "", class: "small" }) : null,
      h("div", {},
        h("h3", {}, cardName(key)),
        h("p", {}, t(`why.${why}`)),
        events.map(eventText),
        h("p", { class: "quiet" }, t("conflict.yours", { what: t(`do.${request.kind}`) })),
        request.text ? cardgen.written(request.text) : null));
  }

  /** Loads the catalog, so that decisions are about the current version of the card.
      @param {string[]} keys */
  async function refresh(keys) {
    if (site) return;
    try {
      cardgen.takeCatalog(await cardgen.load("catalog"));
      cardgen.changed("catalog", { keys });
      if (keys.some(cardgen.pages.isPage)) await cardgen.loadPages();
    } catch { /* the server is away: the dialog stays as it is */ }
  }

  // ---------------------------------------------------------------- many at once

  /** Approves those of `keys` that are not approved, after asking. It shows its progress and can be stopped.
      @param {string[]} keys */
  async function approveAll(keys) {
    const open = keys.filter((key) => cardgen.statusOf(key) !== "approved");
    if (!open.length) return cardgen.toast(t(keys.length ? "all.none" : "all.empty"));
    /** @param {string} status */
    const count = (status) => open.filter((key) => cardgen.statusOf(key) === status).length;
    const facts = /** @type {[string, number][]} */ ([["all.approved", keys.length - open.length], ["all.stale", count("stale")], ["all.rejected", count("rejected")]]);
    const answer = await dialog(tOf("all.title", keys, { count: open.length }), [
      h("p", {}, tOf("all.what", keys, { count: open.length, shown: keys.length })),
      h("ul", { class: "facts" }, facts.filter(([, n]) => n).map(([words, n]) => h("li", {}, t(words, { n })))),
    ], [{ value: "yes", label: tOf("all.yes", keys, { count: open.length }), main: true }, { value: "", label: t("decide.cancel") }]);
    if (answer === "yes" && (await named())) await many(open.map((key) => ({ kind: "approve", key })), t("all.doing"));
    return undefined;
  }

  /** Approves those of `keys` that are not approved, without asking.
      @param {string[]} keys */
  async function approveThese(keys) {
    const open = keys.filter((key) => cardgen.statusOf(key) !== "approved");
    if (!open.length) return void cardgen.toast(t("these.none"));
    if (await named()) await decideThese(open.map((key) => ({ kind: "approve", key })), t("all.doing"));
  }

  const REASON = () => `cardgen.draft/${state.catalog.game.id}/several`;

  /** Asks for the reason, and rejects all of `keys` for it. The text is stored until it is saved.
      @param {string[]} keys */
  async function rejectThese(keys) {
    const count = keys.length;
    /** @type {HTMLTextAreaElement} */
    const field = h("textarea", { maxlength: "10000", oninput: () => cardgen.keep(REASON(), field.value || null) });
    field.value = cardgen.recall(REASON(), "");
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) field.closest("dialog")?.querySelector("[data-value=yes]")?.click();
    });
    const answer = await dialog(tOf("these.reject", keys, { count }), h("label", { class: "above" }, tOf("these.why", keys, { count }), field),
      [{ value: "yes", label: tOf("these.reject.yes", keys, { count }), main: true }, { value: "", label: t("decide.cancel") }], { opened: () => field.focus() });
    const text = field.value.trim();
    if (answer !== "yes") return;
    if (!text) return void cardgen.toast(t("these.reason"));
    if (!(await named())) return;
    const all = await decideThese(keys.map((key) => ({ kind: "reject", key, text })), t("these.rejecting"));
    if (!all.failed) cardgen.keep(REASON(), null);
  }

  /** @param {DecisionRequest[]} requests @param {string} title */
  async function decideThese(requests, title) {
    const all = await many(requests, title);
    if (all.saved.length) {
      cardgen.selection.clear();
      cardgen.goOn(requests[requests.length - 1].key);
    }
    return all;
  }

  /** Makes many decisions. If they take a while, a dialog shows the progress and has a button to stop.
      @param {DecisionRequest[]} requests @param {string} title */
  async function many(requests, title) {
    const bar = h("progress", { max: requests.length, value: 0, "aria-label": title });
    const line = h("p", { role: "status" }, t("all.progress", { done: 0, n: requests.length }));
    let stopped = false;
    let box = /** @type {HTMLDialogElement | null} */ (null);
    const closed = requests.length <= decisions.MOST_AT_ONCE ? new Promise((resolve) => resolve(""))
      : dialog(title, [bar, line], [{ value: "stop", label: t("all.stop") }], { opened: (made) => { box = made; } });
    if (box) closed.then(() => { stopped = true; });
    const all = await decisions.decideMany(requests, (done) => {
      bar.value = done;
      line.textContent = t("all.progress", { done, n: requests.length });
    }, () => stopped);
    const halted = stopped && all.saved.length + all.conflicts.length < requests.length;
    /** @type {HTMLDialogElement | null} */ (box)?.close("done");
    await closed;
    reportMany(all.saved, requests, halted);
    if (all.failed) reportFailure(all.failed);
    if (all.conflicts.length) await settle(all.conflicts);
    return all;
  }

  /** @param {ShownEvent[]} saved @param {DecisionRequest[]} requests @param {boolean} halted */
  function reportMany(saved, requests, halted) {
    const kinds = new Set(requests.map(({ kind }) => kind));
    if (!halted && kinds.size === 1 && saved.length === requests.length) return reportSaved(saved);
    return cardgen.toast(savedText(t(halted ? "all.stopped" : "all.part", { n: saved.length, of: requests.length })),
      { slot: "decision", lasting: 10000, action: saved.length ? { label: t("event.undo"), run: () => undoThese(saved) } : null });
  }

  // ---------------------------------------------------------------- undo

  /** Undoes this tab's last decision, with those made together with it. The page may show a decision before the server has
      answered, because the stream of changes was faster. */
  async function undo() {
    await decisions.answered();
    return undoThese(lastOfMine());
  }

  /** Undoes those of the decisions that were not undone yet; asks first if they are several.
      @param {ShownEvent[]} events */
  async function undoThese(events) {
    const group = events.flatMap((event) => decisions.partOf(event.id, decisions.keyOf(event)) ?? []).filter(decisions.canUndo);
    if (!mayDecide()) return undefined;
    if (!group.length) return cardgen.toast(t("undo.none"));
    if (group.length === 1) return act(undoing(group[0]));
    if (group.every(({ id }) => id === group[0].id)) return many(group.map(undoing), t("undo.doing")); // one decision
    const answer = await dialog(t("undo.title", { count: group.length }), h("p", {}, t("undo.what")),
      [{ value: "yes", label: t("undo.yes", { count: group.length }), main: true }, { value: "", label: t("decide.cancel") }]);
    return answer === "yes" ? many(group.map(undoing), t("undo.doing")) : undefined;
  }

  // ---------------------------------------------------------------- a site's decisions as a file

  /** Downloads the decisions made in this site as a file for `cardgen review import`. */
  function download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([decisions.siteLines()], { type: "application/x-ndjson" })),
      download: `${state.catalog.game.id}-decisions.jsonl` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    decisions.markDownloaded();
    cardgen.announce("waiting", { keys: [] });
    cardgen.toast(t("site.downloaded"), { lasting: 10000 });
  }

  /** In a site: where its decisions are, and the button that downloads them. Null elsewhere. */
  function siteBox() {
    if (!site) return null;
    const { events, taken } = decisions.siteLog();
    return h("div", { class: "site-log" },
      h("p", { class: "quiet" }, events.length ? t("site.kept", { count: events.length, fresh: events.length - taken }) : t("site.none")),
      events.length ? button("download", download, t("site.download")) : null);
  }

  /** Why nothing can be decided here, as one line; null when it can. */
  function whyNot() {
    if (mayDecide()) return null;
    const fault = state.review.fault;
    return h("p", { class: "quiet why-not" }, fault ? t("readonly.fault", { message: faultText(fault) }) : t("readonly.network"));
  }

  /** The first fault of a file, with its place.
      @param {FaultsData} fault */
  const faultText = (fault) => {
    const [{ file, line, message }] = fault.faults;
    return [[file, line].filter(Boolean).join(":"), cardgen.pick(message, cardgen.settings.language)].filter(Boolean).join(": ");
  };

  const views = ["grid", "card", "compare", "sheet"];
  /** In Sheets a comment is written on the page by itself, where its place can be chosen.
      @param {string} key */
  function comment(key) {
    if (cardgen.route.view === "sheet") cardgen.goCard(key, { deck: state.cards.get(key)?.deck });
    cardgen.write("comment", key);
  }
  /** @param {KeyContext} about */
  const when = ({ key, route }) => Boolean(key || route.view === "grid") && mayDecide();
  /** Decides on the selected cards, otherwise on the current one; in the grid without one, shows how to choose it.
      @param {(key: string) => unknown} run @param {(keys: string[]) => unknown} [together] */
  const onCard = (run, together) => (/** @type {KeyContext} */ { key, route }) => {
    const selected = route.view === "grid" ? cardgen.selection.keys() : [];
    if (together && selected.length) return together(selected);
    return key ? run(key) : cardgen.toast(t("decide.no-card"));
  };
  cardgen.key("approve", { keys: ["a"], views, when, words: "button.approve", run: onCard(approve, approveThese) });
  cardgen.key("reject", { keys: ["r"], views, when, words: "key.reject", run: onCard((key) => cardgen.write("reject", key), rejectThese) });
  cardgen.key("comment", { keys: ["c"], views, when, words: "key.comment", run: onCard(comment) });
  cardgen.key("undo", { keys: ["ctrl+z"], words: "key.undo", when: ({ route }) => route.view !== "table" && mayDecide(), run: undo });

  cardgen.gridTools.push({
    name: "approve-all",
    order: 50,
    draw: ({ keys }) => h("div", { class: "row approve-all" },
      mayDecide() ? button("approve-all", () => approveAll(keys()), ["✓ ", t("all.button")]) : whyNot(),
      siteBox()),
  });

  cardgen.words({
    en: {
      "do.approve": message("approve"),
      "do.reject": message("reject"),
      "do.comment": message("comment"),
      "do.reopen": message("reopen"),
      "do.undo": message("undo"),
      "do.resolve": message("resolve a comment"),
      "do.unresolve": message("reopen a comment"),
      "did.approve": message("approved"),
      "did.reject": message("rejected"),
      "did.comment": message("commented"),
      "did.reopen": message("reopened"),
      "did.undo": message("undid a decision"),
      "did.answer": message("replied"),
      "did.resolve": message("resolved a comment"),
      "did.unresolve": message("reopened a comment"),
      "saved.here": message("Saved in this browser. {message}"),
      "one.approve": message("{card} approved."),
      "one.reject": message("{card} rejected."),
      "one.comment": message("Comment on {card} saved."),
      "one.reopen": message("{card} reopened."),
      "one.undo": message("Undone: {card}."),
      "one.resolve": message("Comment on {card} resolved."),
      "one.unresolve": message("Comment on {card} reopened."),
      "many.approve": plural("{count} card approved.", "{count} cards approved."),
      "many.reject": plural("{count} card rejected.", "{count} cards rejected."),
      "many.comment": plural("{count} comment saved.", "{count} comments saved."),
      "many.reopen": plural("{count} card reopened.", "{count} cards reopened."),
      "many.resolve": plural("{count} comment resolved.", "{count} comments resolved."),
      "many.unresolve": plural("{count} comment reopened.", "{count} comments reopened."),
      "many.undo": plural("{count} decision undone.", "{count} decisions undone."),
      "many.approve.items": plural("{count} item approved.", "{count} items approved."),
      "many.reject.items": plural("{count} item rejected.", "{count} items rejected."),
      "many.reopen.items": plural("{count} item reopened.", "{count} items reopened."),
      "all.title.items": plural("Approve {count} item?", "Approve {count} items?"),
      "all.what.items": plural("Of the {shown} items shown, {count} is not approved. You can undo this.",
        "Of the {shown} items shown, {count} are not approved. They are approved in one step, which you can undo."),
      "all.yes.items": plural("Approve {count} item", "Approve {count} items"),
      "these.reject.items": plural("Reject {count} item?", "Reject {count} items?"),
      "these.reject.yes.items": plural("Reject {count} item", "Reject {count} items"),
      "these.why.items": plural("Why is the item rejected?", "Why are the {count} items rejected?"),
      "decide.no-card": message("No card is selected. Press J, or move to a card with Tab."),
      "decide.away": message("Not saved: no answer from the server."),
      "decide.refused": message("Not saved: {message}"),
      "decide.already": message("{card} is already approved."),
      "decide.cancel": message("Cancel"),
      "decide.unkept": message("This browser stores nothing: download your decisions before you close the page."),
      "name.title": message("Your name"),
      "name.why": message("Your name is saved with each decision in the file that you download. We only ask once."),
      "name.why.here": message("Your name is saved with each of your decisions. This browser remembers it."),
      "name.change": message("Change name"),
      "status.of": message("approved by {count} of {needed}"),
      "name.label": message("Name"),
      "name.take": message("Continue"),
      "conflict.title": plural("Not saved: there are newer changes to {count} card", "Not saved: there are newer changes to {count} cards"),
      "conflict.nothing": message("Nothing was overwritten. Your text is kept."),
      "conflict.keep": message("Keep theirs"),
      "conflict.leave": message("Not now"),
      "conflict.again": message("Save mine anyway"),
      "conflict.yours": message("You wanted to {what}."),
      "why.newer-decision": message("Somebody has decided since you opened the card:"),
      "why.card-changed": message("The card has changed since you opened it. This is the new version."),
      "why.already-undone": message("This was already undone:"),
      "key.reject": message("Reject, with a reason"),
      "key.comment": message("Comment on a place of the card"),
      "key.undo": message("Undo the last decision of this tab"),
      "all.button": message("Approve all shown"),
      "all.title": plural("Approve {count} card?", "Approve {count} cards?"),
      "all.none": message("All cards shown are already approved."),
      "all.empty": message("No cards are shown."),
      "all.what": plural("Of the {shown} cards shown, {count} is not approved. You can undo this.",
        "Of the {shown} cards shown, {count} are not approved. They are approved in one step, which you can undo."),
      "all.approved": message("already approved, unchanged: {n}"),
      "all.stale": message("changed since their last decision: {n}"),
      "all.rejected": message("rejected before: {n}"),
      "all.yes": plural("Approve {count} card", "Approve {count} cards"),
      "all.doing": message("Approving"),
      "all.progress": message("{done} of {n}"),
      "all.stop": message("Stop"),
      "these.none": message("These cards are already approved."),
      "these.reject": plural("Reject {count} card?", "Reject {count} cards?"),
      "these.reject.yes": plural("Reject {count} card", "Reject {count} cards"),
      "these.why": plural("Why is the card rejected?", "Why are the {count} cards rejected?"),
      "these.reason": message("Not saved: a rejection needs a reason."),
      "these.rejecting": message("Rejecting"),
      "all.part": message("{n} of {of} saved."),
      "all.stopped": message("Stopped: {n} of {of} saved."),
      "undo.none": message("There is nothing to undo in this tab."),
      "undo.title": plural("Undo {count} decision?", "Undo {count} decisions?"),
      "undo.what": message("Each card returns to its earlier status."),
      "undo.yes": plural("Undo {count} decision", "Undo {count} decisions"),
      "undo.doing": message("Undoing"),
      "site.kept": plural("{count} decision is stored in this browser, {fresh} not downloaded yet. To import the file: cardgen review import",
        "{count} decisions are stored in this browser, {fresh} not downloaded yet. To import the file: cardgen review import"),
      "site.none": message("Your decisions are stored in this browser until you download them as a file."),
      "site.download": message("Download decisions"),
      "site.downloaded": message("Downloaded. To import the file: cardgen review import"),
      "readonly.network": message("Read-only: decide on the computer that runs cardgen."),
      "readonly.fault": message("Read-only until the review log is repaired: {message}"),
    },
  });

  return { act, approve, approveAll, approveThese, rejectThese, undoLast: undo, dialog, eventText, siteBox, nameSetting, whyNot };
})()));
