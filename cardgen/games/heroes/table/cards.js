/* The names and pictures of cards, heroes and skills; the hand; and the card that is looked at. */

import { detail, face, fill, h, pick, settings, state, t } from "../../play/public.js";
import { he } from "./state.js";

const maps = { cards: new Map(), kinds: new Map(), heroes: new Map(), skills: new Map() };
let inspected = null;

const inLanguage = (texts, otherwise) => pick(texts, settings.language) || otherwise;

/** Read the cards by their codes, the kinds, the heroes, and the names of their skills, which are in their texts. */
he.readCards = async () => {
  const { cards } = state.catalog;
  const game = cards.filter(({ deck }) => deck === "cards" || deck === "seal");
  maps.cards = new Map(game.map((card) => [card.deck === "seal" ? "seal" : card.id.split("-")[0], card]));
  maps.kinds = new Map(game.filter(({ kind }) => kind).map((card) => [card.kind, card.names]));
  const heroes = cards.filter(({ deck }) => deck === "heroes");
  maps.heroes = new Map(heroes.map((card) => [card.id, card]));
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
/** The suit, the rank and the name of a card. */
he.cardName = (code) => `${SUITS[code[0]] ? `${SUITS[code[0]]}${code.slice(1).split(".")[0]} ` : ""}${inLanguage(cardOf(code)?.names, code)}`;
/** Whether a card is used as what it is. */
he.isPlainUse = (codes, names) => codes.length === 1 && cardOf(codes[0])?.kind === names[0];
he.kindName = (kind) => inLanguage(maps.kinds.get(kind), kind);
he.heroName = (id) => inLanguage(maps.heroes.get(id)?.names, id);
he.skillName = (id) => inLanguage(maps.skills.get(id), he.kindName(id));

he.cardFace = (code, more) => picture(cardOf(code), more);
he.heroFace = (id, more) => picture(maps.heroes.get(id), more);
const picture = (card, more = {}) => (card ? h("img", { src: face(card.face), alt: "", loading: "lazy", draggable: "false", ...more }) : "");

/** Show a card or a hero in detail. */
he.inspect = (about) => {
  inspected = about;
  he.drawInspector?.();
};

he.panels.hand = (game) => {
  const title = h("h2", {});
  const list = h("div", { class: "he-hand", dataset: { rove: "hand" } });
  const element = h("section", { class: "panel" }, title, list);
  const draw = () => {
    const { facts } = game;
    const seat = facts && (game.hidden && game.viewer !== null ? game.viewer : facts.to_move);
    element.hidden = seat === null || seat === undefined || !game.canSee(seat) || (game.isBot(seat) && game.hidden);
    if (element.hidden) return;
    const { hand, dealt, equipment } = facts.seats[seat];
    const isMover = seat === facts.to_move;
    const button = (pick, name, face, about) => {
      const more = { class: "he-card", title: name, "aria-label": name, onpointerenter: () => he.inspect(about), onfocus: () => he.inspect(about) };
      return h("button", isMover ? game.pickable(pick, more) : { type: "button", "aria-disabled": "true", dataset: { hold: pick }, ...more }, face);
    };
    fill(title, t("he.hand", { player: he.seatName(seat, facts) }));
    fill(list,
      facts.asked === "keep" && isMover ? dealt.map((id) => button(`hero:${id}`, he.heroName(id), he.heroFace(id), { hero: id })) : null,
      [...hand, ...Object.values(equipment)].map((code) => button(`card:${code}`, he.cardName(code), he.cardFace(code), { card: code })));
  };
  return { element, draw };
};

he.panels.inspector = (game) => {
  const body = h("div", { class: "he-inspected" });
  const element = h("section", { class: "panel", "aria-label": t("he.inspector") }, body);
  const draw = he.drawInspector = () => {
    if (!inspected || !game.facts) return fill(body, h("p", { class: "quiet" }, t("he.inspector.hint")));
    const { card, hero } = inspected;
    return fill(body, h("h3", {}, card ? he.cardName(card) : he.heroName(hero)),
      card ? he.cardFace(card, { class: "he-large" }) : he.heroFace(hero, { class: "he-large" }));
  };
  return { element, draw };
};
