/* The form for a reason or a comment, in the panel of a card or in a dialog. */

import { isPage } from "../app/data.js";
import { on } from "../app/events.js";
import { rememberFocus } from "../app/views.js";
import { t } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { act } from "./acting.js";
import { attaching } from "./attaching.js";
import { waitingFor } from "./decisions.js";
import { draft, keepDraft } from "./drafts.js";
import * as pins from "./pins.js";
import { canPick, drawPins, pickPlace, stopPicking } from "./pins.js";
import { button, cardName } from "./showing.js";
import { goOn } from "./todo.js";
/** @import { Place } from "../app/data.js" */
/** @import { WrittenKind } from "./decisions.js" */
/** @import { Draft } from "./drafts.js" */

/** A comment or a reason that is being written.
    @typedef {{ key: string, kind: WrittenKind, field: HTMLTextAreaElement, place: () => Draft, pointAt: (place: Place | null) => void, drawPlace: () => void }} Writing */

const MOST_TEXT = 10000;

// ---------------------------------------------------------------- the form

/** A form for a reason or a comment. The text is stored as a draft until it is saved.
    `done(saved)` when it closes. Its `writing` gives and changes the place of a comment: {kind, place(), pointAt(place)}.
    @param {string} key @param {WrittenKind} kind @param {(saved: boolean) => unknown} done */
export function editor(key, kind, done) {
  let kept = draft(key, kind) ?? { text: "" };
  /** @type {HTMLTextAreaElement} */
  const field = h("textarea", { maxlength: MOST_TEXT, required: true, oninput: () => keepIt({ text: field.value }) });
  field.value = kept.text ?? "";
  const pictures = attaching(field, kept.attached ?? [], (attached) => keepIt({ attached }));
  const where = h("p", { class: "row where" });
  const line = h("p", { class: "state quiet", role: "status" });
  const send = h("button", { type: "submit", class: "main" }, t(`write.${kind}.send`));

  /** @param {Draft} part */
  function keepIt(part) {
    kept = { ...kept, ...part };
    const stored = keepDraft(key, kind, kept);
    line.textContent = kept.text || kept.at_mm ? t(stored === false ? "write.unkept" : "write.kept") : "";
  }

  /** @param {Place | null} place */
  function pointAt(place) {
    keepIt({ side: place?.side ?? null, at_mm: place?.at_mm ?? null });
    drawPlace();
    drawPins();
  }

  function drawPlace() {
    if (kind !== "comment") return;
    const picking = pins.picking();
    fill(where, h("span", {}, kept.at_mm ? placeWords(/** @type {Place} */ (kept), isPage(key)) : t(picking ? "place.pick" : "place.none")),
      canPick(key) && !picking
        ? button("pick", () => pickPlace(writing), t(kept.at_mm ? "place.change" : "place.choose")) : null,
      kept.at_mm || picking ? button("without", pointNowhere, t("place.without")) : null);
  }

  function pointNowhere() {
    stopPicking();
    pointAt(null);
    field.focus();
  }

  function discard() {
    keepDraft(key, kind, null);
    close(false);
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return field.reportValidity();
    if (waitingFor(key)?.state === "saving") return undefined;
    stopPicking();
    const place = kept.at_mm ? { side: kept.side ?? undefined, at_mm: kept.at_mm } : {};
    const again = waitingFor(key)?.request.again;
    field.readOnly = true; // what is typed while the text is sent would be lost
    const saved = await act({ kind, key, text, attached: kept.attached, ...place, again }, { reportsFailure: false }); // this form shows it
    field.readOnly = false;
    return saved || !draft(key, kind) ? close(true) : undefined;
  }

  /** @param {boolean} saved */
  function close(saved) {
    stopPicking();
    stop();
    done(saved);
  }

  const stop = on("waiting", ({ keys }) => {
    if (!keys.includes(key)) return;
    const now = waitingFor(key)?.kind === kind ? waitingFor(key) : null;
    send.textContent = t(now && now.state !== "saving" ? "write.again" : `write.${kind}.send`);
    if (now) line.textContent = t(`waiting.${now.state}`, { message: now.message });
  });
  const form = h("form", { class: "editor", novalidate: true, onsubmit: save, onkeydown: (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
    if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(false); }
  } },
    h("label", { class: "above" }, t(`write.${kind}.label`), field), pictures.root, kind === "comment" ? where : null,
    h("div", { class: "row" }, send,
      button("later", () => close(false), t("write.later")), button("discard", discard, t("write.discard"), { class: "plain" })), line);
  pictures.takeDrops(form);
  const writing = { key, kind, field, place: () => kept, pointAt, drawPlace };
  form.writing = writing;
  if (kept.text || kept.at_mm) line.textContent = t("write.kept");
  drawPlace();
  return form;
}

/** "face, 20.0 / 30.0 mm from the top left"
    @param {Place} place @param {boolean} [ofPage] */
export const placeWords = ({ side, at_mm: [x, y] }, ofPage = false) => t("place.at", { side: t(ofPage ? "page.side" : `side.${side}`), x: x.toFixed(1), y: y.toFixed(1) });

/** The form in a dialog of its own, where no card with its panel is shown.
    @param {string} key @param {WrittenKind} kind */
export function editInDialog(key, kind) {
  const box = h("dialog", { class: "decision-dialog", "aria-label": t(`write.${kind}.label`) }, h("h2", {}, cardName(key)));
  let isSaved = false;
  const form = editor(key, kind, (saved) => { isSaved = saved; box.close(); });
  const giveBack = rememberFocus();
  box.append(form);
  box.addEventListener("close", () => {
    box.remove();
    giveBack();
    if (isSaved && kind === "reject") goOn(key);
  });
  document.body.append(box);
  box.showModal();
  form.writing?.field.focus();
}
