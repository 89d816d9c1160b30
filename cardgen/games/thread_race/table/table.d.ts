/* What the scripts of the table of Thread Race offer one another. */

interface Cardgen {
  threadRace: any;
}
