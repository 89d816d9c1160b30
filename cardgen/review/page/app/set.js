/* Changes of settings, which are applied at once. */

import { state } from "./data.js";
import { announce } from "./events.js";
import { drawFrame } from "./frame.js";
import { keepSettings, languages, nearest, settings, wished } from "./settings.js";
import { toast } from "./toast.js";
import { remount } from "./views.js";
import { loadWords, t } from "./words.js";
/** @import { Settings } from "./settings.js" */

/** Changes a setting. For the language of the page it returns a promise, as its words are loaded first.
    @template {keyof Settings} Name @param {Name} name @param {Settings[Name]} value */
export function set(name, value) {
  if (name === "language") return setLanguage(nearest(languages, String(value)));
  if (name === "cards") {
    wished.cards = String(value);
    settings.cards = nearest(state.catalog?.game.languages ?? [wished.cards], wished.cards);
  } else settings[name] = value;
  return apply(name);
}

/** @param {string} name */
function apply(name) {
  keepSettings();
  if (name === "language" || name === "cards") drawFrame();
  announce("settings", name);
  if (name === "language" || name === "cards") remount();
}

/** The language chosen last: an earlier choice whose words arrive later is not applied any more. */
let chosenLanguage = "";

/** @param {string} language */
async function setLanguage(language) {
  chosenLanguage = language;
  try {
    await loadWords(language);
  } catch {
    toast(t("set.language.failed"), { slot: "fault" });
    return;
  }
  if (chosenLanguage !== language) return;
  settings.language = language;
  apply("language");
}
