/* What the scripts of the table of Tale of Many Heroes offer one another. */

interface Cardgen {
  heroes: any;
}
