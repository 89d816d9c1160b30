/* The list of cards that the address filters: shared by the grid, the card view and the shortcuts that walk through the cards. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  const { state, statusOf } = cardgen;
  const { filterOf, passes } = cardgen.filterRule;
  const { folded } = cardgen.texts;

  /** The texts that search looks in, with the printed texts that they were made from. A changed card is another object. */
  const cache = /** @type {WeakMap<CardData, { printed: string, folded: string }>} */ (new WeakMap());

  /** The text of a card that search looks in: names and id at once, all its text as soon as that is loaded.
      @param {CardData} card */
  function textOf(card) {
    const printed = card.page ? cardgen.pageText(card) : state.texts?.[card.key] ?? "";
    let made = cache.get(card);
    if (made?.printed !== printed) {
      made = { printed, folded: folded([card.key, ...Object.values(card.names ?? {}), printed].join(" ")) };
      cache.set(card, made);
    }
    return made.folded;
  }

  /** @param {CardFilter} filter */
  const test = (filter) => passes(filter, statusOf, textOf, cardgen.openCount, cardgen.baselines.isChangedSince);

  /** The cards of the catalog, and the pages in review, that pass `filter`, in deck order, changed ones in their groups; without one, that of the
      address. */
  const listed = (filter = filterOf(cardgen.route.state)) => cardgen.inGroups(cardgen.subjects(filter).filter(test(filter)), filter.status);

  /** Their keys. */
  const listedKeys = (filter = filterOf(cardgen.route.state)) => listed(filter).map((card) => card.key);

  /** The key of the next listed card from `key` in the direction `step` that is `wanted`; null if there is none.
      @param {string} key @param {number} step */
  function neighbour(key, step, { wanted = (/** @type {CardData} */ _card) => true, round = false } = {}) {
    const filter = filterOf(cardgen.route.state);
    const isListed = test(filter);
    return cardgen.filterRule.neighbour(cardgen.inGroups(cardgen.subjects(filter), filter.status), key, step, (card) => isListed(card) && wanted(card), round);
  }

  /** The address of a card, with the list it is looked at in.
      @param {string} key */
  const cardAddress = (key, values = {}, view = "card") =>
    cardgen.address(view, key.split("/"), { ...filterOf(cardgen.route.state), ...values });

  /** Goes to a card, with the list it is looked at in.
      @param {string} key @param {any} [options] */
  const goCard = (key, values = {}, view = "card", options = {}) =>
    cardgen.go(view, key.split("/"), { ...filterOf(cardgen.route.state), ...values }, options);

  return { filterOf, folded, listed, listedKeys, neighbour, cardAddress, goCard };
})()));
