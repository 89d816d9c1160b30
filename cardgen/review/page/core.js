/* The frame of the page: words, settings, data, the address, and the views that register themselves. */
"use strict";

Object.defineProperties(cardgen, Object.getOwnPropertyDescriptors(/** @satisfies {Partial<Cardgen>} */ ((() => {
  const { addresses, byId, focused, h, holding, texts } = cardgen;
  const { message, plural } = cardgen.messages;
  /** Remembers the focus. The function returned gives it back: to the same element, to the one that has its data-hold
      now, or to what the view offers instead. */
  function rememberFocus(element = focused()) {
    const hold = element?.closest?.("[data-hold]")?.dataset.hold;
    return () => {
      const next = element?.isConnected ? element : hold ? holding(document.body, hold) : null;
      if (next) next.focus({ preventScroll: true });
      else if (!views.get(route.view)?.focus?.()) byId("main").focus({ preventScroll: true });
    };
  }

  // ---------------------------------------------------------------- settings

  const STORE = "cardgen.settings";

  /** The languages that the page has words in: English, and that of each catalogue. */
  const languages = (document.documentElement.dataset.languages ?? "en").split(" ");

  const preferred = texts.nearest(languages, [...(navigator.languages ?? [navigator.language]), "en"]) ?? "en";
  const settings = /** @type {Settings} */ ({ language: preferred, cards: preferred, theme: "auto", sight: "normal", letters: true, onward: false, millimetre: 96 / 25.4 });

  /** The value stored in this browser under `name`; `otherwise` if there is none.
      @param {string} name @param {any} otherwise */
  function recall(name, otherwise) {
    try {
      const text = localStorage.getItem(name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  }

  /** Stores a value in this browser; null removes it. False if the browser does not allow it.
      @param {string} name @param {unknown} value */
  function keep(name, value) {
    try {
      if (value === null) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  /** The language chosen for cards; `settings.cards` is the nearest one that the game has. */
  let wished = preferred;

  /** The available language that is nearest to `language`, otherwise one that the reader reads.
      @param {readonly string[]} available @param {string} language */
  const nearest = (available, language) => texts.nearest(available, [language, ...(navigator.languages ?? []), "en"]);

  /** Changes a setting. For the language of the page it returns a promise, as its words are loaded first.
      @template {keyof Settings} Name @param {Name} name @param {Settings[Name]} value */
  function set(name, value) {
    if (name === "language") return setLanguage(nearest(languages, String(value)));
    if (name === "cards") {
      wished = String(value);
      settings.cards = nearest(state.catalog?.game.languages ?? [wished], wished);
    } else settings[name] = value;
    return applySetting(name);
  }

  /** @param {string} name */
  function applySetting(name) {
    keep(STORE, { ...settings, cards: wished });
    dressPage();
    if (name === "language" || name === "cards") drawFrame();
    announce("settings", name);
    if (name === "language" || name === "cards") remount();
  }

  /** The language chosen last: an earlier choice whose words arrive later is not applied any more. */
  let chosenLanguage = "";

  /** @param {string} language */
  async function setLanguage(language) {
    chosenLanguage = language;
    try {
      await loadWords(language);
    } catch {
      cardgen.toast(t("set.language.failed"), { slot: "fault" });
      return;
    }
    if (chosenLanguage !== language) return;
    settings.language = language;
    applySetting("language");
  }

  function dressPage() {
    document.documentElement.lang = settings.language;
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.sight = settings.sight;
  }

  // ---------------------------------------------------------------- words

  /** The page's texts by key, each by language. Translations of our own messages come from the server. */
  const catalogue = /** @type {Map<string, Record<string, MessageText>>} */ (new Map());

  /** The words that the server has sent, by language. English needs none. */
  const loadedWords = /** @type {Map<string, WordsData>} */ (new Map());

  /** Loads the translations into a language, once.
      @param {string} language */
  async function loadWords(language) {
    if (language !== "en" && !loadedWords.has(language)) loadedWords.set(language, await load(`words-${language}`));
  }

  /** Adds texts: {en: {key: text}}, where a text is a `message` or a `plural`. The table of another package, whose texts are in no
      catalogue of cardgen, adds its translations as well: {en: {key: text}, zh: {key: text}}.
      @param {Record<string, Record<string, MessageText>>} more */
  function words(more) {
    for (const [language, table] of Object.entries(more)) {
      for (const [key, text] of Object.entries(table)) catalogue.set(key, { ...catalogue.get(key), [language]: text });
    }
  }

  /** A text of the interface with its values filled in; `count` chooses the form of a plural. An unknown key is returned itself,
      so that the mistake is visible.
      @param {string} key @param {TextValues} [values] */
  const t = (key, values = {}) => texts.fillIn(template(key, values.count), values);

  /** @param {string} key @param {unknown} [count] */
  function template(key, count = 1) {
    const byLanguage = catalogue.get(key);
    if (!byLanguage) return key;
    const sent = loadedWords.get(settings.language);
    const translation = sent && byLanguage.en ? cardgen.messages.translated(sent, byLanguage.en, Number(count)) : undefined;
    const language = texts.nearest(Object.keys(byLanguage), [settings.language, "en"]);
    return translation ?? cardgen.messages.english(byLanguage[language ?? "en"], Number(count));
  }

  /** As `t`, for values that are elements: a list of texts and elements.
      @param {string} key @param {Record<string, Child>} [values] */
  const phrase = (key, values = {}) => texts.fillInParts(template(key, values.count), values);

  /** Sentences one after another, as the language joins them; each may be a list of texts and elements.
      @param {readonly Child[]} sentences */
  const joinSentences = (sentences) => sentences.slice(1).reduce(
    (/** @type {Child[]} */ first, second) => phrase("list.sentences", { first, second }), [sentences[0] ?? ""]);

  /** A text with the names of cards and places in it, such as 3-0 or T2@0,0, each kept on one line.
      @param {string} text */
  const withCodes = (text) => texts.splitAtCodes(text)
    .map((part, at) => (at % 2 ? h("span", { class: "unbroken" }, part) : part));

  /** A text of the game in the language chosen for cards, else in the nearest there is; "" when there is none. The choice counts
      even if the edition shown is in another language, because names and titles have all languages of the game.
      @param {Texts | null | undefined} translations @param {string} [language] */
  function pick(translations, language = wished) {
    if (!translations) return "";
    return translations[nearest(Object.keys(translations), language)] ?? "";
  }

  /** The same as an element with its `lang`.
      @param {Texts | null | undefined} translations @param {string} [language] */
  function say(translations, language = wished) {
    const chosen = nearest(Object.keys(translations ?? {}), language);
    return h("span", { lang: chosen ? texts.tag(chosen) : null }, chosen ? translations?.[chosen] : "");
  }

  /** A message of the server, which comes in all languages that it is translated into, as an element with its `lang`.
      @param {Texts} translations */
  const sayMessage = (translations) => say(translations, settings.language);

  /** The reason why the server refused a request, as text; "" if there is none.
      @param {Partial<ErrorData> | null | undefined} data */
  const whyRefused = (data) => pick(data?.error?.messages, settings.language);

  /** How many cards are listed, of how many; `things` are "cards", "pages" or "items" (both).
      @param {number} shown @param {number} count */
  const countText = (shown, count, things = "cards") => t(`grid.count${things === "cards" ? "" : `.${things}`}${shown === count ? ".all" : ""}`, { shown, count });

  // ---------------------------------------------------------------- data

  const site = document.documentElement.dataset.mode === "site";
  const noEngine = site && !("engine" in document.documentElement.dataset);
  let token = document.querySelector("meta[name=cardgen-token]")?.getAttribute("content") ?? "";
  const arrived = /** @type {Map<string, any>} */ (new Map());
  const awaited = /** @type {Map<string, ((value: any) => void)[]>} */ (new Map());

  /** Called by the data files of a site.
      @param {string} name @param {any} value */
  function put(name, value) {
    arrived.set(name, value);
    awaited.get(name)?.forEach((tell) => tell(value));
    awaited.delete(name);
  }

  /** @param {string} name */
  function loadFile(name) {
    return new Promise((resolve, reject) => {
      if (arrived.has(name)) return resolve(arrived.get(name));
      const waiting = awaited.get(name) ?? [];
      awaited.set(name, [...waiting, resolve]);
      if (waiting.length) return undefined;
      const script = h("script", { src: `data/${name}.js`, onerror: () => reject(new Error(name)) });
      return document.head.append(script);
    });
  }

  /** The data called `name`, from the server, or from the site's files.
      @param {any} name */
  async function load(name) {
    if (site) return loadFile(name);
    const answer = await fetch(`data/${name}`); // no options: only then the browser uses the preloads of the shell
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.json();
  }

  /** The token of the server's next run: it makes a new one whenever it starts.
      @param {string} text */
  const setToken = (text) => { token = text; };

  /** Sends `body` to the server and returns {status, data}; status 0 when the server cannot be reached. Then, and on a
      site, the engine in this page answers requests to it.
      @param {string} path @param {unknown} body @param {EngineLane} lane */
  async function post(path, body, lane = "quick") {
    const { engine } = cardgen;
    const answer = site ? UNREACHABLE : await postToServer(path, body);
    if (path !== "api/engine" || !engine.isOffered) return answer;
    if (!answer.status) return { status: 200, data: await engine.ask(body, lane) };
    engine.prefetch();
    return answer;
  }

  const UNREACHABLE = { status: 0, data: null };

  /** @param {string} path @param {unknown} body */
  async function postToServer(path, body) {
    try {
      const answer = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Cardgen-Token": token },
        body: JSON.stringify(body),
      });
      const kind = answer.headers.get("Content-Type") ?? "";
      return { status: answer.status, data: kind.includes("json") ? await answer.json() : await answer.text() };
    } catch {
      return UNREACHABLE;
    }
  }

  /** All data: filled by `begin`, updated by the server's messages. `cards` is by key. */
  const state = /** @type {PageState} */ (/** @type {unknown} */ ({ catalog: null, reading: false, cards: new Map(), decks: new Map(), pages: [], pictures: new Map(), review: null, texts: null, alts: null }));
  const details = /** @type {Map<string, Promise<CardDetail>>} */ (new Map());
  const DETAILS_A_FILE = 100;

  /** @param {CatalogData} catalog */
  function takeCatalog(catalog) {
    state.catalog = catalog;
    settings.cards = nearest(catalog.game.languages, wished);
    state.cards = new Map(catalog.cards.map((card) => [card.key, card]));
    state.decks = new Map(catalog.decks.map((deck) => [deck.id, deck]));
    cardgen.putPages();
    details.clear();
  }

  /** The details of a card, cached until the card changes.
      @param {string} key */
  function detail(key) {
    if (!details.has(key)) {
      const asked = site && cardgen.pages.isPage(key) ? loadFile("page-details").then((pages) => pages[key] ?? pageWithoutDetail(key))
        : site ? loadFile(`details-${Math.floor(state.catalog.cards.findIndex((card) => card.key === key) / DETAILS_A_FILE)}`)
            .then((chunk) => chunk[key])
        : load(`card/${key.split("/").map(encodeURIComponent).join("/")}`);
      asked.catch(() => details.delete(key));
      details.set(key, asked);
    }
    return /** @type {Promise<CardDetail>} */ (details.get(key));
  }

  /** What is known of a page of sheets of cards that has no events.
      @param {string} key @returns {CardDetail} */
  const pageWithoutDetail = (key) => ({ key, alt: {}, fields: [], file: "", line: 0, template: { file: "", line: 0 }, boxes: {}, text: {},
    places: [], compare: null, rejection: null });

  /** The address of a current picture. @param {string} hash */
  const face = (hash) => state.pictures.get(hash) ?? `faces/${hash}.svg`;
  /** @param {string} hash */
  const kept = (hash) => `kept/${hash}.svg`;
  /** @param {CardData} card */
  const deckOf = (card) => /** @type {DeckData} */ (state.decks.get(card.deck));
  /** @param {string} key */
  const statusOf = (key) => state.review?.statuses[key]?.status ?? "undecided";

  // ---------------------------------------------------------------- events between scripts

  const listeners = /** @type {Map<string, Set<(...details: any[]) => unknown>>} */ (new Map());

  /** Calls `listener` whenever `what` happens: settings, catalog, review, checked, fault, route. Returns a function that
      stops it.
      @param {string} what @param {(...details: any[]) => unknown} listener */
  function on(what, listener) {
    const list = listeners.get(what) ?? new Set();
    listeners.set(what, list.add(listener));
    return () => list.delete(listener);
  }

  /** @param {string} what @param {...any} details_ */
  function announce(what, ...details_) {
    for (const listener of listeners.get(what) ?? []) listener(...details_);
  }

  // ---------------------------------------------------------------- the address

  const views = /** @type {Map<string, View>} */ (new Map());
  let shown = /** @type {{ name: string } | null} */ (null);
  let route = /** @type {Route} */ ({ view: "grid", path: [], state: {} });
  let hash = ""; // of the route; the browser's address may follow later
  let retry = 0;

  /** Whether there are cards to look at; true as long as no game could be read. */
  const hasCards = () => !state.catalog?.version || state.catalog.cards.length > 0;

  /** The view of an address that names none. */
  const home = () => (hasCards() ? "grid" : "sheet");

  /** The view, path and state of an address; an unknown view is the one that an empty address shows.
      @param {string} hash */
  function parse(hash) {
    const parsed = addresses.parse(hash);
    return { ...parsed, view: views.has(parsed.view) ? parsed.view : home() };
  }

  const address = addresses.format;

  /** Goes there; with `replace`, without a step in the browser's history (a filter being typed, a zoom).
      @param {string} view @param {readonly (string | number)[]} [path] @param {RouteState} [values] @param {{ replace?: boolean }} about3 */
  function go(view, path = [], values = {}, { replace = false } = {}) {
    const target = address(view, path, values);
    if (target === hash) return;
    hash = target;
    writeHash(replace ? "replaceState" : "pushState");
    follow();
  }

  /** Write the address. Safari refuses more than 100 changes in 10 s: the last one is written later.
      @param {"replaceState" | "pushState"} method */
  function writeHash(method) {
    clearTimeout(retry);
    try {
      history[method](null, "", hash);
    } catch {
      retry = setTimeout(writeHash, 1000, method);
    }
  }

  /** Follow an address that the user or the browser has opened. */
  function arrive() {
    clearTimeout(retry);
    hash = location.hash;
    follow();
  }

  /** Changes parts of the current view's state in the address.
      @param {RouteState} values @param {{ replace?: boolean }} [options] */
  const alter = (values, options = { replace: true }) =>
    go(route.view, route.path, { ...route.state, ...values }, options);

  function follow() {
    route = parse(hash);
    if (!state.catalog) return;
    if (shown?.name === route.view) views.get(route.view)?.update?.(route);
    else remount();
    drawFrame();
    announce("route", route);
  }

  /** Draws the current view again. Another view begins at its top, unless its mount returns true; the same view (in
      another language) keeps its scroll position and its focus (elements with data-hold). */
  function remount() {
    if (!state.catalog || !views.has(route.view)) return;
    const first = shown === null;
    const moved = shown?.name !== route.view;
    const hold = focused()?.closest?.("#main [data-hold]")?.dataset.hold;
    const place = scrollY;
    if (shown) views.get(shown.name)?.unmount?.();
    const main = byId("main");
    main.replaceChildren();
    main.dataset.view = route.view;
    shown = { name: route.view };
    const settled = views.get(route.view)?.mount(main, route) === true;
    if (moved && !first && !settled) {
      scrollTo(0, 0);
      main.focus({ preventScroll: true });
    } else if (!moved) {
      scrollTo(0, place);
      if (hold) main.querySelector(`[data-hold="${CSS.escape(hold)}"]`)?.focus({ preventScroll: true });
    }
  }

  /** The name of a card in the language of the page, with its id if another card has the same name.
      @param {string} key */
  function titleOf(key) {
    const card = state.cards.get(key);
    if (!card) return key;
    if (card.page) return cardgen.pages.title(card);
    /** @param {CardData} other */
    const nameOf = (other) => pick(other.names, settings.language);
    const name = nameOf(card);
    const isShared = state.catalog.cards.some((other) => other !== card && nameOf(other) === name);
    return !name ? card.id : isShared ? `${name} ${card.id}` : name;
  }

  /** Registers a view: {mount(root, route), update(route), changed(kind, detail), unmount()}; all but mount optional.
      `under` returns the view whose link is marked. `tab` gives it a link in the frame, in the order of `tab`, if `when()` is true;
      `title(route)` the words that begin the document's title;
      `focus()` takes the focus if the element that had it is gone, and returns whether it did.
      @param {string} name @param {View} definition */
  function view(name, definition) {
    views.set(name, definition);
  }

  // ---------------------------------------------------------------- the frame

  function drawFrame() {
    const game = state.catalog?.game;
    const tabs = [...views].filter(([, definition]) => definition.tab && (definition.when?.() ?? true)).sort(([, a], [, b]) => (a.tab ?? 0) - (b.tab ?? 0));
    const under = views.get(route.view)?.under?.(route) ?? route.view;
    byId("skip").textContent = t("frame.skip");
    const hold = focused()?.closest?.("#frame [data-hold]")?.dataset.hold;
    /** @param {string} name */
    const badge = (name) => views.get(name)?.badge?.() || null;
    byId("frame").replaceChildren(
      h("div", { class: "game" }, game ? [cardgen.gameTitle(game), cardgen.editionLinks(game), modeMark()] : ""),
      h("nav", { "aria-label": t("frame.views") }, tabs.map(([name]) =>
        h("a", { href: address(name), "aria-current": name === under ? "page" : null, dataset: { hold: name } }, t(`view.${name}`),
          badge(name) ? h("span", { class: "count-badge" }, badge(name)) : null))),
      h("div", { class: "tools" }, tools.map(toolButton)),
    );
    if (hold) byId("frame").querySelector(`[data-hold="${CSS.escape(hold)}"]`)?.focus();
    showCurrent(/** @type {HTMLElement} */ (byId("frame").querySelector("nav")));
    const title = views.get(route.view)?.title?.(route) ?? [t(`view.${route.view}`)];
    document.title = [...title, game ? pick(game.titles, settings.language) : "cardgen"].filter(Boolean).join(" · ");
  }

  /** @param {Tool} about */
  function toolButton({ key, run, label, other }) {
    const name = other?.name() ?? t(key);
    return h("button", { type: "button", onclick: run, "aria-label": name, title: name, lang: other?.language(), dataset: { hold: key } },
      typeof label === "function" ? label() : label);
  }

  /** The mode of the page; "lost" while the server is away. */
  function modeMark() {
    const mode = ["lost", "refused"].includes(cardgen.banner.notice() ?? "") ? "lost" : state.reading ? "reading" : state.catalog.mode;
    return h("span", { class: "quiet mode", dataset: { mode }, title: mode === "live" ? t("mode.live.title") : null }, t(`mode.${mode}`));
  }

  /** Scrolls the links of a narrow frame until the view that is shown is among them.
      @param {HTMLElement} nav */
  function showCurrent(nav) {
    const link = nav.querySelector("[aria-current]")?.getBoundingClientRect();
    const frame = nav.getBoundingClientRect();
    if (link) nav.scrollLeft += Math.ceil(Math.max(0, link.right - frame.right)) + Math.min(0, link.left - frame.left);
  }

  const tools = /** @type {Tool[]} */ ([]);

  /** A button in the frame: the key of its name, what it runs, and what it shows (a text, or a function that returns one).
      `other` has functions for its language and its name if these are not the page's.
      @param {string} key @param {() => unknown} run @param {string | (() => string)} label @param {Tool["other"]} [other] */
  function tool(key, run, label, other = null) {
    tools.push({ key, run, label, other });
  }

  /** The card in question: the one shown, or in the grid the one that has the focus. Null elsewhere. */
  function currentKey() {
    const asked = views.get(route.view)?.current?.();
    if (asked !== undefined) return asked;
    const key = route.path.join("/");
    return state.cards.has(key) ? key : null;
  }

  const keys = /** @type {(KeyDefinition & { name: string })[]} */ ([]);

  /** Registers a shortcut: {keys: ["a", "ctrl+z"], views: ["card"] or none for all, words: what it does, run, when?};
      no `run` for what a view does by itself (then `when` is false). `run` and `when` get {route, key: the card in
      question or null, keys(): the filtered list, event, name: the key as the map writes it}.
      @param {string} name @param {KeyDefinition} definition */
  function key(name, definition) {
    keys.push({ name, ...definition });
  }

  /** Asks the shown view to take a change: "catalog" {keys}, "review" {keys}, "checked" {}.
      @param {string} kind @param {any} what */
  function changed(kind, what) {
    if (shown) views.get(shown.name)?.changed?.(kind, what);
    announce(kind, what);
  }

  async function begin() {
    Object.assign(settings, recall(STORE, {}));
    settings.language = nearest(languages, settings.language);
    wished = settings.cards;
    dressPage();
    hash = location.hash;
    route = parse(hash);
    history.scrollRestoration = "manual";
    if (location.search) history.replaceState(null, "", location.pathname + location.hash); // a link's token is kept in a cookie
    addEventListener("hashchange", arrive);
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault(); // the address is the view's
      byId("main").focus();
    });
    try {
      const [catalog, review] = await Promise.all([load("catalog"), load("review"), beginWords()]);
      state.review = review;
      takeCatalog(catalog);
    } catch {
      byId("main").replaceChildren(h("p", {}, t("frame.unreachable")));
      return;
    }
    const table = state.catalog.game.engine;
    const ready = table && document.documentElement.dataset.tables?.split(" ").includes(table) ? loadTable(`page/tables/${table}/table`) : null;
    if (/^#\/(table|game)\b/.test(location.hash)) await ready;
    follow();
    resumePlace();
    announce("begun");
    ready?.then(drawFrame); // its link appears
    await idle();
    try {
      [state.texts, state.alts] = await Promise.all([load("texts"), load("alts")]);
    } catch {
      return; // the server is away: the next request shows that
    }
    changed("texts", {});
  }

  /** Loads the words of the page's language. If there are none, the page is in English. */
  async function beginWords() {
    try {
      await loadWords(settings.language);
    } catch {
      settings.language = "en";
      dressPage();
    }
  }

  const PLACE = "cardgen.place";

  /** A page that is loaded again keeps its scroll position; another address begins at its top. */
  function resumePlace() {
    const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    try {
      const { hash, top } = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
      if (loaded?.type === "reload" && hash === location.hash) scrollTo(0, top);
      addEventListener("pagehide", () => sessionStorage.setItem(PLACE, JSON.stringify({ hash: location.hash, top: scrollY })));
    } catch {
      // A browser that stores nothing begins at the top.
    }
  }

  /** When the first cards have been asked for and painted, and there is nothing better to do. */
  const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 400 }));

  /** A game's own table: its first script and its style, which come with the game's rules engine.
      @param {string} path */
  const loadTable = (path) => Promise.all([script(`${path}.js`), style(`${path}.css`)]);

  /** @param {string} href */
  function style(href) {
    return new Promise((resolve) => document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve })));
  }

  /** @param {string} src */
  function script(src) {
    return new Promise((resolve) => document.head.append(h("script", { src, onload: resolve, onerror: resolve })));
  }

  document.addEventListener("DOMContentLoaded", begin);
  document.fonts?.addEventListener("loadingdone", () => { document.documentElement.dataset.fonts = "loaded"; });

  words({
    en: {
      "frame.skip": message("Skip to the content"),
      "frame.views": message("Views"),
      "frame.unreachable": message("The cards could not be loaded. Is the server still running?"),
      "mode.live": message("live"),
      "mode.reading": message("reading…"),
      "mode.live.title": message("Saved changes appear at once"),
      "mode.lost": message("not connected"),
      "mode.read-only": message("read only"),
      "mode.site": message("static copy"),
      "status.undecided": message("undecided"),
      "status.approved": message("approved"),
      "status.rejected": message("rejected"),
      "status.stale": message("changed"),
      "status.since.approval": message("changed since approval"),
      "status.since.rejection": message("changed since rejection"),
    },
  });

  return {
    rememberFocus, settings, set, recall, keep, languages, message, plural, words, t, phrase, joinSentences, withCodes, tag: texts.tag, pick, say, sayMessage, whyRefused,
    countText, site, noEngine, setToken, put, load, post, state, details, detail,
    takeCatalog, titleOf, hasCards, face, kept, deckOf, statusOf, on, announce, address, go, alter, view, tool, changed, remount, drawFrame,
    currentKey, key, keyMap: keys, gridTools: [], cardPanels: [], cardLayers: [],
    STATUS_MARKS: { undecided: "○", approved: "✓", rejected: "✕", stale: "↻" },
    get route() { return route; },
    get token() { return token; },
  };
})())));
