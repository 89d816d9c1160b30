/* What the scripts of the Blokus table offer one another. */

interface Cardgen {
  blokus: any;
}
