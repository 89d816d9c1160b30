/* The rules engine in this page: Python in web workers, from files that come with the page. It answers on a site, and if the
   server is away. A worker for each lane, when it is asked first. */

import { h } from "../shared/elements.js";
import { message } from "../shared/messages.js";
import { load as loadData } from "./data.js";
import { settings } from "./settings.js";
import { toast } from "./toast.js";
import { pick, t, words } from "./words.js";
/** @import { Texts } from "../shared/texts.js" */

/** Requests that answer at once, those that may take seconds, and those of the free table: they do not wait for each other.
    @typedef {"quick" | "slow" | "free"} EngineLane */

/** @typedef {Record<string, any> & { error?: { code: string, message: string, messages?: Texts, status?: number } }} EngineAnswer */

const FOLDER = "page/engine";
const FILES = ["worker.js", "engine.zip", "pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide.asm.wasm"];
/** Longer than any browser takes to start it, in ms. */
const LOADING = 120_000;

export const isOffered = "engine" in document.documentElement.dataset;
const texts = /** @type {Map<string, string>} */ (new Map());
let loading = /** @type {Promise<unknown> | null} */ (null);
const sources = /** @type {Map<string, Promise<EngineSource>>} */ (new Map());
const lanes = /** @type {Map<EngineLane, Promise<(request: unknown) => Promise<EngineAnswer>>>} */ (new Map());

addEventListener("cardgen-engine", (event) => {
  const [name, text] = /** @type {CustomEvent<[string, string]>} */ (event).detail;
  texts.set(name, text);
});

/** @param {string} name */
const loadScript = (name) => new Promise((resolve, reject) => {
  document.head.append(h("script", { src: `${FOLDER}/${name}.js`, onload: resolve, onerror: () => reject(new Error(name)) }));
});

/** Load the files. A later call tries again after a failure. */
function load() {
  loading ??= Promise.all(FILES.map(loadScript));
  loading.catch(() => { loading = null; });
  return loading;
}

/** Load where the worker of a lane finds what answers. @param {EngineLane} lane */
function loadSource(lane) {
  const name = lane === "free" ? "free" : "engine";
  const source = sources.get(name) ?? loadData(name);
  sources.set(name, source);
  source.catch(() => sources.delete(name));
  return source;
}

/** Start the worker of a lane. Return the function that asks it.
    @param {EngineLane} lane */
async function start(lane) {
  const [{ module, attribute, content }] = await Promise.all([loadSource(lane), load()]);
  const source = { module, attribute, content };
  const { "worker.js": script, ...files } = Object.fromEntries(texts);
  const bytes = Uint8Array.from(atob(script ?? ""), (letter) => letter.charCodeAt(0));
  const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  const worker = new Worker(URL.createObjectURL(new Blob([await unpacked.text()], { type: "text/javascript" })));
  const waiting = /** @type {Map<number, (answer: EngineAnswer) => void>} */ (new Map());
  let count = 0;
  await new Promise((resolve, reject) => {
    worker.onerror = ({ message: reason }) => reject(new Error(reason || "Worker"));
    worker.onmessage = ({ data: { ready, failed, id, answer } }) => {
      if (ready) resolve(null);
      else if (id === undefined) reject(new Error(failed));
      else {
        waiting.get(id)?.(failed ? failure(failed) : JSON.parse(answer));
        waiting.delete(id);
      }
    };
    worker.postMessage({ files, source });
  });
  worker.onerror = ({ message: reason }) => {
    for (const resolve of waiting.values()) resolve(failure(reason));
    waiting.clear();
  };
  return (/** @type {unknown} */ request) => /** @type {Promise<EngineAnswer>} */ (new Promise((resolve) => {
    count += 1;
    waiting.set(count, resolve);
    worker.postMessage({ id: count, line: JSON.stringify(request) });
  }));
}

/** @param {unknown} reason */
const failure = (reason) => ({
  error: { code: "engine-failed", message: "", messages: { [settings.language]: t("engine.failed", { reason: String(reason) }) } },
});

/** The engine's answer.
    @param {unknown} request @param {EngineLane} lane */
export async function ask(request, lane) {
  const isFirst = !lanes.size;
  if (isFirst) toast(t("engine.loading"), { slot: "engine", lasting: LOADING });
  const asking = lanes.get(lane) ?? start(lane);
  lanes.set(lane, asking);
  try {
    const send = await asking;
    if (isFirst) toast(t("engine.ready"), { slot: "engine", lasting: 2500 });
    return await send(request);
  } catch (error) {
    lanes.delete(lane);
    const failed = failure(error instanceof Error ? error.message : error);
    if (isFirst) toast(pick(failed.error.messages, settings.language), { slot: "engine" });
    return failed;
  }
}

/** Load the files while the server is there, so that the table stays usable without it. */
export function prefetch() {
  if (isOffered && !loading) (window.requestIdleCallback ?? setTimeout)(() => void Promise.all([loadSource("quick"), load()]).catch(() => null));
}

/** Whether all files are here. */
export const isLoaded = () => FILES.every((name) => texts.has(name));

words({
  en: {
    "engine.loading": message("Loading the rules engine. This takes a few seconds."),
    "engine.ready": message("The rules engine is ready."),
    "engine.failed": message("The rules engine cannot run in this browser: {reason}"),
  },
});
