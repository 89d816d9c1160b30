/* What the page takes from CodeMirror 6. bundle.js makes one module of it, cardgen/review/page/vendor/codemirror.js. */

export { EditorSelection, EditorState, StateEffect, StateField, Transaction } from "@codemirror/state";
export { Decoration, EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, rectangularSelection, tooltips } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
export { HighlightStyle, Language, bracketMatching, defineLanguageFacet, foldGutter, foldKeymap, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { autocompletion, completionKeymap, completionStatus, startCompletion } from "@codemirror/autocomplete";
export { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
export { yaml } from "@codemirror/lang-yaml";
export { parser as markdownParser } from "@lezer/markdown";
export { tags } from "@lezer/highlight";
