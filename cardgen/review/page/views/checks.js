/* All findings, grouped by code; a click opens the card at the place. */
"use strict";

(() => {
  const { h, s, t, state, site } = cardgen;
  const FEW = 24;
  const MORE = 120;
  const SEVERITIES = ["error", "warning"];
  const LOOKED_AT = ["fit", "safe", "glyphs", "dpi", "contrast", "colours", "backs", "tiling"];

  let root = null;
  let route = null;
  let findings = null;
  let shown = new Map(); // how many of a code, when more than a few
  let asked = 0;

  // ---------------------------------------------------------------- choosing

  const chosen = (finding) =>
    (!route.state.severity || finding.severity === route.state.severity) &&
    (!route.state.code || finding.code === route.state.code) &&
    (!route.state.deck || deckOf(finding) === route.state.deck);

  const valueOf = (finding, name) => (name === "deck" ? deckOf(finding) : finding[name]);
  const deckOf = ({ key }) => (key ? key.split("/")[0] : "*");

  function select(name, values) {
    const chosenValue = route.state[name] ?? "";
    return h("label", { class: "above" }, t(`checks.${name}`),
      h("select", { onchange: (event) => cardgen.alter({ [name]: event.target.value }), dataset: { hold: name } },
        h("option", { value: "" }, t("checks.all", { n: findings.length })),
        values.map(([value, label, lang]) => h("option", { value, selected: value === chosenValue, lang },
          label, ` (${findings.filter((each) => valueOf(each, name) === value).length})`))));
  }

  function filters() {
    const present = (of) => [...new Set(findings.map(of))];
    const decks = present(deckOf).sort();
    return h("div", { class: "row filters" },
      select("severity", present((each) => each.severity).sort().map((each) => [each, severityName(each)])),
      select("code", present((each) => each.code).sort().map((code) => [code, `${code} ${titleText(code)}`])),
      select("deck", decks.map((deck) => [deck, deck === "*" ? t("checks.game") : cardgen.pick(state.decks.get(deck)?.titles) || deck,
        deck === "*" || !state.decks.has(deck) ? null : cardgen.tag(cardgen.settings.cards)])));
  }

  const severityName = (severity) => (SEVERITIES.includes(severity) ? t(`checks.${severity}`) : severity);

  // ---------------------------------------------------------------- one finding

  const hasTitle = (code) => t(`checks.${code}`) !== `checks.${code}`;
  const titleText = (code) => (hasTitle(code) ? t(`checks.${code}`) : findings.find((each) => each.code === code).name);

  /** What a code is about: in words for cardgen's own, else by the name that the game's engine gives it. */
  const title = (code) => (hasTitle(code) ? titleText(code) : h("span", { lang: "en" }, titleText(code)));

  function sight({ key, side, rect }) {
    const card = state.cards.get(key);
    const deck = state.decks.get(card?.deck ?? "");
    const hash = card?.[side || "face"] ?? card?.face;
    if (!hash || !deck) return h("span", { class: "sight-of-none", "aria-hidden": "true" }, "▤");
    const [width, height] = deck.trim.map((length) => length + 2 * deck.bleed);
    return h("span", { class: "sight-of", style: { "--ratio": String(width / height) } },
      h("img", { class: "sight", src: cardgen.face(hash), alt: "", loading: "lazy", decoding: "async" }),
      rect ? s("svg", { viewBox: `${-deck.bleed} ${-deck.bleed} ${width} ${height}`, "aria-hidden": "true" },
        s("rect", { x: rect[0] - 1, y: rect[1] - 1, width: rect[2] + 2, height: rect[3] + 2 })) : null);
  }

  function where(finding) {
    const card = state.cards.get(finding.key);
    if (!card) return t("checks.game");
    const named = Object.keys(card.names).length ? [cardgen.say(card.names), " "] : [];
    return [...named, h("span", { class: "mono" }, card.id), " · ", cardgen.say(cardgen.deckOf(card).titles),
      finding.side ? ` · ${t(`checks.${finding.side}`)}` : ""];
  }

  function findingText(finding) {
    return [
      h("span", { class: "message", lang: "en" }, finding.message),
      finding.hint ? h("span", { class: "quiet hint", lang: "en" }, finding.hint) : null,
      h("span", { class: "quiet place mono" }, cardgen.banner.place(finding)),
    ];
  }

  function item(finding) {
    const index = findings.indexOf(finding);
    const inside = [sight(finding), h("span", { class: "said" }, h("strong", {}, where(finding)), findingText(finding))];
    if (!state.cards.has(finding.key)) return h("li", { class: "finding" }, inside);
    const values = { side: finding.side === "back" ? "back" : "", finding: index };
    return h("li", {},
      h("a", { class: "finding", href: cardgen.address("card", finding.key.split("/"), values), dataset: { hold: `finding-${index}` } },
        inside));
  }

  function group([code, list]) {
    const most = shown.get(code) ?? FEW;
    const left = list.length - most;
    const [{ severity }] = list;
    const more = () => {
      shown.set(code, most + MORE);
      draw();
    };
    return h("section", { class: "code panel", "aria-labelledby": `code-${code}` },
      h("h2", { id: `code-${code}` }, h("span", { class: "mono" }, code), " ", title(code),
        h("span", { class: "count", dataset: { severity } }, t("checks.count", { n: list.length, what: severityName(severity) }))),
      h("ul", {}, list.slice(0, most).map(item)),
      left > 0 ? h("button", { type: "button", dataset: { hold: `more-${code}` }, onclick: more },
        t("checks.more", { n: Math.min(left, MORE), left })) : null);
  }

  // ---------------------------------------------------------------- the whole

  function faults() {
    const { fault } = state.catalog;
    if (!fault?.faults?.length) return null;
    return h("section", { class: "panel unreadable" },
      h("h2", {}, t("checks.fault")),
      h("ul", {}, fault.faults.map(cardgen.banner.faultItem)));
  }

  const copies = () => state.catalog.cards.reduce((sum, card) => sum + card.copies, 0);

  function lookedAt() {
    const { cards, game: { engine } } = state.catalog;
    const looked = LOOKED_AT.filter((what) => what !== "backs" || cards.length);
    return h("ul", { class: "looked" },
      [...looked.map((what) => t(`checks.at-${what}`)), engine ? t("checks.at-rules") : null].filter(Boolean).map((text) =>
        h("li", {}, h("span", { class: "tick", "aria-hidden": "true" }, "✓"), h("span", {}, text))));
  }

  function nothing() {
    const { cards, decks } = state.catalog;
    return h("section", { class: "panel nothing" },
      h("p", { class: "big", "aria-hidden": "true" }, "✓"),
      h("h2", {}, t("checks.nothing")),
      cards.length ? h("p", { class: "quiet" }, t("checks.over", { cards: cards.length, copies: copies(), decks: decks.length })) : null,
      h("h3", {}, t("checks.looked")),
      lookedAt());
  }

  function body() {
    if (!findings) {
      const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
      return h("p", { class: "panel checking", role: "status" }, spinner, t("checks.checking"));
    }
    if (!findings.length) return nothing();
    const picked = findings.filter(chosen);
    const groups = Map.groupBy ? Map.groupBy(picked, (each) => each.code) : grouped(picked);
    return [
      filters(),
      h("p", { role: "status", class: "quiet" }, picked.length === 1 ? t("checks.one") : t("checks.many", { n: picked.length })),
      picked.length ? [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(group) : h("p", { class: "panel" }, t("checks.none-chosen")),
    ];
  }

  function grouped(list) {
    const groups = new Map();
    for (const each of list) groups.set(each.code, [...(groups.get(each.code) ?? []), each]);
    return groups;
  }

  function draw() {
    cardgen.fill(root, h("h1", {}, t("view.checks")), faults(), body());
  }

  async function ask() {
    const mine = ++asked;
    let answer = null;
    try {
      answer = state.catalog.checked || site ? await cardgen.findings() : null;
    } catch { /* the server is away, as the banner shows; it is loaded again later */ }
    if (mine !== asked || !root) return;
    findings = answer?.checked ? answer.findings : null;
    draw();
  }

  cardgen.view("checks", {
    tab: 2,
    mount(main, there) {
      root = main;
      route = there;
      findings = null;
      shown = new Map();
      draw();
      ask();
    },
    update(there) {
      route = there;
      draw();
    },
    changed(kind) {
      if (kind === "fault") draw();
      if (kind === "checked" || kind === "catalog") ask();
    },
    unmount() {
      root = null;
    },
  });

  cardgen.words({
    en: {
      "view.checks": "Checks", "checks.severity": "Severity", "checks.code": "Check", "checks.deck": "Deck", "checks.all": "all ({n})",
      "checks.game": "The whole game", "checks.error": "error", "checks.warning": "warning", "checks.face": "face", "checks.back": "back",
      "checks.count": "{n} × {what}", "checks.one": "One finding", "checks.many": "{n} findings", "checks.more": "Show {n} more of {left}",
      "checks.none-chosen": "Nothing of that kind was found.", "checks.checking": "Checking…", "checks.fault": "Cannot be read",
      "checks.nothing": "Nothing found", "checks.over": "Decks: {decks}. Different cards: {cards}; with their copies: {copies}.",
      "checks.looked": "What was looked at",
      "checks.at-fit": "Every text fits its box", "checks.at-safe": "No text is so near the edge that it may be cut off",
      "checks.at-glyphs": "Every character is in a font", "checks.at-dpi": "Pictures print at 300 dpi or more",
      "checks.at-contrast": "Text stands out from its ground, 4.5 : 1 or more",
      "checks.at-colours": "Colours can be told apart, with colour-blind sight as well",
      "checks.at-backs": "No card can be known from its back", "checks.at-tiling": "Shapes meant to cover the plane do so",
      "checks.at-rules": "The decks obey the rules of the game",
      "checks.CG101": "Text overflows", "checks.CG102": "Text outside the safe area", "checks.CG103": "Character in no font",
      "checks.CG104": "Picture too coarse for print", "checks.CG105": "Too little contrast", "checks.CG106": "Colours look alike",
      "checks.CG107": "Back missing", "checks.CG108": "Backs differ", "checks.CG109": "Shape does not tile",
      "checks.CG110": "Unknown block", "checks.CG111": "Piece misplaced",
      "checks.CG112": "Too many to repeat",
      "checks.CG113": "Tuck box larger than its paper",
      "checks.CG201": "Not translated", "checks.CG202": "Translation out of date", "checks.CG203": "Translation not used",
    },
    zh: {
      "view.checks": "检查", "checks.severity": "严重程度", "checks.code": "检查项", "checks.deck": "牌组", "checks.all": "全部（{n}）",
      "checks.game": "整个游戏", "checks.error": "错误", "checks.warning": "警告", "checks.face": "正面", "checks.back": "背面",
      "checks.count": "{n} 个{what}", "checks.one": "1 个问题", "checks.many": "{n} 个问题", "checks.more": "再显示 {n} 个（还有 {left} 个）",
      "checks.none-chosen": "没有发现这类问题。", "checks.checking": "正在检查……", "checks.fault": "无法读取",
      "checks.nothing": "没有发现问题", "checks.over": "{decks} 个牌组，{cards} 种牌，连同副本共 {copies} 张。",
      "checks.looked": "检查了什么",
      "checks.at-fit": "所有文字都放得下", "checks.at-safe": "没有文字离边缘太近而可能被裁掉",
      "checks.at-glyphs": "每个字符都有字体", "checks.at-dpi": "图片印刷精度不低于 300 dpi",
      "checks.at-contrast": "文字与底色的对比度不低于 4.5 : 1", "checks.at-colours": "颜色容易区分，色觉障碍者也能分清",
      "checks.at-backs": "从背面认不出任何一张牌", "checks.at-tiling": "该铺满平面的形状都能铺满",
      "checks.at-rules": "牌组符合游戏规则",
      "checks.CG101": "文字溢出", "checks.CG102": "文字超出安全区", "checks.CG103": "字体缺字",
      "checks.CG104": "图片精度不足", "checks.CG105": "对比度太低", "checks.CG106": "颜色太接近",
      "checks.CG107": "缺少背面", "checks.CG108": "背面不一致", "checks.CG109": "形状无法平铺", "checks.CG110": "未知方块", "checks.CG111": "棋子位置有误",
      "checks.CG112": "重复项放不下",
      "checks.CG113": "牌盒展开图超出纸张",
      "checks.CG201": "尚未翻译", "checks.CG202": "译文已过时", "checks.CG203": "译文未使用",
    },
  });
})();
