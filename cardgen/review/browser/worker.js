/* The web worker that runs a rules engine: Python in WebAssembly. The page posts the files as text, and then requests; the
   answers are those of the review server. It fetches nothing, and so it also runs on a page opened from a disk. */
"use strict";

(() => {
  const BASE = "https://files.invalid/"; // Pyodide asks for its files below an address: see `fetch`
  const scope = /** @type {any} */ (self);
  const KINDS = /** @type {Record<string, string>} */ ({ wasm: "application/wasm", mjs: "text/javascript", zip: "application/zip" });
  let answer = /** @type {((line: string) => string) | null} */ (null);

  // Pyodide refuses workers that are not modules, and browsers refuse modules of a page opened from a disk.
  scope.importScripts = undefined;

  /** @param {string} text */
  async function unpacked(text) {
    const coded = atob(text);
    const bytes = new Uint8Array(coded.length);
    for (let at = 0; at < coded.length; at += 1) bytes[at] = coded.charCodeAt(at);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  /** @param {{ files: Record<string, string>, source: { module: string, attribute: string, content: object } }} begun */
  async function start({ files, source }) {
    const buffers = new Map(await Promise.all(Object.entries(files).map(
      async ([name, text]) => /** @type {[string, ArrayBuffer]} */ ([name, await unpacked(text)]))));
    /** @param {string} name */
    const answered = (name) => new Response(buffers.get(name), { headers: { "Content-Type": KINDS[name.split(".").pop() ?? ""] } });
    /** @param {string} name */
    const module = async (name) => import(URL.createObjectURL(await answered(name).blob()));
    scope.fetch = async (/** @type {string | URL} */ address) => answered(String(address).slice(BASE.length));
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([module("pyodide.mjs"), module("pyodide.asm.mjs")]);
    const python = await loadPyodide({ indexURL: BASE, createPyodideModule, lockFileContents: LOCK });
    python.unpackArchive(buffers.get("engine.zip"), "zip", { extractDir: python.PATH?.sitePackages ?? SITE_PACKAGES });
    python.pyimport("importlib").invalidate_caches();
    answer = python.pyimport("cardgen.engines.hosted").open_engine(source.module, source.attribute, JSON.stringify(source.content));
    buffers.clear();
  }

  const SITE_PACKAGES = "/lib/python3.14/site-packages";
  /** There are no packages to choose from: all are in engine.zip. */
  const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", version: "314.0.7", python: "3.14.0" }, packages: {} };

  scope.onmessage = async (/** @type {MessageEvent} */ { data }) => {
    try {
      if (data.files) await start(data);
      scope.postMessage(data.files ? { ready: true } : { id: data.id, answer: answer?.(data.line) });
    } catch (error) {
      scope.postMessage({ id: data.id, failed: String(error).trim().split("\n").pop() });
    }
  };
})();
