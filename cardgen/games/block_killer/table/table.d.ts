/* What the scripts of the Block-Killer table offer one another. */

/** A garbage card as it lies: turned, or merged with another one into a solid row. */
interface BlockKillerRow {
  code: string;
  turned: boolean;
  solid: boolean;
}
/** A block where it was placed: its cells as column and row. */
interface BlockKillerBlock {
  block: string;
  cells: number[][];
}
/** A table. Without a `hand` all cards can be used; `attack` is to be answered, 0 for none; `player` is whose hand was dealt;
    `puzzle` is its name if the hand is one of a puzzle; `rest` are the blocks of a play on a static copy, which cannot place them. */
interface BlockKillerState {
  hand: { blocks: string[]; garbage: string[] } | null;
  seed: string;
  player: number;
  rows: BlockKillerRow[];
  blocks: BlockKillerBlock[];
  attack: number;
  rest: string;
  puzzle: string;
}
/** A step of the tree of states: its name is the key of a text and its values; `next` leads to the branch last taken. */
interface BlockKillerStep {
  id: number;
  parent: BlockKillerStep | null;
  state: BlockKillerState;
  name: [string, TextValues?];
  children: BlockKillerStep[];
  next: BlockKillerStep | null;
}

interface Cardgen {
  blockKiller: any;
}
