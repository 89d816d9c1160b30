/* The names and pictures of cards, heroes and skills; the hand; and what is shown large of a card. */

import { cardPicture, detail, fill, frontSeat, h, largePicture, pick, settings, state, t } from "../../play/public.js";
import { he } from "./state.js";

const maps = { cards: new Map(), kinds: new Map(), heroes: new Map(), skills: new Map() };
const backs = { cards: "", heroes: "" };

const inLanguage = (texts, otherwise) => pick(texts, settings.language) || otherwise;

/** Read the cards by their codes, the kinds, the heroes, and the names of their skills, which are in their texts. */
he.readCards = async () => {
  const { cards } = state.catalog;
  const game = cards.filter(({ deck }) => deck === "cards" || deck === "seal");
  maps.cards = new Map(game.map((card) => [card.deck === "seal" ? "seal" : card.id.split("-")[0], card]));
  maps.kinds = new Map(game.filter(({ kind }) => kind).map((card) => [card.kind, card.names]));
  const heroes = cards.filter(({ deck }) => deck === "heroes");
  maps.heroes = new Map(heroes.map((card) => [card.id, card]));
  backs.cards = game.find(({ back }) => back)?.back ?? "";
  backs.heroes = heroes.find(({ back }) => back)?.back ?? "";
  const details = await Promise.all(heroes.map(({ key }) => detail(key)));
  maps.skills = new Map(details.flatMap(({ fields }) => {
    /** @type {Record<string, any>} */
    const { skills = [], rules = {} } = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    return skills.map(({ skill }, at) => [skill, Object.fromEntries(Object.entries(rules).map(([language, text]) =>
      [language, [...String(text).matchAll(/<skill>(.*?)<\/skill>/g)][at]?.[1] ?? skill]))]);
  }));
};

const SUITS = { H: "♥", S: "♠", D: "♦", C: "♣" };
const cardOf = (code) => maps.cards.get(code.split(".")[0]);
/** The card that a turn is about: the one that is used, or the hero whose skill it is, if everybody knows who that is. */
he.cardOfTurn = ({ verb, cards = [] }, hero) => cardOf(cards[0] ?? "") ?? (verb === "skill" ? maps.heroes.get(hero) : undefined);
/** The suit, the rank and the name of a card. */
he.cardName = (code) => `${SUITS[code[0]] ? `${SUITS[code[0]]}${code.slice(1).split(".")[0]} ` : ""}${inLanguage(cardOf(code)?.names, code)}`;
/** Whether a card is used as what it is. */
he.isPlainUse = (codes, names) => codes.length === 1 && cardOf(codes[0])?.kind === names[0];
he.kindName = (kind) => inLanguage(maps.kinds.get(kind), kind);
he.heroName = (id) => inLanguage(maps.heroes.get(id)?.names, id);
he.skillName = (id) => inLanguage(maps.skills.get(id), he.kindName(id));

he.cardFace = (code) => cardPicture(cardOf(code)?.face);
he.heroFace = (id) => cardPicture(maps.heroes.get(id)?.face);
he.back = (deck) => cardPicture(backs[deck]);

/** The kind of a card as the engine names it. */
he.kindOf = (code) => cardOf(code)?.kind;

/** What is shown large: `card:code` or `hero:id`. */
he.look = (look) => {
  const [kind, id] = look.split(":");
  const [card, alt] = kind === "card" ? [cardOf(id), he.cardName(id)] : [maps.heroes.get(id), he.heroName(id)];
  return largePicture(card?.face, { alt });
};

he.panels.hand = (game) => {
  const title = h("h2", { class: "hidden-text" });
  const list = h("div", { class: "he-hand", dataset: { rove: "hand", from: "draw" } });
  const element = h("section", { class: "he-hand-zone" }, title, list);
  const draw = () => {
    const { facts } = game;
    const seat = frontSeat(game);
    element.hidden = !game.canSee(seat) || (game.isBot(seat) && game.hidden);
    if (element.hidden) return;
    const { hand, dealt, equipment } = facts.seats[seat];
    const isMover = seat === facts.to_move;
    const worn = Object.values(equipment);
    const card = (pick, name, face, more = "") => {
      const attributes = { class: `he-card${more}`, "aria-label": name, dataset: { look: pick } };
      return h("button", isMover ? game.pickable(pick, attributes) : { type: "button", "aria-disabled": "true", ...attributes, dataset: { hold: pick, look: pick } }, face);
    };
    const cards = [
      ...facts.asked === "keep" && isMover ? dealt.map((id) => card(`hero:${id}`, he.heroName(id), he.heroFace(id))) : [],
      ...worn.map((code) => card(`card:${code}`, t("he.worn", { card: he.cardName(code) }), he.cardFace(code), " he-worn")),
      ...hand.map((code) => card(`card:${code}`, he.cardName(code), he.cardFace(code))),
    ];
    fill(title, t("he.hand", { player: he.seatName(seat, facts) }));
    fill(list, cards.map((button, at) => h("span", { class: "he-place", dataset: at < cards.length - hand.length ? {} : { thing: hand[at - cards.length + hand.length] }, style: { "--at": String(at - (cards.length - 1) / 2) } }, button)));
  };
  return { element, draw };
};
