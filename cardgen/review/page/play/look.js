/* The look at a card: large, beside what is pointed at for a moment, pressed for long, or in focus when Space is pressed.
   What can be looked at has `data-look`. */

import { words } from "../app/words.js";
import { fill, h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
/** @import { Child } from "../shared/elements.js" */

const POINT = 300; // ms
const PRESS = 500;
const FAR = 8; // px after which a finger drags

/** Put the look on a stage. While it is shown by a long press, `isPressed` is true: the press is no drag and no choice.
    @param {HTMLElement} stage @param {(id: string) => Child} draw what is shown of an id */
export function followLooks(stage, draw) {
  const look = h("div", { class: "table-look", hidden: true });
  stage.append(look);
  let [x, y] = [0, 0];
  let timer = 0;
  let isPress = false;
  let shown = "";
  /** @param {EventTarget | null} target */
  const lookable = (target) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-look]")) : null);
  const hide = () => {
    clearTimeout(timer);
    shown = "";
    look.hidden = true;
  };
  /** @param {HTMLElement} thing */
  const show = (thing) => {
    if (!thing.isConnected) return;
    const { left, right } = thing.getBoundingClientRect();
    look.classList.toggle("is-right", (left + right) / 2 < stage.clientWidth / 2);
    shown = thing.dataset.look ?? "";
    fill(look, draw(shown));
    look.hidden = false;
  };
  stage.addEventListener("pointerover", ({ target, pointerType, buttons }) => {
    hide();
    const thing = lookable(target);
    if (thing && pointerType !== "touch" && !buttons) timer = setTimeout(show, POINT, thing);
  });
  stage.addEventListener("pointerleave", hide);
  // A table that is drawn again takes the focus from a thing and gives it back: what is looked at stays.
  stage.addEventListener("focusout", () => queueMicrotask(() => {
    if (!shown || lookable(document.activeElement)?.dataset.look !== shown) hide();
  }));
  stage.addEventListener("pointerdown", ({ target, pointerType, clientX, clientY }) => {
    hide();
    isPress = false;
    [x, y] = [clientX, clientY];
    const thing = lookable(target);
    if (thing && pointerType === "touch") timer = setTimeout(() => { isPress = true; show(thing); }, PRESS);
  });
  stage.addEventListener("pointermove", ({ pointerType, clientX, clientY }) => {
    if (pointerType === "touch" && Math.hypot(clientX - x, clientY - y) > FAR) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, () => clearTimeout(timer));
  stage.addEventListener("click", (event) => { // a long press looks, it does not choose
    if (!isPress) return;
    isPress = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  for (const type of /** @type {const} */ (["keydown", "keyup"])) {
    stage.addEventListener(type, (event) => {
      const thing = lookable(event.target);
      if (event.key !== " " || !thing) return;
      event.preventDefault(); // Space would click
      if (type === "keydown" && !event.repeat) {
        if (look.hidden) show(thing);
        else hide();
      }
    });
  }
  return { isPressed: () => isPress };
}

words({ en: { "play.key.look": message("Look at the card in focus") } });
