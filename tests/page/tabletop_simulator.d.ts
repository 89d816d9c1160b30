// The objects of a save that the export makes, as @typed-tabletop-simulator/declaration declares them. It declares them
// for Lua, where a name is a member of an enumeration: in JSON it is its value. It knows no SidewaysCard, Rules and
// PlayerTurn and no scale of a token's picture, which the program's own saves have, and no name for PDFs.

/// <reference types="@typed-tabletop-simulator/declaration" />

type Saved<T extends ObjectData> = Omit<T, "Name"> & { Name: `${ObjectName}` };

type SavedCard = Saved<CardCustomData> & { SidewaysCard: boolean };

type SavedDeck = Omit<Saved<DeckCustomData>, "ContainedObjects"> & {
  SidewaysCard: boolean;
  ContainedObjects: SavedCard[];
};

type SavedBoard = Saved<BoardCustomData>;

type SavedToken = Omit<Saved<TokenData>, "CustomImage"> & {
  CustomImage: TokenData["CustomImage"] & { ImageSecondaryURL: string; ImageScalar: number; WidthScale: number };
};

type SavedBag = Omit<Saved<BagData>, "ContainedObjects"> & { ContainedObjects: SavedToken[] };

type SavedBook = Omit<BookData, "Name"> & { Name: "Custom_PDF" };

type SavedGame = Omit<Partial<TTSSave>, "ObjectStates"> & {
  Rules: string;
  PlayerTurn: string;
  ObjectStates: [];
};
