/* Tables on the server: windows of one server take seats at a table, and each sees its own hand. */

import { on } from "../app/events.js";
import { t, words } from "../app/words.js";
import { who } from "../review/who.js";
import { fill, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { keep, recall } from "../shared/storage.js";
import { playSeatName } from "./panels.js";
/** @import { Child } from "../shared/elements.js" */
/** @import { PlayPanelMaker, SharedSeat } from "./public.js" */

const NAME = "play-name";

/** @type {PlayPanelMaker} */
export const sharedPanel = (game) => {
  const body = h("div", { class: "play-shared" });
  const element = h("details", { class: "panel" }, h("summary", {}, h("h2", {}, t("play.shared"))), body);
  element.addEventListener("toggle", () => { if (element.open) void readTables(); });
  let tables = /** @type {{ id: string, seats: SharedSeat[] }[]} */ ([]);
  let name = recall(NAME, who());
  /** @param {string} hold @param {Child} label @param {() => unknown} onclick */
  const button = (hold, label, onclick) => h("button", { type: "button", dataset: { hold: `play-shared-${hold}` }, onclick }, label);

  async function readTables() {
    tables = ((await game.askShared({ op: "list" }))?.tables ?? []).filter((/** @type {{ free: boolean }} */ { free }) => !free);
    drawBody();
  }

  // Made once: what is being typed stays when the panel is drawn again.
  const nameField = h("label", { class: "above" }, t("play.shared.name"), h("input", {
    type: "text", maxlength: 40, value: name, autocomplete: "nickname", dataset: { hold: "play-shared-name" }, oninput: ({ currentTarget }) => {
      name = currentTarget.value;
      keep(NAME, name);
    },
  }));

  /** @param {string} table @param {number} player @param {SharedSeat} seat @param {boolean} isMember */
  function seatItem(table, player, seat, isMember) {
    const playerName = game.facts && game.definition.players(game.facts)[player];
    const levels = Object.values(game.definition.levels).filter((policy) => game.policies.includes(policy));
    return h("li", {}, h("span", {}, `${playerName}: `, h("strong", {}, playSeatName(game, player))),
      seat.taken ? "" : button(`sit-${player}`, t("play.shared.sit"), () => game.joinShared(table, player, name)),
      seat.taken || !isMember ? "" : h("select", {
        "aria-label": t("play.shared.bot", { player: playerName }), dataset: { hold: `play-shared-bot-${player}` },
        onchange: ({ currentTarget }) => game.askShared({ op: "bot", table, key: sessionStorage.getItem(`cardgen.table.${table}`), seat: player,
          policy: ["", ...levels][currentTarget.selectedIndex] }),
      }, ["", ...levels].map((policy) => h("option", { selected: policy === seat.policy }, policy ? game.policyName(policy) : t("play.shared.free")))));
  }

  function drawBody() {
    const { shared: at } = game;
    if (at) {
      return fill(body, h("p", {}, t("play.shared.table", { id: at.table })), nameField,
        h("ul", {}, at.seats.map((seat, player) => seatItem(at.table, player, seat, at.seat !== null))),
        h("div", { class: "row" }, button("leave", t("play.shared.leave"), () => game.leaveShared())));
    }
    return fill(body, h("p", { class: "quiet" }, t("play.shared.hint")), nameField,
      h("div", { class: "row" }, button("open", t("play.shared.open"), () => game.openShared(name))),
      tables.length ? [h("h3", {}, t("play.shared.tables")), h("ul", {}, tables.map(({ id, seats }) => h("li", {},
        h("span", {}, t("play.shared.table", { id }), ": ", seats.map(({ name: of, policy, taken }) =>
          (policy ? game.policyName(policy) : of || t(taken ? "play.person" : "play.shared.free"))).join(", ")),
        button(`join-${id}`, t("play.shared.join"), () => game.joinShared(id, null, name)))))] : "");
  }

  const draw = () => {
    element.hidden = !game.ops.includes("view");
    if (game.shared && !element.open) element.open = true;
    drawBody();
  };
  on("play-table", () => (element.isConnected && element.open && !game.shared ? readTables() : null));
  return { element, draw };
};

words({
  en: {
    "play.shared": message("Play with others"),
    "play.shared.hint": message("Others on this server see the table in their windows. Everyone sees only their own hand."),
    "play.shared.name": message("Your name"),
    "play.shared.open": message("Open a table"),
    "play.shared.tables": message("Tables on this server"),
    "play.shared.table": message("Table {id}"),
    "play.shared.join": message("Join"),
    "play.shared.sit": message("Sit down"),
    "play.shared.bot": message("Who plays {player}"),
    "play.shared.leave": message("Leave the table"),
  },
});

