/* Decisions: events from all sources merged, the statuses computed from them, drafts stored in this browser, and requests
   to the server. A site of plain files has a log of its own in this browser instead. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { state, recall, keep, post, site, h } = cardgen;
  const { cardStatus, standingDecisions, lastVerdict, isOldComment } = cardgen.statusRule;
  const BATCH = 50;

  // ---------------------------------------------------------------- events, by card

  /** The events of the page by card and by id, and how many of them are counted already. */
  let index = newIndex([]);

  /** @param {ShownEvent[]} events */
  function newIndex(events) {
    return { of: events, counted: 0, cards: /** @type {Map<string, ShownEvent[]>} */ (new Map()), parts: /** @type {Map<string, ShownEvent[]>} */ (new Map()) };
  }

  function indexed() {
    const events = state.review?.events ?? [];
    if (index.of !== events || index.counted > events.length) index = newIndex(events);
    for (; index.counted < events.length; index.counted += 1) {
      const event = events[index.counted];
      const key = keyOf(event);
      const parts = index.parts.get(event.id);
      if (parts) parts.push(event);
      else index.parts.set(event.id, [event]);
      const ofCard = index.cards.get(key);
      if (ofCard) ofCard.push(event);
      else index.cards.set(key, [event]);
      const undone = partIn(index.parts, event.undoes ?? "", key);
      if (event.kind === "undo" && undone) undone.undone = true;
    }
    return index;
  }

  /** The key of the card or page that an event is about.
      @param {Pick<EventData, "deck" | "card" | "page">} event */
  const keyOf = ({ deck, card, page }) => (page ? `${page.file}/${page.number}` : `${deck}/${card}`);

  /** The deck of the card, or the file of the page.
      @param {Pick<EventData, "deck" | "page">} event */
  const deckOf = ({ deck, page }) => page?.file ?? deck ?? "";

  /** A card or page as an event names it.
      @param {Pick<EventData, "deck" | "card" | "page" | "data">} event */
  const nameIn = ({ deck, card, page, data }) => (page ? { page } : { deck, card, data });

  /** The events of a card, oldest first.
      @param {string} key */
  const eventsOf = (key) => indexed().cards.get(key) ?? [];

  /** @param {Map<string, ShownEvent[]>} parts @param {string} id @param {string} key */
  const partIn = (parts, id, key) => parts.get(id)?.find((event) => keyOf(event) === key);

  /** The event with this id if the page has it: its part for each of its cards.
      @param {string | undefined} id */
  const partsOf = (id) => indexed().parts.get(id ?? "") ?? [];

  /** Its part for a card.
      @param {string | undefined} id @param {string} key */
  const partOf = (id, key) => partIn(indexed().parts, id ?? "", key);

  /** Whether the page has an event.
      @param {EventData} event */
  const isKnown = (event) => Boolean(partOf(event.id, keyOf(event)));

  /** The event that undid this one, if one did.
      @param {ShownEvent} event */
  const undoOf = (event) => eventsOf(keyOf(event)).findLast((later) => later.kind === "undo" && later.undoes === event.id);

  /** The last approve, reject or reopen of a card that was not undone.
      @param {string} key */
  const lastDecision = (key) => standingDecisions(eventsOf(key)).at(-1);

  /** The last approval ("approve") or rejection ("reject") of a card that was not undone.
      @param {string} key @param {string} kind */
  const lastOf = (key, kind) => eventsOf(key).findLast((event) => event.kind === kind && !event.undone);

  /** The later of the two.
      @param {string} key */
  const lastJudged = (key) => lastVerdict(eventsOf(key));

  /** Whether a comment is about a picture that the card no longer has.
      @param {ShownEvent} event */
  const isOld = (event) => isOldComment(event, state.cards.get(keyOf(event)));

  /** The status of a card by the events that the page knows.
      @param {string} key */
  const statusNow = (key) => cardStatus(eventsOf(key), state.cards.get(key), state.catalog.game.approvals);

  /** Adds events that are new, with the statuses if the server sent them. Returns the keys concerned.
      @param {ShownEvent[]} events @param {Record<string, StatusData> | null} [statuses] */
  function takeEvents(events, statuses = null) {
    const fresh = events.filter((event) => !isKnown(event));
    state.review.events.push(...fresh);
    indexed();
    const keys = new Set([...fresh.map(keyOf), ...Object.keys(statuses ?? {})]);
    for (const key of keys) {
      state.review.statuses[key] = statuses?.[key] ?? statusNow(key);
      if (!site) cardgen.details.delete(key); // it may be compared with another approval now
    }
    return [...keys];
  }

  /** Computes the statuses of cards whose pictures or data have changed, and announces those that differ.
      @param {string[]} keys */
  function updateStatuses(keys) {
    const differing = keys.filter((key) => {
      const status = statusNow(key);
      const differs = status.status !== cardgen.statusOf(key) || status.since !== state.review.statuses[key]?.since;
      state.review.statuses[key] = status;
      return differs;
    });
    if (differing.length) cardgen.changed("review", { keys: differing });
  }

  // ---------------------------------------------------------------- drafts

  /** @param {string} key @param {string} kind */
  const draftName = (key, kind) => `cardgen.draft/${state.catalog.game.id}/${key}/${kind}`;

  /** The draft of a reason or a comment, or null. Stored in this browser until it is saved.
      @param {string} key @param {string} kind */
  function draft(key, kind) {
    const kept = recall(draftName(key, kind), null);
    if (!kept || !isSaved(key, kind, kept)) return kept;
    keepDraft(key, kind, null);
    return null;
  }

  /** Whether a draft that was sent is among the events since then: the page may have been closed before the answer.
      @param {string} key @param {string} kind @param {Draft} about2 */
  function isSaved(key, kind, { text = "", sent }) {
    const events = eventsOf(key);
    const before = events.findIndex(({ id }) => id === sent);
    return (before >= 0 || sent === "")
      && events.slice(before + 1).some((event) => isMine(event) && draftKind(event) === kind && event.text === asStored(text));
  }

  /** The name that the draft of a reason, a comment or an answer has among those of its card.
      @param {Pick<DecisionRequest, "kind" | "thread">} about */
  const draftKind = ({ kind, thread }) => (kind === "comment" && thread ? `answer-${thread}` : kind);

  /** A text as it is stored.
      @param {string} text */
  const asStored = (text) => text.trim().normalize("NFC");

  /** Notes that a draft is being sent, and after which event.
      @param {string} key @param {string} kind */
  function markSent(key, kind) {
    const kept = draft(key, kind);
    if (kept) keepDraft(key, kind, { .../** @type {Draft} */ (kept), sent: eventsOf(key).at(-1)?.id ?? "" });
  }

  /** Stores a draft; null or an empty one is removed.
      @param {string} key @param {string} kind @param {Draft | null} value */
  const keepDraft = (key, kind, value) => keep(draftName(key, kind), value?.text || value?.at_mm || value?.attached?.length ? value : null);

  // ---------------------------------------------------------------- who, and a site's own log

  const NAME = "cardgen.name";
  const logName = () => `cardgen.log/${state.catalog.game.id}`;

  /** Whose decisions are made here: the name given in this browser, otherwise that of the server; "" if it is not known yet. */
  const who = () => recall(NAME, "") || (site ? "" : state.catalog.who);
  /** @param {string} name */
  const callMyself = (name) => keep(NAME, name);
  /** @param {EventData} event */
  const isMine = (event) => event.by === who() && who() !== "";
  const mayDecide = () => state.catalog.mode !== "read-only" && !state.review.fault;

  /** A site's own events: {events, taken: how many of them have been downloaded}. */
  const siteLog = () => recall(logName(), { events: /** @type {ShownEvent[]} */ ([]), taken: 0 });

  /** @param {number} count */
  const hex = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /** @param {ProposalData} proposal @param {string} id */
  async function siteEvent(proposal, id) {
    const { kind, sides, text, attached, side, at_mm, thread, undoes, seen } = proposal;
    const at = new Date().toISOString().replace(/\.\d+/, "");
    const event = /** @type {ShownEvent} */ ({ id, at, by: who(), tool: toolName(), kind, ...nameIn(proposal), sides });
    if (kind === "approve" && !proposal.page) {
      const { fields } = await cardgen.detail(keyOf(proposal));
      event.fields = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    }
    return Object.assign(event, text && { text }, attached && { pictures: attached }, side && { side }, at_mm && { at_mm }, thread && { thread }, undoes && { undoes }, { seen });
  }

  const toolName = () => (/^\d/.test(state.catalog.tool) ? `cardgen ${state.catalog.tool}` : state.catalog.tool);

  /** @param {ProposalData[]} messages @param {string} [id] */
  async function writeHere(messages, id) {
    const saved = [];
    for (const message of messages) saved.push(await siteEvent(message, id ?? hex(8)));
    const log = siteLog(); // read after all waiting, so that another tab's events stay
    const stored = keep(logName(), { ...log, events: [...log.events, ...saved] });
    if (!stored) cardgen.toast(cardgen.t("decide.unkept"), { slot: "fault", lasting: 12000 });
    return { status: 200, data: { saved, conflicts: [] } };
  }

  /** A site's decisions as lines of review.jsonl, each with the last event of its card that was `seen` when it was made. */
  const siteLines = () => Object.values(Object.groupBy(siteLog().events, ({ id }) => id))
    .map((parts) => `${JSON.stringify(siteLine(/** @type {ShownEvent[]} */ (parts)))}\n`).join("");

  /** One event as a line: about one card, or with a list of cards.
      @param {ShownEvent[]} parts */
  function siteLine(parts) {
    if (parts.length === 1) return withAttached(parts[0]);
    const { id, at, by, tool, kind, text, undoes } = parts[0];
    const cards = parts.map((part) => ({ ...nameIn(part), sides: part.sides, fields: part.fields, seen: /** @type {any} */ (part).seen }));
    return { id, at, by, tool, kind, cards, text, undoes };
  }

  /** An event with its pictures as the data that they are, for `review import`.
      @param {ShownEvent} event */
  const withAttached = ({ pictures, ...event }) => (pictures ? { ...event, attached: pictures } : event);

  const markDownloaded = () => keep(logName(), { ...siteLog(), taken: siteLog().events.length });

  function beginSite() {
    if (!site) return;
    const log = siteLog();
    const left = log.events.filter((event) => !isKnown(event)); // the others are in the events of a newer site
    if (left.length < log.events.length) keep(logName(), { events: left, taken: Math.max(0, log.taken - log.events.length + left.length) });
    const keys = takeEvents(left.map((event) => ({ ...event })));
    if (keys.length) cardgen.changed("review", { keys });
  }

  // ---------------------------------------------------------------- deciding

  const waiting = /** @type {Map<string, Waiting>} */ (new Map());

  /** The request that is being sent for a card: {kind, state: "saving" | "away" | "refused", message, request}, or undefined.
      @param {string} key */
  const waitingFor = (key) => waiting.get(key);

  /** @param {DecisionRequest} about */
  function message({ kind, key, text, attached, side, at_mm, thread, undoes }) {
    const { deck, id, face, back, data, page } = /** @type {CardData} */ (state.cards.get(key));
    const made = { kind, ...nameIn({ deck, card: id, page, data }), sides: back ? { face, back } : { face }, seen: eventsOf(key).at(-1)?.id ?? "" };
    return Object.assign(made, text && { text: asStored(text) }, attached?.length && { attached }, side && { side }, at_mm && { at_mm }, thread && { thread }, undoes && { undoes });
  }

  /** @param {DecisionRequest[]} requests @param {any} what */
  const note = (requests, what) => {
    for (const request of requests) {
      if (what) waiting.set(request.key, { kind: request.kind, request, ...what });
      else waiting.delete(request.key);
    }
    cardgen.announce("waiting", { keys: requests.map((request) => request.key) });
  };

  /** Whether the newer event that a second attempt meets is that of the first, whose answer was lost on its way.
      @param {DecisionRequest} request @param {ConflictData} about1 */
  const isOwnEcho = (request, { events: [event, ...more] }) =>
    request.again && event && !more.length && isMine(event) && event.kind === request.kind && event.thread === request.thread && (event.text ?? "") === (request.text ?? "");

  /** What is being sent now. */
  const underWay = /** @type {Set<Promise<DecisionResult>>} */ (new Set());

  /** Waits until all that is being sent has been answered: only then this tab knows which events are its own. */
  const answered = () => Promise.allSettled(underWay);

  /** Sends up to 50 requests {kind, key, text?, side?, at_mm?, thread?, undoes?} together, with an `id` as parts of one decision.
      Returns {saved, conflicts: [{key, why, events, request}], failed: null | {status, message}}; what is saved is already
      merged and announced.
      @param {DecisionRequest[]} requests @param {string} [id] */
  async function decide(requests, id) {
    const result = send(requests, id);
    underWay.add(result);
    try {
      return await result;
    } finally {
      underWay.delete(result);
    }
  }

  /** @param {DecisionRequest[]} requests @param {string} [id] @returns {Promise<DecisionResult>} */
  async function send(requests, id) {
    note(requests, { state: "saving" });
    const messages = requests.map(message);
    const { status, data } = site ? await writeHere(messages, id) : await post("api/decide", { events: messages, id, by: who() || undefined });
    if (status !== 200 && status !== 409) {
      const failed = { status, message: cardgen.whyRefused(data) };
      note(requests.map((request) => ({ ...request, again: true })), { state: status === 0 ? "away" : "refused", message: failed.message });
      return { saved: [], conflicts: [], failed };
    }
    const met = /** @type {Conflict[]} */ (data.conflicts.map((/** @type {ConflictData} */ conflict) => ({ ...conflict, request: requests.find((sent) => sent.key === conflict.key) })));
    const echoes = met.filter((conflict) => isOwnEcho(conflict.request, conflict));
    const conflicts = met.filter((conflict) => !echoes.includes(conflict));
    const saved = [...data.saved, ...echoes.map((conflict) => conflict.events[0])];
    note(requests, null);
    remember(saved);
    const keys = takeEvents([...saved, ...conflicts.flatMap((conflict) => conflict.events)]);
    if (keys.length) cardgen.changed("review", { keys });
    return { saved, conflicts, failed: null };
  }

  /** Whether requests are the same decision about several cards.
      @param {DecisionRequest[]} requests */
  const areAlike = ([first, ...others]) => others.length > 0 && first.kind !== "comment" && !first.thread &&
    others.every(({ kind, text, undoes }) => kind === first.kind && text === first.text && undoes === first.undoes);

  /** Sends many requests in batches, until `stop()` is true or the server is away; calls `progress(done)` after each.
      If they are the same decision about several cards, they are one event. Returns the results together.
      @param {DecisionRequest[]} requests @param {(done: number, result: DecisionResult) => void} progress @param {() => boolean} stop */
  async function decideMany(requests, progress, stop) {
    const all = /** @type {DecisionResult} */ ({ saved: [], conflicts: [], failed: null });
    const before = mine();
    const id = areAlike(requests) ? hex(8) : undefined;
    for (let from = 0; from < requests.length && !stop() && !all.failed; from += BATCH) {
      const { saved, conflicts, failed } = await decide(requests.slice(from, from + BATCH), id);
      all.saved.push(...saved);
      all.conflicts.push(...conflicts);
      all.failed = failed;
      progress(from + saved.length + conflicts.length, all);
    }
    rememberAll([...before, idsOf(all.saved)].filter((group) => group.length)); // one step to take back
    return all;
  }

  // ---------------------------------------------------------------- undo

  const MINE = "cardgen.mine";

  /** The same for a browser that stores nothing. */
  let mineUnstored = /** @type {string[][]} */ ([]);

  /** This tab's decisions, oldest first, in groups of ids that were made at once. They survive a reload of the tab.
      @returns {string[][]} */
  function mine() {
    try {
      return JSON.parse(sessionStorage.getItem(MINE) ?? "null") ?? [];
    } catch {
      return mineUnstored;
    }
  }

  /** @param {string[][]} groups */
  function rememberAll(groups) {
    mineUnstored = groups.slice(-500);
    try {
      sessionStorage.setItem(MINE, JSON.stringify(mineUnstored));
    } catch { /* it is remembered until the tab is closed or loaded again */ }
  }

  /** @param {ShownEvent[]} events */
  const idsOf = (events) => [...new Set(events.map((event) => event.id))];

  /** @param {ShownEvent[]} saved */
  function remember(saved) {
    const ids = idsOf(saved.filter((event) => event.kind !== "undo"));
    if (ids.length) rememberAll([...mine(), ids]);
  }

  /** Whether an event was not undone yet, and its card is still there.
      @param {ShownEvent} event */
  const canUndo = (event) => !event.undone && state.cards.has(keyOf(event));

  /** The last group of this tab's events that was not undone: Ctrl+Z undoes it. */
  const lastOfMine = () =>
    mine().map((group) => group.flatMap(partsOf).filter(canUndo))
      .findLast((group) => group.length) ?? [];

  /** The request that undoes an event.
      @returns {DecisionRequest}
      @param {ShownEvent} event */
  const undoing = (event) => ({ kind: "undo", key: keyOf(event), undoes: event.id });

  // ---------------------------------------------------------------- small things that several views show

  /** A status as its mark and its words.
      @param {string} key */
  function statusMark(key) {
    const { status = "undecided", since, approvals } = state.review.statuses[key] ?? {};
    const mark = h("span", { "aria-hidden": "true" }, cardgen.STATUS_MARKS[status]);
    const words = approvals ? cardgen.t("status.of", { count: approvals, needed: state.catalog.game.approvals })
      : cardgen.t(status === "stale" && since ? `status.since.${since}` : `status.${status}`);
    return h("span", { class: "status", dataset: { status } }, mark, words);
  }

  /** The locale for dates: English ones are written as in Britain, the day first. */
  const locale = () => (cardgen.settings.language === "en" ? "en-GB" : cardgen.settings.language);

  /** A moment in the reader's own zone. `how`: as for Intl.DateTimeFormat.
      @param {string} at */
  const when = (at, how = /** @type {Intl.DateTimeFormatOptions} */ ({ dateStyle: "medium", timeStyle: "short" })) =>
    h("time", { datetime: at }, new Intl.DateTimeFormat(locale(), how).format(new Date(at)));

  /** A card's name in the language of the cards, with its id.
      @param {string} key */
  function cardName(key) {
    const card = state.cards.get(key);
    if (!card) return h("span", {}, key);
    if (card.page) return h("span", {}, cardgen.pages.title(card));
    const named = Object.keys(card.names ?? {}).length > 0;
    return h("span", {}, named ? [cardgen.say(card.names), " "] : null, h("span", { class: "mono" }, card.id));
  }

  /** A text that a person wrote, with its Markdown, and the pictures that belong to it. Its language is unknown, unless it
      has Chinese characters: then it is probably that of the page.
      @param {string} text @param {readonly string[]} [pictures] */
  const written = (text, pictures = []) => {
    const chinese = document.documentElement.lang === "zh-Hant" ? "zh-Hant" : "zh-Hans";
    return h("div", { class: "words", lang: /\p{Script=Han}/u.test(text) ? chinese : "" }, cardgen.markdown.parse(text).map(block),
      pictures.length ? h("p", { class: "attached" }, pictures.map(attachedPicture)) : null);
  };

  /** @param {MarkdownBlock} about */
  function block({ kind, items, start }) {
    if (kind === "p") return h("p", {}, items[0].map(inline));
    if (kind === "pre") return h("pre", {}, h("code", {}, items[0].map(inline)));
    return h(kind, { start: kind === "ol" && start !== 1 ? start : null }, items.map((item) => h("li", {}, item.map(inline))));
  }

  /** @param {InlinePart} part @returns {Child} */
  function inline(part) {
    if (typeof part === "string") return part;
    const { kind, parts, href } = part;
    return kind === "a" ? h("a", { href, target: "_blank", rel: "noopener noreferrer nofollow", title: href }, parts.map(inline)) : h(kind, {}, parts.map(inline));
  }

  /** A picture of a comment, as a link to it in full size. A site has those of its own decisions as data.
      @param {string} picture */
  const attachedPicture = (picture, at = 0) => {
    const src = picture.startsWith("data:") ? picture : `attached/${picture}`;
    return h("a", { href: src.startsWith("data:") ? null : src, target: "_blank", rel: "noopener" },
      h("img", { src, alt: cardgen.t("attached.alt", { n: at + 1 }), loading: "lazy" }));
  };

  /** The address of a picture by its hash: a current one, or one stored with a decision.
      @param {string} hash @param {string} key */
  const pictureOf = (hash, key) => {
    const card = state.cards.get(key);
    return card && (card.face === hash || card.back === hash) ? cardgen.face(hash) : cardgen.kept(hash);
  };

  /** A button that keeps the focus when its surroundings are drawn again; `hold` is its name for that.
      @param {string} hold @param {(event: MouseEvent) => unknown} onclick @param {Child} label @param {Attributes} [more] */
  const button = (hold, onclick, label, more = {}) => h("button", { type: "button", onclick, dataset: { hold }, ...more }, label);

  /** The key of a button, shown in it while keys that are characters are on.
      @param {string} name */
  const shownKey = (name) => (cardgen.settings.letters ? h("kbd", { "aria-hidden": "true" }, name) : null);

  cardgen.on("begun", beginSite);
  addEventListener("storage", ({ key }) => { if (site && state.review && key === logName()) beginSite(); }); // another tab has decided
  cardgen.on("catalog", (what) => updateStatuses(what?.keys ?? [...state.cards.keys()]));

  return {
    eventsOf, takeEvents, decide, statusMark, when, cardName, written,
    decisions: {
      MOST_AT_ONCE: BATCH, keyOf, deckOf, partsOf, partOf, isKnown, canUndo, undoOf, lastDecision, lastOf, lastJudged, isOld, draft, keepDraft, draftKind, markSent, who, callMyself, isMine, mayDecide, siteLog,
      siteLines, markDownloaded, waitingFor, answered, decideMany, lastOfMine, undoing, pictureOf, button, shownKey,
    },
  };
})()));
