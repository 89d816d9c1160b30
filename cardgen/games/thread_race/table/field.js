/* The field: each player's core, three slots and the cards that can be played next; and the card that is looked at. */

import { face as faceAddress, fill, h, icon, pick, settings, state, t } from "../../play/public.js";
import { tr } from "./state.js";

let byName = new Map();
let back = "";
let inspected = null;

/** Read the cards by their English names, which the engine uses. */
tr.readCards = async () => {
  const { cards } = state.catalog;
  const own = cards.filter(({ deck }) => deck === "deck" || deck === "cores");
  byName = new Map(own.map((card) => [card.names.en ?? card.id, card]));
  back = own.find(({ deck }) => deck === "deck")?.back ?? "";
};

tr.cardName = (name) => pick(byName.get(name)?.names, settings.language) || name;
tr.playerName = (player) => t("tr.player", { n: player + 1 });

/** Whether the person who sees the page knows a card that lies in a slot. */
tr.isKnown = (player, { face }) => face === "up" || tr.game.canSee(player);

const picture = (hash, more = {}) => (hash ? h("img", { src: faceAddress(hash), alt: "", loading: "lazy", draggable: "false", ...more }) : "");
const face = (name, more) => picture(byName.get(name)?.face, more);

tr.inspect = (name) => {
  inspected = name;
  tr.drawInspector?.();
};
const looking = (name) => ({ onpointerenter: () => tr.inspect(name), onfocus: () => tr.inspect(name) });

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

function slotButton(game, player, slot, lying, effects) {
  const isKnown = lying && tr.isKnown(player, lying);
  const isUp = lying?.face === "up";
  const more = { class: `tr-slot${tr.lit === `${player}:${slot}` ? " tr-lit" : ""}`, "aria-label": described(player, slot, lying), ...isKnown ? looking(lying.card.name) : {} };
  const changed = isUp && lying.speed_now !== lying.card.speed;
  const signs = [lying?.fixed ? "＝" : "", lying?.nullified ? "∅" : "", lying?.text ? icon("copy") : ""].filter(Boolean);
  return h("button", game.pickable(`slot:${player}:${slot}`, more),
    h("span", { class: "tr-slot-number" }, slot + 1),
    lying ? h("span", { class: `tr-lying${lying.sealed ? " tr-sealed" : ""}` }, isUp ? face(lying.card.name) : picture(back)) : "",
    isUp && lying.speed_now ? h("span", { class: `tr-speed${changed ? " tr-changed" : ""}` }, lying.speed_now, signs) : signs.length ? h("span", { class: "tr-speed" }, signs) : "",
    lying && !isUp && isKnown ? h("span", { class: "tr-under" }, tr.cardName(lying.card.name)) : "",
    lying?.element_now ? h("span", { class: "tr-element" }, t(`tr.element.${lying.element_now}`)) : "",
    effects?.length ? h("span", { class: "tr-effect", title: t("tr.slot-effects", { count: effects.length }) }, "✦".repeat(effects.length)) : "");
}

/** The cards that the player can see of the deck: the next ones, of which one is played. */
function nextCards(game, player, facts) {
  const isMover = player === facts.to_move;
  const cards = facts.players[player].deck.slice(0, 3);
  if (!cards.length || !game.canSee(player) || (game.isBot(player) && game.hidden)) return null;
  return h("div", { class: "tr-next" }, h("h3", {}, t("tr.next")), h("div", { class: "tr-cards" }, cards.map(({ name }, at) => {
    const more = { class: "tr-card", "aria-label": tr.cardName(name), ...looking(name) };
    return h("button", isMover ? game.pickable(`card:${at}`, more) : { type: "button", "aria-disabled": "true", dataset: { hold: `see-${player}-${at}` }, ...more }, face(name));
  })));
}

tr.panels.field = (game) => {
  const element = h("div", { class: "tr-field", dataset: { rove: "field" } });
  const draw = () => {
    const { facts } = game;
    fill(element, facts.players.map((seat, player) => {
      const isMover = player === facts.to_move;
      const won = facts.winners.includes(player);
      return h("section", { class: `panel tr-seat${isMover ? " tr-to-move" : ""}`, "aria-label": tr.playerName(player) },
        h("h2", {}, won ? "★ " : isMover ? "▶ " : "", tr.playerName(player)),
        h("p", { class: "quiet" }, t("tr.seat", { core: tr.cardName(seat.core.name), lock: seat.core.lock, deck: seat.deck.length, rebirth: seat.rebirth.length }),
          seat.core.uses ? ` ${t("tr.uses", { count: seat.core.uses })}` : ""),
        h("div", { class: "tr-row" }, h("span", { class: "tr-core", ...looking(seat.core.name) }, face(seat.core.name)),
          seat.slots.map((lying, slot) => slotButton(game, player, slot, lying, seat.slot_effects?.[slot]))),
        nextCards(game, player, facts));
    }));
  };
  return { element, draw };
};

tr.panels.inspector = (game) => {
  const body = h("div", { class: "tr-inspected" });
  const element = h("section", { class: "panel", "aria-label": t("tr.inspector") }, body);
  const draw = tr.drawInspector = () => {
    if (!inspected || !game.facts) return fill(body, h("p", { class: "quiet" }, t("tr.inspector.hint")));
    return fill(body, h("h3", {}, tr.cardName(inspected)), face(inspected, { class: "tr-large" }));
  };
  return { element, draw };
};
