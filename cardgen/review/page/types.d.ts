/* Generated from cardgen/review/server/payloads.py by `python -m tests.review.declarations`. Do not edit.
   The shapes of everything that the server and the page send each other. */

/** A place in a file; `line` and `column` from 1, 0 if unknown. */
interface PlaceData {
  file: string;
  line: number;
  column: number;
}

/** Something in a file that cannot be read. Message and hint are in each language that they are translated into. */
interface FaultData {
  file: string;
  line: number;
  column: number;
  message: Record<string, string>;
  hint: Record<string, string>;
}

/** The faults because of which newer files cannot be shown. */
interface FaultsData {
  faults: FaultData[];
}

/** A stable code, and a sentence for people: in English, and in every language that it is translated into. */
interface ErrorDetail {
  code: string;
  message: string;
  messages: Record<string, string>;
}

/** The answer to a request that was refused. */
interface ErrorData {
  error: ErrorDetail;
}

/** The game's licence; `link` may be empty. */
interface LicenceData {
  name: string;
  link: string;
}

/** A position of the game as text in the notation of its engine, and the name of its ruleset. */
interface PositionData {
  name: string;
  titles: Record<string, string>;
  rules: string;
  text: string;
}

/** The game as a whole. */
interface GameData {
  id: string;
  titles: Record<string, string>;
  author: string;
  licence: LicenceData;
  languages: string[];
  engine: string | null;
  rulesets: string[];
  positions: PositionData[];
}

/** A deck; `trim` is the width and height of its cards, `kinds` the kinds of cards in it. */
interface DeckData {
  id: string;
  titles: Record<string, string>;
  kinds: string[];
  trim: number[];
  bleed: number;
  safe: number;
  corner: number;
  back: boolean;
}

/** A card in brief. `face` and `back` are picture keys, `data` is its data's hash, `codes` are its findings. */
interface CardData {
  key: string;
  deck: string;
  id: string;
  names: Record<string, string>;
  kind: string;
  copies: number;
  face: string;
  back: string | null;
  data: string;
  codes: string[];
}

/** catalog.json. Without a `version` no game could be read so far. `checked`: the codes are of this version. */
interface CatalogData {
  version: string;
  tool: string;
  mode: "live" | "read-only" | "site";
  who: string;
  game: GameData;
  decks: DeckData[];
  cards: CardData[];
  sights?: Record<string, number[]>;
  checked: boolean;
  fault: FaultsData | null;
}

/** A field of a card with its place in the file. `value` is a text, a number, a list or an object. */
interface FieldData {
  file: string;
  line: number;
  column: number;
  name: string;
  kind: string;
  value: unknown;
}

/** A box of a card's template; `rect` is x, y, width and height. */
interface BoxData {
  name: string;
  kind: string;
  rect: number[];
  file: string;
  line: number;
}

/** The file that a card's template begins in. */
interface TemplateData {
  file: string;
  line: number;
}

/** A place on a page, rows and columns from 1. */
interface SlotData {
  row: number;
  column: number;
}

/** The place of one copy of a card in a file of sheets; pages and copies from 1. */
interface SheetPlaceData {
  sheet: string;
  page: number;
  side: string;
  slot: SlotData;
  rect: number[];
  copy: number;
}

/** A card compared with an earlier decision, the event of that id. `words` are changes in the data by language,
`areas` rectangles that look different, by side. */
interface ComparisonData {
  event: string;
  sides: Record<string, string>;
  picture: boolean;
  data: boolean;
  words: Record<string, string[]>;
  areas: Record<string, number[][]>;
}

/** Everything about a card that does not depend on decisions. */
interface CardParts {
  key: string;
  alt: Record<string, Record<string, string>>;
  fields: FieldData[];
  file: string;
  line: number;
  template: TemplateData;
  boxes: Record<string, BoxData[]>;
  text: Record<string, string[]>;
  places: SheetPlaceData[];
}

/** A card compared with its last standing approval and rejection. */
interface CardComparisons {
  compare: ComparisonData | null;
  rejection: ComparisonData | null;
}

/** Everything about one card. */
interface CardDetail {
  key: string;
  alt: Record<string, Record<string, string>>;
  fields: FieldData[];
  file: string;
  line: number;
  template: TemplateData;
  boxes: Record<string, BoxData[]>;
  text: Record<string, string[]>;
  places: SheetPlaceData[];
  compare: ComparisonData | null;
  rejection: ComparisonData | null;
}

/** A finding of the check. `key` is a card's, "" for none. `message` and `hint` are in every language that they are
translated into. */
interface FindingData {
  file: string;
  line: number;
  column: number;
  code: string;
  name: string;
  message: Record<string, string>;
  hint: Record<string, string>;
  severity: "error" | "warning";
  key: string;
  side: string;
  rect: number[] | null;
}

/** A finding that somebody has accepted: why, who, and until when (`2027-01-31`, or ""). */
interface WaivedData {
  file: string;
  line: number;
  column: number;
  code: string;
  name: string;
  message: Record<string, string>;
  hint: Record<string, string>;
  severity: "error" | "warning";
  key: string;
  side: string;
  rect: number[] | null;
  reason: string;
  who: string;
  until: string;
}

/** findings.json: the open findings, and those that are waived. */
interface FindingsData {
  checked: boolean;
  findings: FindingData[];
  waived: WaivedData[];
}

/** Sizes of a file that has no cards: the columns and rows of a board on several pages, its size put together, and
the size of its cells. */
interface SheetSizes {
  tiles?: number[];
  mm?: number[];
  cell?: number;
}

/** A file that is printed, in sheets.json. `cards` are pairs of a card's key and its copies; `slots` the places of
cards on a page by side; `flip` the edge of a two-sided sheet; `drawn`: there are pictures of its pages. */
interface SheetData {
  tiles?: number[];
  mm?: number[];
  cell?: number;
  name: string;
  section: string;
  key: string;
  title: Record<string, string>;
  paper: number[];
  pages: number;
  flip: string | null;
  backs: string | null;
  sides: string[];
  slots: Record<string, number[][]>;
  cards: [string, number][];
  pdf: string;
  drawn: boolean;
}

/** The status of a card. `last` is the id of its last event, "" for none. */
interface StatusData {
  status: "undecided" | "approved" | "rejected" | "stale";
  last: string;
  changed: boolean;
  since: "approval" | "rejection" | null;
}

/** A line of review.jsonl. What an event does not have is left out. */
interface EventData {
  id: string;
  at: string;
  by: string;
  tool: string;
  kind: "approve" | "reject" | "comment" | "reopen" | "undo";
  deck: string;
  card: string;
  sides: Record<string, string>;
  data: string;
  fields?: Record<string, unknown>;
  text?: string;
  side?: "face" | "back";
  at_mm?: number[];
  undoes?: string;
}

/** An event as the page shows it. `old`: the card has changed since; `undone`: the event was taken back. */
interface ShownEvent {
  id: string;
  at: string;
  by: string;
  tool: string;
  kind: "approve" | "reject" | "comment" | "reopen" | "undo";
  deck: string;
  card: string;
  sides: Record<string, string>;
  data: string;
  fields?: Record<string, unknown>;
  text?: string;
  side?: "face" | "back";
  at_mm?: number[];
  undoes?: string;
  old?: boolean;
  undone?: boolean;
}

/** review.json. With a `fault` the log cannot be read to its end. */
interface ReviewData {
  statuses: Record<string, StatusData>;
  events: ShownEvent[];
  fault: FaultsData | null;
}

/** A decision of the page; `seen` is the last event of the card that the page had, "" for none. */
interface ProposalData {
  kind: "approve" | "reject" | "comment" | "reopen" | "undo";
  deck: string;
  card: string;
  sides: Record<string, string>;
  data: string;
  text?: string;
  side?: "face" | "back";
  at_mm?: number[];
  undoes?: string;
  seen: string;
}

/** The request to api/decide. */
interface DecideRequest {
  events: ProposalData[];
}

/** A decision that was not saved; `events` are those of its card that the page did not have. */
interface ConflictData {
  key: string;
  why: "newer-decision" | "card-changed" | "already-undone";
  events: EventData[];
}

/** The result of decisions: the events saved, and the conflicts. */
interface DecideAnswer {
  saved: EventData[];
  conflicts: ConflictData[];
}

/** The state of the server, which a page that comes back compares with its own. */
interface HelloMessage {
  version: string;
  last: string;
  events: number;
  checked: boolean;
  fault: FaultsData | null;
}

/** Changed cards. `order` is every key in order, None if the order is the same; `texts` are for search. */
interface CatalogMessage {
  version: string;
  cards: CardData[];
  statuses: Record<string, StatusData>;
  alts: Record<string, Record<string, Record<string, string>>>;
  texts: Record<string, string>;
  removed: string[];
  order: string[] | null;
  fault: FaultsData | null;
  game?: GameData;
  decks?: DeckData[];
}

/** The codes found on the cards that have any, by key, when the catalog of `version` has been checked. */
interface CheckedMessage {
  version: string;
  codes: Record<string, string[]>;
}

/** Events that are new, undone or old now, and the statuses that have changed. */
interface ReviewMessage {
  events: ShownEvent[];
  statuses: Record<string, StatusData>;
  fault: FaultsData | null;
}

/** The server ends. */
interface GoodbyeMessage {
}

/** The messages of the stream by the names of their events. */
interface StreamMessages {
  hello: HelloMessage;
  catalog: CatalogMessage;
  checked: CheckedMessage;
  fault: FaultsData | null;
  review: ReviewMessage;
  bye: GoodbyeMessage;
}

/** The page's messages in a language, by their English text. Those without a translation are left out.

`plurals` has the forms of messages about a number, by the English singular. `forms` has the index of the form for
each number from 0; a greater number n has that of 100 + n % 100. */
interface WordsData {
  language: string;
  texts: Record<string, string>;
  plurals: Record<string, string[]>;
  forms: number[];
}

/** The data that the page loads by name: `data/<name>` of the server, `data/<name>.js` of a site.

The words of a language are `words-<language>`, as WordsData. */
interface PageData {
  catalog: CatalogData;
  texts: Record<string, string>;
  alts: Record<string, Record<string, Record<string, string>>>;
  findings: FindingsData;
  review: ReviewData;
  sheets: SheetData[];
}
