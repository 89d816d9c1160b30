/* The assets of the game: its pictures, icons and fonts, files to add, and the icons that come with cardgen, found by words. */

import { load } from "../app/data.js";
import { key } from "../app/shortcuts.js";
import { t, words } from "../app/words.js";
import { fill, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { dialog } from "../review/dialogs.js";
import { button } from "../review/showing.js";
import { editFiles } from "./arranging.js";
import { FONTS, PICTURES, addFont, addIcon, addLibraryIcon, addPicture, chooseFiles, filesOf, isFont } from "./assets.js";
import { pickedBox } from "./canvas-state.js";
import { fileEdit } from "./dropping.js";
import { canEdit } from "./editing.js";
import { choiceAddress } from "./editors.js";

const MOST_ICONS = 120;
const isChinese = () => document.documentElement.lang.startsWith("zh");

/** The icons whose words have all that is sought. @param {readonly LibraryIconData[]} library @param {string} sought */
export function foundIcons(library, sought) {
  const parts = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return library.filter(({ words: own, zh }) => parts.every((part) => own.includes(part) || zh.includes(part)));
}

/** @param {string} kind @param {string} name */
const tileParts = (kind, name) => [h("img", { src: choiceAddress(kind, name), alt: "", loading: "lazy" }), h("span", { class: "cut-off" }, name.split("/").at(-1))];

/** @param {string} kind @param {string} name */
const tile = (kind, name) => h("li", { class: "asset-tile", title: name }, tileParts(kind, name));

/** A picture of the game: a button that shows it in the picture box that is selected on the canvas, if one is. @param {string} name */
function pictureTile(name) {
  const box = pickedBox();
  if (box?.kind !== "image") return tile("picture", name);
  const label = t("assets.use", { name, box: box.name });
  return h("li", {}, h("button", { type: "button", class: "plain asset-tile", "aria-label": label, title: label, dataset: { hold: `use-${name}` }, onclick: async (event) => {
    /** @type {HTMLDialogElement | null} */ (event.currentTarget.closest("dialog"))?.close();
    await editFiles([await fileEdit(box, name)], label);
  } }, tileParts("picture", name)));
}

/** @param {string} title @param {string} hold @param {() => void} add @param {string} label @param {readonly Node[]} items */
const section = (title, hold, add, label, items) => h("section", {}, h("h3", { class: "row" }, h("span", { class: "grow" }, title), button(hold, add, [icon("plus"), t(label)], { class: "small" })),
  items.length ? h("ul", { class: "asset-tiles" }, items) : h("p", { class: "quiet" }, t("assets.none")));

/** Adds a file for what it is: a font, an SVG as an icon, another picture. @param {File} file */
const addAny = (file) => (isFont(file) ? addFont(file) : /\.svg$/i.test(file.name) ? addIcon(file) : addPicture(file));

export async function openAssets() {
  const library = /** @type {LibraryIconData[]} */ (await load(/** @type {any} */ ("icon-library")).catch(() => []));
  const own = h("div", { class: "assets-own" });
  const list = h("ul", { class: "asset-tiles", "aria-label": t("assets.library") });
  const count = h("p", { class: "quiet", role: "status" });
  const search = h("input", { type: "search", "aria-label": t("assets.search"), placeholder: t("assets.search"), autocomplete: "off", dataset: { hold: "assets-search" }, oninput: () => {
    drawIcons();
    search.scrollIntoView({ block: "start" }); // what is found is below it
  } });
  /** @param {string} accept @param {(file: File) => unknown} use */
  const choose = (accept, use) => () => chooseFiles(accept, async (file) => { await use(file); drawOwn(); });
  async function drawOwn() {
    const all = /** @type {AssetsData} */ (await load(/** @type {any} */ ("assets")).catch(() => ({ pictures: [], icons: [], fonts: [], credits: [] })));
    fill(own, section(t("assets.pictures"), "assets-picture", choose(PICTURES, (file) => addPicture(file)), "assets.add", all.pictures.map(pictureTile)),
      section(t("assets.icons"), "assets-icon", choose("image/svg+xml", addIcon), "assets.add", all.icons.map((name) => tile("icon", name))),
      section(t("assets.fonts"), "assets-font", choose(FONTS, addFont), "assets.add", all.fonts.map((name) => h("li", {}, name))),
      all.credits.length ? h("section", {}, h("h3", {}, t("assets.credits")), h("ul", {}, all.credits.map((credit) => h("li", { lang: "en" }, credit)))) : null);
  }
  function drawIcons() {
    const shown = foundIcons(library, search.value);
    count.textContent = t("assets.count", { count: shown.length });
    fill(list, shown.slice(0, MOST_ICONS).map(({ name, author, zh }) => {
      const label = isChinese() ? zh.split(" ")[0] : name.replaceAll("-", " ");
      return h("li", {}, h("button", { type: "button", class: "plain asset-tile", title: `${label} (${author})`, dataset: { hold: `library-${name}` }, onclick: async () => { await addLibraryIcon(name); drawOwn(); } },
        h("img", { src: choiceAddress("library", name), alt: "", loading: "lazy" }), h("span", { class: "cut-off", lang: isChinese() ? null : "en" }, label)));
    }));
  }
  drawIcons();
  drawOwn();
  const body = h("div", { class: "assets", ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(), ondrop: async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    for (const file of filesOf(event.dataTransfer)) await addAny(file);
    drawOwn();
  } }, h("p", { class: "quiet" }, t("assets.how")), own,
  h("section", {}, h("h3", {}, t("assets.library")), search, count, list, h("p", { class: "quiet" }, t("assets.library.credit"))));
  await dialog(t("assets.title"), body, [{ value: "", label: t("assets.close"), main: true }], { opened: (box) => box.classList.add("assets-dialog") });
}

/** The button of the assets, for the bars of the grid and the canvas. */
export const assetsButton = () => button("assets", openAssets, icon("folder"), { class: "icon-button", "aria-label": t("assets.title"), title: t("assets.title") });

key("assets.title", { keys: ["a"], views: ["make", "canvas"], words: "assets.title", when: canEdit, run: openAssets });

words({
  en: {
    "assets.title": message("Pictures, icons and fonts"),
    "assets.how": message("Drop files here. SVG files become icons that texts can name."),
    "assets.pictures": message("Pictures of the game"),
    "assets.icons": message("Icons of the game"),
    "assets.fonts": message("Fonts of the game"),
    "assets.credits": message("Credits"),
    "assets.use": message("Show {name} in {box}"),
    "assets.none": message("None yet"),
    "assets.add": message("Choose files…"),
    "assets.library": message("Icons to choose from"),
    "assets.search": message("Search icons: sword, coin, heart"),
    "assets.count": plural("{count} icon", "{count} icons"),
    "assets.library.credit": message("From game-icons.net, CC BY 3.0: an icon that you choose brings its credit into game.yaml."),
    "assets.close": message("Close"),
  },
});
