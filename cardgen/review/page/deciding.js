/* The dialogs and messages of decisions: questions before, results after, conflicts, many at once, undo. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, phrase, state, site, decisions, cardName } = cardgen;
  const { keepDraft, markSent, who, callMyself, mayDecide, lastOfMine, undoing, button } = decisions;

  // ---------------------------------------------------------------- dialogs

  let dialogs = 0;

  /** Shows a dialog and waits for an answer: the `value` of the button chosen, "" if it was closed. `body` is shown under
      the title; `buttons` are [{value, label, main}]. The focus returns where it was. */
  function dialog(title, body, buttons, { opened = (/** @type {HTMLDialogElement} */ _box) => {} } = {}) {
    dialogs += 1;
    const id = `dialog-${dialogs}`;
    const giveBack = cardgen.rememberFocus();
    const box = h("dialog", { class: "deciding", "aria-labelledby": id }, h("h2", { id }, title), body,
      h("div", { class: "row answers" }, buttons.map(({ value, label, main }) =>
        h("button", { type: "button", class: main ? "main" : null, dataset: { value }, onclick: () => box.close(value) }, label))));
    document.body.append(box);
    box.showModal();
    opened(box);
    return new Promise((resolve) => box.addEventListener("close", () => {
      box.remove();
      giveBack();
      resolve(box.returnValue);
    }));
  }

  /** In a site: asks who decides, once. False when no name was given. */
  async function named() {
    if (!site || who()) return true;
    const field = h("input", { type: "text", maxlength: "80", autocomplete: "name", required: true });
    const answer = await dialog(t("name.title"), [
      h("p", {}, t("name.why")), h("form", { onsubmit: (event) => { event.preventDefault(); /** @type {HTMLDialogElement} */ (field.closest("dialog")).close("yes"); } },
        h("label", { class: "above" }, t("name.label"), field)),
    ], [{ value: "yes", label: t("name.take"), main: true }, { value: "", label: t("decide.cancel") }], { opened: () => field.focus() });
    const name = field.value.normalize("NFC").replace(/\s+/g, " ").trim();
    if (answer !== "yes" || !name) return false;
    callMyself(name);
    return true;
  }

  // ---------------------------------------------------------------- one decision

  /** Makes a decision {kind, key, text?, side?, at_mm?, undoes?}, and reports the result. True if it is saved. A failure
      is reported once: by the panel that shows the card's decision, or here. */
  async function act(request, { reportsFailure = !cardgen.showsDecision(request.key) } = {}) {
    if (!mayDecide() || !(await named())) return false;
    if (request.text) markSent(request.key, request.kind);
    const { saved, conflicts, failed } = await cardgen.decide([request]);
    if (saved.length) {
      if (request.text) keepDraft(request.key, request.kind, null);
      reportSaved(saved);
    }
    if (failed?.status === 0) cardgen.tryNow();
    if (failed && reportsFailure) reportFailure(failed);
    if (conflicts.length) await settle(conflicts);
    return saved.length > 0;
  }

  const where = () => (site ? t("saved.here") : "");
  const reportFailure = ({ status, message }) =>
    cardgen.toast(status === 0 ? t("decide.away") : t("decide.refused", { message }), { slot: "fault", lasting: 12000 });

  /** The decisions that the message in the corner counts: all of one kind, made while it was shown. */
  let counted = { kind: "", events: [] };

  /** Reports what was saved, together with earlier decisions while their message is still shown, and offers to undo it. */
  function reportSaved(saved) {
    const [{ kind }] = saved;
    const goesOn = counted.kind === kind && cardgen.isToasted("decision");
    counted = { kind, events: goesOn ? [...counted.events, ...saved] : saved };
    const { events } = counted;
    const words = events.length > 1 ? t(`many.${kind}`, { n: events.length }) : phrase(`one.${kind}`, { card: cardName(decisions.keyOf(events[0])) });
    cardgen.toast([where(), words], { slot: "decision", lasting: 8000,
      action: kind === "undo" ? null : { label: t("event.undo"), run: () => undoThese(events) } });
  }

  /** Approves a card, unless it is approved as it is. */
  function approve(key) {
    if (cardgen.statusOf(key) === "approved") return cardgen.toast(phrase("decide.already", { card: cardName(key) }));
    return act({ kind: "approve", key });
  }

  /** An event as a sentence: who, what, when, and the text. */
  function eventText(event) {
    return h("div", { class: "told" },
      h("p", {}, h("strong", {}, event.by), " ", t(`did.${event.kind}`), " · ", cardgen.when(event.at)),
      event.text ? cardgen.written(event.text) : null);
  }

  // ---------------------------------------------------------------- conflicts

  /** Shows what others decided meanwhile, and asks whether to keep that or to decide again. */
  async function settle(conflicts) {
    const changed = conflicts.filter(({ why }) => why === "card-changed");
    if (changed.length) await refresh(changed.map(({ key }) => key));
    const again = conflicts.filter(({ key, why }) => why !== "already-undone" && state.cards.has(key)).map(({ request }) => request);
    const answer = await dialog(t(conflicts.length > 1 ? "conflict.titles" : "conflict.title", { n: conflicts.length }), [
      h("p", {}, t("conflict.nothing")),
      h("ul", { class: "conflicts" }, conflicts.map(conflictItem)),
    ], [{ value: "", label: t(changed.length === conflicts.length ? "conflict.leave" : "conflict.keep") },
      ...(again.length ? [{ value: "again", label: t("conflict.again") }] : [])]);
    if (answer !== "again") return;
    if (again.length === 1) await act(again[0]);
    else await many(again, t("conflict.again"));
  }

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

  /** Loads the catalog, so that decisions are about the current version of the card. */
  async function refresh(keys) {
    if (site) return;
    try {
      cardgen.takeCatalog(await cardgen.load("catalog"));
      cardgen.changed("catalog", { keys });
    } catch { /* the server is away: the dialog stays as it is */ }
  }

  // ---------------------------------------------------------------- many at once

  /** Approves those of `keys` that are not approved, after asking. It shows its progress and can be stopped. */
  async function approveAll(keys) {
    const open = keys.filter((key) => cardgen.statusOf(key) !== "approved");
    if (!open.length) return cardgen.toast(t(keys.length ? "all.none" : "all.empty"));
    const count = (status) => open.filter((key) => cardgen.statusOf(key) === status).length;
    const facts = [["all.approved", keys.length - open.length], ["all.stale", count("stale")], ["all.rejected", count("rejected")]];
    const answer = await dialog(t("all.title", { n: open.length }), [
      h("p", {}, t("all.what", { n: open.length, shown: keys.length })),
      h("ul", { class: "facts" }, facts.filter(([, n]) => n).map(([words, n]) => h("li", {}, t(words, { n })))),
    ], [{ value: "yes", label: t("all.yes", { n: open.length }), main: true }, { value: "", label: t("decide.cancel") }]);
    if (answer === "yes" && (await named())) await many(open.map((key) => ({ kind: "approve", key })), t("all.doing"));
    return undefined;
  }

  /** Makes many decisions, with a dialog that shows the progress and has a button to stop. */
  async function many(requests, title) {
    const bar = h("progress", { max: requests.length, value: 0, "aria-label": title });
    const line = h("p", { role: "status" }, t("all.progress", { done: 0, n: requests.length }));
    let stopped = false;
    let box = /** @type {HTMLDialogElement | null} */ (null);
    const closed = dialog(title, [bar, line], [{ value: "stop", label: t("all.stop") }], { opened: (made) => { box = made; } });
    closed.then(() => { stopped = true; });
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

  function reportMany(saved, requests, halted) {
    const kinds = new Set(requests.map(({ kind }) => kind));
    if (!halted && kinds.size === 1 && saved.length === requests.length) return reportSaved(saved);
    return cardgen.toast([where(), t(halted ? "all.stopped" : "all.part", { n: saved.length, of: requests.length })],
      { slot: "decision", lasting: 10000, action: saved.length ? { label: t("event.undo"), run: () => undoThese(saved) } : null });
  }

  // ---------------------------------------------------------------- undo

  /** Undoes this tab's last decision, with those made together with it. */
  const undo = () => undoThese(lastOfMine());

  /** Undoes those of the decisions that were not undone yet; asks first if they are many. */
  async function undoThese(events) {
    const group = events.map(({ id }) => decisions.eventCalled(id)).filter((event) => event && !event.undone && state.cards.has(decisions.keyOf(event)));
    if (!mayDecide()) return undefined;
    if (!group.length) return cardgen.toast(t("undo.none"));
    if (group.length === 1) return act(undoing(group[0]));
    const answer = await dialog(t("undo.title", { n: group.length }), h("p", {}, t("undo.what", { n: group.length })),
      [{ value: "yes", label: t("undo.yes", { n: group.length }), main: true }, { value: "", label: t("decide.cancel") }]);
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
      h("p", { class: "quiet" }, events.length ? t("site.kept", { n: events.length, fresh: events.length - taken }) : t("site.none")),
      events.length ? button("download", download, t("site.download")) : null);
  }

  /** Why nothing can be decided here, as one line; null when it can. */
  function whyNot() {
    if (mayDecide()) return null;
    const fault = state.review.fault;
    return h("p", { class: "quiet why-not" }, fault ? t("readonly.fault", { message: faultText(fault) }) : t("readonly.network"));
  }

  const faultText = (fault) => {
    const { file, line, message } = fault.faults?.[0] ?? fault;
    return [[file, line].filter(Boolean).join(":"), message].filter(Boolean).join(": ") || String(fault);
  };

  const views = ["grid", "card", "compare"];
  const when = ({ key, route }) => Boolean(key || route.view === "grid") && mayDecide();
  /** Decides on the current card; in the grid without one, shows how to choose it. */
  const onCard = (run) => ({ key }) => (key ? run(key) : cardgen.toast(t("decide.no-card")));
  cardgen.key("approve", { keys: ["a"], views, when, words: "button.approve", run: onCard(approve) });
  cardgen.key("reject", { keys: ["r"], views, when, words: "key.reject", run: onCard((key) => cardgen.write("reject", key)) });
  cardgen.key("comment", { keys: ["c"], views, when, words: "key.comment", run: onCard((key) => cardgen.write("comment", key)) });
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
      "do.approve": "approve", "do.reject": "reject", "do.comment": "comment", "do.reopen": "reopen", "do.undo": "undo",
      "did.approve": "approved", "did.reject": "rejected", "did.comment": "commented", "did.reopen": "reopened",
      "did.undo": "undid a decision",
      "saved.here": "Kept in this browser: ", "one.approve": "{card} approved.", "one.reject": "{card} rejected.",
      "one.comment": "Comment on {card} saved.", "one.reopen": "{card} reopened.", "one.undo": "Undone: {card}.",
      "many.approve": "{n} cards approved.", "many.reject": "{n} cards rejected.", "many.comment": "{n} comments saved.",
      "many.reopen": "{n} cards reopened.", "many.undo": "{n} decisions undone.",
      "decide.no-card": "No card is selected. Press J, or move to one with Tab.",
      "decide.away": "Not saved: no answer from the server.",
      "decide.refused": "Not saved: {message}", "decide.already": "{card} is approved already.", "decide.cancel": "Cancel",
      "decide.unkept": "This browser keeps nothing here: download your decisions before you close the page.",
      "name.title": "Who decides?", "name.why": "Your name goes with each decision into the file that you download. It is asked once.",
      "name.label": "Name", "name.take": "Go on",
      "conflict.title": "Not saved: something happened meanwhile",
      "conflict.titles": "Not saved: something happened meanwhile on {n} cards",
      "conflict.nothing": "Nothing was overwritten, and what you wrote is kept.", "conflict.keep": "Keep theirs",
      "conflict.leave": "Leave it",
      "conflict.again": "Decide again on top", "conflict.yours": "You wanted to {what}.",
      "why.newer-decision": "Somebody was here after you looked:",
      "why.card-changed": "The card has changed since you looked. This is what it is now.",
      "why.already-undone": "This has been taken back already:",
      "key.reject": "Reject, with a reason", "key.comment": "Comment, at a place on the card",
      "key.undo": "Take back this tab's last decision",
      "all.button": "Approve all shown", "all.title": "Approve {n} cards?", "all.none": "All cards shown are approved already.",
      "all.empty": "No cards are shown.",
      "all.what": "Of the {shown} cards shown, {n} are not approved. Each gets a decision of its own, which can be taken back.",
      "all.approved": "{n} approved already, left as they are", "all.stale": "{n} changed since their last decision",
      "all.rejected": "{n} rejected before",
      "all.yes": "Approve {n} cards", "all.doing": "Approving", "all.progress": "{done} of {n}", "all.stop": "Stop",
      "all.part": "{n} of {of} saved.", "all.stopped": "Stopped: {n} of {of} saved.",
      "undo.none": "There is nothing to undo in this tab.", "undo.title": "Undo {n} decisions?",
      "undo.what": "Each card goes back to where it stood before.", "undo.yes": "Undo {n}",
      "undo.doing": "Undoing",
      "site.kept": "{n} of your decisions are kept in this browser, {fresh} not downloaded yet. To take them in: cardgen review import",
      "site.none": "What you decide here is kept in this browser, until you download it as a file.", "site.download": "Download decisions",
      "site.downloaded": "Downloaded. Whoever keeps the game takes the file in with: cardgen review import",
      "readonly.network": "Read only: decisions are made on the computer that runs cardgen.",
      "readonly.fault": "Read only until the file of decisions is mended: {message}",
    },
    zh: {
      "do.approve": "通过", "do.reject": "退回", "do.comment": "留言", "do.reopen": "重新打开", "do.undo": "撤销",
      "did.approve": "通过了", "did.reject": "退回了", "did.comment": "留了言", "did.reopen": "重新打开了", "did.undo": "撤销了一次决定",
      "saved.here": "已存入本浏览器：", "one.approve": "{card} 已通过。", "one.reject": "{card} 已退回。",
      "one.comment": "{card} 的留言已保存。", "one.reopen": "{card} 已重新打开。", "one.undo": "已撤销：{card}。",
      "many.approve": "已通过 {n} 张卡牌。", "many.reject": "已退回 {n} 张卡牌。", "many.comment": "已保存 {n} 条留言。",
      "many.reopen": "已重新打开 {n} 张卡牌。", "many.undo": "已撤销 {n} 个决定。",
      "decide.no-card": "没有选中的卡牌。请按 J，或用 Tab 键移到一张卡牌。",
      "decide.away": "未保存：服务器没有回应。",
      "decide.refused": "未保存：{message}", "decide.already": "{card} 已经通过。", "decide.cancel": "取消",
      "decide.unkept": "本浏览器不保存任何内容：关闭页面前请先下载决定。",
      "name.title": "由谁决定？", "name.why": "名字会随每个决定写入下载的文件。只问一次。", "name.label": "名字", "name.take": "继续",
      "conflict.title": "未保存：其间有别的变动", "conflict.titles": "未保存：其间有 {n} 张卡牌有别的变动",
      "conflict.nothing": "没有覆盖任何内容，写下的文字也都留着。", "conflict.keep": "保留对方的", "conflict.leave": "先不决定",
      "conflict.again": "在其后再次决定", "conflict.yours": "你原本要{what}。",
      "why.newer-decision": "在你查看之后，有人先作了决定：", "why.card-changed": "你查看之后，这张卡牌有了改动。现在是这样：",
      "why.already-undone": "这已经被撤销：",
      "key.reject": "退回，写明原因", "key.comment": "在卡牌上留言", "key.undo": "撤销此标签页的上一个决定",
      "all.button": "全部通过", "all.title": "通过 {n} 张卡牌？", "all.none": "显示的卡牌都已通过。",
      "all.empty": "没有显示任何卡牌。",
      "all.what": "显示的 {shown} 张中，有 {n} 张尚未通过。每张各记一个决定，都可以撤销。",
      "all.approved": "{n} 张已通过，保持不变", "all.stale": "{n} 张在上次决定之后有改动", "all.rejected": "{n} 张曾被退回",
      "all.yes": "通过 {n} 张", "all.doing": "正在通过", "all.progress": "{done}／{n}", "all.stop": "停止",
      "all.part": "已保存 {n}／{of}。", "all.stopped": "已停止：已保存 {n}／{of}。",
      "undo.none": "此标签页没有可撤销的决定。", "undo.title": "撤销 {n} 个决定？",
      "undo.what": "每张卡牌都会回到之前的状态。", "undo.yes": "撤销 {n} 个", "undo.doing": "正在撤销",
      "site.kept": "你的 {n} 个决定保存在本浏览器中，其中 {fresh} 个尚未下载。用“cardgen review import”导入游戏。",
      "site.none": "在此所作的决定保存在本浏览器中，可下载成文件。", "site.download": "下载决定",
      "site.downloaded": "已下载。由管理游戏的人用“cardgen review import”导入。",
      "readonly.network": "只读：请在运行 cardgen 的电脑上作决定。",
      "readonly.fault": "决定文件修好之前只读：{message}",
    },
  });

  return { act, approve, approveAll, undoLast: undo, dialog, eventText, siteBox, whyNot };
})()));
