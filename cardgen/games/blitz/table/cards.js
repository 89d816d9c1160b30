/* The cards beside the board: the hand, the card that is looked at, and what each army still has. */

import { detail, face, fill, h, pick, settings, state, t } from "../../play/public.js";
import { bz } from "./state.js";

/** A card of the data: `rifles` of the engine is `rifles`, or `rifles-us` in the deck `us`. */
const cardOf = (faction, id) => state.cards.get(`${faction}/${id}-${faction}`) ?? state.cards.get(`${faction}/${id}`);
bz.cardName = (faction, id) => pick(cardOf(faction, id)?.names, settings.language) || id;
bz.factionName = (faction) => pick(state.decks.get(faction)?.titles, settings.language) || faction || "";

/** Read the colour of each army from its first card. */
bz.readColours = async () => {
  const firsts = [...state.decks.keys()].flatMap((deck) => state.catalog.cards.find((card) => card.deck === deck) ?? []);
  const details = await Promise.all(firsts.map(({ key }) => detail(key)));
  bz.colours = new Map(firsts.map(({ deck }, index) => [deck, details[index].fields.find(({ name }) => name === "tint")?.value]));
};

/** A picture of a card's face. */
bz.face = (faction, id, more = {}) => {
  const card = cardOf(faction, id);
  return card ? h("img", { src: face(card.face), alt: "", loading: "lazy", draggable: "false", ...more }) : h("span", {}, id);
};

/** A card on the board in words. */
bz.placedName = ({ card }) => {
  const [faction, id] = card.split(":");
  return `${bz.factionName(faction)} ${bz.cardName(faction, id)}`;
};

const handPlayer = (game) => (game.hidden && game.viewer !== null ? game.viewer : game.facts.to_move);

bz.panels.hand = (game) => {
  const title = h("h2", {});
  const list = h("div", { class: "bz-hand", dataset: { rove: "hand" } });
  const element = h("section", { class: "panel" }, title, list);
  const draw = () => {
    const { facts } = game;
    const player = facts ? handPlayer(game) : null;
    const isSeen = player !== null && game.canSee(player) && (!game.isBot(player) || !game.hidden);
    element.hidden = !isSeen || !facts.hands[player].length;
    if (element.hidden) return;
    const faction = facts.factions[player];
    const isOwn = player === facts.to_move;
    fill(title, t("bz.hand", { player: bz.factionName(faction) }));
    fill(list, facts.hands[player].map((id) => {
      const more = { class: "bz-card", title: bz.cardName(faction, id), "aria-label": bz.cardName(faction, id),
        onpointerenter: () => bz.inspect({ faction, id }), onfocus: () => bz.inspect({ faction, id }) };
      return h("button", isOwn ? game.pickable(`hand:${id}`, more) : { type: "button", "aria-disabled": "true", ...more }, bz.face(faction, id));
    }));
  };
  return { element, draw };
};

bz.panels.inspector = (game) => {
  const body = h("div", { class: "bz-inspected" });
  const element = h("section", { class: "panel bz-inspector", "aria-label": t("bz.inspector") }, body);
  const draw = bz.drawInspector = () => {
    const about = bz.inspected;
    if (!about || !game.facts) return fill(body, h("p", { class: "quiet" }, t("bz.inspector.hint")));
    const { faction, id, placed } = about;
    const lines = [bz.factionName(faction)];
    if (placed?.kind === "unit") {
      lines.push(t(placed.ready ? "bz.is.ready" : "bz.is.turned"));
      lines.push(placed.supplied ? t("bz.is.supplied", { cells: placed.suppliers.map(String).join("; ") || t("bz.by-skill") }) : t("bz.is.unsupplied"));
    }
    if (placed) lines.push(t(placed.kind === "unit" ? "bz.reaches" : "bz.supplies", { cells: placed.reach.map(String).join("; ") || t("bz.none") }));
    return fill(body, bz.face(faction, id, { class: "bz-large" }), h("div", {}, h("h3", {}, bz.cardName(faction, id)),
      lines.map((line) => h("p", {}, line))));
  };
  return { element, draw };
};

bz.panels.armies = (game) => {
  const body = h("tbody", {});
  const head = ["bz.army", "bz.in-hand", "bz.in-deck", "bz.on-board", "bz.discarded"];
  const element = h("section", { class: "panel bz-armies" }, h("table", {}, h("caption", {}, t("bz.armies")),
    h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col" }, t(key))))), body));
  const draw = () => {
    const { facts } = game;
    fill(body, facts.factions.map((faction, player) => {
      const isMover = player === facts.to_move;
      const onBoard = [...facts.ground, ...facts.facilities, ...facts.beyond].filter(({ card }) => card.startsWith(`${faction}:`)).length;
      return h("tr", { class: isMover ? "bz-to-move" : null, "aria-current": isMover ? "true" : null },
        h("th", { scope: "row" }, h("span", { class: "bz-mark", style: { background: bz.colours.get(faction) ?? "none" }, "aria-hidden": "true" }), bz.factionName(faction)),
        [facts.hands[player].length, facts.decks[player], onBoard, facts.discards[player].length].map((count) => h("td", {}, count)));
    }));
  };
  return { element, draw };
};
