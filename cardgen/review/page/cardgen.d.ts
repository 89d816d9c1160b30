/* The interface of the page's one global, `cardgen`: what its scripts offer one another and the tables of games.
   The shapes of the server's data are in types.d.ts. */

type SideName = "face" | "back";
type Texts = Record<string, string>;
type Place = { side: SideName; at_mm: number[] };
/** A card on a page: which of its copies, and the place in mm. */
interface PlacedCard {
  key: string;
  copy: number;
  copies: number;
  side: SideName;
  slot: number;
  rect: number[];
}

/** The page looks up HTML elements, hardly any others. */
interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
}
/** The form in which a reason or a comment is written. */
interface HTMLFormElement {
  writing?: Writing;
}

/** The version of a card that an event is compared with. */
type CardVersion = Pick<CardData, "face" | "back" | "data">;
/** An event as far as the status rule needs it. */
type PageEvent = Pick<EventData, "id" | "by" | "kind" | "sides" | "data" | "side" | "thread" | "undoes">;

type RouteState = Record<string, string | number | null | undefined>;
/** A view with its path, and its state as texts. */
interface Route {
  view: string;
  path: string[];
  state: Record<string, string>;
}
/** The part of an address that filters the list of cards. */
type CardFilter = { deck?: string; kind?: string; status?: string; since?: string; code?: string; comments?: string; q?: string };

type Child = Node | string | number | boolean | null | undefined | readonly Child[];
/** Attributes of an element. `on…` are listeners; `dataset` and `style` are objects. */
interface Attributes<Target extends Element = HTMLElement> {
  onclick?: ((event: MouseEvent & Targeted<Target>) => unknown) | null;
  onchange?: ((event: Event & Targeted<Target>) => unknown) | null;
  oninput?: ((event: InputEvent & Targeted<Target>) => unknown) | null;
  oncompositionend?: ((event: Event & Targeted<Target>) => unknown) | null;
  onkeydown?: ((event: KeyboardEvent & Targeted<Target>) => unknown) | null;
  onpointermove?: ((event: PointerEvent & Targeted<Target>) => unknown) | null;
  onpointerdown?: ((event: PointerEvent & Targeted<Target>) => unknown) | null;
  onsubmit?: ((event: SubmitEvent & Targeted<Target>) => unknown) | null;
  ontoggle?: ((event: Event & Targeted<Target>) => unknown) | null;
  onfocusin?: ((event: FocusEvent & Targeted<HTMLElement>) => unknown) | null;
  [name: string]: unknown;
}
/** The element that a listener belongs to. */
interface Targeted<Target extends Element> {
  readonly target: Target;
  readonly currentTarget: Target;
}

interface Settings {
  language: string;
  cards: string;
  theme: string;
  sight: string;
  letters: boolean;
  /** whether a decision goes on to the next card */
  onward: boolean;
  /** pixels of a millimetre on this screen */
  millimetre: number;
}

/** Everything that is loaded; `catalog` and `review` are there before any view is mounted. */
interface PageState {
  /** Whether the server is reading saved files, which takes longer than a moment. */
  reading: boolean;
  catalog: CatalogData;
  cards: Map<string, CardData>;
  decks: Map<string, DeckData>;
  /** the pages of printed files, in the form of cards: they are in `cards`, too, and their files in `decks` */
  pages: CardData[];
  /** the addresses of pictures that are not in `faces/` */
  pictures: Map<string, string>;
  review: ReviewData;
  texts: Record<string, string> | null;
  alts: Record<string, Record<string, Texts>> | null;
}

interface View {
  mount(root: HTMLElement, route: Route): unknown;
  update?(route: Route): void;
  changed?(kind: string, change?: any): void;
  unmount?(): void;
  focus?(): boolean | undefined;
  current?(): string | null | undefined;
  title?(route: Route): (string | undefined)[];
  /** the position of its link in the frame; none without */
  tab?: number;
  /** whether this page has the view at all; without, it always has */
  when?(): boolean;
  /** a number in its link; 0 for none */
  badge?(): number;
  /** the view whose link is marked while this one is shown */
  under?(route: Route): string;
}

/** What a pressed key is about. */
interface KeyContext {
  route: Route;
  key: string | null;
  keys(): string[];
  event: KeyboardEvent;
  name: string;
}
interface KeyDefinition {
  keys: readonly string[];
  /** the id of the words that say what the key does */
  words: string;
  views?: readonly string[];
  when?(context: KeyContext): boolean;
  run?(context: KeyContext): unknown;
}

/** A decision that is asked for. */
/** The decisions that have a text. */
type WrittenKind = "reject" | "comment";
interface DecisionRequest {
  kind: EventData["kind"];
  key: string;
  text?: string;
  /** pictures as data URLs */
  attached?: string[];
  side?: SideName;
  at_mm?: number[];
  thread?: string;
  undoes?: string;
  /** an earlier attempt may have arrived */
  again?: boolean;
}
interface Conflict extends ConflictData {
  events: ShownEvent[];
  request: DecisionRequest;
}
interface DecisionResult {
  saved: ShownEvent[];
  conflicts: Conflict[];
  failed: { status: number; message: string } | null;
}
/** A decision that is being sent. */
interface Waiting {
  kind: string;
  state: "saving" | "away" | "refused";
  message?: string;
  request: DecisionRequest;
}
interface Draft {
  text?: string;
  side?: SideName | null;
  at_mm?: number[] | null;
  attached?: string[];
  sent?: string;
}
/** A comment or a reason that is being written. */
interface Writing {
  key: string;
  kind: WrittenKind;
  field: HTMLTextAreaElement;
  place(): Draft;
  pointAt(place: Place | null): void;
  drawPlace(): void;
}

/** A finding of a card, with its index in findings.json. */
interface CardFinding extends FindingData {
  index: number;
}
/** A place that is outlined on a side. */
interface LitPlace {
  side: string;
  rect: number[];
  name: string;
}
/** What is shown beside a card, and how to outline places on it. */
interface CardFacts {
  card: CardData;
  detail: CardDetail;
  findings: CardFinding[];
  side: string;
  light(place: LitPlace | null): void;
  lightFinding(finding: CardFinding): void;
}
/** How a card is looked at. */
interface CardLook {
  zoom: number | "fit";
  bleed: boolean;
  trim: boolean;
  safe: boolean;
  turned: boolean;
}
/** What a side shows. */
interface SideState {
  card: CardData;
  deck: DeckData;
  detail: CardDetail | null;
  look: CardLook;
  scale: number;
  lit: LitPlace | null;
  findings: CardFinding[];
  layers: Child[];
}
/** A side of a card: its name, its elements and what they show. */
interface SideElements {
  name: string;
  root: HTMLElement;
  paper: HTMLElement;
  cut: HTMLElement;
  image: HTMLImageElement;
  over: SVGElement;
  lines: SVGElement;
  marks: SVGElement;
  layers: SVGElement;
  now: SideState;
  hash?: string;
  key?: string;
}
/** The pins on a side: `root` has the pins and the crosshair, in mm. */
interface PinLayer {
  root: SVGGElement;
  pins: SVGGElement;
  picker: SVGGElement;
  key: string;
  side: string;
}
interface PanelContext {
  key: string;
  card: CardData;
  detail: CardDetail | null;
  side: string;
  route: Route;
  picture: Element | null;
  redraw(): void;
}
interface Part<Context> {
  name: string;
  order?: number;
  draw(context: Context): any;
}

/** Changed cards, as the server sends them or as a reload finds them. */
type TakenCards = Omit<CatalogMessage, "statuses" | "texts"> & Partial<Pick<CatalogMessage, "statuses" | "texts">> & Partial<Pick<CatalogData, "mode" | "who" | "checked">>;

/** Which of the following cards is meant; with `round`, the search goes on from the other end of the list. */
interface WalkOptions {
  round?: boolean;
  wanted?(card: CardData): boolean | undefined;
}
/** A row of the grid: its first card, how many it has, and where it begins, in px. */
interface GridRow {
  first: number;
  count: number;
  top: number;
}
/** The rows, the row of each card, where each section begins, and the height of all, in px. */
interface GridRows {
  rows: GridRow[];
  rowAt: number[];
  tops: number[];
  height: number;
}
/** Cards of the grid under one heading: those of a group, or (null) the others. */
interface Section {
  group: ChangedGroup | null;
  cards: CardData[];
  headed: boolean;
}
/** The cards that a change is about; all if there are none. */
interface ListChange {
  keys?: string[];
}

/** A button in the frame. `other` has functions for its language and its name if these are not the page's. */
interface Tool {
  key: string;
  run(): unknown;
  label: string | (() => string);
  other?: { language(): string; name(): string } | null;
}

interface ToastAction {
  label: string;
  run(): unknown;
}

/** Requests that answer at once, and those that may take seconds: they do not wait for each other. */
type EngineLane = "quick" | "slow";

interface EngineAnswer {
  error?: { code: string; message: string; messages?: Texts; status?: number };
  [member: string]: any;
}

/** An English text for translation: one text, or two for a number. */
type PluralText = { one: string; many: string };
type MessageText = string | PluralText;
/** Values of a text's placeholders; `count` is the number of a plural. */
type TextValues = { readonly [name: string]: unknown };

// ---------------------------------------------------------------- games of turns: play/

/** A part of a line of Markdown: plain text, or text with a mark. */
type InlinePart = string | { kind: "strong" | "em" | "code" | "a"; parts: InlinePart[]; href?: string };
/** A paragraph or code (one item), or a list; `start` is the first number of an ordered one. */
interface MarkdownBlock {
  kind: "p" | "pre" | "ul" | "ol";
  items: InlinePart[][];
  start?: number;
}

interface EngineData {
  [member: string]: any;
}
/** One pick, or picks that may be made in any order. */
type PickStep = string | string[];
/** What can be picked next, and the index of the turn that is complete, -1 for none. */
interface PickChoice {
  next: string[];
  complete: number;
}
/** A part of the table. `draw` is called for every position and pick. */
interface PlayPanel {
  element: HTMLElement;
  draw(): void;
}
type PlayPanelMaker = (game: PlayGame) => PlayPanel;
/** A member of the request `new_game` that people choose. */
interface PlaySetting {
  name: string;
  words: string;
  values: readonly (string | number)[];
  label(value: string | number): string;
}
/** A game of turns whose engine answers `about`, `new_game`, `turns`, `apply`, `choose`, `log` and `verify` (docs/extending.md). */
interface PlayDefinition {
  settings: readonly PlaySetting[];
  /** the policies that are called easy, medium and hard */
  levels: { easy: string; medium: string; hard: string };
  /** the keys of the words of other policies, by their names */
  policies?: Record<string, string>;
  /** the name of the view; `table` if it is left out */
  view?: string;
  /** the settings as members of `new_game`, if these differ */
  newGame?(settings: Record<string, string | number>): object;
  /** Answers requests on a site without an engine. */
  withoutEngine?(request: any): EngineAnswer;
  /** Turns as a readable part of the address, and the log of such an address: "" without any, null if it cannot be read. */
  link?: { write(turns: any[]): RouteState; read(state: Record<string, string>): string | null };
  /** Called when the view is opened, and with false when it is left. */
  entered?(enters: boolean): unknown;
  /** whether its own panels make the turns, show the status, and choose who plays */
  ownTurns?: boolean;
  ownStatus?: boolean;
  ownSeats?: boolean;
  /** whether nothing is hidden in this game */
  isOpen?: boolean;
  /** The title of a ruleset. */
  rulesName?(name: string): string;
  /** What stands before a turn in the list of turns, and below it, by its index. */
  turnMark?(index: number): Child;
  turnNote?(index: number): Child;
  /** More buttons beside the log. */
  logTools?(game: PlayGame): Child;
  /** Elements that the panels refer to. */
  symbols?(): Node;
  /** the policy of all players but the first, before anybody has chosen */
  opponent: string;
  /** Reads the data of the cards, at first and after each save. */
  prepare?(): Promise<unknown>;
  /** The names of the players, by number. */
  players(facts: any): string[];
  /** The picks of a turn. */
  steps(turn: any, facts: any): PickStep[];
  pickName(pick: string, facts: any): string;
  /** A turn that was made, by its index. */
  turnName(index: number): string;
  /** Whose turn it is and what they may do, or how the game has ended. */
  status(facts: any): string;
  isOver(facts: any): boolean;
  main: readonly PlayPanelMaker[];
  side: readonly PlayPanelMaker[];
}
/** A seat at a table that windows share. */
interface SharedSeat {
  name: string;
  policy: string;
  taken: boolean;
  own: boolean;
}
/** A game at the table. The first `at` of its `turns` have been made. */
interface PlayGame {
  readonly definition: PlayDefinition;
  settings: Record<string, string | number>;
  rules: string;
  seed: number;
  /** members of `new_game` that are no settings, such as a position to begin with */
  more: Record<string, unknown>;
  turns: any[];
  /** the answer to `log` for all turns; `players` made them */
  made: EngineData;
  at: number;
  facts: any;
  log: string;
  picks: string[];
  choice: PickChoice;
  policies: string[];
  /** the policy of each player, "" for a person */
  seats: Map<number, string>;
  /** whether hands are shown to their owners only, and the person who sees the page */
  hidden: boolean;
  viewer: number | null;
  paused: boolean;
  /** the table of the server that this window is at, and its own seat; null for a game of this window alone */
  shared: { table: string; seat: number | null; seats: SharedSeat[] } | null;
  /** the operations of the engine */
  ops: string[];
  openShared(name: string): Promise<boolean>;
  joinShared(table: string, seat: number | null, name: string): Promise<boolean>;
  leaveShared(): Promise<unknown>;
  askShared(request: Record<string, unknown>): Promise<any>;
  /** ms before a turn of the computer, and before a turn of a replay */
  pace: number;
  replayPace: number;
  isReplaying: boolean;
  /** comments on positions, by the number of turns before them */
  comments: Map<number, string>;
  /** the engine's state before the first turn */
  readonly start: any;
  fault: Texts | null;
  ask(request: object): Promise<EngineAnswer>;
  isBot(player: number | null | undefined): boolean;
  canSee(player: number): boolean;
  setSeat(player: number, policy: string): void;
  policyName(policy: string): string;
  /** Make a turn. */
  take(turn: any): Promise<unknown>;
  refuse(error: NonNullable<EngineAnswer["error"]>): boolean;
  /** Start or stop the replay. */
  replay(): Promise<unknown>;
  /** Comment on the position that is shown; "" removes the comment. */
  comment(text: string): Promise<unknown>;
  reveal(): void;
  /** The attributes of a button for a pick. */
  pickable(pick: string, more?: Attributes<HTMLButtonElement>): Attributes<HTMLButtonElement>;
  pick(pick: string): void;
  unpick(): void;
  travel(at: number): void;
  step(by: number): void;
  goOn(): void;
  begin(more?: Record<string, unknown>): Promise<unknown>;
  openLog(log: string): Promise<unknown>;
  redraw(): void;
  announce(...texts: (string | null | undefined)[]): void;
}

/** What a card is compared with: an event, or a print run or version with its `label`. */
type Baseline = Pick<ShownEvent, "id" | "by" | "at" | "sides" | "data" | "text"> & { kind: ShownEvent["kind"] | "print" | "version"; label?: string };

interface Cardgen {
  // rules
  pickRule: {
    remaining(steps: readonly PickStep[], picks: readonly string[]): PickStep[] | null;
    choice(turns: readonly (readonly PickStep[])[], picks: readonly string[]): PickChoice;
  };
  messages: {
    message(text: string): string;
    plural(one: string, many: string): PluralText;
    english(text: MessageText, count: number): string;
    translated(words: WordsData, text: MessageText, count: number): string | undefined;
  };
  texts: {
    fillIn(template: string, values?: Record<string, unknown>): string;
    fillInParts<Value>(template: string, values?: Record<string, Value>): (string | Value)[];
    splitAtCodes(text: string): string[];
    tag(language: string): string;
    nearest(languages: readonly string[], wanted: readonly string[]): string;
    nameOf(language: string): string;
    folded(text: string): string;
  };
  addresses: {
    parse(hash: string): Route;
    format(view: string, path?: readonly (string | number)[], state?: RouteState): string;
  };
  markdown: {
    parse(text: string): MarkdownBlock[];
    safeAddress(address: string): string;
  };
  filterRule: {
    filterOf(state: RouteState): CardFilter;
    passes(filter: CardFilter, statusOf: (key: string) => string, textOf: (card: CardData) => string, openCount?: (key: string) => number,
      changedSince?: (key: string, baseline: string) => boolean): (card: CardData) => boolean;
    neighbour(cards: readonly CardData[], key: string, step: number, wanted: (card: CardData) => boolean, round?: boolean): string | null;
  };
  rowRule: {
    layout(sections: readonly { count: number; heading: number }[], columns: number, high: number, gap: number): GridRows;
    between(grid: GridRows, from: number, to: number): number[];
    target(grid: GridRows, index: number, key: string, page: number): number | null;
  };
  logComments: {
    count(log: string): number;
    write(log: string, head: number, comments: ReadonlyMap<number, string>): string;
    read(text: string, head: number, turns: number): Map<number, string>;
  };
  keyNames: {
    nameOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): string | null;
    shown(name: string): string;
    isCharacter(name: string): boolean;
  };
  statusRule: {
    cardStatus(events: readonly PageEvent[], card: CardVersion | undefined, needed?: number): StatusData;
    standingDecisions<Decision extends PageEvent>(events: readonly Decision[]): Decision[];
    lastVerdict<Decision extends PageEvent>(events: readonly Decision[]): Decision | undefined;
    changedSince(event: PageEvent, card: CardVersion | undefined): boolean;
    isOldComment(event: PageEvent, card: CardVersion | undefined): boolean;
    openComments<Comment extends PageEvent>(events: readonly Comment[]): Comment[];
  };

  // elements.js and core.js
  h<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes?: Attributes<HTMLElementTagNameMap[Tag]> | null, ...children: Child[]): HTMLElementTagNameMap[Tag];
  s<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes?: Attributes<SVGElementTagNameMap[Tag]> | null, ...children: Child[]): SVGElementTagNameMap[Tag];
  fill(root: Element, ...children: Child[]): boolean;
  /** The element with this data-hold that can be used. */
  holding(root: ParentNode, hold: string): HTMLElement | null;
  icon(name: "first" | "last" | "play" | "pause" | "card" | "chain" | "search" | "drop" | "copy"): SVGElement;
  rememberFocus(element?: Element | null): () => void;
  settings: Settings;
  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): Promise<void> | void;
  recall<Value>(name: string, otherwise: Value): Value;
  keep(name: string, value: unknown): boolean;
  /** The languages that the page has words in. */
  languages: readonly string[];
  message(text: string): string;
  plural(one: string, many: string): PluralText;
  words(texts: Record<string, Record<string, MessageText>>): void;
  t(key: string, values?: TextValues): string;
  joinSentences(sentences: readonly Child[]): Child[];
  sayMessage(translations: Texts): HTMLSpanElement;
  whyRefused(data: Partial<ErrorData> | null | undefined): string;
  countText(shown: number, count: number, things?: string): string;
  phrase(key: string, values?: Record<string, Child>): Child[];
  withCodes(text: string): Child[];
  tag(language: string): string;
  pick(texts: Texts | null | undefined, language?: string): string;
  say(texts: Texts | null | undefined, language?: string): HTMLSpanElement;
  site: boolean;
  /** Whether this page cannot ask a rules engine: it is a site without one. */
  noEngine: boolean;
  /** The rules engine in this page. */
  engine: {
    isOffered: boolean;
    ask(request: unknown, lane: EngineLane): Promise<EngineAnswer>;
    isLoaded(): boolean;
    prefetch(): void;
    /** Called by the scripts with the engine's files. */
    take(name: string, text: string): void;
  };
  readonly token: string;
  /** An element of the document that is always there. */
  byId(id: string): HTMLElement;
  /** The element that has the focus. */
  focused(): HTMLElement | null;
  setToken(token: string): void;
  put(name: string, value: unknown): void;
  load<Name extends keyof PageData>(name: Name): Promise<PageData[Name]>;
  post(path: string, body: unknown, lane?: EngineLane): Promise<{ status: number; data: any }>;
  state: PageState;
  details: Map<string, Promise<CardDetail>>;
  detail(key: string): Promise<CardDetail>;
  takeCatalog(catalog: CatalogData): void;
  titleOf(key: string): string;
  hasCards(): boolean;
  face(picture: string): string;
  kept(picture: string): string;
  statusOf(key: string): StatusData["status"];
  deckOf(card: CardData): DeckData;
  /** Calls `listener` whenever `event` happens. Returns a function that stops it. */
  on(event: string, listener: (...details: any[]) => unknown): () => void;
  announce(event: string, ...details: unknown[]): void;
  readonly route: Route;
  address(view: string, path?: readonly (string | number)[], state?: RouteState): string;
  go(view: string, path?: readonly (string | number)[], state?: RouteState, options?: { replace?: boolean }): void;
  alter(state: RouteState, options?: { replace?: boolean }): void;
  view(name: string, definition: View): void;
  tool(
    words: string,
    run: () => unknown,
    label: string | (() => string),
    other?: Tool["other"],
  ): void;
  changed(kind: string, detail: unknown): void;
  remount(): void;
  drawFrame(): void;
  currentKey(): string | null;
  key(name: string, definition: KeyDefinition): void;
  keyMap: (KeyDefinition & { name: string })[];
  gridTools: Part<any>[];
  cardPanels: Part<PanelContext>[];
  cardLayers: Part<PanelContext>[];
  STATUS_MARKS: Record<StatusData["status"], string>;

  // what views share
  loadTable(engine: string, parts: readonly string[]): Promise<unknown>;
  asker(unreachable: string): {
    ask(request: unknown): Promise<EngineAnswer>;
    askAlone(request: unknown): Promise<EngineAnswer>;
    forget(): void;
    whyNot(error: NonNullable<EngineAnswer["error"]>): Texts;
  };
  putPages(): void;
  takeOutPages(): void;
  loadPages(): Promise<void>;
  /** The cards, and the pages that are listed under a filter. */
  subjects(filter: CardFilter): CardData[];
  pageFacts(card: CardData): Child[];
  pageText(card: CardData): string;
  pages: {
    isPage(key: string): boolean;
    title(card: CardData): string;
    fileName(file: string): string;
    isInReview(file: string): boolean;
    files(): PageFileData[];
    areLoaded(): boolean;
  };
  banner: {
    draw(): void;
    setNotice(notice: "lost" | "refused" | "updated" | null): void;
    notice(): string | null;
    place(place: PlaceData): string;
    faultItem(fault: FaultData): HTMLLIElement;
  };
  cardFacts(facts: CardFacts): Child[];
  /** The line above the cards for those who see the page for the first time; null if it is not wanted. */
  welcome(redraw: () => void): HTMLElement | null;
  /** In whose name decisions are saved. */
  nameLine(): Child[];
  progressLine(): HTMLElement | null;
  walkLinks(key: string, view: string, state?: RouteState): HTMLElement[];
  goOn(key: string): void;
  onwardSwitch(): HTMLElement;
  inGroups(cards: CardData[], status: string | undefined): CardData[];
  sections(cards: CardData[]): Section[];
  sectionHeading(section: Section, number: number): HTMLElement | null;
  selection: {
    keys(): string[];
    has(key: string): boolean;
    /** Whether a click selects a card and does not open it. */
    isSelecting(): boolean;
    extend(key: string, from?: string): void;
    prune(): void;
    clear(): void;
    takeClick(event: MouseEvent, key: string): boolean;
    draw(bar: HTMLElement): void;
    button(): HTMLElement | null;
  };
  filterBoxes(search: HTMLInputElement): Child[];
  showKeys(): void;
  SIGHTS: string[];
  deckOption(id: string, otherwise?: string): (string | undefined)[];
  filterOf(state: RouteState): CardFilter;
  folded(text: string): string;
  listed(filter?: CardFilter): CardData[];
  listedKeys(filter?: CardFilter): string[];
  neighbour(key: string, step: number, options?: WalkOptions): string | null;
  cardAddress(key: string, state?: RouteState, view?: string): string;
  goCard(key: string, state?: RouteState, view?: string, options?: { replace?: boolean }): void;
  findings(): Promise<FindingsData>;
  tryNow(): unknown;
  pictureQueue(options: { most(): number; shown(image: HTMLImageElement): void }): {
    ask(image: HTMLImageElement): void;
    has(picture: string | undefined): boolean;
    forget(): void;
  };
  pinNumber(event: ShownEvent): number;
  openPins(key: string): ShownEvent[];
  resolvedSwitch(key: string): HTMLElement | null;
  drawPins(): void;
  canPick(key: string): boolean;
  picking(): boolean;
  pickPlace(writing: Writing): void;
  stopPicking(): void;
  showPin(event: ShownEvent): void;
  sides: {
    drawSide(name: string): SideElements;
    renewSide(side: SideElements, changes: Partial<SideState>): void;
  };
  squares: {
    pointAt(svg: SVGSVGElement, event: { clientX: number; clientY: number }): number[];
    PATTERNS: Record<string, string>;
    symbols(looks: { id: string; colour: string; pattern: string }[]): SVGSVGElement;
    cell(id: string, x: number, y: number, more?: Attributes<SVGUseElement>): SVGUseElement;
    outline(cells: readonly (readonly number[])[]): string;
  };
  packed(value: unknown): Promise<string>;
  unpacked(text: string): Promise<any>;
  rove(root: HTMLElement): void;
  /** Registers the view `table` for a game of turns. */
  playTable(definition: PlayDefinition): PlayGame;
  playPanels: { tools: PlayPanelMaker; status: PlayPanelMaker; choices: PlayPanelMaker; settings: PlayPanelMaker; turns: PlayPanelMaker; log: PlayPanelMaker };
  replayPanel: PlayPanelMaker;
  sharedPanel: PlayPanelMaker;
  /** Who has a seat at a table that windows share. */
  playSeatName(game: PlayGame, player: number): string;
  /** What a person sees who cannot move now: the next person's turn, a bot's, or the end. Null if the person can. */
  playWaiting(game: PlayGame): Child[] | null;
  /** Who plays for each of the players with these names: a field each, with a note below it. */
  playSeats(game: PlayGame, names: readonly string[], options?: { disabled?: boolean; note?: (player: number) => Child }): HTMLElement;
  toast(content: Child | readonly Child[], options?: { slot?: string; lasting?: number; action?: ToastAction | null }): void;
  isToasted(slot: string): boolean;

  // decisions
  eventsOf(key: string): ShownEvent[];
  takeEvents(events: ShownEvent[], statuses?: Record<string, StatusData> | null): string[];
  decide(requests: DecisionRequest[], id?: string): Promise<DecisionResult>;
  statusMark(key: string): HTMLSpanElement;
  when(at: string, how?: Intl.DateTimeFormatOptions): HTMLTimeElement;
  cardName(key: string): HTMLSpanElement;
  written(text: string, pictures?: readonly string[]): HTMLElement;
  decisions: {
    keyOf(event: Pick<EventData, "deck" | "card" | "page">): string;
    deckOf(event: Pick<EventData, "deck" | "page">): string;
    /** The most decisions in one request of the page. */
    MOST_AT_ONCE: number;
    partsOf(id: string | undefined): ShownEvent[];
    partOf(id: string | undefined, key: string): ShownEvent | undefined;
    isKnown(event: EventData): boolean;
    canUndo(event: ShownEvent): boolean;
    undoOf(event: ShownEvent): ShownEvent | undefined;
    lastDecision(key: string): ShownEvent | undefined;
    lastOf(key: string, kind: string): ShownEvent | undefined;
    lastJudged(key: string): ShownEvent | undefined;
    isOld(event: ShownEvent): boolean;
    draft(key: string, kind: string): Draft | null;
    keepDraft(key: string, kind: string, draft: Draft | null): boolean;
    draftKind(about: Pick<DecisionRequest, "kind" | "thread">): string;
    markSent(key: string, kind: string): void;
    who(): string;
    callMyself(name: string): boolean;
    isMine(event: EventData): boolean;
    mayDecide(): boolean;
    siteLog(): { events: ShownEvent[]; taken: number };
    siteLines(): string;
    markDownloaded(): boolean;
    waitingFor(key: string): Waiting | undefined;
    answered(): Promise<unknown>;
    decideMany(requests: DecisionRequest[], progress: (done: number, result: DecisionResult) => void, stop: () => boolean): Promise<DecisionResult>;
    lastOfMine(): ShownEvent[];
    undoing(event: ShownEvent): DecisionRequest;
    pictureOf(picture: string, key: string): string;
    button(hold: string, onclick: (event: MouseEvent) => unknown, label: Child, more?: Attributes): HTMLButtonElement;
    shownKey(name: string): HTMLElement | null;
  };
  isInThread(event: ShownEvent): boolean;
  /** The thread under a comment, up to date. */
  thread(first: ShownEvent): HTMLElement;
  /** The pictures of a draft. */
  attaching(field: HTMLTextAreaElement, now: readonly string[], changed: (pictures: string[]) => unknown): { root: HTMLElement; takeDrops(form: HTMLElement): void };
  openCount(key: string): number;
  openMark(key: string): HTMLElement | null;
  act(request: DecisionRequest, options?: { reportsFailure?: boolean }): Promise<boolean>;
  approve(key: string): unknown;
  approveAll(keys: string[]): Promise<unknown>;
  approveThese(keys: string[]): Promise<void>;
  rejectThese(keys: string[]): Promise<void>;
  undoLast(): Promise<unknown>;
  dialog(
    title: string,
    body: Child,
    buttons: { value: string; label: string; main?: boolean }[],
    options?: { opened?: (dialog: HTMLDialogElement) => void },
  ): Promise<string>;
  eventText(event: EventData): HTMLElement;
  siteBox(): HTMLElement | null;
  /** The title of the game; on a server of several games a button that lists them. */
  gameTitle(game: GameData): HTMLElement;
  editionLinks(game: GameData): HTMLElement | "";
  places: {
    /** A place in a file, written as `text`: a link into the editor, or a button that copies it. */
    place(where: { file: string; line: number; column?: number }, text: string): HTMLElement;
    editorSetting(): HTMLElement | null;
  };
  /** Which of the user's printers a file is made for. */
  printerLine(sheet: SheetData, sheets: readonly SheetData[]): HTMLElement | null;
  nameSetting(): HTMLElement | null;
  whyNot(): HTMLElement | null;
  decisionPanel(key: string): HTMLElement;
  baselines: {
    find(key: string, name: string): Baseline | null;
    compare(key: string, name: string): Promise<ComparisonData | null>;
    list(key: string, chosen: string, shown: readonly string[]): HTMLElement | null;
    loadNames(): Promise<void>;
    groups(chosen: string): HTMLElement[];
    isChangedSince(key: string, baseline: string): boolean;
    isAsking(): boolean;
  };
  write(kind: WrittenKind, key: string): void;
  writingNow(key: string): Writing | null | undefined;
  focusPin(id: string): void;
  focusComment(id: string): void;
  showsDecision(key: string): boolean | undefined;
  MARKS: Record<EventData["kind"], string>;
}
