/* The seats in a ring, with what everybody may know of them, and the distances from the seat that is looked at. */

import { fill, frontSeat, h, icon, s, sentence, t } from "../../play/public.js";
import { he } from "./state.js";

he.seatName = (seat, facts) => {
  const { heroes = [] } = facts?.seats[seat] ?? {};
  const shown = heroes.length && he.knows(seat, facts) ? heroes.map(he.heroName).join(t("he.and")) : "";
  return shown ? t("he.seat.hero", { n: seat + 1, hero: shown }) : t("he.seat", { n: seat + 1 });
};

/** A player in a sentence: you, a hero, with the seat if somebody else has the same, or a seat. */
he.named = (seat, facts) => {
  const nameOf = (other) => (he.knows(other, facts) ? facts.seats[other].heroes.map(he.heroName).join(t("he.and")) : "");
  const hero = nameOf(seat);
  if (he.game.isYou(seat)) return t("play.you");
  if (!hero) return t("he.seat", { n: seat + 1 });
  return facts.seats.some((_, other) => other !== seat && nameOf(other) === hero) ? t("he.seat.twin", { hero, n: seat + 1 }) : hero;
};

/** Whether the person who sees the page knows the heroes of a seat. */
he.knows = (seat, facts) => facts.seats[seat].shown || !facts.seats[seat].alive || facts.outcome || he.game.canSee(seat);

/** The side of a seat as far as it is known, in words. */
function campName(seat, facts) {
  const { camp, alive, shown } = facts.seats[seat];
  if (facts.mode === "realm") return "";
  const isOpen = !alive || facts.outcome || he.game.canSee(seat) || (facts.mode === "identity" ? camp === "lord" : shown);
  if (!isOpen) return t("he.camp.unknown");
  return camp.startsWith("ambition:") ? t("he.camp.ambition") : camp ? t(`he.camp.${camp}`) : "";
}

function described(seat, facts, distance) {
  const about = facts.seats[seat];
  const parts = [
    he.seatName(seat, facts), campName(seat, facts), about.alive ? t("he.hp", { hp: about.hp, most: about.max_hp }) : t("he.dead"),
    t("he.cards", { count: about.hand.length }), ...Object.values(about.equipment).map(he.cardName), ...about.judgement.map(he.cardName), ...about.plots.map(he.cardName),
    about.chained ? t("he.chained") : "", about.turned ? t("he.turned") : "", about.ally === null ? "" : t("he.ally", { other: he.seatName(about.ally, facts) }),
    distance ? t("he.distance", { distance }) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

he.panels.groups = (game) => {
  const title = h("h2", { class: "hidden-text" }, t("he.groups"));
  const list = h("ul", { class: "he-groups" });
  const element = h("section", { class: "he-group-list" }, title, list);

  /** A member with its values; a building needs as much progress as its member has HP. */
  function member(seat, at, { kind, values = {} }, facts) {
    const { hp } = facts.seats[seat];
    const numbers = Object.entries(values).map(([name, of]) => (kind === "building" && name === "progress"
      ? t(of[at] >= hp ? "he.progress.complete" : "he.progress", { value: of[at], hp }) : `${name} ${of[at]}`));
    return h("span", { class: "he-member" }, [sentence(he.named(seat, facts)), ...numbers].join(" · "));
  }

  function entry(name, group, facts) {
    return h("li", {}, h("strong", {}, name), group.members.length
      ? group.members.map((seat, at) => member(seat, at, group, facts)) : h("span", { class: "quiet" }, t("he.group.empty")));
  }

  const draw = () => {
    const { facts } = game;
    const groups = facts.groups.map((group) => {
      const kind = ["building", "law", "party"].includes(group.kind) ? t(`he.group.${group.kind}`) : group.kind;
      return entry(t("he.group", { name: he.skillName(group.skill), kind, player: he.named(group.owner, facts) }), group, facts);
    });
    const allies = facts.seats.flatMap(({ ally }, seat) => (ally !== null && seat < ally
      ? [entry(t("he.group.alliance"), { members: [seat, ally] }, facts)] : []));
    element.hidden = !groups.length && !allies.length;
    fill(list, groups, allies);
  };
  return { element, draw };
};

/** The place of a seat in the ring: one's own below, then anticlockwise, as play goes. */
const place = (seat, own, count) => {
  const angle = (0.25 - ((seat - own + count) % count) / count) * 2 * Math.PI;
  return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) };
};

/** HP as jewels: full ones first. */
const jewels = ({ hp, max_hp: most }, seat) => h("span", { class: "he-hp", dataset: { tally: `hp:${seat}`, value: hp } }, Array.from({ length: Math.max(hp, most) }, (_, at) => h("span", { class: at < hp ? "he-jewel" : "he-jewel he-jewel-lost" })));

/** A card that lies at a seat, as a small crop of its picture. */
const tile = (code, kind) => h("span", { class: `he-tile he-tile-${kind}`, title: he.cardName(code), dataset: { look: `card:${code}`, thing: code } }, he.cardFace(code));

/** From whom to whom: the targets of the last turn, or those that can be chosen now. */
function arrows(game, own) {
  const { facts, choice, turns, at } = game;
  const count = facts.seats.length;
  const may = choice.next.filter((pick) => pick.startsWith("seat:")).map((pick) => Number(pick.slice(5)));
  const chosen = game.picks.filter((pick) => pick.startsWith("seat:")).map((pick) => Number(pick.slice(5)));
  const last = at && !game.picks.length ? turns[at - 1] : null;
  const drawn = [...last ? (last.targets ?? []).map((to) => [last.seat, to, "he-arrow"]) : [],
    ...game.picks.length ? [...may.map((to) => [own, to, "he-arrow he-arrow-may"]), ...chosen.map((to) => [own, to, "he-arrow"])] : []];
  return s("svg", { class: "he-arrows", "aria-hidden": "true" },
    s("defs", {}, s("marker", { id: "he-arrow-head", viewBox: "0 0 6 6", refX: "4", refY: "3", markerWidth: "4", markerHeight: "4", orient: "auto" }, s("path", { d: "M0 0 6 3 0 6z" }))),
    drawn.filter(([from, to]) => from !== to).map(([from, to, name]) => {
      const [one, other] = [place(from, own, count), place(to, own, count)];
      const between = (part, axis, reach) => `${(50 + (Number(one[axis]) * (1 - part) + Number(other[axis]) * part) * reach).toFixed(2)}%`;
      return s("line", { class: name, x1: between(0.2, "--x", 41), y1: between(0.2, "--y", 38), x2: between(0.72, "--x", 41), y2: between(0.72, "--y", 38), "marker-end": "url(#he-arrow-head)" });
    }));
}

he.panels.seats = (game) => {
  const ring = h("div", { class: "he-ring", role: "group", "aria-label": t("he.seats"), dataset: { rove: "ring" } });
  const element = h("section", { class: "he-seats", "aria-label": t("he.seats") }, ring);

  /** Show the distances from a seat on the others, and which of them it can reach. */
  function choose(seat) {
    if (he.chosen === seat) return;
    he.chosen = seat;
    for (const chip of ring.querySelectorAll(".he-distance")) chip.remove();
    for (const button of ring.querySelectorAll(".he-seat")) mark(button, Number(button.dataset.seat));
  }

  function mark(button, other) {
    const { facts } = game;
    const from = facts.seats[he.chosen ?? frontSeat(game)];
    const distance = from?.distances?.[other];
    const isNear = distance <= (from?.range ?? 0);
    button.classList.toggle("he-in-range", Boolean(distance) && isNear);
    button.setAttribute("aria-label", described(other, facts, distance));
    if (distance) button.querySelector(".he-portrait").append(h("span", { class: "he-distance", title: t("he.distance", { distance }) }, distance, isNear ? " ✛" : ""));
  }

  function seatButton(seat, own, facts) {
    const about = facts.seats[seat];
    const heroes = he.knows(seat, facts) ? about.heroes : [];
    const look = () => choose(seat);
    const states = [seat === own ? "he-own" : "", seat === facts.current ? "he-current" : "", seat === facts.to_move ? "he-asked" : "", about.alive ? "" : "he-is-dead"];
    const more = {
      class: ["he-seat", ...states].filter(Boolean).join(" "), style: place(seat, own, facts.seats.length), onpointerenter: look, onfocus: look,
      dataset: { seat: String(seat), ...heroes.length && { look: `hero:${heroes[0]}` } },
    };
    const camp = campName(seat, facts);
    const button = h("button", game.pickable(`seat:${seat}`, more),
      h("span", { class: "he-portrait" }, heroes.length ? heroes.map((hero) => he.heroFace(hero)) : he.back("heroes"),
        camp ? h("span", { class: "he-camp", title: camp }, camp === t("he.camp.unknown") ? "?" : camp) : "",
        h("span", { class: "he-name" }, h("strong", {}, heroes.length ? heroes.map(he.heroName).join(t("he.and")) : t("he.seat", { n: seat + 1 })),
          about.alive ? jewels(about, seat) : h("span", { class: "he-hp" }, `✝ ${t("he.dead")}`))),
      h("span", { class: "he-things" },
        h("span", { class: "he-count", dataset: seat === own ? {} : { held: `hand:${seat}`, value: about.hand.length, from: "draw" } }, icon("card"), ` ${about.hand.length}`, about.chained ? [" ", icon("link")] : "", about.turned ? " ↻" : "", about.ally === null ? "" : ` ⚭${about.ally + 1}`),
        Object.values(about.equipment).map((code) => tile(code, "worn")), about.judgement.map((code) => tile(code, "judged")), about.plots.map((code) => tile(code, "plot"))));
    mark(button, seat);
    return button;
  }

  const pile = (name, face, count, words, code) => h("span", { class: "he-pile" }, h("span", { class: "he-pile-card", dataset: { pile: name, ...code && { thing: code } } }, face, h("span", { class: "he-pile-count" }, count)), h("span", {}, words));

  const draw = () => {
    const { facts } = game;
    const own = frontSeat(game);
    if (!ring.contains(document.activeElement)) he.chosen = null;
    const top = facts.discarded.at(-1);
    ring.style.setProperty("--count", String(facts.seats.length));
    fill(ring, arrows(game, own), h("div", { class: "he-middle" }, pile("draw", he.back("cards"), facts.pile, t("he.pile")), pile("discards", top ? he.cardFace(top) : "", facts.discards, t("he.discards"), top)),
      facts.seats.map((_, seat) => seatButton(seat, own, facts)));
  };
  return { element, draw };
};
