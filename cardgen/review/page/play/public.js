/* What the page offers the tables of games, which are modules below `page/tables/<engine>/`: `import { h } from "../../play/public.js"`. */

export { noEngine, detail, face, site, state } from "../app/data.js";
export { post } from "../app/post.js";
export { settings } from "../app/settings.js";
export { key, keyMap } from "../app/shortcuts.js";
export { toast } from "../app/toast.js";
export { current, go, view } from "../app/views.js";
export { phrase, pick, say, sayMessage, sentences, t, whyRefused, withCodes, words } from "../app/words.js";
export { format as address, parse as parseAddress } from "../shared/addresses.js";
export { fill, h, icon, keptList, s } from "../shared/elements.js";
export * as keyNames from "../shared/key-names.js";
export { message, plural } from "../shared/messages.js";
export * as squares from "../shared/squares.js";
export { keep, recall } from "../shared/storage.js";
export * as texts from "../shared/texts.js";
export { columnsOf, runningSums } from "../shared/moments.js";
export { asker } from "./asking.js";
export { playByHand } from "./by-hand.js";
export { cardPicture, largePicture } from "./card-picture.js";
export { drawnPanel } from "./drawing.js";
export { isStill, motionSpeed, play as playMotion } from "./motion.js";
export { packed, unpacked } from "./links.js";
export { playSeatName, playSeats, playWaiting } from "./panels.js";
export { actor, asking, sentence } from "./naming.js";
export { frontSeat } from "./players.js";
export { playTable } from "./table.js";
/** @import { EngineAnswer } from "../app/engine.js" */
/** @import { RouteState } from "../shared/addresses.js" */
/** @import { Attributes, Child } from "../shared/elements.js" */
/** @import { PickChoice, PickStep } from "../shared/picks.js" */
/** @import { Texts } from "../shared/texts.js" */

/** @typedef {Record<string, any>} EngineData */

/** A part of the table. `draw` is called for every position and pick.
    @typedef {{ element: HTMLElement, draw: () => void }} PlayPanel */

/** @typedef {(game: PlayGame) => PlayPanel} PlayPanelMaker */

/** A member of the request `new_game` that people choose.
    @typedef {{ name: string, words: string, values: readonly (string | number)[], label: (value: string | number) => string }} PlaySetting */

/** A game of turns whose engine answers `about`, `new_game`, `turns`, `apply`, `choose`, `log` and `verify` (docs/extending.md).
    @typedef {object} PlayDefinition
    @property {readonly PlaySetting[]} settings
    @property {{ easy: string, medium: string, hard: string }} levels the policies that are called easy, medium and hard
    @property {Record<string, string>} [policies] the keys of the words of other policies, by their names
    @property {string} [view] the name of the view; `table` if it is left out
    @property {(settings: Record<string, string | number>) => object} [newGame] the settings as members of `new_game`, if these differ
    @property {(request: any) => EngineAnswer} [withoutEngine] Answers requests on a site without an engine.
    @property {{ write(turns: any[]): RouteState, read(state: Record<string, string>): string | null }} [link] Turns as a readable part of the address, and the log of such an address: "" without any, null if it cannot be read.
    @property {(enters: boolean) => unknown} [entered] Called when the view is opened, and with false when it is left.
    @property {boolean} [ownTurns] whether its own panels make the turns, show the status, and choose who plays
    @property {boolean} [ownStatus]
    @property {boolean} [ownSeats]
    @property {boolean} [isOpen] whether nothing is hidden in this game
    @property {(name: string) => string} [rulesName] The title of a ruleset.
    @property {(index: number) => Child} [turnMark] What stands before a turn in the list of turns, and below it, by its index.
    @property {(index: number) => Child} [turnNote]
    @property {(game: PlayGame) => Child} [logTools] More buttons beside the log.
    @property {() => Node} [symbols] Elements that the panels refer to.
    @property {(pick: string, picks: string[], facts: any) => object | string | null} [attempt] The turn that a pick that cannot be made now asks for: the engine says why it is not legal. Or why there is none, in words.
    @property {string} opponent the policy of all players but the first, before anybody has chosen
    @property {() => Promise<unknown>} [prepare] Reads the data of the cards, at first and after each save.
    @property {(facts: any) => string[]} players The names of the players, by number.
    @property {(turn: any, facts: any) => PickStep[]} steps The picks of a turn.
    @property {(pick: string, facts: any) => string} pickName
    @property {(index: number) => string} turnName A turn that was made, by its index.
    @property {(facts: any) => string} status Whose turn it is and what they may do, or how the game has ended.
    @property {(facts: any) => boolean} isOver
    @property {PlayStage} [stage] what the game has on the stage beside its field
    @property {readonly PlayPanelMaker[]} main
    @property {readonly PlayPanelMaker[]} side */

/** What a game has on the stage, beside its field (`main` of the definition).
    @typedef {object} PlayStage
    @property {"beside" | "below" | "ring"} layout where the hand and the prompt are: beside a tall field, below a wide one, or below a ring of seats, with the goal in its free corner
    @property {string} cloth the class that gives the cloth its colours: `--table`, `--table-deep`, `--table-line`, `--table-ink`, `--table-ink-2`
    @property {(facts: any) => string} goal The goal in a sentence to the person who plays.
    @property {(facts: any) => { names: string[], now: number }} [phases] The phases of a turn, and the index of the present one.
    @property {(index: number) => Child} [mark] A small picture of a turn that was made, by its index.
    @property {(index: number, before: any) => PlayDeed | null} [deed] Who strikes whom by a turn, and what acts; `before` are the facts before it.
    @property {(turn: any, trial: PlayTrial) => string} [why] Why the strongest bot would make a turn, in a sentence; "" for no reason that can be counted.
    @property {(id: string) => Child} [look] What is shown large of something with this `data-look`.
    @property {readonly PlayPanelMaker[]} [prompt] what is below the sentence of the prompt, if `steps` do not say what can be done
    @property {(turn: any) => string[]} [hint] Show the turn that the strongest bot would make, if `steps` cannot, and return it as picks.
    @property {() => { title: string, counts: PlayCount[], moments?: { title: string, turns: number[] } }} [counts] What the game counts, for its end; and its moments, if they are not when somebody else has the most.
    @property {(name: string, use: { played: number[], held: number[] }) => CardData | undefined} [cardNamed] The card that the engine calls by a name in `card_uses`, if neither its id nor its kind nor its English name is that.
    @property {(turn: number) => CardData | undefined} [cardOf] The card that a turn is about, on which a comment about the turn is a comment in review.
    @property {(name: string) => string} [cardTitle] What a card is called beside how often it was played, if its name is also that of other cards
    @property {readonly PlayPanelMaker[]} seats
    @property {readonly PlayPanelMaker[]} hand */

/** What a turn does to what, by the names of things and picks: `from` strikes at `to`, and nothing comes of it if it `fails`; `acts` do something one after the other, and `clears` are pictures of the rows that `from` clears.
    @typedef {{ from?: string[], to?: string[], fails?: boolean, acts?: string[], clears?: HTMLElement[] }} PlayDeed */

/** What comes of a turn that is tried out: the facts before and after it, and its part of `made`, which has all turns.
    @typedef {{ facts: any, after: any, made: EngineData, index: number }} PlayTrial */

/** Something that is counted of a player or colour: its values before the first turn and after each.
    @typedef {{ name: string, values: number[], colour?: string }} PlayCount */

/** A seat at a table that windows share.
    @typedef {{ name: string, policy: string, taken: boolean, own: boolean }} SharedSeat */

/** A game at the table. The first `at` of its `turns` have been made.
    @typedef {object} PlayGame
    @property {PlayDefinition} definition
    @property {Record<string, string | number>} settings
    @property {string} rules
    @property {number} seed
    @property {Record<string, unknown>} more members of `new_game` that are no settings, such as a position to begin with
    @property {any[]} turns
    @property {EngineData} made the answer to `log` for all turns; `players` made them
    @property {number} at
    @property {any} facts
    @property {string} log
    @property {string[]} picks
    @property {PickChoice} choice
    @property {string[]} hint the picks of the turn that a bot would make, if a person has asked
    @property {string} why the reason for that turn
    @property {boolean} isAsking whether a bot is asked for a hint
    @property {() => Promise<unknown>} askHint
    @property {string[]} policies
    @property {Map<number, string>} seats the policy of each player, "" for a person
    @property {boolean} hidden whether hands are shown to their owners only, and the person who sees the page
    @property {number | null} viewer
    @property {boolean} paused
    @property {{ table: string, seat: number | null, seats: SharedSeat[] } | null} shared the table of the server that this window is at, and its own seat; null for a game of this window alone
    @property {string[]} ops the operations of the engine
    @property {(name: string) => Promise<boolean>} openShared
    @property {(table: string, seat: number | null, name: string) => Promise<boolean>} joinShared
    @property {() => Promise<unknown>} leaveShared
    @property {(request: Record<string, unknown>) => Promise<any>} askShared
    @property {number} pace ms before a turn of the computer, and before a turn of a replay
    @property {number} replayPace
    @property {boolean} isReplaying
    @property {Map<number, string>} comments comments on positions, by the number of turns before them
    @property {any} start the engine's state before the first turn
    @property {Texts | null} fault
    @property {(request: object) => Promise<EngineAnswer>} ask
    @property {(player: number | null | undefined) => boolean} isBot
    @property {(player: number) => boolean} isYou
    @property {(player: number) => boolean} canSee
    @property {(player: number, policy: string) => void} setSeat
    @property {(policy: string) => string} policyName
    @property {(turn: any) => Promise<unknown>} take Make a turn.
    @property {(error: NonNullable<EngineAnswer["error"]>) => boolean} refuse
    @property {() => Promise<unknown>} replay Start or stop the replay.
    @property {(text: string) => Promise<unknown>} comment Comment on the position that is shown; "" removes the comment.
    @property {() => void} reveal
    @property {(pick: string, more?: Attributes<HTMLButtonElement>) => Attributes<HTMLButtonElement>} pickable The attributes of a button for a pick.
    @property {(pick: string) => void} pick
    @property {() => void} unpick
    @property {(at: number) => void} travel
    @property {(by: number) => void} step
    @property {() => void} goOn
    @property {() => Promise<unknown>} playOn Go on from the position that is shown, without the turns after it.
    @property {(more?: Record<string, unknown>) => Promise<unknown>} begin
    @property {(log: string) => Promise<unknown>} openLog
    @property {() => void} redraw
    @property {(...texts: (string | null | undefined)[]) => void} announce */

