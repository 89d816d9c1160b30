/* The field: a lane for each player, the nearest below, and the speed stages between; and the next cards of a deck. */

import { cardPicture, drawnPanel, fill, frontSeat, h, icon, largePicture, pick, settings, state, t } from "../../play/public.js";
import { tr } from "./state.js";

let byName = new Map();
let back = "";

/** Read the cards by their English names, which the engine uses. */
tr.readCards = async () => {
  const { cards } = state.catalog;
  const own = cards.filter(({ deck }) => deck === "deck" || deck === "cores");
  byName = new Map(own.map((card) => [card.names.en ?? card.id, card]));
  back = own.find(({ deck }) => deck === "deck")?.back ?? "";
};

tr.cardName = (name) => pick(byName.get(name)?.names, settings.language) || name;
tr.playerName = (player) => t("tr.player", { n: player + 1 });
/** A slot in a sentence. */
tr.placeName = (player, slot) => t(tr.game.isYou(player) ? "tr.place.own" : "tr.place", { player: tr.playerName(player), slot: slot + 1 });
tr.mark = (player) => h("span", { class: "tr-mark", style: { background: `var(--who-${player + 1})` }, "aria-hidden": "true" }, player + 1);

/** Whether the person who sees the page knows a card that lies in a slot. */
tr.isKnown = (player, { face }) => face === "up" || tr.game.canSee(player);

tr.cardOf = (name) => byName.get(name);
tr.face = (name) => cardPicture(byName.get(name)?.face);
const looking = (name) => ({ dataset: { look: name } });
tr.look = (name) => [largePicture(byName.get(name)?.face, { alt: tr.cardName(name) })];

/** What lies in a slot, in words. */
function described(player, slot, lying) {
  const where = t("tr.where", { player: tr.playerName(player), slot: slot + 1 });
  if (!lying) return `${where}: ${t("tr.empty")}`;
  const isKnown = tr.isKnown(player, lying);
  const states = [
    isKnown ? tr.cardName(lying.card.name) : t("tr.a-card"), lying.face === "down" ? t("tr.is.down") : "", lying.sealed ? t("tr.is.sealed") : "",
    lying.speed_now ? t("tr.is.speed", { speed: lying.speed_now }) : "", lying.element_now ? t(`tr.element.${lying.element_now}`) : "",
    lying.fixed ? t("tr.is.fixed") : "", lying.nullified ? t("tr.is.nullified") : "",
    lying.text ? t("tr.is.copy", { card: tr.cardName(lying.text.name) }) : "",
  ];
  return `${where}: ${states.filter(Boolean).join(", ")}`;
}

/** The card that would lie in a slot by what has been picked, and whether face up: one of the first three, or the one that is played. */
function planned(game, player, slot) {
  const { facts, picks } = game;
  if (player !== facts.to_move) return null;
  const card = picks.find((other) => other.startsWith("card:"));
  const isHere = card && picks.includes(`slot:${player}:${slot}`);
  const at = isHere ? Number(card.slice(5)) : ["up", "down"].some((face) => picks.includes(`${face}:${slot}`)) ? slot : -1;
  return at < 0 ? null : { name: facts.players[player].deck[at].name, isUp: !picks.includes(`down:${slot}`) };
}

function slotButton(game, player, slot, lying, effects) {
  const isKnown = lying && tr.isKnown(player, lying);
  const isUp = lying?.face === "up";
  const next = planned(game, player, slot);
  const more = { class: `tr-slot${tr.lit === `${player}:${slot}` ? " tr-lit" : ""}`, "aria-label": described(player, slot, lying), ...isKnown ? looking(lying.card.name) : {} };
  const isChanged = isUp && lying.speed_now !== lying.card.speed;
  const signs = [lying?.fixed ? "＝" : "", lying?.nullified ? "∅" : "", lying?.text ? icon("copy") : ""].filter(Boolean);
  return h("button", game.pickable(`slot:${player}:${slot}`, more),
    h("span", { class: "tr-slot-number" }, t("tr.slot", { slot: slot + 1 })),
    lying ? h("span", { class: `tr-lying${lying.sealed ? " tr-sealed" : ""}`, dataset: { thing: isKnown ? `${player}:${lying.card.name}` : `?pick-slot:${player}:${slot}` } }, isUp ? tr.face(lying.card.name) : cardPicture(back)) : "",
    next ? h("span", { class: "tr-lying tr-planned" }, next.isUp ? tr.face(next.name) : cardPicture(back)) : "",
    isUp && lying.speed_now ? h("span", { class: `tr-speed${isChanged ? " tr-changed" : ""}` }, isChanged ? h("s", {}, lying.card.speed) : "", lying.speed_now, signs)
      : signs.length ? h("span", { class: "tr-speed" }, signs) : "",
    lying && !isUp && isKnown ? h("span", { class: "tr-under" }, tr.cardName(lying.card.name)) : "",
    lying?.element_now ? h("span", { class: "tr-element" }, t(`tr.element.${lying.element_now}`)) : "",
    effects?.length ? h("span", { class: "tr-effect", title: t("tr.slot-effects", { count: effects.length }) }, "✦".repeat(effects.length)) : "");
}

function lane(game, player, isOwn) {
  const { facts } = game;
  const { core, deck, rebirth, slots, slot_effects: effects } = facts.players[player];
  const label = (...texts) => h("span", { class: "tr-label" }, texts.filter(Boolean).map((text) => h("span", {}, text)));
  return h("section", { class: `tr-lane${isOwn ? " tr-own" : ""}`, "aria-label": tr.playerName(player), "aria-current": player === facts.to_move ? "true" : null },
    h("div", { class: "tr-pile" }, h("span", { class: "tr-pile-card", ...looking(core.name) }, tr.face(core.name)),
      label(t("tr.lock", { lock: core.lock }), core.uses ? t("tr.uses", { count: core.uses }) : "")),
    slots.map((lying, slot) => slotButton(game, player, slot, lying, effects?.[slot])),
    h("div", { class: "tr-pile" }, h("span", { class: `tr-pile-card${deck.length ? " tr-deck" : ""}`, dataset: { seat: player, pile: `deck:${player}` } }, deck.length ? cardPicture(back) : "", h("span", { class: "tr-count" }, deck.length)),
      label(t("tr.pile.deck", { player: tr.playerName(player) }), t("tr.rebirth", { count: rebirth.length }))));
}

/** What happened in a speed stage: the pictures and names of the cards that acted, or why none did. */
function stageItem(facts, stage) {
  const steps = facts.turn_steps.filter((step) => step.stage === stage);
  const acts = steps.filter(({ what, card }) => what === "act" && card);
  const isSkipped = facts.skipped.includes(stage);
  const isLocked = steps.some(({ what }) => what === "lock");
  const isCurrent = facts.stage === "effects" && facts.turn_steps.at(-1)?.stage === stage;
  return h("li", { class: `tr-stage ${isSkipped ? "tr-stage-skipped" : acts.length ? "tr-stage-acted" : ""}`, "aria-current": isCurrent ? "step" : null },
    h("strong", {}, stage), h("span", { class: "tr-acting" }, acts.slice(0, 3).map(({ card }) => h("span", looking(card), tr.face(card)))),
    h("p", {}, isLocked ? h("b", {}, `${t("tr.stage-is.locked")} `) : "", isSkipped ? h("b", {}, t("tr.stage-is.skipped")) : acts.length
      ? acts.map(({ card, player }) => h("span", {}, tr.mark(player), h("span", { class: "hidden-text" }, `${tr.playerName(player)}: `), tr.cardName(card)))
      : facts.turn_steps.length ? t("tr.stage-is.quiet") : ""));
}

tr.panels.field = (game) => {
  const element = h("div", { class: "tr-field", dataset: { rove: "field" } });
  const draw = () => {
    const { facts } = game;
    const own = frontSeat(game);
    const others = facts.players.map((_, at) => (own + 1 + at) % facts.players.length).filter((player) => player !== own);
    element.style.setProperty("--lanes", String(facts.players.length));
    fill(element, others.map((player) => lane(game, player, false)),
      h("ol", { class: "tr-track", "aria-label": t("tr.stages") }, [5, 4, 3, 2, 1].map((stage) => stageItem(facts, stage))), lane(game, own, true));
  };
  return { element, draw };
};

/** The cards that a player has to get rid of: those of the deck and those on the field. */
tr.cardsLeft = ({ deck, slots }) => deck.length + slots.filter(Boolean).length;

tr.panels.race = drawnPanel("tr-race", ({ facts }) => {
  const left = facts.players.map(tr.cardsLeft);
  const most = Math.max(1, ...left);
  return facts.players.map((_, player) => h("div", { "aria-current": player === facts.to_move ? "true" : null }, tr.mark(player), h("span", { class: "tr-name" }, tr.playerName(player), facts.winners.includes(player) ? " ★" : ""),
    h("strong", { dataset: { tally: `left:${player}`, value: left[player] } }, t("tr.left", { count: left[player] })),
    h("span", { class: "tr-bar", "aria-hidden": "true" }, h("span", { style: { width: `${(100 * left[player]) / most}%`, background: `var(--who-${player + 1})` } }))));
});

/** The next cards of the own deck, of which one is played. */
tr.panels.hand = (game) => {
  const title = h("h2", { class: "tr-next" });
  const list = h("div", { class: "tr-hand", dataset: { rove: "hand" } });
  const element = h("section", { class: "tr-hand-zone" }, title, list);
  const draw = () => {
    const { facts } = game;
    const player = frontSeat(game);
    const cards = facts.players[player].deck.slice(0, 3);
    element.hidden = !cards.length || !game.canSee(player) || (game.isBot(player) && game.hidden);
    if (element.hidden) return;
    list.dataset.from = `deck:${player}`;
    title.textContent = t(facts.stage === "start" ? "tr.first" : "tr.next");
    fill(list, cards.map(({ name }, at) => {
      const more = { class: "tr-card", "aria-label": tr.cardName(name), dataset: { look: name, thing: `${player}:${name}` } };
      return h("button", player === facts.to_move && facts.stage === "play" ? game.pickable(`card:${at}`, more) : { type: "button", "aria-disabled": "true", ...more, dataset: { ...more.dataset, hold: `see-${at}` } }, tr.face(name));
    }));
  };
  return { element, draw };
};
