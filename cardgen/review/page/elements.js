/* Elements: how scripts find, make and fill them. Texts reach the page as text nodes, never as markup. */
"use strict";

Object.assign(cardgen, /** @satisfies {Partial<Cardgen>} */ ((() => {
  /** An element of the document that always exists.
      @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  /** The element that has the focus. */
  const focused = () => /** @type {HTMLElement | null} */ (document.activeElement);

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
      @type {Cardgen["h"]} */
  const h = (tag, attributes, ...children) => dress(document.createElement(tag), attributes, children);

  /** An SVG element, likewise.
      @type {Cardgen["s"]} */
  const s = (tag, attributes, ...children) => dress(document.createElementNS(SVG, tag), attributes, children);

  /** @param {Child} child */
  const isChild = (child) => child !== null && child !== undefined && child !== false && child !== "";
  /** @param {ParentNode} root @param {string} hold */
  const holding = (root, hold) => root.querySelector(`[data-hold="${CSS.escape(hold)}"]:not(:disabled)`);

  /** Makes `children` (texts or elements, arrays of them, null for none) the children of `root`. Children already in
      place are left alone: an element that is inserted again loses its focus, selection and scroll position. If the
      focused element is replaced, the one with the same data-hold gets the focus; returns false if there is none.
      @param {Element} root @param {...Child} children */
  function fill(root, ...children) {
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

  return { byId, focused, h, s, fill, holding };
})()));
