/* What this browser stores for the page. */

/** The value stored in this browser under `name`; `otherwise` if there is none.
    @template Value @param {string} name @param {Value} otherwise @returns {Value} */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Stores a value in this browser; null removes it. False if the browser does not allow it.
    @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
