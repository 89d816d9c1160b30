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

/* Signs that fonts of plain systems lack, as paths in a square of 16: tests/review/test_page_characters.py finds such characters. */
const ICONS = {
  first: "M3 3h2v10h-2zM13 3v10l-7-5z", last: "M11 3h2v10h-2zM3 3v10l7-5z", play: "M4 2.5v11l9-5.5z", pause: "M4 3h3v10h-3zM9 3h3v10h-3z",
  card: "M4 1.5h8v13h-8zM5.5 3v10h5v-10z", chain: "M1 5h8v6h-8zM2.5 6.5v3h5v-3zM7 5h8v6h-8zM8.5 6.5v3h5v-3z",
  search: "M7 1.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11zM7 3.2a3.8 3.8 0 1 1 0 7.6a3.8 3.8 0 1 1 0-7.6zM10.4 11.6l1.2-1.2l3.4 3.4l-1.2 1.2z",
  drop: "M7 1.5h2v6h3.5l-4.5 4.5l-4.5-4.5h3.5zM3 13h10v1.8h-10z", copy: "M2 2h8v3h-1.5v-1.5h-5v5h1.5v1.5h-3zM6 6h8v8h-8zM7.5 7.5v5h5v-5z",
};

/** A sign as a drawing. It is hidden from screen readers: a text or a label says the same.
    @param {keyof typeof ICONS} name */
export const icon = (name) => s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
  s("path", { d: ICONS[name], fill: "currentColor", "fill-rule": "evenodd" }));

/** @param {Child} child */
const isChild = (child) => child !== null && child !== undefined && child !== false && child !== "";
/** @param {ParentNode} root @param {string} hold */
export const holding = (root, hold) => root.querySelector(`[data-hold="${CSS.escape(hold)}"]:not(:disabled)`);

/** Makes `children` (texts or elements, arrays of them, null for none) the children of `root`. Children already in
    place are left alone: an element that is inserted again loses its focus, selection and scroll position. If the
    focused element is replaced, the one with the same data-hold gets the focus; returns false if there is none.
    @param {Element} root @param {...Child} children */
export function fill(root, ...children) {
  const active = focused();
  const inside = root !== active && root.contains(active) ? active : null;
  const wanted = /** @type {(Node | string)[]} */ (/** @type {any[]} */ (children).flat(Infinity).filter(isChild))
    .map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const kept = new Set(wanted);
  for (const child of [...root.childNodes]) if (!kept.has(child)) child.remove();
  wanted.forEach((child, at) => {
    if (root.childNodes[at] !== child) root.insertBefore(child, root.childNodes[at] ?? null);
  });
  if (!inside || focused() === inside) return true;
  const next = root.contains(inside) ? inside : holding(root, inside.dataset.hold ?? "");
  next?.focus({ preventScroll: true });
  return Boolean(next);
}
