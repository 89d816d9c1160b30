/* A site's decisions as a file, and why nothing can be decided on a page. */

import { site, state } from "../app/data.js";
import { announce } from "../app/events.js";
import { settings } from "../app/settings.js";
import { toast } from "../app/toast.js";
import { pick, t } from "../app/words.js";
import { h } from "../shared/elements.js";
import { button } from "./showing.js";
import { markDownloaded, siteLines, siteLog } from "./site-log.js";
import { mayDecide } from "./who.js";

// ---------------------------------------------------------------- a site's decisions as a file

/** Downloads the decisions made in this site as a file for `cardgen review import`. */
function download() {
  const link = h("a", { href: URL.createObjectURL(new Blob([siteLines()], { type: "application/x-ndjson" })),
    download: `${state.catalog.game.id}-decisions.jsonl` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  markDownloaded();
  announce("waiting", { keys: [] });
  toast(t("site.downloaded"), { lasting: 10000 });
}

/** In a site: where its decisions are, and the button that downloads them. Null elsewhere. */
export function siteBox() {
  if (!site) return null;
  const { events, taken } = siteLog();
  return h("div", { class: "site-log" },
    h("p", { class: "quiet" }, events.length ? t("site.kept", { count: events.length, fresh: events.length - taken }) : t("site.none")),
    events.length ? button("download", download, t("site.download")) : null);
}

/** Why nothing can be decided here, as one line; null when it can. */
export function whyNot() {
  if (mayDecide()) return null;
  const fault = state.review.fault;
  return h("p", { class: "quiet why-not" }, fault ? t("readonly.fault", { message: faultText(fault) }) : t("readonly.network"));
}

/** The first fault of a file, with its place.
    @param {FaultsData} fault */
const faultText = (fault) => {
  const [{ file, line, message }] = fault.faults;
  return [[file, line].filter(Boolean).join(":"), pick(message, settings.language)].filter(Boolean).join(": ");
};
