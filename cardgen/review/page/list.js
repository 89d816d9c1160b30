/* The list of cards that the address filters: shared by the grid, the card and whatever walks through the cards. */
"use strict";

Object.assign(cardgen, (() => {
  const { state, statusOf } = cardgen;
  const FILTERS = ["deck", "kind", "status", "code", "q"];

  /** The part of an address's state that says which cards are listed. */
  const filterOf = (values) => Object.fromEntries(FILTERS.filter((name) => values[name]).map((name) => [name, values[name]]));

  /** A text as search compares it: NFKC, small letters. */
  const folded = (text) => text.normalize("NFKC").toLowerCase();

  let haystacks = { texts: null, cards: null, found: new Map() };

  /** What search looks in for a card: names and id at once, all its text as soon as that has arrived. */
  function haystack(card) {
    if (haystacks.texts !== state.texts || haystacks.cards !== state.cards) {
      haystacks = { texts: state.texts, cards: state.cards, found: new Map() };
    }
    if (!haystacks.found.has(card.key)) {
      haystacks.found.set(card.key, folded([card.key, ...Object.values(card.names ?? {}), state.texts?.[card.key] ?? ""].join(" ")));
    }
    return haystacks.found.get(card.key);
  }

  function test({ deck, kind, status, code, q = "" }) {
    const sought = folded(q).split(/\s+/).filter(Boolean);
    return (card) =>
      (!deck || card.deck === deck) && (!kind || card.kind === kind) && (!code || card.codes.includes(code)) &&
      (!status || statusOf(card.key) === status) && sought.every((word) => haystack(card).includes(word));
  }

  /** The cards of the catalog that `filter` lets through, in deck order; of the address when none is given. */
  const listed = (filter = filterOf(cardgen.route.state)) => state.catalog.cards.filter(test(filter));

  /** Their keys. */
  const listedKeys = (filter) => listed(filter).map((card) => card.key);

  /** The next key in that direction (1 or -1) from `key`, which need not be in the list itself, for which `wanted` holds.
      With `round`, the search goes on from the other end. Null when there is none. */
  function neighbour(key, step, { wanted = () => true, round = false } = {}) {
    const cards = state.catalog.cards;
    const through = test(filterOf(cardgen.route.state));
    const start = cards.findIndex((card) => card.key === key);
    for (let gone = 1; gone <= cards.length; gone += 1) {
      const at = start < 0 && step > 0 ? gone - 1 : start + step * gone;
      if (!round && (at < 0 || at >= cards.length)) return null;
      const card = cards[((at % cards.length) + cards.length) % cards.length];
      if (card.key !== key && through(card) && wanted(card)) return card.key;
    }
    return null;
  }

  /** The address of a card, with the list it is looked at in. */
  const cardAddress = (key, values = {}, view = "card") =>
    cardgen.address(view, key.split("/"), { ...filterOf(cardgen.route.state), ...values });

  /** Goes to a card, with the list it is looked at in. */
  const goCard = (key, values = {}, view = "card", options = {}) =>
    cardgen.go(view, key.split("/"), { ...filterOf(cardgen.route.state), ...values }, options);

  return { filterOf, folded, listed, listedKeys, neighbour, cardAddress, goCard };
})());
