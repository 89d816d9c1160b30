/* The editor of a file: CodeMirror in a shadow tree, so that its styles are sheets of that tree alone, which our policy allows. It is
   loaded when a file is first opened as text. */

import { settings } from "../app/settings.js";
import { pick, sayMessage, t, words } from "../app/words.js";
import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { helpAt, keysAt, valuesAt } from "./text-schema.js";
import { difference } from "./text-merge.js";
import { placeAt } from "./text-place.js";
/** @import { EditorView } from "../vendor/codemirror.js" */
/** @import { Choice } from "./text-schema.js" */

/** @typedef {typeof import("../vendor/codemirror.js")} CodeMirror */
/** Something to be said of a line: a fault, or a finding of the check. @typedef {FaultData & { severity: "error" | "warning" }} Remark */
/** What the view wants to know, and offers. @typedef {{ changed: () => void, moved: () => void, save: () => unknown, jump: () => unknown, about: () => TextAbout }} Hooks */

export const host = h("div", { class: "text-host", tabindex: "0" });
const tree = host.attachShadow({ mode: "open", delegatesFocus: true });
let loaded = /** @type {CodeMirror | null} */ (null);
let editor = /** @type {EditorView | null} */ (null);
let separator = "\n";

const STYLE = {
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: "var(--t-base)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0 40vh" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-3)", border: "0", borderRight: "1px solid var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--accent-soft)", color: "var(--accent-ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accent-soft)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--warn-soft)" },
  ".cm-searchMatch-selected": { outline: "1px solid var(--warn-fill)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent-line)" },
  ".cm-foldPlaceholder": { background: "var(--surface-sunk)", border: "1px solid var(--line-strong)", color: "var(--ink-2)" },
  ".cm-tooltip": { backgroundColor: "var(--surface-pop)", color: "var(--ink)", border: "0", borderRadius: "var(--r)", boxShadow: "var(--e-2)", maxWidth: "min(420px, 90vw)", fontFamily: "var(--font)", fontSize: "var(--t-small)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--font-mono)", maxHeight: "16em", minWidth: "180px" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "3px 8px", lineHeight: "18px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", marginLeft: "12px", color: "var(--ink-3)" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionInfo": { padding: "8px 10px", maxWidth: "320px" },
  ".cm-tooltip-hover": { padding: "6px 10px" },
  ".cm-diagnostic": { padding: "6px 10px" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--error-fill)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warn-fill)" },
  ".cm-lint-marker": { width: "14px", height: "14px" },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 36px 8px 12px", fontFamily: "var(--font)", fontSize: "var(--t-small)" },
  ".cm-panel button, .cm-panel.cm-search [name=close]": { font: "inherit", color: "var(--ink)", background: "var(--surface-pop)", border: "1px solid var(--line-strong)", borderRadius: "var(--r)", minHeight: "24px", padding: "0 8px", cursor: "pointer" },
  ".cm-panel.cm-search [name=close]": { top: "8px", right: "8px", fontSize: "var(--t-text)" },
  ".cm-textfield": { font: "inherit", color: "var(--ink)", backgroundColor: "var(--field)", border: "1px solid var(--line-control)", borderRadius: "var(--r)", minHeight: "24px", padding: "0 8px" },
};

/** @param {CodeMirror} cm */
const colours = ({ HighlightStyle, tags }) => HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName, tags.heading], color: "var(--accent-ink)", fontWeight: "600" },
  { tag: [tags.string, tags.content, tags.monospace], color: "var(--ink)" },
  { tag: [tags.comment, tags.quote], color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.meta, tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: "var(--ink-3)" },
  { tag: [tags.link, tags.url], color: "var(--info-ink)" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
]);

/** The words of CodeMirror, by the keys of ours. */
const PHRASES = ["Find", "Replace", "next", "previous", "all", "match case", "regexp", "by word", "replace", "replace all", "close", "current match", "on line", "Go to line", "go", "Completions", "Diagnostics", "No diagnostics", "Fold line", "Unfold line", "folded code", "unfold"];
const phrases = () => Object.fromEntries(PHRASES.map((phrase) => [phrase, t(`text.cm.${phrase}`)]));

/** @param {CodeMirror} cm @param {string} file */
function language(cm, file) {
  if (/\.ya?ml$/i.test(file)) return cm.yaml();
  return /\.md$/i.test(file) ? new cm.Language(cm.defineLanguageFacet(), cm.markdownParser, [], "markdown").extension : [];
}

/** Opens a text as that of a file, with hooks of the view; the undo history begins anew.
    @param {string} file @param {string} text @param {Hooks} hooks */
export async function openText(file, text, hooks) {
  const cm = loaded ??= await import("../vendor/codemirror.js");
  const { EditorState, EditorView, keymap } = cm;
  separator = text.includes("\r\n") && !/(?<!\r)\n/.test(text) ? "\r\n" : "\n"; // others stay as they are, seen as characters
  const isYaml = /\.ya?ml$/i.test(file);
  /** @param {string} key @param {() => unknown} run */
  const command = (key, run) => ({ key, preventDefault: true, run: () => { run(); return true; } });
  const state = EditorState.create({
    doc: text,
    extensions: [
      EditorState.lineSeparator.of(separator), EditorState.phrases.of(phrases()), EditorState.allowMultipleSelections.of(true),
      cm.lineNumbers(), cm.lintGutter(), cm.foldGutter(), cm.highlightActiveLineGutter(), cm.history(), cm.drawSelection(), cm.dropCursor(), cm.rectangularSelection(),
      cm.bracketMatching(), cm.highlightSelectionMatches(), cm.search({ top: true }), cm.indentUnit.of("  "), language(cm, file), cm.syntaxHighlighting(colours(cm)),
      cm.autocompletion({ override: [(context) => complete(context, isYaml, hooks.about())], icons: false }), isYaml ? cm.hoverTooltip((_, at) => hover(at, hooks.about()), { hideOnChange: true }) : [],
      keymap.of([command("Mod-s", hooks.save), command("F4", hooks.jump), ...cm.completionKeymap, ...cm.searchKeymap, ...cm.lintKeymap, ...cm.foldKeymap, ...cm.historyKeymap, ...cm.defaultKeymap, cm.indentWithTab]),
      /\.[ct]sv$/i.test(file) ? [] : EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": file, spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged, selectionSet }) => { if (docChanged) hooks.changed(); if (docChanged || selectionSet) hooks.moved(); }),
      EditorView.theme(STYLE),
    ],
  });
  if (editor) editor.setState(state);
  else editor = new EditorView({ state, parent: /** @type {any} */ (tree), root: tree });
}

/** The text as the file would have it. */
export const textNow = () => editor?.state.sliceDoc() ?? "";
export const focusText = () => editor?.focus();

/** @param {string} text as a file has it */
const asLines = (text) => text.replaceAll(separator, "\n");

/** Makes the text another one, which the file has by now: only what differs, and not as a step to undo.
    @param {string} text */
export function takeText(text) {
  if (!editor || !loaded) return;
  const { at, old, now } = difference(editor.state.doc.toString(), asLines(text));
  editor.dispatch({ changes: { from: at, to: at + old.length, insert: now.split("\n").join(separator) }, annotations: loaded.Transaction.addToHistory.of(false) });
}

/** The place of the cursor in the text as the file would have it. */
export function cursor() {
  const { doc, selection: { main: { head } } } = /** @type {EditorView} */ (editor).state;
  const { number, from } = doc.lineAt(head);
  return { at: head + (number - 1) * (separator.length - 1), line: number, column: [...doc.sliceString(from, head)].length + 1 };
}

/** Where a place of a file is in the document. @param {{ line: number, column: number }} place */
function offset({ line, column }) {
  const { doc } = /** @type {EditorView} */ (editor).state;
  const { from, text } = doc.line(Math.max(1, Math.min(line || 1, doc.lines)));
  return from + [...text].slice(0, Math.max(0, column - 1)).join("").length;
}

/** Puts the cursor at a place of the file, and shows it. @param {number} line @param {number} column */
export function goToPlace(line, column) {
  if (!editor || !loaded) return;
  const at = offset({ line, column });
  editor.dispatch({ selection: { anchor: at }, effects: loaded.EditorView.scrollIntoView(at, { y: "center" }) });
}

/** Shows remarks in the margin, and under what they are about. @param {readonly Remark[]} remarks */
export function showRemarks(remarks) {
  if (!editor || !loaded) return;
  const { doc } = editor.state;
  editor.dispatch(loaded.setDiagnostics(editor.state, remarks.map((remark) => {
    const from = offset(remark);
    const { to, text, from: start } = doc.lineAt(from);
    const length = /^[^\s,:{}[\]]+/.exec(text.slice(from - start))?.[0].length ?? 0;
    return { from, to: Math.min(to, from + Math.max(1, length)), severity: remark.severity, message: pick(remark.message, settings.language), renderMessage: () => remarkText(remark) };
  }).sort((a, b) => a.from - b.from)));
}

/** A fault in words, with its hint. @param {Pick<FaultData, "message" | "hint">} fault */
export const remarkText = ({ message: what, hint }) => h("span", {}, sayMessage(what), Object.keys(hint ?? {}).length ? h("span", { class: "quiet" }, " (", sayMessage(hint), ")") : null);

// ---------------------------------------------------------------- completion and help

/** @param {import("@codemirror/autocomplete").CompletionContext} context @param {boolean} isYaml @param {TextAbout} about */
function complete({ state, pos, explicit }, isYaml, { schema, names }) {
  const line = state.doc.lineAt(pos);
  const brace = /\{[\w.]*$/.exec(line.text.slice(0, pos - line.from));
  const place = isYaml ? placeAt(state.doc.toString(), pos) : null;
  const isBrace = brace && (!place || place.part === "text" || (place.part === "value" && place.word.includes("{")));
  if (isBrace) return { from: pos - brace[0].length + 1, options: (names["{"] ?? []).map((name) => ({ label: name })), validFor: /^[\w.]*$/ };
  if (!place || place.part === "text") return null;
  const key = place.steps.at(-1)?.key ?? "";
  const isEntry = place.part === "key" && key === "*"; // a word after a dash is a key or a value
  const keys = place.part === "key" ? keysAt(schema, place).map((choice) => option(choice, ": ")) : [];
  const known = place.part === "value" || isEntry ? (names[key] ?? []).map((name) => ({ label: name })) : [];
  const values = place.part === "value" || isEntry ? valuesAt(schema, place).map((choice) => option(choice, "")) : [];
  const options = [...keys, ...values, ...known];
  return options.length && (explicit || place.word || place.part === "value") ? { from: place.from, options, validFor: /^[\w.-]*$/ } : null;
}

/** @param {Choice} choice @param {string} after */
function option({ name, kind, help }, after) {
  return { label: name, detail: kind, info: help ? () => ({ dom: h("span", { lang: "en" }, help) }) : undefined,
    apply: (/** @type {EditorView} */ view, /** @type {unknown} */ _, /** @type {number} */ from, /** @type {number} */ to) => {
      const insert = name + (view.state.sliceDoc(to, to + 1) === ":" ? "" : after);
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.complete" });
      if (after && / \| |boolean/.test(kind)) loaded?.startCompletion(view);
    } };
}

/** @param {number} at @param {TextAbout} about */
function hover(at, { schema }) {
  if (!editor) return null;
  const { doc } = editor.state;
  const { from, text } = doc.lineAt(at);
  const rest = /^[\w-]*/.exec(text.slice(at - from))?.[0].length ?? 0;
  const place = placeAt(doc.toString(), at + rest);
  const steps = place.part === "key" ? [...place.steps, { key: place.word, beside: place.beside }] : place.part === "value" ? place.steps : [];
  const help = steps.length ? helpAt(schema, steps) : "";
  return help ? { pos: at, create: () => ({ dom: h("div", { lang: "en" }, h("strong", {}, steps.filter(({ key }) => key !== "*").at(-1)?.key ?? ""), ": ", help) }) } : null;
}

words({
  en: {
    "text.cm.Find": message("Find"),
    "text.cm.Replace": message("Replace"),
    "text.cm.next": message("Next"),
    "text.cm.previous": message("Previous"),
    "text.cm.all": message("Select all"),
    "text.cm.match case": message("Match case"),
    "text.cm.regexp": message("Regular expression"),
    "text.cm.by word": message("Whole words"),
    "text.cm.replace": message("Replace"),
    "text.cm.replace all": message("Replace all"),
    "text.cm.close": message("Close"),
    "text.cm.current match": message("Current match"),
    "text.cm.on line": message("on line"),
    "text.cm.Go to line": message("Go to line"),
    "text.cm.go": message("Go"),
    "text.cm.Completions": message("Completions"),
    "text.cm.Diagnostics": message("Problems"),
    "text.cm.No diagnostics": message("No problems"),
    "text.cm.Fold line": message("Fold the lines"),
    "text.cm.Unfold line": message("Unfold the lines"),
    "text.cm.folded code": message("Folded lines"),
    "text.cm.unfold": message("Unfold"),
  },
});
