/* The name in which this browser decides: asked for once, shown, and changed. */

import { site } from "../app/data.js";
import { announce } from "../app/events.js";
import { phrase, t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { dialog } from "./dialogs.js";
import { button } from "./showing.js";
import { callMyself, mayDecide, who } from "./who.js";

/** Asks who decides, once: on a site, and on a page of another computer. False when no name was given. */
export const named = async () => Boolean(who()) || askName();

/** Asks for the name in which this browser decides. False when none was given. */
async function askName() {
  const field = h("input", { type: "text", maxlength: "80", value: who(), autocomplete: "name", required: true });
  const answer = await dialog(t("name.title"), [
    h("p", {}, t(site ? "name.why" : "name.why.here")), h("form", { onsubmit: (event) => { event.preventDefault(); /** @type {HTMLDialogElement} */ (field.closest("dialog")).close("yes"); } },
      h("label", { class: "above" }, t("name.label"), field)),
  ], [{ value: "yes", label: t("name.take"), main: true }, { value: "", label: t("decide.cancel") }], { opened: () => field.focus() });
  const name = field.value.normalize("NFC").replace(/\s+/g, " ").trim();
  if (answer !== "yes" || !name) return false;
  callMyself(name);
  announce("moved");
  return true;
}

/** In whose name decisions are saved, as a sentence; on a site that has not asked yet, that it will ask. */
export const nameLine = () => (who() ? phrase("welcome.name", { name: h("strong", {}, who()) }) : [t("welcome.asks")]);

/** In whose name this browser decides, and a button to change it; null where nobody has decided yet, or may. */
export function nameSetting() {
  if (!who() || !mayDecide()) return null;
  const line = h("p", { class: "quiet decision-name" }, nameLine(), " ",
    button("name", async () => { if (await askName()) line.replaceWith(nameSetting() ?? ""); }, t("name.change"), { class: "plain" }));
  return line;
}
