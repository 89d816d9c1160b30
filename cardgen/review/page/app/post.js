/* Requests to the server. */

import { server, site } from "./data.js";
import * as engine from "./engine.js";
/** @import { EngineLane } from "./engine.js" */

const UNREACHABLE = { status: 0, data: null };

/** Sends `body`, a file or a value, to the server and returns {status, data}; status 0 when the server cannot be reached. Then, and on a
    site, the engine in this page answers requests to it.
    @param {string} path @param {unknown} body @param {EngineLane} lane @returns {Promise<{ status: number, data: any }>} */
export async function post(path, body, lane = "quick") {
  const answer = site ? UNREACHABLE : await postToServer(path, body);
  if (path !== "api/engine" || !engine.isOffered) return answer;
  if (!answer.status) return { status: 200, data: await engine.ask(body, lane) };
  engine.prefetch();
  return answer;
}

/** @param {string} path @param {unknown} body */
async function postToServer(path, body) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": body instanceof Blob ? "application/octet-stream" : "application/json", "X-Cardgen-Token": server.token },
      body: body instanceof Blob ? body : JSON.stringify(body),
    });
    const kind = answer.headers.get("Content-Type") ?? "";
    return { status: answer.status, data: kind.includes("json") ? await answer.json() : await answer.text() };
  } catch {
    return UNREACHABLE;
  }
}
