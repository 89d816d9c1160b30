/* Pictures for a comment: pasted, dropped or chosen, reduced here so that they can be stored with the draft and sent. */

import { t, words } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { button } from "./showing.js";

const LONGEST = 1600; // px
const MOST = 4; // pictures of a comment
const LOSSLESS = 400_000; // characters of a PNG: a larger picture is sent as a JPEG

/** A picture file as a data URL, no longer than it is stored; on white, as JPEG has no transparency.
    @param {Blob} file */
async function reduced(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = h("canvas", { width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL("image/png");
  return png.length <= LOSSLESS ? png : canvas.toDataURL("image/jpeg", 0.85);
}

/** @param {DataTransfer | null} data */
const picturesIn = (data) => [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));

/** The pictures of a draft: a list of them with buttons that remove them, and one that adds a file. Pasting into `field` and
    dropping on its form add, too. `now` are those of the draft, `changed` gets them after each change.
    @param {HTMLTextAreaElement} field @param {readonly string[]} now @param {(pictures: string[]) => unknown} changed */
export function attaching(field, now, changed) {
  let pictures = [...now];
  const list = h("div", { class: "attached" });
  const line = h("p", { class: "quiet", role: "alert" });
  const input = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp,image/gif", multiple: true, class: "hidden-text", tabindex: "-1",
    "aria-hidden": "true", onchange: async () => { await add([...(input.files ?? [])]); input.value = ""; } });
  const root = h("div", { class: "attaching" }, list, h("p", { class: "row" },
    button("attach", () => input.click(), t("attach.add"), { class: "plain" }), input, h("span", { class: "quiet" }, t("attach.how"))), line);

  /** @param {Blob[]} files */
  async function add(files) {
    line.textContent = "";
    for (const file of files) {
      if (pictures.length >= MOST) { line.textContent = t("attach.most", { most: MOST }); break; }
      try {
        pictures = [...pictures, await reduced(file)];
      } catch {
        line.textContent = t("attach.failed");
      }
    }
    take(pictures);
  }

  /** @param {string[]} next */
  function take(next) {
    pictures = next;
    changed(pictures);
    draw();
  }

  function draw() {
    fill(list, pictures.map((src, at) => h("figure", {}, h("img", { src, alt: t("attached.alt", { n: at + 1 }) }),
      button(`detach-${at}`, () => { take(pictures.filter((_, index) => index !== at)); field.focus(); }, t("attach.remove"), { class: "plain" }))));
  }

  field.addEventListener("paste", (event) => {
    const files = picturesIn(event.clipboardData);
    if (!files.length) return;
    event.preventDefault();
    add(files);
  });
  /** @param {HTMLElement} form */
  function takeDrops(form) {
    form.addEventListener("dragover", (event) => {
      if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
      event.preventDefault();
      form.classList.add("dropping");
    });
    form.addEventListener("dragleave", () => form.classList.remove("dropping"));
    form.addEventListener("drop", (event) => {
      form.classList.remove("dropping");
      const files = picturesIn(event.dataTransfer);
      if (!files.length) return;
      event.preventDefault();
      add(files);
    });
  }
  draw();
  return { root, takeDrops };
}

words({
  en: {
    "attach.add": message("Add a picture"),
    "attach.how": message("or paste or drop one. Markdown: **bold**, *italic*, `code`, lists, links."),
    "attach.remove": message("Remove"),
    "attach.most": message("A comment has at most {most} pictures."),
    "attach.failed": message("This file cannot be read as a picture."),
    "attached.alt": message("Picture {n} of the comment"),
  },
});
