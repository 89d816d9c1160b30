/* The table of a game of turns: its state, and how it goes on. The engine knows the rules; a turn is picked step by step
   from the legal turns that it lists. What the game looks like is in the definition. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, message, playPanels } = cardgen;
  /** The pause before a turn of the computer, in ms: long enough to follow it. */
  const PACE = 450;
  /** The pause between two turns of a replay, in ms. */
  const REPLAY_PACE = 900;
  /** The longest comment, in characters. */
  const MOST_COMMENT = 2000;
  const NOTHING = /** @type {PickChoice} */ ({ next: [], complete: -1 });

  /** Registers a view for a game of turns, `table` unless the definition names another, and returns the game.
      @param {PlayDefinition} definition @returns {PlayGame} */
  function playTable(definition) {
    const asker = cardgen.asker("play.unreachable");
    const { forget, whyNot } = asker;
    /** @param {any} request */
    const ask = (request) => (cardgen.noEngine && definition.withoutEngine ? Promise.resolve(definition.withoutEngine(request)) : asker.ask(request));
    const isPlayable = !cardgen.noEngine || Boolean(definition.withoutEngine);
    const view = definition.view ?? "table";
    /** @type {PlayPanel[]} */
    let panels = [];
    let mounted = /** @type {HTMLElement | null} */ (null);
    let start = /** @type {any} */ (null);
    let isFromLog = false; // then its log is in the address, because its deal may not be that of any settings
    let written = "";
    let drawn = "";
    let shown = 0;
    let persons = /** @type {number[]} */ ([]);
    /** A table of the server, and the key of this window's seat. */
    let shared = /** @type {{ table: string, key: string } | null} */ (null);
    let headLines = 0; // the lines of its log before the first turn
    let headOf = /** @type {unknown} */ (null);
    /** @type {PickStep[][]} */
    let steps = [];
    let position = ""; // what the facts are about: picks are kept as long as it is the same
    let taking = /** @type {Promise<void>} */ (Promise.resolve()); // the turn that is being made

    /** @type {PlayGame} */
    const game = {
      definition, settings: Object.fromEntries(definition.settings.map(({ name, values }) => [name, values[0]])),
      rules: "", seed: 1, more: {}, turns: [], made: { players: [] }, at: 0, facts: null, log: "", picks: [], choice: NOTHING, policies: [],
      seats: new Map(), hidden: cardgen.recall("play-hidden", true), viewer: null,
      paused: false, pace: PACE, replayPace: REPLAY_PACE, fault: null, comments: new Map(), isReplaying: false, shared: null, ops: [],
      openShared, joinShared, leaveShared, askShared,
      ask, isBot, canSee, setSeat, policyName, reveal, pickable, pick, unpick, travel, step, goOn, begin, openLog, redraw, announce, take, refuse, replay, comment,
      get start() { return start; },
    };

    // ---------------------------------------------------------------- the engine

    /** @param {number} at */
    const stateAt = (at) => ({ ...start, turns: game.turns.slice(0, at) });

    /** @param {object} request */
    const newGame = (request) => ask({ op: "new_game", ruleset: game.rules, seed: game.seed, ...request });

    /** Show a fault, and leave the table as it is.
        @param {NonNullable<EngineAnswer["error"]>} error */
    function refuse(error) {
      game.fault = whyNot(error);
      game.picks = [];
      choose();
      redraw();
      announce(cardgen.pick(game.fault, cardgen.settings.language));
      return false;
    }

    /** Begin a new game with the settings. Without `seed` the deal is another one.
        @param {Record<string, unknown>} [more] */
    async function begin({ seed, ...more } = {}) {
      const before = game.seed;
      stopReplay();
      game.seed = typeof seed === "number" ? seed : start ? (game.seed % 999_999) + 1 : game.seed;
      const answer = await newGame({ ...(Object.keys(more).length ? {} : settingMembers()), ...more });
      if (answer.error) {
        game.seed = before;
        return refuse(answer.error);
      }
      start = answer.state;
      isFromLog = false;
      Object.assign(game, { more, turns: [], at: 0, viewer: null, paused: false, comments: new Map() });
      return show();
    }

    /** The settings as members of `new_game`. */
    const settingMembers = () => definition.newGame?.(game.settings) ?? game.settings;

    /** Open a game with these turns.
        @param {any[]} turns @param {Record<string, unknown>} more @param {unknown} comments */
    async function open(turns, more, comments = []) {
      const answer = await newGame(Object.keys(more).length ? more : settingMembers());
      if (answer.error) return refuse(answer.error);
      const state = { ...answer.state, turns };
      const made = await ask({ op: "log", state });
      if (made.error) return refuse(made.error);
      start = answer.state;
      isFromLog = false;
      Object.assign(game, { more, turns, at: turns.length, viewer: null, paused: turns.length > 0, comments: readComments(comments) });
      return show();
    }

    /** The comments of an address or of this browser: [[step, text], …].
        @param {unknown} entries */
    const readComments = (entries) => new Map((Array.isArray(entries) ? entries : []).filter((entry) => Array.isArray(entry) && Number.isInteger(entry[0])
      && typeof entry[1] === "string").map(([at, text]) => [at, text.slice(0, MOST_COMMENT)]));

    /** Open the game of a log.
        @param {string} log */
    async function openLog(log) {
      const answer = await ask({ op: "verify", ruleset: game.rules, log });
      if ((answer.error || !answer.legal) && !game.facts) await begin({ seed: game.seed }); // a link is refused, and a game is shown
      if (answer.error) return refuse(answer.error);
      if (!answer.legal) {
        game.fault = answer.message;
        redraw();
        return announce(cardgen.pick(game.fault, cardgen.settings.language));
      }
      start = { ...answer.state, turns: [] };
      const { turns } = answer.state;
      isFromLog = true;
      const comments = cardgen.logComments.read(log, await countHead(), turns.length);
      Object.assign(game, { more: {}, turns, at: turns.length, viewer: null, paused: true, comments });
      return show();
    }

    /** How many lines a log of this game has before its first turn. */
    const countHead = async () => cardgen.logComments.count((await ask({ op: "log", state: stateAt(0) })).log ?? "");

    // ---------------------------------------------------------------- a table that windows share

    const keyName = (/** @type {string} */ table) => `cardgen.table.${table}`;

    /** Ask the server about a table. Faults are shown.
        @param {Record<string, unknown>} request @returns {Promise<any>} */
    async function askShared(request) {
      const { status, data } = await cardgen.post("api/tables", request);
      if (status === 200) return data;
      refuse(data?.error ?? { code: "unreachable", message: "" });
      return null;
    }

    /** Sit down at a seat, or look on without one.
        @param {string} table @param {number | null} seat @param {string} name */
    async function joinShared(table, seat, name) {
      const key = shared?.table === table ? shared.key : sessionStorage.getItem(keyName(table)) ?? "";
      const answer = seat === null ? { key } : await askShared({ op: "sit", table, seat, name, key });
      if (!answer) return false;
      stopReplay();
      shared = { table, key: answer.key };
      sessionStorage.setItem(keyName(table), answer.key);
      return showShared();
    }

    /** Open a table with a new game by the settings, and take its first seat.
        @param {string} name */
    async function openShared(name) {
      const settings = { ruleset: game.rules, ...settingMembers() };
      const answer = await askShared({ op: "open", settings, seats: names().length, name });
      if (!answer) return false;
      sessionStorage.setItem(keyName(answer.table), answer.key);
      return joinShared(answer.table, null, name);
    }

    /** Leave the table of the server, and go on with the game of this window. */
    async function leaveShared() {
      if (shared?.key && game.shared?.seat !== null) await askShared({ op: "stand", ...shared });
      if (shared) sessionStorage.removeItem(keyName(shared.table));
      [shared, game.shared] = [null, null];
      game.seats = new Map(cardgen.recall(seatsKey(), /** @type {[number, string][]} */ ([])));
      start = null;
      if (!await resume("")) await begin({ seed: game.seed });
    }

    /** Look at the table of the server: what this window's seat may see. */
    async function showShared() {
      if (!shared) return false;
      shown += 1;
      const turn = shown;
      const { status, data } = await cardgen.post("api/tables", { op: "look", ...shared });
      if (turn !== shown) return false;
      if (status !== 200) {
        if (status === 400) [shared, game.shared] = [null, null];
        if (status === 400 && !game.facts) await begin({ seed: game.seed });
        return refuse(data?.error ?? { code: "unreachable", message: "" });
      }
      const { facts, seats, seat, table, rules, fault } = data;
      const { record, made, log } = facts;
      const isNew = record.length !== game.turns.length;
      const before = position;
      position = JSON.stringify([table, seat, record, facts.turns]);
      Object.assign(game, { rules, facts, made, log, turns: record, at: record.length, picks: position === before ? game.picks : [], fault: fault && whyNot(fault), viewer: seat, shared: { table, seat, seats }, comments: new Map() });
      game.seats = new Map(seats.map((/** @type {{ policy: string, own: boolean }} */ { policy, own }, /** @type {number} */ player) => [player, own ? "" : policy || "other"]));
      persons = seat === null ? [] : [seat];
      steps = definition.ownTurns ? [] : facts.turns.map((/** @type {any} */ legal) => definition.steps(legal, facts));
      choose();
      redraw();
      written = cardgen.address(view, [], { at: table });
      if (mounted && cardgen.route.view === view) cardgen.go(view, [], { at: table }, { replace: true });
      if (isNew && record.length) announce(`${definition.turnName(record.length - 1)}.`, definition.status(facts));
      return true;
    }

    cardgen.on("play-table", (/** @type {string | null} */ table) => {
      if (shared && mounted && (table === null || table === shared.table)) void showShared();
      else if (mounted && !shared && game.facts) redraw();
    });

    /** Read the facts of the position, and draw it. A later call replaces one that still waits. */
    async function show() {
      if (shared) return showShared();
      shown += 1;
      const turn = shown;
      const { at, turns } = game;
      const [facts, log, made] = await Promise.all([
        ask({ op: "turns", state: stateAt(at) }), ask({ op: "log", state: stateAt(at) }), ask({ op: "log", state: stateAt(turns.length) })]);
      if (turn !== shown) return false;
      const { error } = [facts, log, made].find((answer) => answer.error) ?? {};
      if (error) return refuse(error);
      if (headOf !== start) {
        const counted = start;
        headLines = await countHead();
        headOf = counted;
        if (turn !== shown) return false;
      }
      const before = position;
      position = JSON.stringify([stateAt(at), facts.turns]);
      Object.assign(game, { facts, made, picks: position === before ? game.picks : [], fault: null });
      writeLog(log.log);
      steps = definition.ownTurns ? [] : facts.turns.map((/** @type {any} */ legal) => definition.steps(legal, facts));
      seat();
      choose();
      redraw();
      await writeAddress();
      keepGame();
      goOn(false);
      return true;
    }

    let plainLog = "";
    /** @param {string} text */
    function writeLog(text) {
      plainLog = text;
      game.log = cardgen.logComments.write(text, headLines, new Map([...game.comments].filter(([at]) => at <= game.at)));
    }

    // ---------------------------------------------------------------- the game in this browser

    const keptKey = () => `play-game-${cardgen.state.catalog.game.id}-${view}`;

    /** Keep the whole game in this browser, so that it goes on when the page is loaded again. */
    function keepGame() {
      const { rules, seed, more, settings, turns, at, comments, paused } = game;
      cardgen.keep(keptKey(), turns.length || comments.size ? { rules, seed, more, settings, turns, at, comments: [...comments], paused, start, isFromLog, written } : null);
    }

    /** Go on with the game in this browser. False if there is none, or none that can be read.
        @param {string} address "" for any, else only the game of this address */
    async function resume(address) {
      const kept = cardgen.recall(keptKey(), /** @type {any} */ (null));
      if (!kept || (address && kept.written !== address) || !cardgen.state.catalog.game.rulesets.includes(kept.rules)) return false;
      const made = await ask({ op: "log", state: { ...kept.start, turns: kept.turns } });
      if (made.error) return false;
      const { rules, seed, more, settings, turns, at, comments, paused } = kept;
      ({ start, isFromLog } = kept);
      Object.assign(game, { rules, seed, more, settings, turns, at, paused, comments: readComments(comments), viewer: null });
      return show();
    }

    // ---------------------------------------------------------------- replay and comments

    function stopReplay() {
      game.isReplaying = false;
    }

    /** Play the turns one after the other, from the start if the last one is shown; or stop. */
    async function replay() {
      game.isReplaying = !game.isReplaying && game.turns.length > 0;
      if (!game.isReplaying) return redraw();
      if (game.at >= game.turns.length) await goTo(0);
      redraw();
      while (game.isReplaying && game.at < game.turns.length && mounted) {
        await new Promise((resolve) => setTimeout(resolve, game.replayPace));
        if (game.isReplaying && mounted) await goTo(game.at + 1);
      }
      stopReplay();
      return redraw();
    }

    /** Write a comment on the position that is shown; "" removes it.
        @param {string} text */
    async function comment(text) {
      const trimmed = text.trim().slice(0, MOST_COMMENT);
      if (trimmed === (game.comments.get(game.at) ?? "")) return;
      if (trimmed) game.comments.set(game.at, trimmed);
      else game.comments.delete(game.at);
      writeLog(plainLog);
      redraw();
      await writeAddress();
      keepGame();
    }

    // ---------------------------------------------------------------- players

    const names = () => (game.facts ? definition.players(game.facts) : []);

    /** Give every player of this game somebody who plays, and show the hand of the only person. */
    function seat() {
      names().forEach((_, player) => {
        const policy = game.seats.get(player) ?? (player ? definition.opponent : "");
        game.seats.set(player, policy && game.policies.includes(policy) ? policy : "");
      });
      persons = names().map((_, player) => player).filter((player) => !isBot(player));
      const mover = game.facts.to_move;
      if (persons.length === 1) [game.viewer] = persons;
      else if (game.viewer !== mover && persons.includes(mover)) game.viewer = null;
    }

    const seatsKey = () => `play-seats-${cardgen.state.catalog.game.engine}`;

    /** Who plays, in words: a strength, another policy, or a person.
        @param {string} policy */
    function policyName(policy) {
      if (!policy) return t("play.person");
      const level = Object.entries(definition.levels).find(([, name]) => name === policy)?.[0];
      return level ? t(`play.level.${level}`) : definition.policies?.[policy] ? t(definition.policies[policy]) : policy;
    }

    /** Let a person, "", or a policy play for a player, now and when the page is loaded again.
        @param {number} player @param {string} policy */
    function setSeat(player, policy) {
      game.seats.set(player, policy);
      cardgen.keep(seatsKey(), [...game.seats]);
      reveal();
      goOn();
    }

    /** @param {number | null | undefined} player */
    function isBot(player) {
      return typeof player === "number" && Boolean(game.seats.get(player));
    }

    // A definition may ask this for the names of players, so it does not ask for the names itself.
    const someoneHides = () => game.hidden && game.facts && !definition.isOver(game.facts) && persons.length > 0;

    /** @param {number} player */
    function canSee(player) {
      if (game.shared) return game.viewer === player || definition.isOver(game.facts);
      return !someoneHides() || game.viewer === player;
    }

    /** Show the hand of the player to move. */
    function reveal() {
      if (shared) return redraw();
      if (!isBot(game.facts?.to_move)) game.viewer = game.facts?.to_move ?? null;
      seat();
      redraw();
    }

    // ---------------------------------------------------------------- picks

    const mayPick = () => game.facts && !isBot(game.facts.to_move) && canSee(game.facts.to_move);

    function choose() {
      game.choice = game.facts && steps.length ? cardgen.pickRule.choice(steps, game.picks) : NOTHING;
    }

    /** @param {string} id @param {Attributes<HTMLButtonElement>} [more] @returns {Attributes<HTMLButtonElement>} */
    function pickable(id, more = {}) {
      const can = Boolean(mayPick()) && game.choice.next.includes(id);
      const picked = game.picks.includes(id);
      return {
        type: "button", ...more, class: [more.class, can ? "play-can" : "", picked ? "play-is-picked" : ""].filter(Boolean).join(" "),
        "aria-pressed": picked ? "true" : null, "aria-disabled": can || picked ? null : "true",
        dataset: { hold: `pick-${id}`, .../** @type {object} */ (more.dataset ?? {}) }, onclick: () => pick(id),
      };
    }

    /** Pick a step of a turn, "" to make the turn that is complete. A pick that was made is taken back.
        @param {string} id */
    function pick(id) {
      if (!mayPick()) return;
      if (game.picks.includes(id)) game.picks = game.picks.slice(0, game.picks.indexOf(id));
      else if (id && !game.choice.next.includes(id)) return;
      else if (id) game.picks = [...game.picks, id];
      choose();
      if (game.choice.complete >= 0 && (!id || !game.choice.next.length)) void take(game.facts.turns[game.choice.complete]);
      else redraw();
    }

    function unpick() {
      game.picks = game.picks.slice(0, -1);
      choose();
      redraw();
    }

    // ---------------------------------------------------------------- turns

    /** Make a turn. Turns that were undone are removed.
        @param {any} turn */
    function take(turn) {
      taking = makeTurn(turn);
      return taking;
    }

    /** @param {any} turn */
    async function makeTurn(turn) {
      if (shared) return void ((await askShared({ op: "take", ...shared, turn })) && showShared());
      shown += 1;
      const [count, at, player] = [shown, game.at, game.facts.to_move];
      const answer = await ask({ op: "apply", state: stateAt(at), turn });
      if (count !== shown) return;
      if (answer.error) {
        refuse(answer.error);
        return;
      }
      stopReplay();
      game.turns = answer.state.turns;
      game.at = game.turns.length;
      for (const commented of game.comments.keys()) if (commented >= game.at) game.comments.delete(commented);
      // Undo needs to know at once who made the turn.
      game.made = { ...game.made, players: [...game.made.players.slice(0, at), player] };
      // Meanwhile another position may have been opened, with fewer turns.
      if (await show() && at < game.turns.length) announce(`${definition.turnName(at)}.`, definition.status(game.facts));
    }

    /** Let the computer go on with its turns, if it is to move. */
    function goOn(always = true) {
      if (always) game.paused = false;
      const { facts } = game;
      if (shared) return redraw();
      if (!facts || !mounted || !isBot(facts.to_move) || game.paused || cardgen.noEngine) {
        if (always) redraw();
        return;
      }
      if (always) game.turns = game.turns.slice(0, game.at);
      if (game.at < game.turns.length) return; // a position of the past is looked at
      redraw();
      const count = shown;
      setTimeout(async () => {
        if (count !== shown || game.paused) return;
        const { turn, error } = await ask({ op: "choose", state: stateAt(game.at), policy: game.seats.get(facts.to_move) });
        if (count !== shown || game.paused) return;
        if (error) refuse(error);
        else void take(turn);
      }, game.pace);
    }

    /** Go to the position after so many turns. The computer waits there.
        @param {number} at */
    function travel(at) {
      stopReplay();
      void goTo(at);
    }

    /** @param {number} at */
    async function goTo(at) {
      const target = Math.min(game.turns.length, Math.max(0, at));
      if (target === game.at || shared) return redraw();
      game.at = target;
      game.paused = true;
      if (await show()) announce(t("play.at", { count: target }), game.comments.get(target), definition.status(game.facts));
    }

    /** Undo or redo up to the next turn of a person.
        @param {number} by */
    function step(by) {
      let at = game.at + by;
      const last = by < 0 ? 0 : game.turns.length;
      while (at !== last && at > 0 && at < game.turns.length && isBot(game.made.players[at])) at += by;
      travel(at);
    }

    // ---------------------------------------------------------------- the page

    /** Draw every panel again. The focus stays, or goes to the line about the turn. */
    function redraw() {
      if (!mounted) return;
      const inside = mounted.contains(document.activeElement);
      for (const panel of panels) panel.draw();
      for (const element of /** @type {HTMLElement[]} */ ([...mounted.querySelectorAll("[data-rove]")])) cardgen.rove(element);
      if (inside && !mounted.contains(document.activeElement)) cardgen.holding(mounted, "play-status")?.focus({ preventScroll: true });
    }

    /** @param {...(string | null | undefined)} texts */
    function announce(...texts) {
      const live = document.getElementById("play-live");
      if (live) live.textContent = texts.filter(Boolean).join(" ");
    }

    async function writeAddress() {
      const count = shown;
      const first = cardgen.state.catalog.game.rulesets[0];
      const usual = !Object.keys(game.more).length && definition.settings.every(({ name, values }) => game.settings[name] === values[0]);
      const comments = [...game.comments].filter(([at]) => at <= game.at);
      const packed = async () => cardgen.packed(isFromLog ? [{ log: game.log }, []]
        : [Object.keys(game.more).length ? { more: game.more } : game.settings, game.turns.slice(0, game.at), ...comments.length ? [comments] : []]);
      const readable = usual && !comments.length && definition.link?.write(game.turns.slice(0, game.at));
      const plain = !game.at && !isFromLog && usual && !comments.length;
      const values = {
        rules: game.rules === first ? "" : game.rules, ...readable || {}, seed: game.seed === 1 ? "" : game.seed,
        game: plain || readable ? "" : await packed(),
      };
      if (count !== shown) return; // the address of a later position is written already, or will be
      written = cardgen.address(view, [], values);
      if (mounted && cardgen.route.view === view) cardgen.go(view, [], values, { replace: true });
    }

    /** Open the game of an address.
        @param {Record<string, string>} state */
    async function openAddress({ rules = "", seed = "1", game: text = "", at: table = "", ...others }) {
      stopReplay();
      if (table && !cardgen.site) return joinShared(table, null, "");
      [shared, game.shared] = [null, null];
      const { rulesets } = cardgen.state.catalog.game;
      /** @param {string} key @param {TextValues} [values] */
      const refusal = (key, values) => ({ code: "link", message: "", messages: { [cardgen.settings.language]: t(key, values) } });
      /** @type {any} */
      const [about, turns, comments] = text ? await cardgen.unpacked(text) ?? [] : [{}, []];
      const log = text ? undefined : definition.link?.read(others);
      const readable = about && typeof about === "object" && Array.isArray(turns) && /^\d{1,9}$/.test(seed);
      const wrong = rules && !rulesets.includes(rules) ? refusal("play.bad-rules", { rules }) : readable && log !== null ? null : refusal("play.bad-link");
      if (!wrong) {
        game.rules = rules || rulesets[0] || "";
        game.seed = Number(seed);
        if (typeof about.log === "string") return openLog(about.log);
        if (log) return openLog(log);
        for (const { name, values } of definition.settings) if (values.includes(about[name])) game.settings[name] = about[name];
        return open(turns, about.more ?? {}, comments);
      }
      if (!game.facts) await begin({ seed: game.seed });
      return refuse(wrong);
    }

    /** A panel of the definition. It draws facts, so it waits until the engine has answered.
        @param {PlayPanelMaker} make @returns {PlayPanelMaker} */
    const withFacts = (make) => (of) => {
      const panel = make(of);
      return { ...panel, draw: () => (game.facts ? panel.draw() : undefined) };
    };

    /** @param {HTMLElement} root */
    function draw(root) {
      const { tools, status, choices, settings, turns, log } = playPanels;
      /** @param {string} name @param {readonly PlayPanelMaker[]} makers */
      const column = (name, makers) => h("div", { class: `play-column play-column-${name}` }, makers.map((make) => {
        const panel = make(game);
        panels.push(panel);
        return panel.element;
      }));
      panels = [];
      definition.entered?.(true);
      drawn = cardgen.state.catalog.version;
      root.replaceChildren(h("h1", { class: "hidden-text" }, t(`view.${view}`)),
        cardgen.noEngine ? h("p", { class: "play-site panel", role: "note" }, t("play.site")) : "",
        definition.symbols?.() ?? "",
        h("div", { class: "play-table" },
          column("main", [tools, ...definition.ownStatus ? [] : [status], ...definition.main.map(withFacts)]),
          column("side", [...definition.ownTurns ? [] : [choices], ...definition.side.map(withFacts)]),
          column("more", [settings, ...cardgen.site ? [] : [cardgen.sharedPanel], cardgen.replayPanel, turns, log])),
      h("p", { class: "hidden-text", id: "play-live", "aria-live": "polite" }));
      redraw();
    }

    /** @param {HTMLElement} root */
    async function enter(root) {
      await taking; // a save must not take it back
      const { version, game: { rulesets } } = cardgen.state.catalog;
      const isChanged = Boolean(drawn);
      const anew = drawn !== version;
      if (anew) {
        forget();
        await definition.prepare?.();
        ({ policies: game.policies = [], ops: game.ops = [] } = await ask({ op: "about" }));
        if (!game.seats.size) game.seats = new Map(cardgen.recall(seatsKey(), /** @type {[number, string][]} */ ([])));
      }
      if (mounted !== root) return;
      game.rules = rulesets.includes(game.rules) ? game.rules : rulesets[0] ?? "";
      draw(root);
      const { state } = cardgen.route;
      const address = Object.keys(state).length ? cardgen.address(view, [], state) : "";
      if (!start && !state.at && await resume(address)) return;
      if (address && address !== written) await openAddress(state);
      else if (!start || (anew && isChanged && !game.turns.length)) await begin({ ...game.more, seed: game.seed });
      else await show();
    }

    cardgen.view(view, {
      tab: view === "table" ? 5 : 6,
      mount(root) {
        if (!isPlayable) {
          root.append(h("h1", {}, t(`view.${view}`)), h("p", { class: "panel", role: "note" }, t("play.site")));
          return;
        }
        mounted = root;
        if (game.facts && drawn === cardgen.state.catalog.version) draw(root); // at once, so that the focus can stay
        else root.append(h("p", { class: "quiet" }, "…"));
        void enter(root);
      },
      update(route) {
        if (game.facts && mounted && cardgen.address(view, [], route.state) !== written) void openAddress(route.state);
      },
      changed(kind) {
        if (kind === "catalog" && mounted && game.facts) void enter(mounted);
      },
      unmount() {
        mounted = null;
        stopReplay();
        definition.entered?.(false);
      },
    });

    /** @param {string} name @param {string[]} keys @param {KeyDefinition["run"]} run @param {KeyDefinition["when"]} [when] */
    const key = (name, keys, run, when) => cardgen.key(`${view}-${name}`, { keys, views: [view], words: `play.key.${name}`, run, ...when && { when } });
    key("undo", ["ctrl+z"], ({ event }) => step(event.shiftKey ? 1 : -1));
    key("redo", ["ctrl+y"], () => step(1));
    key("back", ["arrowleft"], () => travel(game.at - 1), () => game.at > 0);
    key("forward", ["arrowright"], () => travel(game.at + 1), () => game.at < game.turns.length);
    key("replay", ["p"], () => void replay(), () => game.turns.length > 0);
    key("unpick", ["escape", "backspace"], unpick, () => game.picks.length > 0);
    return game;
  }

  cardgen.words({ en: { "view.table": message("Table") } });

  return { playTable };
})()));
