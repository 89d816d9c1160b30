/* What the scripts of the table of card games that are data offer one another. */

interface Cardgen {
  cardGame: any;
}
