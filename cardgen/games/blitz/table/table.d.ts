/* What the scripts of the Blitz table offer one another. */

interface Cardgen {
  blitz: any;
}
