"""The stylesheet of a rulebook in HTML."""

STYLESHEET = """\
:root {
  --ink: #1b2230; --quiet: #566074; --line: #d3d9e2; --panel: #f3f5f9; --paper: #fff; --link: #1a5fb4;
  --code: #0b4a6f; --code-ground: #e6eef5; --accent: #c13b2f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e8ef; --quiet: #a4aec0; --line: #343d4d; --panel: #1b2230; --paper: #12161f; --link: #8ab8ff;
    --code: #a9d7f5; --code-ground: #1f2c3a;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.65 Barlow, "Cardgen Sans SC", system-ui, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei",
    sans-serif;
  text-autospace: normal; overflow-wrap: break-word;
}
:lang(zh), :lang(yue) {
  line-height: 1.8;
  font-family: "Cardgen Sans SC", Barlow, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", system-ui, sans-serif;
}
:lang(zh-Hant), :lang(zh-TW), :lang(zh-HK), :lang(zh-MO), :lang(yue) {
  font-family: "Cardgen Sans TC", "Cardgen Sans SC", Barlow, "PingFang TC", "Noto Sans CJK TC", "Microsoft JhengHei",
    system-ui, sans-serif;
}
:lang(en) { font-family: Barlow, "Cardgen Sans SC", system-ui, sans-serif; }
header { background: var(--cover-ground, #12161f); color: var(--cover-ink, #e8ecf3); overflow: hidden; }
header > div:first-child { max-width: 46rem; margin: auto; padding: 3.5rem 1.25rem 2rem; }
h1 { margin: 0; font-size: clamp(2.75rem, 10vw, 5rem); line-height: 1.1; color: var(--cover-loud, #fff); }
header p { margin: .3rem 0 0; }
.other, .tagline, .credit { color: var(--cover-dim, #9aa5b8); }
.other { font-size: 1.5rem; }
.subtitle { font-size: 1.25rem; font-weight: 600; }
header p.subtitle { margin-top: 1.2rem; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1.4rem 0 0; padding: 0; list-style: none; }
.facts li { margin: 0; padding: .15rem .8rem; font-size: .95rem; }
.facts li { border: 1px solid var(--cover-dim, #3a4456); border-radius: 1rem; }
.credit { font-size: .9rem; }
header p.credit { margin-top: 1rem; }
.cover-picture { max-width: 46rem; margin: auto; padding: 0 1.25rem 2rem; }
.cover-picture svg { display: block; width: 100%; height: auto; max-height: 70vh; }
.cover-field svg { display: block; width: 100%; max-width: 30rem; height: auto; margin: auto; }
nav, main { max-width: 46rem; margin: auto; padding: 0 1.25rem; }
nav { padding-top: 2rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav > ul { columns: 2 17rem; column-gap: 2.5rem; }
nav > ul > li { margin: 0 0 .6rem; break-inside: avoid; font-weight: 600; }
nav li li { font-weight: 400; font-size: .92rem; }
nav li li a { color: var(--quiet); }
nav a { display: block; padding: .1rem 0; color: var(--ink); text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { padding-bottom: 4rem; }
h2, h3 { line-height: 1.25; text-wrap: balance; scroll-margin-top: 1rem; }
h2 { margin: 3.5rem 0 1rem; padding-top: .8rem; border-top: 6px solid var(--accent); font-size: 1.9rem; }
h3 { margin: 2.2rem 0 .6rem; font-size: 1.25rem; }
p, ul, ol { margin: .8rem 0; }
li { margin: .3rem 0; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
em { font-style: italic; }
:is(:lang(zh), :lang(yue)) em { font-style: normal; font-weight: 600; }
code {
  padding: .08em .35em; border-radius: .3em; background: var(--code-ground); color: var(--code);
  font: inherit; font-weight: 600; white-space: pre-wrap;
}
pre { padding: 1rem; border-radius: .5rem; background: var(--panel); overflow-x: auto; }
pre code { padding: 0; background: none; }
.note { margin: 1.4rem 0; padding: .3rem 1.2rem; border-inline-start: 5px solid var(--accent); border-radius: .5rem;
  background: var(--panel); }
.table { margin: 1.3rem 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .5rem .7rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
tbody th { font-weight: 400; }
thead th { border-bottom: 2px solid var(--ink); background: var(--panel); font-weight: 600; }
tbody tr:last-child > * { border-bottom: 2px solid var(--ink); }
tr.total > * { border-top: 2px solid var(--ink); font-weight: 600; }
.centre { text-align: center; }
.right { text-align: end; }
tbody .centre, tbody .right { white-space: nowrap; }
tbody th { text-wrap: balance; }
@media (max-width: 30rem) {
  table { font-size: .9rem; line-height: 1.4; }
  th, td { padding: .4rem .3rem; }
}
figure { margin: 1.6rem 0; }
.panels { display: flex; flex-wrap: wrap; gap: 1.2rem 1rem; justify-content: center; align-items: flex-end; }
.panels.down { display: block; columns: 17rem 2; }
.panels.down .panel { padding-bottom: .3rem; break-inside: avoid; }
.panel { max-width: 100%; align-self: flex-start; }
.panel p { max-width: 19rem; margin: .4rem auto 0; color: var(--quiet); font-size: .9rem; line-height: 1.45;
  text-align: center; }
.picture { max-width: 100%; margin: auto; padding: .4rem; border-radius: .4rem; background: #fff; }
.picture svg { display: block; width: 100%; height: auto; }
.panel:has(p) { width: min-content; min-width: 9.5rem; }
.notation { text-align: center; }
figcaption { margin-top: .8rem; padding-inline-start: .8rem; border-inline-start: 5px solid var(--accent);
  color: var(--quiet); font-size: .93rem; line-height: 1.5; }
@media print {
  :root { --ink: #000; --quiet: #444; --line: #bbb; --panel: #f3f5f9; --paper: #fff; --link: #000;
    --code: #000; --code-ground: #eee; }
  body { font-size: 10pt; }
  header { background: none; color: #000; }
  header * { color: #000 !important; }
  .cover-field, .cover-picture { display: none; }
  nav { display: none; }
  h2, h3 { break-after: avoid; }
  figure, table, .note { break-inside: avoid; }
  p { orphans: 2; widows: 2; }
}
"""

#: The CSS family of a game's own fonts, and the rules that use it.
OWN_FAMILY = "Own"
OWN_STYLES = f"""\
body, :lang(zh), :lang(yue), :lang(en) {{ font-family: "{OWN_FAMILY}", system-ui, sans-serif; }}
:lang(zh), :lang(ja) {{ line-height: 1.8; }}
:is(:lang(zh), :lang(ja), :lang(ko)) em {{ font-style: normal; font-weight: 600; }}
"""

#: The rules for the mark of a draft.
DRAFT_STYLES = """\
.draft {
  position: fixed; z-index: 1; top: .3rem; inset-inline: 0; width: fit-content; margin: 0 auto; padding: .1rem .6rem;
  border: 1px solid #1b2230; border-radius: .4rem; background: #fff; color: #1b2230; font-size: .9rem; font-weight: 600;
}
"""

#: The rules for entries in columns.
ENTRY_STYLES = """\
:is(.entries, .index) { margin: 1.3rem 0; columns: var(--columns) 17rem; column-gap: 2.5rem; }
.index { columns: var(--columns) 12rem; }
.entries dl { margin: 0 0 .9rem; padding-inline-start: 2.6rem; break-inside: avoid; scroll-margin-top: 1rem; }
.entries dt { font-weight: 600; }
.entries dt b { float: inline-start; width: 2.6rem; margin-inline-start: -2.6rem; padding-inline-end: .7rem;
  text-align: end; }
:is(.entries, .index) b { color: var(--quiet); font-variant-numeric: tabular-nums; }
.entries dd { margin: 0; font-size: .95rem; line-height: 1.5; }
.entries dd.remark { color: var(--quiet); font-size: .85rem; }
.index p { display: flex; gap: 1rem; justify-content: space-between; margin: 0 0 .15rem; break-inside: avoid; }
"""

#: The rules for icons among words. Those in colours of their own have a white edge on a dark page.
ICON_STYLES = """\
.icon { display: inline-block; margin: 0 .08em; }
.icon svg { display: block; width: 100%; height: 100%; }
@media (prefers-color-scheme: dark) {
  .icon.coloured { filter: drop-shadow(0 0 .05em #fff) drop-shadow(0 0 .05em #fff); }
}
"""

#: The rules for the footnotes of a chapter.
FOOTNOTE_STYLES = """\
.footnotes { margin-top: 2.4rem; padding-top: .6rem; border-top: 1px solid var(--line); font-size: .93rem; }
.footnotes ol { margin: 0; padding: 0; list-style: none; }
.footnotes li { position: relative; margin: 0 0 .4rem; padding-inline-start: 1.8rem; scroll-margin-top: 1rem; }
.footnotes p { margin: .2rem 0; line-height: 1.5; }
.footnotes [role=doc-backlink] { position: absolute; inset-inline-start: 0; font-weight: 600; text-decoration: none; }
sup { font-size: .7em; line-height: 0; }
sup a { padding: .3em .15em; text-decoration: none; }
"""
