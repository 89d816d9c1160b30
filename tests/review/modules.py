"""What tests use of the page: the exports of its modules as one object, the global `cardgen` of the page under test."""

from __future__ import annotations

#: Modules whose exports are members, and those that are members as a whole.
_MODULES = [
    *(f"app/{name}" for name in ("data", "events", "frame", "post", "set", "settings", "shortcuts", "views", "words")),
    *("review/list", "review/parts", "shared/elements", "shared/messages", "shared/storage"),
]
_WHOLE = {"banner": "app/banner", "engine": "app/engine", "siteLog": "review/site-log", "squares": "shared/squares"}
_TABLES = ("blitz", "block-killer", "blokus", "card-game", "heroes", "thread-race")

#: A script for `add_init_script`. The modules are joined into scripts, whose function `use` returns their exports.
MODULES = f"""
addEventListener("DOMContentLoaded", () => {{
  if (typeof use !== "function") return; // another page
  const take = (path) => use(`${{path}}.js`);
  const all = window.cardgen = Object.assign({{}}, ...{_MODULES}.map(take));
  for (const [name, path] of Object.entries({_WHOLE})) {{
    Object.defineProperty(all, name, {{ get: () => take(path) }}); // some are loaded later
  }}
  for (const name of ["packed", "unpacked"]) all[name] = (...given) => take("play/links")[name](...given);
  all.address = take("shared/addresses").format;
  Object.defineProperty(all, "route", {{ get: () => all.current.route }});
  for (const name of {list(_TABLES)}) {{
    const member = name.replace(/-(.)/, (_, letter) => letter.toUpperCase());
    const path = `tables/${{name}}/state`;
    const isLoaded = () => `${{path}}.js` in bodies;
    Object.defineProperty(all, member, {{ get: () => isLoaded() ? Object.values(take(path))[0] : undefined }});
  }}
}});
"""
