/* The text of a box that is written in its template, edited with the palette of marks: here only, or there for all boxes that have it. */

import { t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { dialog } from "../review/dialogs.js";
import { editFiles } from "./arranging.js";
import { canvas, deck, side, valueOf } from "./canvas-state.js";
import { textEditor } from "./editors.js";
/** @import { ShownBox } from "./canvas-state.js" */

/** @param {ShownBox} box */
export async function editTemplateText(box) {
  const value = /** @type {BoxValue} */ (valueOf(box, "text"));
  const { styles = [], icons = [] } = canvas.data ?? {};
  const title = t("make.label.cell", { field: "text", card: box.name });
  const { root, field } = textEditor(String(value.value), { "aria-label": title }, { styles: [...new Set(styles.map(({ style }) => style))], icons, terms: {} });
  const body = h("div", { class: "make-dialog" }, h("div", { class: "make-dialog-field" }, root));
  const places = value.own ? [{ value: "here", label: t("make.save"), main: true }]
    : [{ value: "there", label: t("canvas.there", { count: value.users }), main: true }, { value: "here", label: t("canvas.here") }];
  const answer = await dialog(title, body, [...places, { value: "", label: t("write.later") }], { opened: () => field.focus() });
  if (!answer || field.value === value.value) return;
  await editFiles([{ kind: "property", deck: deck().id, side: side(), box: box.name, key: ["text"], old: value.value, new: field.value, here: answer === "here" }], t("canvas.set", { box: box.name, key: "text" }));
}
