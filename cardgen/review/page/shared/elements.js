/* Elements: how scripts find, make and fill them. Texts reach the page as text nodes, never as markup. */

/** A text, an element, or a list of them; null and false for none.
    @typedef {Node | string | number | boolean | null | undefined | { readonly length: number, readonly [index: number]: Child }} Child */

/** Attributes of an element. `on…` are listeners; `dataset` and `style` are objects.
    @template {Element} [Target=HTMLElement]
    @typedef {Record<string, unknown> & {
      onclick?: ((event: MouseEvent & Targeted<Target>) => unknown) | null,
      onchange?: ((event: Event & Targeted<Target>) => unknown) | null,
      oninput?: ((event: InputEvent & Targeted<Target>) => unknown) | null,
      oncompositionend?: ((event: Event & Targeted<Target>) => unknown) | null,
      onkeydown?: ((event: KeyboardEvent & Targeted<Target>) => unknown) | null,
      onpointermove?: ((event: PointerEvent & Targeted<Target>) => unknown) | null,
      onpointerdown?: ((event: PointerEvent & Targeted<Target>) => unknown) | null,
      onsubmit?: ((event: SubmitEvent & Targeted<Target>) => unknown) | null,
      ontoggle?: ((event: Event & Targeted<Target>) => unknown) | null,
      onfocusin?: ((event: FocusEvent & Targeted<HTMLElement>) => unknown) | null,
    }} Attributes */

/** The element that a listener belongs to.
    @template {Element} Target
    @typedef {{ readonly target: Target, readonly currentTarget: Target }} Targeted */

/** An element of the document that always exists.
    @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** The element that has the focus. */
export const focused = () => /** @type {HTMLElement | null} */ (document.activeElement);

const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes. `on…` are listeners; `dataset` and `style` are objects; true sets an empty attribute, null none.
    @param {HTMLElement | SVGElement} element @param {Record<string, any> | null | undefined} attributes @param {readonly any[]} children
    @returns {any} */
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [property, set] of Object.entries(value)) element.style.setProperty(property, String(set));
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element with attributes and children (texts or elements, arrays of them, null for none).
    @type {<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes?: Attributes<HTMLElementTagNameMap[Tag]> | null, ...children: Child[]) => HTMLElementTagNameMap[Tag]} */
export const h = (tag, attributes, ...children) => dress(document.createElement(tag), attributes, children);

/** An SVG element, likewise.
    @type {<Tag extends keyof SVGElementTagNameMap>(tag: Tag, attributes?: Attributes<SVGElementTagNameMap[Tag]> | null, ...children: Child[]) => SVGElementTagNameMap[Tag]} */
export const s = (tag, attributes, ...children) => dress(document.createElementNS(SVG, tag), attributes, children);

/** An icon of the document's sprite (app/sprite.svg). It is hidden from screen readers: a text or a label says the same.
    @param {string} name @param {string} [kind] more classes */
export const icon = (name, kind = "") => s("svg", { class: `icon ${kind}`.trim(), "aria-hidden": "true" }, s("use", { href: `#icon-${name}` }));

/** A button that opens a menu, the popover `id`, below its left or its right edge.
    @param {string} id @param {"left" | "right"} side @param {Attributes} attributes @param {...Child} label */
export const menuButton = (id, side, attributes, ...label) => h("button", { type: "button", popovertarget: id, ...attributes, onclick: ({ currentTarget }) => {
  const { left, right, bottom } = currentTarget.getBoundingClientRect();
  const edges = side === "left" ? `auto auto ${Math.max(8, Math.min(left, innerWidth - 260))}px` : `${Math.max(8, innerWidth - right)}px auto auto`;
  byId(id).style.setProperty("inset", `${bottom + 6}px ${edges}`);
} }, label);

/** @param {Child} child */
const isChild = (child) => child !== null && child !== undefined && child !== false && child !== "";
/** @param {ParentNode} root @param {string} hold */
export const holding = (root, hold) => root.querySelector(`[data-hold="${CSS.escape(hold)}"]:not(:disabled)`);

/** How often each element has been filled. @type {WeakMap<Element, number>} */
const fills = new WeakMap();

/** Makes `children` (texts or elements, arrays of them, null for none) the children of `root`. Children already in
    place are left alone: an element that is inserted again loses its focus, selection and scroll position. If the
    focused element is replaced, the one with the same data-hold gets the focus, a field with its selection, which the next key may
    replace; returns false if there is none. A field that is replaced commits what has been typed in it; if that fills `root` anew, the
    children given here are outdated, and are not used.
    @param {Element} root @param {...Child} children */
export function fill(root, ...children) {
  const active = focused();
  const inside = root !== active && root.contains(active) ? active : null;
  const wanted = /** @type {(Node | string)[]} */ (/** @type {any[]} */ (children).flat(Infinity).filter(isChild))
    .map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const kept = new Set(wanted);
  const count = (fills.get(root) ?? 0) + 1;
  fills.set(root, count);
  if (inside && !wanted.some((child) => child instanceof Node && child.contains(inside))) {
    inside.blur(); // here, as Chromium's removal of a field must not meet another one
    if (fills.get(root) !== count) return root.contains(focused());
  }
  for (const child of [...root.childNodes]) if (!kept.has(child)) child.remove();
  wanted.forEach((child, at) => {
    if (root.childNodes[at] !== child) root.insertBefore(child, root.childNodes[at] ?? null);
  });
  if (!inside || focused() === inside) return true;
  const next = root.contains(inside) ? inside : holding(root, inside.dataset.hold ?? "");
  next?.focus({ preventScroll: true });
  if (next && isField(inside) && isField(next) && inside.selectionStart !== null && next.selectionStart !== null) {
    const isWhole = inside.selectionStart === 0 && inside.selectionEnd === inside.value.length;
    next.setSelectionRange(inside.selectionStart, isWhole ? next.value.length : inside.selectionEnd);
  }
  return Boolean(next);
}

/** @param {Element} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
const isField = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** A list of elements, each made again only if it shows something else than before. `shows` is all that an item shows, as data.
    @template Item @param {(item: Item) => unknown} shows @param {(item: Item) => HTMLElement} make */
export function keptList(shows, make) {
  let kept = /** @type {Map<string, HTMLElement>} */ (new Map());
  return (/** @type {readonly Item[]} */ items) => {
    kept = new Map(items.map((item) => {
      const shown = JSON.stringify(shows(item));
      return [shown, kept.get(shown) ?? make(item)];
    }));
    return [...kept.values()];
  };
}
