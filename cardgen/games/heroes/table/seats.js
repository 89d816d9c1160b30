/* The seats in a ring, with what everybody may know of them, and the distances from the seat that is looked at. */

import { fill, h, icon, t } from "../../play/public.js";
import { he } from "./state.js";

he.seatName = (seat, facts) => {
  const { heroes = [] } = facts?.seats[seat] ?? {};
  const shown = heroes.length && knows(seat, facts) ? heroes.map(he.heroName).join(t("he.and")) : "";
  return shown ? t("he.seat.hero", { n: seat + 1, hero: shown }) : t("he.seat", { n: seat + 1 });
};

/** Whether the person who sees the page knows the heroes of a seat. */
const knows = (seat, facts) => facts.seats[seat].shown || !facts.seats[seat].alive || facts.outcome || he.game.canSee(seat);

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
  const title = h("h2", {}, t("he.groups"));
  const list = h("ul", { class: "he-groups" });
  const element = h("section", { class: "panel" }, title, list);

  /** A member with its values; a building needs as much progress as its member has HP. */
  function member(seat, at, { kind, values = {} }, facts) {
    const { hp } = facts.seats[seat];
    const numbers = Object.entries(values).map(([name, of]) => (kind === "building" && name === "progress"
      ? t(of[at] >= hp ? "he.progress.complete" : "he.progress", { value: of[at], hp }) : `${name} ${of[at]}`));
    return h("span", { class: "he-member" }, [he.seatName(seat, facts), ...numbers].join(" · "));
  }

  function entry(name, group, facts) {
    return h("li", {}, h("strong", {}, name), group.members.length
      ? group.members.map((seat, at) => member(seat, at, group, facts)) : h("span", { class: "quiet" }, t("he.group.empty")));
  }

  const draw = () => {
    const { facts } = game;
    const groups = facts.groups.map((group) => {
      const kind = ["building", "law", "party"].includes(group.kind) ? t(`he.group.${group.kind}`) : group.kind;
      return entry(t("he.group", { name: he.skillName(group.skill), kind, player: he.seatName(group.owner, facts) }), group, facts);
    });
    const allies = facts.seats.flatMap(({ ally }, seat) => (ally !== null && seat < ally
      ? [entry(t("he.group.alliance"), { members: [seat, ally] }, facts)] : []));
    element.hidden = !groups.length && !allies.length;
    fill(list, groups, allies);
  };
  return { element, draw };
};

/** The place of a seat in the ring: the first one below, then anticlockwise, as play goes. */
const place = (seat, count) => {
  const angle = (0.25 - (seat / count)) * 2 * Math.PI;
  return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) };
};

he.panels.seats = (game) => {
  const ring = h("div", { class: "he-ring", role: "group", "aria-label": t("he.seats"), dataset: { rove: "ring" } });
  const element = h("section", { class: "panel he-seats", "aria-label": t("he.seats") }, ring, h("p", { class: "quiet" }, t("he.seats.hint")));

  /** Show the distances from a seat on the others, and which of them it can reach. */
  function choose(seat) {
    if (he.chosen === seat) return;
    he.chosen = seat;
    for (const chip of ring.querySelectorAll(".he-distance")) chip.remove();
    for (const [other, button] of [...ring.querySelectorAll(".he-seat")].entries()) mark(button, other);
  }

  function mark(button, other) {
    const { facts } = game;
    const from = facts.seats[he.chosen ?? facts.to_move ?? 0];
    const distance = from?.distances?.[other];
    const isNear = distance <= (from?.range ?? 0);
    button.classList.toggle("he-in-range", Boolean(distance) && isNear);
    button.setAttribute("aria-label", described(other, facts, distance));
    if (distance) button.append(h("span", { class: "he-distance", title: t("he.distance", { distance }) }, distance, isNear ? " ✛" : ""));
  }

  function seatButton(seat, facts) {
    const about = facts.seats[seat];
    const isKnown = knows(seat, facts);
    const look = () => { choose(seat); if (isKnown && about.heroes.length) he.inspect({ hero: about.heroes[0] }); };
    const states = [seat === facts.current ? "he-current" : "", seat === facts.to_move ? "he-asked" : "", about.alive ? "" : "he-is-dead"];
    const more = { class: ["he-seat", ...states].filter(Boolean).join(" "), style: place(seat, facts.seats.length), onpointerenter: look, onfocus: look };
    const button = h("button", game.pickable(`seat:${seat}`, more),
      h("strong", {}, seat === facts.current ? "▶ " : "", he.seatName(seat, facts)),
      h("span", { class: "he-camp" }, campName(seat, facts)),
      h("span", { class: "he-hp" }, about.alive ? `${"♥".repeat(Math.max(0, about.hp))}${"♡".repeat(Math.max(0, about.max_hp - about.hp))}` : `✝ ${t("he.dead")}`),
      h("span", {}, icon("card"), ` ${about.hand.length}`, about.chained ? [" ", icon("link")] : "", about.turned ? " ↻" : "", about.ally === null ? "" : ` ⚭${about.ally + 1}`),
      Object.values(about.equipment).length ? h("span", { class: "he-equipment" }, Object.values(about.equipment).map(he.cardName).join("; ")) : "",
      about.judgement.length ? h("span", { class: "he-judgement" }, `⚖ ${about.judgement.map(he.cardName).join("; ")}`) : "",
      about.plots.length ? h("span", { class: "he-judgement" }, `⚑ ${about.plots.map(he.cardName).join("; ")}`) : "");
    mark(button, seat);
    return button;
  }

  const draw = () => {
    const { facts } = game;
    if (!ring.contains(document.activeElement)) he.chosen = null;
    fill(ring, h("p", { class: "he-middle" }, t("he.pile", { pile: facts.pile, discards: facts.discards })),
      facts.seats.map((_, seat) => seatButton(seat, facts)));
  };
  return { element, draw };
};
