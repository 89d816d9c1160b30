/* Addresses of the page's views, such as `#/card/main/one?side=back`. */

/** @typedef {Record<string, string | number | null | undefined>} RouteState */

/** A view with its path, and its state as texts.
    @typedef {{ view: string, path: string[], state: Record<string, string> }} Route */

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address as {view, path, state}: `#/card/main/one?side=back` is the view "card" with the path
    ["main", "one"] and the state {side: "back"}.
    @param {string} hash @returns {Route} */
export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [view, ...rest] = path.split("/").map(decode);
  return { view, path: rest.filter(Boolean), state: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a view. Empty values are left out, so equal states have equal addresses.
    @param {string} view @param {readonly (string | number)[]} [path] @param {RouteState} [state] */
export function format(view, path = [], state = {}) {
  const filled = Object.entries(state).filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(filled).toString();
  return `#/${[view, ...path].map(encodeURIComponent).join("/")}${query ? `?${query}` : ""}`;
}
