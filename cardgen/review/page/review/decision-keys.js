/* The keys of decisions, and the button above the grid that approves all cards listed. */

import { state } from "../app/data.js";
import { key } from "../app/shortcuts.js";
import { toast } from "../app/toast.js";
import { current } from "../app/views.js";
import { t } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { undoLast } from "./acting.js";
import { write } from "./decision-panel.js";
import { goCard } from "./list.js";
import { gridTools } from "./parts.js";
import * as selection from "./selection.js";
import { button } from "./showing.js";
import { siteBox, whyNot } from "./site-box.js";
import { approve, approveAll, approveThese, rejectThese } from "./together.js";
import { mayDecide } from "./who.js";
/** @import { KeyContext } from "../app/shortcuts.js" */

const views = ["grid", "card", "compare", "sheet"];
/** In Sheets a comment is written on the page by itself, where its place can be chosen.
    @param {string} key */
function comment(key) {
  if (current.route.view === "sheet") goCard(key, { deck: state.cards.get(key)?.deck });
  write("comment", key);
}
/** @param {KeyContext} about */
const when = ({ key, route }) => Boolean(key || route.view === "grid") && mayDecide();
/** Decides on the selected cards, otherwise on the current one; in the grid without one, shows how to choose it.
    @param {(key: string) => unknown} run @param {(keys: string[]) => unknown} [together] */
const onCard = (run, together) => (/** @type {KeyContext} */ { key, route }) => {
  const selected = route.view === "grid" ? selection.selectedKeys() : [];
  if (together && selected.length) return together(selected);
  return key ? run(key) : toast(t("decide.no-card"));
};
key("approve", { keys: ["a"], views, when, words: "button.approve", run: onCard(approve, approveThese) });
key("reject", { keys: ["r"], views, when, words: "key.reject", run: onCard((key) => write("reject", key), rejectThese) });
key("comment", { keys: ["c"], views, when, words: "key.comment", run: onCard(comment) });
key("undo", { keys: ["ctrl+z"], words: "key.undo", when: ({ route }) => route.view !== "table" && mayDecide(), run: undoLast });

gridTools.push({
  name: "approve-all",
  order: 50,
  draw: ({ keys }) => h("div", { class: "row approve-all" },
    mayDecide() ? button("approve-all", () => approveAll(keys()), [icon("check"), t("all.button")], { class: "plain" }) : whyNot(),
    siteBox()),
});
