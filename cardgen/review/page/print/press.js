/* The PDFs for a press: each plate of a page, all of them together, and where there is too much ink. */

import { load, site, state } from "../app/data.js";
import { settings } from "../app/settings.js";
import { key } from "../app/shortcuts.js";
import { alter, go, view } from "../app/views.js";
import { t, whyRefused, words } from "../app/words.js";
import { focused, h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
/** @import { Route } from "../shared/addresses.js" */
/** @import { Attributes, Child } from "../shared/elements.js" */

/** The plates that have words; the names of spot colours are those of the print shop. */
const INKS = ["cyan", "magenta", "yellow", "black"];
const STANDARDS = /** @type {Record<string, string>} */ ({ "x-4": "PDF/X-4", "x-1a": "PDF/X-1a:2003" });
const LEAST = 100; // %
const MOST = 400;

let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
let route = /** @type {Route} */ (/** @type {unknown} */ (null));
let files = /** @type {PressFileData[] | null} */ (null);
let failed = false;
/** What has been loaded about the page that is shown, and why it could not be. */
let about = /** @type {{ address: string, data: PressPageData | null, why: string }} */ ({ address: "", data: null, why: "" });

// ---------------------------------------------------------------- what is shown

const fileNow = () => files?.find((file) => file.name === route.path.slice(0, 2).join("/")) ?? files?.[0];
/** @param {number} number @param {number} least @param {number} most */
const clamp = (number, least, most) => Math.min(Math.max(number, least), most);
/** @param {PressFileData} file */
const pageNow = (file) => clamp(Math.trunc(Number(route.path[2])) || 1, 1, file.pages);
/** @param {PressFileData} file */
const limitNow = (file) => clamp(Math.trunc(Number(route.state.limit)) || file.limit, LEAST, MOST);

/** The pictures of a page in the order of their keys: all plates, the total ink, each plate.
    @param {PressFileData} file */
const pictures = (file) => ["proof", "ink", ...file.plates.map((_, number) => String(number))];
/** @param {PressFileData} file */
const shownNow = (file) => (pictures(file).includes(route.state.plate ?? "") ? route.state.plate : "proof");

/** @param {PressFileData} file @param {string} picture */
function nameOf(file, picture) {
  if (picture === "proof" || picture === "ink") return t(`press.${picture}`);
  const name = file.plates[Number(picture)];
  return INKS.includes(name) ? t(`press.${name}`) : name;
}

const kept = () => ({ plate: route.state.plate, limit: route.state.limit, zoom: route.state.zoom });
/** @param {PressFileData | undefined} file @param {number} page */
const to = (file, page) => file && go("press", [...file.name.split("/"), String(page)], kept(), { replace: true });
/** @param {string} plate */
const choose = (plate) => alter({ plate: plate === "proof" ? "" : plate });

/** @param {number} by */
function step(by) {
  const file = fileNow();
  const page = file ? pageNow(file) + by : 0;
  if (file && page >= 1 && page <= file.pages) to(file, page);
}

/** @param {PressFileData} file @param {string} name */
const address = (file, name) =>
  `press/${file.name.split("/").map(encodeURIComponent).join("/")}/${pageNow(file)}/${name}?limit=${limitNow(file)}&v=${file.key}`;

// ---------------------------------------------------------------- the tools

/** @param {number} length */
const short = (length) => length.toLocaleString(settings.language, { maximumFractionDigits: 1 });
/** @param {PressFileData} file @param {number[]} place */
const where = (file, [x, y]) => t("press.where", { x: short(x - file.trim[0]), y: short(y - file.trim[1]) });
/** @param {string} name @param {Attributes} attributes @param {...Child} children */
const button = (name, attributes, ...children) => h("button", { type: "button", dataset: { hold: name }, ...attributes }, children);

/** @param {PressFileData} file */
function tools(file) {
  const page = pageNow(file);
  const bigger = route.state.zoom === "large";
  return h("div", { class: "row tools-of-sheet" },
    h("label", { class: "above grow" }, t("sheet.which"),
      h("select", { dataset: { hold: "which" }, onchange: (event) => to(files?.find((one) => one.name === event.target.value), 1) },
        files?.map((one) => h("option", { value: one.name, selected: one === file }, `${one.name}.pdf (${one.pages})`)))),
    h("span", { class: "group" },
      button("previous", { disabled: page <= 1, "aria-label": t("press.previous"), onclick: () => step(-1) }, icon("left")),
      button("next", { disabled: page >= file.pages, "aria-label": t("press.next"), onclick: () => step(1) }, icon("right"))),
    h("label", { class: "above" }, t("sheet.page"), " ", t("sheet.of", { n: file.pages }),
      h("input", { type: "number", min: 1, max: file.pages, value: page, dataset: { hold: "page" },
        onchange: (event) => to(file, clamp(Math.trunc(Number(event.target.value)) || 1, 1, file.pages)) })),
    h("label", { class: "above" }, t("press.limit"),
      h("input", { type: "number", min: LEAST, max: MOST, value: limitNow(file), dataset: { hold: "limit" },
        onchange: (event) => {
          const limit = clamp(Math.trunc(Number(event.target.value)) || file.limit, LEAST, MOST);
          alter({ limit: limit === file.limit ? "" : limit });
        } })),
    button("large", { "aria-pressed": String(bigger), onclick: enlarge }, t("press.large")));
}

const enlarge = () => alter({ zoom: route.state.zoom === "large" ? "" : "large" });

/** The plates as one group of buttons, each with how much of the page it covers.
    @param {PressFileData} file */
function plates(file) {
  const shown = shownNow(file);
  return h("div", { class: "press-plates", role: "group", "aria-label": t("press.plates") }, pictures(file).map((picture, number) => {
    const covered = picture === "ink" ? about.data?.most : about.data?.coverage[Number(picture)];
    return button(`plate-${picture}`, { "aria-pressed": String(picture === shown), onclick: () => choose(picture),
      "aria-keyshortcuts": number < 9 ? String(number + 1) : null },
    h("span", { class: "press-swatch", dataset: { plate: file.plates[Number(picture)] ?? picture }, "aria-hidden": "true" }),
    h("span", {}, nameOf(file, picture)),
    h("span", { class: "quiet" }, covered === undefined ? "" : t(picture === "ink" ? "press.most" : "press.covers", { percent: short(covered) })));
  }));
}

// ---------------------------------------------------------------- the page and its ink

/** @param {number} part @param {number} whole */
const percent = (part, whole) => `${((part / whole) * 100).toFixed(3)}%`;

/** @param {PressFileData} file @param {number[]} rect */
const placed = (file, [x, y, width, height]) => ({
  left: percent(x, file.paper[0]), top: percent(y, file.paper[1]), width: percent(width, file.paper[0]), height: percent(height, file.paper[1]),
});

/** @param {PressFileData} file */
function figure(file) {
  const shown = shownNow(file);
  const page = pageNow(file);
  const caption = t("press.caption", { page, title: file.captions[page - 1], plate: nameOf(file, shown) });
  const missing = () => image.closest(".press-page")?.classList.add("missing");
  const image = h("img", { src: address(file, `${shown}.png`), alt: caption, decoding: "async", onerror: missing });
  return h("figure", { class: "press-figure" },
    h("figcaption", {}, caption),
    h("div", { class: "press-page", style: { "--wide": String(file.paper[0]), "--high": String(file.paper[1]) } },
      image,
      h("p", { class: "no-picture" }, about.why || t("sheet.missing")),
      h("span", { class: "press-trim", "aria-hidden": "true", style: placed(file, file.trim) }),
      shown === "ink" ? about.data?.places.map(({ rect }, number) =>
        h("span", { class: "press-place", "aria-hidden": "true", style: placed(file, rect) }, h("b", {}, String(number + 1)))) : null));
}

/** What is to be known of the ink of the page, in words.
    @param {PressFileData} file */
function facts(file) {
  const { data, why } = about;
  if (why) return h("p", { class: "panel", role: "alert" }, why);
  if (!data) return h("p", { class: "quiet" }, t("press.counting"));
  const summary = data.count
    ? t("press.over", { count: data.count, limit: data.limit })
    : t("press.within", { limit: data.limit });
  return h("section", { class: "press-facts" },
    h("p", { role: "status" }, icon(data.count ? "warn" : "check"), " ", h("strong", {}, summary), " ",
      t("press.highest", { percent: short(data.most), where: where(file, data.at) })),
    data.count && shownNow(file) !== "ink"
      ? h("p", {}, button("show-ink", { onclick: () => choose("ink") }, t("press.show"))) : null,
    data.count ? h("ol", {}, data.places.map(({ rect, most }) =>
      h("li", {}, t("press.place", { where: where(file, rect), width: short(rect[2]), height: short(rect[3]), percent: short(most) })))) : null,
    data.count > data.places.length ? h("p", { class: "quiet" }, t("press.more", { count: data.count - data.places.length })) : null);
}

/** @param {PressFileData} file */
const heading = (file) => h("p", { class: "sheet-about quiet" },
  h("span", {}, STANDARDS[file.standard]), h("span", {}, file.condition),
  h("span", {}, `${short(file.paper[0])} × ${short(file.paper[1])} mm`));

// ---------------------------------------------------------------- the whole

/** @param {string} text */
const nothing = (text) => [h("p", { class: "panel" }, text)];

function body() {
  if (site) return nothing(t("press.site"));
  if (!files) return nothing(t(failed ? "press.failed" : "press.loading"));
  const file = fileNow();
  if (!file) return nothing(t("press.none"));
  return [tools(file), heading(file), plates(file),
    h("div", { class: "press-layout" },
      h("div", { class: "press-stage", tabindex: "0", role: "region", "aria-label": t("press.stage"),
        dataset: { hold: "stage", zoom: route.state.zoom ?? "", plate: shownNow(file) } },
      figure(file)),
      facts(file))];
}

function draw() {
  if (!root) return;
  const held = root.contains(focused()) ? focused()?.dataset.hold : null;
  root.replaceChildren(h("div", { class: "tool" }, h("h1", {}, t("view.press"))), ...body());
  const again = held ? root.querySelector(`[data-hold="${CSS.escape(held)}"]`) : null;
  (again?.matches(":disabled") ? again.parentElement?.querySelector("button:enabled") : again)?.focus({ preventScroll: true });
}

/** Loads how much ink is on the page that is shown, and draws it. */
async function count() {
  const file = fileNow();
  if (!file) return;
  const wanted = address(file, "about.json");
  if (about.address === wanted) return;
  about = { address: wanted, data: null, why: "" };
  draw();
  let [data, why] = [/** @type {PressPageData | null} */ (null), ""];
  try {
    const answer = await fetch(wanted);
    const content = await answer.json();
    if (answer.ok) data = content;
    else why = whyRefused(content) || t("press.failed");
  } catch {
    why = t("press.failed");
  }
  if (about.address !== wanted) return;
  about = { address: wanted, data, why };
  draw();
}

async function ask() {
  if (site) return draw();
  try {
    files = await load("press");
    failed = false;
  } catch {
    failed = true;
  }
  draw();
  return count();
}

view("press", {
  mode: "print", tab: 2, icon: "layers",
  when: () => !site && Boolean(state.catalog?.game.press),
  mount(main, newRoute) {
    root = main;
    route = newRoute;
    draw();
    ask();
  },
  update(newRoute) {
    route = newRoute;
    draw();
    count();
  },
  changed(kind) {
    if (kind === "catalog") ask();
  },
  title: (newRoute) => [newRoute.path[1], newRoute.path[2] && t("sheet.only", { page: newRoute.path[2] }), t("view.press")].filter(Boolean),
  unmount() {
    root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  },
});

key("press-next", { keys: ["j"], views: ["press"], words: "press.next", run: () => step(1) });
key("press-previous", { keys: ["k"], views: ["press"], words: "press.previous", run: () => step(-1) });
key("press-large", { keys: ["f"], views: ["press"], words: "press.large", run: enlarge });
key("press-plate", { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], views: ["press"], words: "press.plate-key",
  run: ({ event }) => {
    const file = fileNow();
    const picture = file && pictures(file)[Number(event.key) - 1];
    if (picture) choose(picture);
  } });

words({
  en: {
    "view.press": message("Press"),
    "press.previous": message("Previous page"),
    "press.next": message("Next page"),
    "press.limit": message("Ink limit, %"),
    "press.large": message("Larger"),
    "press.plates": message("Plates"),
    "press.plate-key": message("Choose a plate: 1 all together, 2 the total ink, 3 to 9 single plates"),
    "press.proof": message("All plates"),
    "press.ink": message("Total ink"),
    "press.cyan": message("Cyan"),
    "press.magenta": message("Magenta"),
    "press.yellow": message("Yellow"),
    "press.black": message("Black"),
    "press.most": message("up to {percent} %"),
    "press.covers": message("covers {percent} %"),
    "press.caption": message("Page {page}: {title}: {plate}"),
    "press.stage": message("A page as the press prints it"),
    "press.counting": message("Counting the ink…"),
    "press.within": message("No place has more ink than {limit} %."),
    "press.over": plural("{count} place has more ink than {limit} %.", "{count} places have more ink than {limit} %."),
    "press.highest": message("The most is {percent} %, at {where}."),
    "press.where": message("{x}, {y} mm"),
    "press.place": message("At {where}: {width} × {height} mm, up to {percent} %"),
    "press.more": plural("and {count} smaller place", "and {count} smaller places"),
    "press.show": message("Show the places"),
    "press.loading": message("Loading the files for the press…"),
    "press.failed": message("The files for the press could not be loaded."),
    "press.none": message("This game has no files for a press: no export in game.yaml has the key press."),
    "press.site": message("The plates need the server: run cardgen review."),
  },
});
