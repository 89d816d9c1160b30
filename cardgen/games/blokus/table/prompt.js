/* What is to do, in the prompt: a sentence, the buttons of the piece in hand, and the result. In a drawer: what is seldom used. */

import { fill, h, icon, keep, noEngine, pick, settings, t } from "../../play/public.js";
import { bl } from "./state.js";

const { game } = bl;

/** Make the sentence: a fault, or the piece in hand, or whose turn it is. */
bl.panels.status = () => {
  const line = h("p", { class: "bl-line", tabindex: -1 });
  const draw = () => {
    const refused = Boolean(game.fault || (bl.shape && bl.verdict?.legal === false));
    const fine = Boolean(bl.shape && bl.verdict?.legal);
    line.classList.toggle("bl-refused", refused);
    line.classList.toggle("bl-fine", fine);
    const text = game.fault ? pick(game.fault, settings.language) : bl.ghostText();
    line.textContent = `${refused ? "✕ " : fine ? "✓ " : ""}${text}`;
    const skipped = bl.skipText();
    if (skipped && !bl.shape && !game.fault) line.append(h("span", { class: "bl-skipped" }, ` ${skipped}`));
  };
  bl.drawLine = draw;
  return { element: line, draw };
};

/** Make the buttons that turn the piece in hand, place it and put it back; after the end, the result. */
bl.panels.controls = () => {
  const element = h("div", { class: "bl-controls", role: "group", "aria-label": t("bl.moves") });
  const button = (hold, run, label, isUsable = Boolean(bl.shape), more = {}) => h("button", {
    type: "button", dataset: { hold }, title: t(`bl.do.${hold}`), "aria-disabled": String(!isUsable), onclick: () => isUsable && run(), ...more }, label);
  const sign = (name, hold) => [icon(name), h("span", { class: "bl-label" }, t(`bl.short.${hold}`))];
  const draw = () => {
    const isOver = game.facts && !game.facts.colour;
    element.hidden = noEngine;
    fill(element, isOver ? bl.result() : !bl.mayPlace() ? "" : [
      button("turn-left", () => bl.turn("a"), sign("undo", "turn-left")), button("turn-right", () => bl.turn("d"), sign("redo", "turn-right")),
      button("flip", () => bl.turn("w"), sign("flip", "flip")), button("next", () => bl.next(), sign("target", "next")),
      button("place", () => bl.place(), t("bl.place"), bl.verdict?.legal === true && Boolean(bl.shape), { class: "main bl-place" }),
      button("back", () => bl.drop(), t("bl.back"))]);
  };
  bl.drawPrompt = () => {
    bl.drawLine();
    draw();
  };
  return { element, draw };
};

/** Make the drawer of the game: a random piece, bots for everybody, marks on the board, and the keys. */
bl.panels.more = () => {
  const corners = h("label", {}, h("input", { type: "checkbox", checked: bl.showsCorners, dataset: { hold: "corners" }, onchange: ({ currentTarget }) => {
    bl.showsCorners = currentTarget.checked;
    keep("bl-corners", bl.showsCorners);
    game.redraw();
  } }), t("bl.corners"));
  const buttons = h("div", { class: "row" });
  const element = h("section", { class: "panel bl-more" }, buttons, corners, h("p", { class: "quiet", id: "bl-keys" }, t("bl.keys")));
  const draw = () => {
    const { colour } = game.facts;
    fill(buttons, noEngine || !colour ? "" : [
      h("button", { type: "button", dataset: { hold: "random" }, disabled: !bl.mayPlace(), onclick: () => game.take(bl.withTime({ automatic: true })) }, icon("dice"), t("bl.random")),
      game.shared ? "" : h("button", { type: "button", dataset: { hold: "finish" }, onclick: bl.playOut }, icon("last"), t("bl.finish"))]);
  };
  return { element, draw };
};
