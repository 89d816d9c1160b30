/* A print run recorded on the page: the cards as they are, so that later builds print only what has changed since. */

import { post } from "../app/post.js";
import { toast } from "../app/toast.js";
import { changed } from "../app/views.js";
import { t, whyRefused, words } from "../app/words.js";
import { h, icon } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { jobs } from "./job.js";

/** Asks for the name of a print run, and records it. A name that is refused can be corrected.
    @param {readonly string[]} known the names of those that there are */
async function record(known) {
  const field = h("input", { type: "text", value: new Date().toISOString().slice(0, 10), autocomplete: "off", spellcheck: "false" });
  const problem = h("p", { role: "alert", class: "refusal" });
  const body = h("div", { class: "make-column" }, h("p", {}, t("record.why")), h("label", { class: "above" }, t("record.name"), field), problem);
  while (await dialog(t("record.title"), body, [{ value: "record", label: t("record.do"), main: true }, { value: "", label: t("write.later") }], { opened: () => field.select() }) === "record") {
    const name = field.value.trim();
    const taken = known.includes(name);
    if (taken && await dialog(t("record.taken", { name }), h("p", {}, t("record.replace.why")), [{ value: "yes", label: t("record.replace"), main: true }, { value: "", label: t("write.later") }]) !== "yes") continue;
    const { status, data } = await post("api/record", { name, replace: taken });
    if (status === 200) {
      toast(t("record.done", { name }));
      return changed("printer", {});
    }
    problem.textContent = (status && whyRefused(data)) || t("job.unreachable");
  }
  return undefined;
}

/** @param {readonly string[]} known */
export const recordButton = (known) => h("button", { type: "button", class: "plain", disabled: !jobs.may, dataset: { hold: "record" }, onclick: () => record(known) }, icon("history"), t("record.title"));

words({
  en: {
    "record.title": message("Record a print run"),
    "record.why": message("It keeps the cards as they are now. Later, choose it under Changes: only what it lacks is printed."),
    "record.name": message("Name"),
    "record.do": message("Record"),
    "record.taken": message("Replace the print run {name}?"),
    "record.replace.why": message("What it has recorded before is gone."),
    "record.replace": message("Replace"),
    "record.done": message("Print run {name} recorded"),
  },
});
