/* Settings of this browser: languages, theme, sight, single letters, and how large a millimetre is on this screen. */
"use strict";

(() => {
  const { h, t, settings } = cardgen;
  const LANGUAGES = { en: "English", zh: "中文" };
  const CARD = [85.6, 53.98]; // mm, a bank card: ISO/IEC 7810, ID-1
  const LEAST = 2, MOST = 12; // px of a mm

  /** A choice of a few as radio buttons. */
  function choice(name, label, options) {
    return h("fieldset", {}, h("legend", {}, label), h("div", { class: "row" }, Object.entries(options).map(([value, text]) =>
      h("label", {}, h("input", { type: "radio", name: `set-${name}`, value, checked: settings[name] === value, onchange: () =>
        cardgen.set(name, value) }),
        h("span", { lang: LANGUAGES[value] ? cardgen.tag(value) : null }, text)))));
  }

  function seen() {
    return h("label", { class: "above" }, h("span", {}, t("set.sight")), h("select", { name: "set-sight", onchange: ({ target }) =>
      cardgen.set("sight", target.value) },
      cardgen.SIGHTS.map((sight) => h("option", { value: sight, selected: sight === settings.sight }, t(`sight.${sight}`)))));
  }

  function letters() {
    return h("label", {}, h("input", { type: "checkbox", name: "set-letters", checked: settings.letters, onchange: ({ target }) =>
      cardgen.set("letters", target.checked) }), h("span", {}, t("set.letters")));
  }

  /** A bank card drawn as large as the setting says, and a slider that makes it larger and smaller. */
  function ruler() {
    const outline = h("div", { class: "bank-card", "aria-hidden": "true" }, h("span", {}, "85.6 × 54.0 mm"));
    const output = h("output", { for: "set-millimetre" });
    const slider = h("input", { type: "range", id: "set-millimetre", min: LEAST, max: MOST, step: "0.01",
      "aria-describedby": "set-millimetre-how",
      oninput: ({ target }) => show(Number(target.value)), onchange: ({ target }) => cardgen.set("millimetre", Number(target.value)) });
    const show = (px) => {
      slider.value = px;
      outline.style.setProperty("width", `${CARD[0] * px}px`);
      outline.style.setProperty("height", `${CARD[1] * px}px`);
      output.textContent = t("set.pixels", { px: px.toFixed(2) });
    };
    show(settings.millimetre);
    return h("fieldset", { class: "true-size" }, h("legend", {}, t("set.true")), h("p", { class: "quiet", id: "set-millimetre-how" },
      t("set.true.how")),
      h("div", { class: "row" }, h("label", { for: "set-millimetre" }, t("set.true.label")), slider, output,
        h("button", { type: "button", onclick: () => { cardgen.set("millimetre", 96 / 25.4); show(96 / 25.4); } }, t("set.reset"))),
          outline);
  }

  function fill(box) {
    const held = /** @type {HTMLInputElement | null} */ (box.contains(document.activeElement) ? document.activeElement : null);
    box.replaceChildren(
      h("div", { class: "dialog-head" }, h("h2", { id: "settings-title" }, t("set.title")), h("button", { type: "button", name: "close",
        onclick: () => box.close() }, t("keys.close"))),
      choice("language", t("set.language"), LANGUAGES), choice("cards", t("set.cards"), cardLanguages()),
      choice("theme", t("set.theme"), { auto: t("set.theme.auto"), light: t("set.theme.light"), dark: t("set.theme.dark") }),
      seen(), letters(), ruler());
    if (held?.name) box.querySelector(`[name="${held.name}"]${held.type === "radio" ? `[value="${held.value}"]` : ""}`)?.focus();
  }

  /** The languages of the game, by their own names where we know them. */
  const cardLanguages = () => Object.fromEntries((cardgen.state.catalog?.game.languages ?? []).map((lang) => [lang,
    LANGUAGES[lang] ?? lang]));

  function open() {
    const back = cardgen.focused()?.closest("[data-hold]")?.dataset.hold;
    const box = h("dialog", { class: "settings", "aria-labelledby": "settings-title" });
    const stop = cardgen.on("settings", (name) => (name === "language" ? fill(box) : null));
    box.addEventListener("close", () => {
      stop();
      box.remove();
      if (back) document.querySelector(`[data-hold="${CSS.escape(back)}"]`)?.focus();
    });
    fill(box);
    document.body.append(box);
    box.showModal();
  }

  cardgen.tool("tool.settings", open, "⚙");

  cardgen.words({
    en: {
      "tool.settings": "Settings", "set.title": "Settings", "set.language": "Language of the page",
        "set.cards": "Language of names and texts of the cards",
      "set.theme": "Theme", "set.theme.auto": "As the system", "set.theme.light": "Light", "set.theme.dark": "Dark",
        "set.sight": "Show cards as seen with",
      "set.letters": "Single characters work as keys (A approves, J goes on, …)", "set.true": "True size", "set.true.label": "A millimetre",
      "set.true.how": "Hold a bank card to the screen, and move the slider until the outline is as large as the card.",
        "set.pixels": "{px} px", "set.reset": "Reset",
    },
    zh: {
      "tool.settings": "设置", "set.title": "设置", "set.language": "页面语言", "set.cards": "卡牌名称与文字的语言",
      "set.theme": "外观", "set.theme.auto": "跟随系统", "set.theme.light": "浅色", "set.theme.dark": "深色", "set.sight": "以何种色觉显示卡牌",
      "set.letters": "单个字符可作按键（A 通过、J 下一张等）", "set.true": "实际大小", "set.true.label": "一毫米",
      "set.true.how": "把一张银行卡贴在屏幕上，移动滑块，直到线框与卡同样大。", "set.pixels": "{px} 像素", "set.reset": "复原",
    },
  });
})();
