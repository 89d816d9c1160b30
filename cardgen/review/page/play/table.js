/* The table of a game of turns: its state, and how it goes on. The engine knows the rules; a turn is picked step by step
   from the legal turns that it lists. What the game looks like is in the definition. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, message, playPanels } = cardgen;
  /** The pause before a turn of the computer, in ms: long enough to follow it. */
  const PACE = 450;
  const NOTHING = /** @type {PickChoice} */ ({ next: [], complete: -1 });

  /** Registers the view `table` for a game of turns, and returns the game.
      @param {PlayDefinition} definition @returns {PlayGame} */
  function playTable(definition) {
    const { ask, forget, whyNot } = cardgen.asker("play.unreachable");
    const turnsMember = definition.turnsMember ?? "turns";
    /** @type {PlayPanel[]} */
    let panels = [];
    let mounted = /** @type {HTMLElement | null} */ (null);
    let start = /** @type {any} */ (null);
    let isFromLog = false; // then its log is in the address, because its deal may not be that of any settings
    let written = "";
    let drawn = "";
    let shown = 0;
    let persons = /** @type {number[]} */ ([]);
    /** @type {PickStep[][]} */
    let steps = [];

    /** @type {PlayGame} */
    const game = {
      definition, settings: Object.fromEntries(definition.settings.map(({ name, values }) => [name, values[0]])),
      rules: "", seed: 1, more: {}, turns: [], made: { players: [] }, at: 0, facts: null, log: "", picks: [], choice: NOTHING, policies: [],
      seats: new Map(), hidden: cardgen.recall("play-hidden", true), viewer: null,
      paused: false, pace: PACE, fault: null,
      ask, isBot, canSee, setSeat, reveal, pickable, pick, unpick, travel, step, goOn, begin, openLog, redraw, announce,
    };

    // ---------------------------------------------------------------- the engine

    /** @param {number} at */
    const stateAt = (at) => ({ ...start, [turnsMember]: game.turns.slice(0, at) });

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
      game.seed = typeof seed === "number" ? seed : start ? (game.seed % 999_999) + 1 : game.seed;
      const answer = await newGame({ ...(Object.keys(more).length ? {} : game.settings), ...more });
      if (answer.error) {
        game.seed = before;
        return refuse(answer.error);
      }
      start = answer.state;
      isFromLog = false;
      Object.assign(game, { more, turns: [], at: 0, viewer: null, paused: false });
      return show();
    }

    /** Open a game with these turns.
        @param {any[]} turns @param {Record<string, unknown>} more */
    async function open(turns, more) {
      const answer = await newGame(Object.keys(more).length ? more : game.settings);
      if (answer.error) return refuse(answer.error);
      const state = { ...answer.state, [turnsMember]: turns };
      const made = await ask({ op: "log", state });
      if (made.error) return refuse(made.error);
      start = answer.state;
      isFromLog = false;
      Object.assign(game, { more, turns, at: turns.length, viewer: null, paused: true });
      return show();
    }

    /** Open the game of a log.
        @param {string} log */
    async function openLog(log) {
      const answer = await ask({ op: "verify", ruleset: game.rules, [definition.logMember ?? "log"]: log });
      if (answer.error) return refuse(answer.error);
      if (!answer.legal) {
        game.fault = answer.message;
        redraw();
        return announce(cardgen.pick(game.fault, cardgen.settings.language));
      }
      start = { ...answer.state, [turnsMember]: [] };
      const turns = answer.state[turnsMember];
      isFromLog = true;
      Object.assign(game, { more: {}, turns, at: turns.length, viewer: null, paused: true });
      return show();
    }

    /** Read the facts of the position, and draw it. A later call replaces one that still waits. */
    async function show() {
      shown += 1;
      const turn = shown;
      const { at, turns } = game;
      const [facts, log, made] = await Promise.all([
        ask({ op: "turns", state: stateAt(at) }), ask({ op: "log", state: stateAt(at) }), ask({ op: "log", state: stateAt(turns.length) })]);
      if (turn !== shown) return false;
      const { error } = [facts, log, made].find((answer) => answer.error) ?? {};
      if (error) return refuse(error);
      Object.assign(game, { facts, made, log: log.log, picks: [], fault: null });
      steps = facts.turns.map((/** @type {any} */ legal) => definition.steps(legal, facts));
      seat();
      choose();
      redraw();
      await writeAddress();
      goOn(false);
      return true;
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
      return !someoneHides() || game.viewer === player;
    }

    /** Show the hand of the player to move. */
    function reveal() {
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
    async function take(turn) {
      shown += 1;
      const [count, at, player] = [shown, game.at, game.facts.to_move];
      const answer = await ask({ op: "apply", state: stateAt(at), turn });
      if (count !== shown) return;
      if (answer.error) {
        refuse(answer.error);
        return;
      }
      game.turns = answer.state[turnsMember];
      game.at = game.turns.length;
      // Undo needs to know at once who made the turn.
      game.made = { ...game.made, players: [...game.made.players.slice(0, at), player] };
      if (await show()) announce(`${definition.turnName(at)}.`, definition.status(game.facts));
    }

    /** Let the computer go on with its turns, if it is to move. */
    function goOn(always = true) {
      if (always) game.paused = false;
      const { facts } = game;
      if (!facts || !mounted || !isBot(facts.to_move) || game.paused || cardgen.noEngine) {
        if (always) redraw();
        return;
      }
      if (always) game.turns = game.turns.slice(0, game.at);
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
      const target = Math.min(game.turns.length, Math.max(0, at));
      if (target === game.at) return;
      game.at = target;
      game.paused = true;
      void show().then((done) => done && announce(t("play.at", { count: target }), definition.status(game.facts)));
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
      const plain = !game.at && !isFromLog && !Object.keys(game.more).length && definition.settings.every(({ name, values }) => game.settings[name] === values[0]);
      const values = {
        rules: game.rules === first ? "" : game.rules, seed: game.seed === 1 ? "" : game.seed,
        game: plain ? "" : await cardgen.packed(isFromLog ? [{ log: game.log }, []]
          : [Object.keys(game.more).length ? { more: game.more } : game.settings, game.turns.slice(0, game.at)]),
      };
      if (count !== shown) return; // the address of a later position is written already, or will be
      written = cardgen.address("table", [], values);
      if (mounted && cardgen.route.view === "table") cardgen.go("table", [], values, { replace: true });
    }

    /** Open the game of an address.
        @param {Record<string, string>} state */
    async function openAddress({ rules = "", seed = "1", game: text = "" }) {
      const { rulesets } = cardgen.state.catalog.game;
      /** @param {string} key @param {TextValues} [values] */
      const refusal = (key, values) => ({ code: "link", message: "", messages: { [cardgen.settings.language]: t(key, values) } });
      /** @type {any} */
      const [about, turns] = text ? await cardgen.unpacked(text) ?? [] : [{}, []];
      const readable = about && typeof about === "object" && Array.isArray(turns) && /^\d{1,9}$/.test(seed);
      const wrong = rules && !rulesets.includes(rules) ? refusal("play.bad-rules", { rules }) : readable ? null : refusal("play.bad-link");
      if (!wrong) {
        game.rules = rules || rulesets[0] || "";
        game.seed = Number(seed);
        if (typeof about.log === "string") return openLog(about.log);
        for (const { name, values } of definition.settings) if (values.includes(about[name])) game.settings[name] = about[name];
        return open(turns, about.more ?? {});
      }
      if (!game.facts) await begin({ seed: game.seed });
      return refuse(wrong);
    }

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
      drawn = cardgen.state.catalog.version;
      root.replaceChildren(h("h1", { class: "hidden-text" }, t("view.table")), h("div", { class: "play-table" },
        column("main", [tools, status, ...definition.main]),
        column("side", [choices, ...definition.side]),
        column("more", [settings, turns, log])),
      h("p", { class: "hidden-text", id: "play-live", "aria-live": "polite" }));
      redraw();
    }

    /** @param {HTMLElement} root */
    async function enter(root) {
      const { version, game: { rulesets } } = cardgen.state.catalog;
      const anew = drawn !== version;
      if (anew) {
        forget();
        await definition.prepare?.();
        game.policies = (await ask({ op: "about" })).policies ?? [];
        if (!game.seats.size) game.seats = new Map(cardgen.recall(seatsKey(), /** @type {[number, string][]} */ ([])));
      }
      if (mounted !== root) return;
      game.rules = rulesets.includes(game.rules) ? game.rules : rulesets[0] ?? "";
      draw(root);
      const { state } = cardgen.route;
      if (Object.keys(state).length && cardgen.address("table", [], state) !== written) await openAddress(state);
      else if (!start) await begin({ seed: game.seed });
      else await show();
    }

    cardgen.view("table", {
      tab: 5,
      mount(root) {
        if (cardgen.noEngine) {
          root.append(h("h1", {}, t("view.table")), h("p", { class: "panel", role: "note" }, t("play.site")));
          return;
        }
        mounted = root;
        if (game.facts && drawn === cardgen.state.catalog.version) draw(root); // at once, so that the focus can stay
        else root.append(h("p", { class: "quiet" }, "…"));
        void enter(root);
      },
      update(route) {
        if (game.facts && mounted && cardgen.address("table", [], route.state) !== written) void openAddress(route.state);
      },
      changed(kind) {
        if (kind === "catalog" && mounted && game.facts) void enter(mounted);
      },
      unmount() {
        mounted = null;
      },
    });

    cardgen.key("table-undo", { keys: ["ctrl+z"], views: ["table"], words: "play.key.undo", run: ({ event }) => step(event.shiftKey ? 1 : -1) });
    cardgen.key("table-redo", { keys: ["ctrl+y"], views: ["table"], words: "play.key.redo", run: () => step(1) });
    cardgen.key("table-unpick", { keys: ["escape", "backspace"], views: ["table"], words: "play.key.unpick", when: () => game.picks.length > 0, run: unpick });
    return game;
  }

  cardgen.words({ en: { "view.table": message("Table") } });

  return { playTable };
})()));
