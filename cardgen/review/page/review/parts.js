/* The parts that other modules add to the grid and to the view of a card, in the order of their `order`. */

/** @import { Route } from "../shared/addresses.js" */

/** @typedef {{ key: string, card: CardData, detail: CardDetail | null, side: string, route: Route, picture: Element | null, redraw: () => void }} PanelContext */

/** @template Context
    @typedef {{ name: string, order?: number, draw(context: Context): any }} Part */

export const gridTools = /** @type {Part<any>[]} */ ([]);
export const cardPanels = /** @type {Part<PanelContext>[]} */ ([]);
export const cardLayers = /** @type {Part<PanelContext>[]} */ ([]);
