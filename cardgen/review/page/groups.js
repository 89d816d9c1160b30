/* Changed cards in groups: those on which the same has changed stand together, and can be decided on together. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { h, t, state, decisions, message, plural } = cardgen;
  const SOON = 250; // ms between a change and the next request
  const MOST = 100; // groups with a heading of their own
  const SIDES = /** @type {const} */ (["face", "back"]);

  let groups = /** @type {ChangedGroup[]} */ ([]);
  const rank = /** @type {Map<string, number>} */ (new Map()); // the place of each card in the groups
  let current = false;
  let due = 0;

  const isShown = () => cardgen.route.state.status === "stale";

  /** Loads the groups if the list of changed cards is shown and something has changed. */
  function renew() {
    if (current || due || !state.catalog || !isShown()) return;
    due = setTimeout(async () => {
      current = true; // a change during the request asks again
      try {
        take(await cardgen.load("changes"));
      } catch {
        current = false; // the server is away: the next change asks again
      }
      due = 0;
      renew();
    }, groups.length ? SOON : 0);
  }

  /** @param {ChangesData} data */
  function take(data) {
    const before = JSON.stringify(groups);
    const several = data.groups.filter(({ cards }) => cards.length > 1).slice(0, MOST);
    groups = [...several, ...data.groups.filter((group) => !several.includes(group))];
    groups.flatMap(({ cards }) => cards).forEach((key, at) => rank.set(key, at)); // those that have left keep their places
    if (JSON.stringify(groups) !== before) cardgen.announce("groups");
  }

  for (const what of ["catalog", "review"]) cardgen.on(what, () => { current = false; renew(); });
  cardgen.on("route", renew);

  /** Cards of a list of changed cards in the order of their groups; others as they are.
      @param {CardData[]} cards @param {string | undefined} status */
  function inGroups(cards, status) {
    if (status !== "stale" || !groups.length) return cards;
    /** @param {CardData} card */
    const place = ({ key }) => rank.get(key) ?? Infinity;
    return [...cards].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
  }

  /** The sections of a list of cards in the order of `inGroups`: a group each, and one for all other cards. Without
      changed cards, one section without a heading.
      @param {CardData[]} cards @returns {Section[]} */
  function sections(cards) {
    if (!isShown() || !groups.length || !cards.length) return [{ group: null, cards, headed: false }];
    const groupOf = new Map(groups.slice(0, MOST).filter((group) => group.cards.length > 1).flatMap((group) => group.cards.map((key) => [key, group])));
    const made = /** @type {Section[]} */ ([]);
    for (const card of cards) {
      const group = groupOf.get(card.key) ?? null;
      const last = made.at(-1);
      if (last?.group === group) last?.cards.push(card);
      else made.push({ group, cards: [card], headed: true });
    }
    return made;
  }

  /** What has changed on the cards of a group, as short texts.
      @param {ChangedGroup} group */
  function whatChanged({ since, data, fields, boxes, inputs, words }) {
    const comma = t("list.and");
    const same = cardgen.texts.nearest(Object.keys(words), [cardgen.settings.language, "en"]);
    const lines = words[same] ?? [];
    return [
      t(`status.since.${since}`),
      ...inputs.map((name) => t(`group.input.${name}`)),
      ...(lines.length ? lines : fields.length ? [t("group.fields", { names: fields.join(comma) })] : data ? [t("group.data")] : []),
      ...SIDES.filter((side) => boxes[side]).map((side) =>
        (boxes[side].length ? t(`group.boxes.${side}`, { names: boxes[side].join(comma) }) : t(`group.looks.${side}`))),
    ];
  }

  /** The heading of a section, with buttons for all of its cards. Null for a section without one.
      @param {Section} section @param {number} number */
  function sectionHeading({ group, cards, headed }, number) {
    if (!headed) return null;
    const count = cards.length;
    const keys = cards.map((card) => card.key);
    const id = `group-${number}`;
    const what = group ? whatChanged(group).join(" · ") : t("group.others.what");
    /** @param {"approve" | "reject"} kind @param {string} mark @param {() => unknown} run */
    const button = (kind, mark, run) => decisions.button(`${id}-${kind}`, run, [`${mark} `, t(`group.${kind}`, { count })],
      { "aria-describedby": `${id}-what` });
    return h("div", { class: "group-heading" },
      h("div", { class: "group-words" }, h("h2", { id }, t(group ? "group.title" : "group.others", { count })),
        h("p", { id: `${id}-what` }, what)),
      group && decisions.mayDecide() ? h("div", { class: "row" },
        button("approve", "✓", () => cardgen.approveThese(keys)), button("reject", "✕", () => cardgen.rejectThese(keys))) : null);
  }

  cardgen.words({
    en: {
      "group.title": plural("{count} card with this change", "{count} cards with the same change"),
      "group.others": plural("{count} card with a change of its own", "{count} cards, each with a change of its own"),
      "group.others.what": message("Open a card to compare it."),
      "group.approve": plural("Approve {count} card", "Approve {count} cards"),
      "group.reject": plural("Reject {count} card", "Reject {count} cards"),
      "group.fields": message("Fields: {names}"),
      "group.data": message("Data"),
      "group.boxes.face": message("Face: {names}"),
      "group.boxes.back": message("Back: {names}"),
      "group.looks.face": message("Face"),
      "group.looks.back": message("Back"),
      "group.input.template": message("Template"),
      "group.input.fonts": message("Fonts"),
      "group.input.rules": message("Rulesets"),
    },
  });

  return { inGroups, sections, sectionHeading };
})()));
