/* Arrow keys between buttons that lie side by side: one of them is reached with Tab, the others with arrows. */

/** @type {Record<string, number[]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** A step aside counts so much more than a step ahead. */
const ASIDE = 3;

/** The nearest element in a direction; undefined without one.
    @param {HTMLElement} from @param {HTMLElement[]} all @param {number[]} way */
function nearest(from, all, [across, down]) {
  /** @param {HTMLElement} element */
  const middle = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [x, y] = middle(from);
  const rated = all.filter((element) => element !== from).map((element) => {
    const [otherX, otherY] = middle(element);
    const ahead = (otherX - x) * across + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
    return { element, ahead, rate: ahead + ASIDE * aside };
  }).filter(({ ahead }) => ahead > 1);
  return rated.sort((one, other) => one.rate - other.rate)[0]?.element;
}

/** Make the buttons in `root` that have a data-hold one stop for Tab, and let arrow keys move between them.
    Call it again after the buttons have been replaced.
    @param {HTMLElement} root */
export function rove(root) {
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button[data-hold]")]);
  const last = all.find((element) => element.dataset.hold === root.dataset.roved);
  const usable = all.filter((element) => element.classList.contains("play-can"));
  const stop = last && (!usable.length || usable.includes(last) || last === document.activeElement) ? last : usable[0] ?? last ?? all[0];
  for (const element of all) element.tabIndex = element === stop ? 0 : -1;
  if (root.dataset.roves) return;
  root.dataset.roves = "true";
  root.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const from = /** @type {HTMLElement} */ (event.target);
    if (!way || !from.dataset.hold || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    nearest(from, /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button[data-hold]")]), way)?.focus();
  });
  root.addEventListener("focusin", ({ target }) => {
    const to = /** @type {HTMLElement} */ (target);
    if (!to.dataset.hold) return;
    root.dataset.roved = to.dataset.hold;
    for (const element of /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button[data-hold]")])) element.tabIndex = element === to ? 0 : -1;
  });
}
