/* The page looks up HTML elements, hardly any others. */
interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
}
/** The form in which a reason or a comment is written. */
interface HTMLFormElement {
  writing?: import("../../cardgen/review/page/review/editor.js").Writing;
}
