/* The cards beside the board: the hand, the card that is looked at, and what each army still has. */

import { cardPicture, detail, fill, h, largePicture, pick, settings, state, t } from "../../play/public.js";
import { bz } from "./state.js";

/** A card of the data: `rifles` of the engine is `rifles`, or `rifles-us` in the deck `us`. */
const cardOf = bz.cardOf = (faction, id) => state.cards.get(`${faction}/${id}-${faction}`) ?? state.cards.get(`${faction}/${id}`);
bz.cardName = (faction, id) => pick(cardOf(faction, id)?.names, settings.language) || id;
/** A card of the army that has played most of it. */
bz.cardNamed = (id, { played }) => cardOf(bz.game.facts.factions[played.indexOf(Math.max(...played))], id);
bz.factionName = (faction) => pick(state.decks.get(faction)?.titles, settings.language) || faction || "";

/** Read the colour of each army from its first card. */
bz.readColours = async () => {
  const firsts = [...state.decks.keys()].flatMap((deck) => state.catalog.cards.find((card) => card.deck === deck) ?? []);
  const details = await Promise.all(firsts.map(({ key }) => detail(key)));
  bz.colours = new Map(firsts.map(({ deck }, index) => [deck, details[index].fields.find(({ name }) => name === "tint")?.value]));
};

/** A picture of a card's face. */
bz.face = (faction, id, picture = cardPicture) => picture(cardOf(faction, id)?.face) || h("span", {}, id);

/** A card on the board in words. */
bz.placedName = ({ card }) => {
  const [faction, id] = card.split(":");
  return `${bz.factionName(faction)} ${bz.cardName(faction, id)}`;
};

/** A card on the board in words, without its army. */
bz.shortName = ({ card }) => bz.cardName(...card.split(":"));

const handPlayer = (game) => (game.hidden && game.viewer !== null ? game.viewer : game.facts.to_move);

bz.panels.hand = (game) => {
  const title = h("h2", { class: "hidden-text" });
  const list = h("div", { class: "bz-hand", dataset: { rove: "hand" } });
  const element = h("section", { class: "bz-hand-zone" }, title, list);
  const draw = () => {
    const { facts } = game;
    const player = facts ? handPlayer(game) : null;
    const isSeen = player !== null && game.canSee(player) && (!game.isBot(player) || !game.hidden);
    element.hidden = !isSeen || !facts.hands[player].length;
    if (element.hidden) return;
    const faction = facts.factions[player];
    const isOwn = player === facts.to_move;
    fill(title, t("bz.hand", { player: bz.factionName(faction) }));
    list.style.setProperty("--rows", String(Math.ceil(facts.hands[player].length / 2)));
    fill(list, facts.hands[player].map((id) => {
      const more = { class: "bz-card", "aria-label": bz.cardName(faction, id), dataset: { look: `${faction}:${id}`, thing: `${faction}:${id}` }, onpointerenter: () => bz.inspect(null), onfocus: () => bz.inspect(null) };
      return h("button", isOwn ? game.pickable(`hand:${id}`, more) : { type: "button", "aria-disabled": "true", ...more }, bz.face(faction, id));
    }));
  };
  return { element, draw };
};

/** What is shown large of a card, by `faction:id`, with what it is now if it lies on the board: `faction:id@x,y`. */
bz.look = (look) => {
  const [card, at] = look.split("@");
  const [faction, id] = card.split(":");
  const placed = bz.game.facts.ground.find((other) => other.card === card && String(other.cell) === at);
  const places = (cells) => cells.map(bz.placeName).join("; ");
  const lines = !placed ? [] : placed.kind !== "unit" ? [t("bz.supplies", { cells: places(placed.reach) || t("bz.none") })]
    : [t(placed.ready ? "bz.is.ready" : "bz.is.turned"), placed.supplied ? t("bz.is.supplied", { cells: places(placed.suppliers) || t("bz.by-skill") }) : t("bz.is.unsupplied")];
  return [bz.face(faction, id, largePicture), lines.map((line) => h("p", {}, line))];
};

/** A card of each army, with how many of its cards are where; the one whose turn it is has a gold edge. */
bz.panels.armies = (game) => {
  const element = h("section", { class: "bz-armies", "aria-label": t("bz.armies") });
  const turn = h("button", { type: "button", class: "plain bz-turn", title: t("bz.turn-board"), "aria-label": t("bz.turn-board"), onclick: () => { bz.isTurned = !bz.isTurned; game.redraw(); } }, "⇅");
  const draw = () => {
    const { facts } = game;
    fill(element, facts.factions.map((faction, player) => {
      const onBoard = [...facts.ground, ...facts.facilities, ...facts.beyond].filter(({ card }) => card.startsWith(`${faction}:`)).length;
      const counts = { "in-hand": facts.hands[player].length, "in-deck": facts.decks[player], "on-board": onBoard, discarded: facts.discards[player].length };
      return h("div", { class: "bz-army", dataset: { seat: player }, "aria-current": player === facts.to_move ? "true" : null }, h("span", { class: "bz-mark", style: { background: bz.colours.get(faction) ?? "none" }, "aria-hidden": "true" }),
        h("h2", {}, bz.factionName(faction)), h("dl", {}, Object.entries(counts).map(([name, count]) => h("div", { class: `bz-${name}` }, h("dt", {}, t(`bz.${name}`)), h("dd", {}, count)))));
    }), turn);
  };
  return { element, draw };
};
