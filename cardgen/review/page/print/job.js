/* The build or export that runs on the server, or ran last: its progress, its files, why it was refused. All pages see the same. */

import { server, site } from "../app/data.js";
import { announce, on } from "../app/events.js";
import { place } from "../app/places.js";
import { post } from "../app/post.js";
import { settings } from "../app/settings.js";
import { toast } from "../app/toast.js";
import { sayMessage, t, whyRefused, words } from "../app/words.js";
import { format as address } from "../shared/addresses.js";
import { h, icon } from "../shared/elements.js";
import { message, plural } from "../shared/messages.js";
import { sizeText } from "./asking.js";
import { clock, secondsLeft } from "./time-left.js";

/** What is known of jobs; `may` until the server has said that this page may not. */
export const jobs = { job: /** @type {JobData | null} */ (null), may: !site };

/** Files of a job that are listed at first, and findings. */
const MOST = 8;
let all = 0; // the number of the job whose files are all listed
let stopping = 0; // the number of the job that was asked to stop

/** Data of the server that depends on options; throws what the server says.
    @param {string} name */
export async function fetchData(name) {
  const answer = await fetch(`${server.shown}data/${name}`);
  const data = await answer.json();
  if (!answer.ok) throw new Error(whyRefused(data) || `${answer.status}`);
  return data;
}

export async function loadJob() {
  if (site) return;
  try {
    Object.assign(jobs, await fetchData("job"));
  } catch { /* the server is away: it says what runs when it is back */ }
  announce("job-changed");
}

/** @param {string} path @param {unknown} body */
async function ask(path, body) {
  const { status, data } = await post(path, body);
  if (status === 200) Object.assign(jobs, data);
  else toast((status && whyRefused(data)) || t("job.unreachable"), { slot: "fault" });
  announce("job-changed");
}

/** Begins a build or an export. @param {Record<string, unknown>} request */
export const make = (request) => ask("api/make", request);
const stop = () => {
  stopping = jobs.job?.number ?? 0;
  return ask("api/stop", {});
};

on("job", (job) => {
  jobs.job = job;
  announce("job-changed");
});
on("whole", loadJob);
on("edition", () => { jobs.job = null; });
on("connected", loadJob);

/** When the files of a job were counted for the first time. */
const began = { job: 0, done: 0, at: 0 };

/** How long a job still takes, by the files since the first that was seen; "" before that is known. @param {JobData} job */
function timeLeft({ number, done, total }) {
  const now = performance.now();
  if (began.job !== number && total) Object.assign(began, { job: number, done, at: now });
  const seconds = secondsLeft(done - began.done, total - done, (now - began.at) / 1000);
  return began.job === number && seconds !== null ? t("job.left", { time: clock(seconds) }) : "";
}

/** A list of findings or faults, each with a link to its card, or the place in its file.
    @param {readonly (MakingFinding | FaultData)[]} list */
export function problems(list) {
  const shown = list.slice(0, MOST);
  const severityOf = (/** @type {MakingFinding | FaultData} */ one) => ("severity" in one ? one.severity : "error");
  return [h("ul", { class: "problems" }, shown.map((one) => h("li", { dataset: { severity: severityOf(one) } },
    icon(severityOf(one) === "warning" ? "warn" : "error"),
    h("div", {}, h("span", { class: "hidden-text" }, t(`job.${severityOf(one)}`), " "), sayMessage(one.message),
      Object.keys(one.hint).length ? h("p", { class: "quiet" }, sayMessage(one.hint)) : null,
      "key" in one && one.key ? h("p", {}, h("a", { href: address("card", one.key.split("/")) }, one.key))
        : one.file ? h("p", {}, place(one, `${one.file}:${one.line}`)) : null)))),
  list.length > shown.length ? h("p", { class: "quiet" }, t("job.more", { count: list.length - shown.length })) : null];
}

/** @param {MadeFile} file */
const fileLink = ({ path, bytes }) => h("li", {}, h("a", { href: `made/${path.split("/").map(encodeURIComponent).join("/")}`, target: path.endsWith(".pdf") ? "_blank" : null },
  icon(path.endsWith(".pdf") ? "file" : "download"), h("span", { class: "cut-off", title: path }, path)), h("span", { class: "quiet" }, sizeText(bytes, settings.language)));

/** @param {JobData} job */
function madeFiles({ number, export: name, files }) {
  const made = files.filter(({ state }) => state !== "removed").toSorted((a, b) => Number(b.path.endsWith(".pdf")) - Number(a.path.endsWith(".pdf")));
  const shown = all === number ? made : made.slice(0, MOST);
  return [
    name ? h("p", {}, h("a", { class: "button", href: `made.zip?export=${encodeURIComponent(name)}`, download: true }, icon("download"), t("job.zip"))) : null,
    h("ul", { class: "made-files" }, shown.map(fileLink)),
    made.length > shown.length ? h("button", { type: "button", class: "plain", dataset: { hold: "job-all" }, onclick: () => { all = number; announce("job-changed"); } }, t("job.all", { count: made.length })) : null];
}

/** @param {JobData | null} job */
const isStopping = (job) => job?.state === "running" && job.number === stopping;

/** @param {JobData} job */
const headline = (job) => (isStopping(job) ? t("job.stopping") : job.state === "running" ? t(job.total ? "job.progress" : "job.begins", { done: job.done, total: job.total })
  : job.state === "done" ? t("job.done", { count: job.files.filter(({ state }) => state === "written").length }) : t(`job.${job.state}`));

/** The progress or the result of the job, if it is of this export ("" for builds), or runs.
    @param {string} name @param {(job: JobData) => any} [remedy] what may be done about a refusal */
export function jobBox(name, remedy = () => null) {
  const { job } = jobs;
  if (!job || (job.export !== name && job.state !== "running")) return null;
  const runs = job.state === "running";
  const list = [...job.faults, ...job.findings];
  return h("section", { class: "job", dataset: { state: job.state } },
    h("p", { class: "job-head", role: "status" }, h("strong", {}, headline(job)), runs && job.export !== name ? h("span", { class: "quiet" }, job.export || t("job.build")) : null),
    runs ? h("progress", { max: job.total || null, value: job.total ? job.done : null, "aria-label": headline(job) }) : null,
    runs ? h("p", { class: "quiet row" }, h("span", { class: "grow cut-off" }, job.path), h("span", {}, timeLeft(job))) : null,
    job.notes.map((note) => h("p", { class: "quiet" }, sayMessage(note))),
    list.length ? problems(list) : null,
    job.state === "refused" ? remedy(job) : null,
    job.state === "done" ? madeFiles(job) : null);
}

/** The button that makes files; while a job runs, the one that stops it.
    @param {string} label @param {() => unknown} run @param {string} [sign] its icon */
export function makeButton(label, run, sign = "print") {
  if (site) return null;
  const runs = jobs.job?.state === "running";
  return runs
    ? h("button", { type: "button", class: "make-files", disabled: !jobs.may || isStopping(jobs.job), dataset: { hold: "make" }, onclick: stop }, icon("x"), t("job.stop"))
    : h("button", { type: "button", class: "main make-files", disabled: !jobs.may, title: jobs.may ? null : t("job.not-here"), dataset: { hold: "make" }, onclick: run }, icon(sign), label);
}

/** The command line that does the same, with a button that copies it. @param {string} text */
export const commandLine = (text) => h("div", { class: "command" }, h("code", {}, text),
  h("button", { type: "button", class: "icon-button", "aria-label": t("job.copy"), title: t("job.copy"), dataset: { hold: "command" },
    onclick: () => navigator.clipboard.writeText(text).then(() => toast(t("job.copied")), () => toast(t("job.not-copied"), { slot: "fault" })) }, icon("copy")));

words({
  en: {
    "job.unreachable": message("The server cannot be reached. Nothing was made."),
    "job.begins": message("Reading and checking the game…"),
    "job.progress": message("{done} of {total} files"),
    "job.left": message("about {time} left"),
    "job.done": plural("{count} new file", "{count} new files"),
    "job.refused": message("Nothing was made"),
    "job.stopping": message("Stopping…"),
    "job.stopped": message("Stopped. Finished files are complete, all others are as they were."),
    "job.failed": message("The build has failed"),
    "job.build": message("Build"),
    "job.stop": message("Stop"),
    "job.error": message("Error:"),
    "job.warning": message("Warning:"),
    "job.more": plural("and {count} more", "and {count} more"),
    "job.all": message("All {count} files"),
    "job.zip": message("Download as ZIP"),
    "job.not-here": message("Only the computer that runs the server can make files."),
    "job.copy": message("Copy the command"),
    "job.copied": message("Copied."),
    "job.not-copied": message("The browser does not allow to copy: select the text."),
  },
});
