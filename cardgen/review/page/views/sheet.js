/* The printed files: pictures of the pages of the PDFs in true millimetres, sheet by sheet; each card is a link. */
"use strict";

(() => {
  const { h, s, t, state, site, message } = cardgen;
  const PIXELS_A_MM = 96 / 25.4;
  const RULER = 20; // px
  const MARGIN = 24; // px, left free beside the pages
  const NEAR = 20; // thumbnails on each side of the page that is shown
  const NARROW = 720; // px: in a narrower view, the two sides of a sheet are below each other
  /** @type {Record<string, number>} */
  const ZOOMS = { fit: 0, true: 1, double: 2 };
  /** @type {Record<string, string>} */
  const PAPERS = { "210x297": "A4", "297x210": "A4", "215.9x279.4": "Letter", "279.4x215.9": "Letter" };

  let root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
  let route = /** @type {Route} */ (/** @type {unknown} */ (null));
  let sheets = /** @type {SheetData[]} */ (/** @type {unknown} */ (null));
  let failed = false;
  let resized = /** @type {ResizeObserver | null} */ (null);
  let seen = /** @type {IntersectionObserver | null} */ (null);

  // ---------------------------------------------------------------- the pages that are shown

  const sheetNow = () => sheets.find((file) => file.name === route.path[0]) ?? sheets[0];
  /** @param {number} number @param {number} least @param {number} most */
  const clamp = (number, least, most) => Math.min(Math.max(number, least), most);
  /** @param {SheetData} sheet */
  const pageNow = (sheet) => clamp(Math.trunc(Number(route.path[1])) || 1, 1, Math.max(1, sheet.pages));

  /** Whether a page and the next are the two sides of one leaf.
      @param {SheetData} sheet */
  const isLeaved = (sheet) => sheet.flip !== null && sheet.sides.length === 2;

  /** The pages that are shown together: both sides of a leaf, or one page.
      @param {SheetData} sheet @param {number} page */
  function pagesOfLeaf(sheet, page) {
    const first = isLeaved(sheet) ? page - ((page - 1) % 2) : page;
    return isLeaved(sheet) && first < sheet.pages ? [first, first + 1] : [first];
  }

  /** @param {SheetData} sheet @param {number} page */
  const sideOf = (sheet, page) => sheet.sides[(page - 1) % sheet.sides.length];

  /** Whether the back is beside the front: paper flipped on its long edge is mirrored left to right if it is upright.
      @param {SheetData} about */
  const isSideways = ({ flip, paper: [width, height] }) => (flip === "long") === (height >= width);

  /** The cards on a page, in the order of the slots.
      @param {SheetData} sheet @param {number} page */
  function placed(sheet, page) {
    const side = sideOf(sheet, page);
    const many = sheet.slots.face.length;
    const start = Math.floor((page - 1) / sheet.sides.length) * many;
    const on = /** @type {SideName[]} */ (side === "fold" ? ["face", "back"] : side === "back" ? ["back"] : ["face"]);
    const slots = [];
    const all = new Map();
    for (const [key, copies] of sheet.cards) all.set(key, (all.get(key) ?? 0) + copies);
    const earlier = new Map(); // the copies of a card in the sets before
    let index = 0;
    for (const [key, copies] of sheet.cards) {
      const before = earlier.get(key) ?? 0;
      for (let at = Math.max(start, index); at < Math.min(start + many, index + copies); at += 1) {
        for (const which of on) {
          if (which === "back" && state.cards.get(key)?.back === null) continue;
          slots.push({ key, copy: before + at - index + 1, copies: all.get(key), side: which, slot: at - start, rect: sheet.slots[which][at - start] });
        }
      }
      index += copies;
      earlier.set(key, before + copies);
    }
    return slots;
  }

  /** The address of a page's picture; in a live page it changes when the page's content may have changed.
      @param {SheetData} sheet @param {number} page */
  const picture = (sheet, page) => `sheets/${sheet.name}/${page}.png${site ? "" : `?v=${sheet.key}`}`;

  const kept = () => ({ zoom: route.state.zoom, card: route.state.card });
  /** @param {SheetData} sheet @param {number} page */
  const link = (sheet, page) => cardgen.address("sheet", [sheet.name, String(page)], kept());
  /** @param {SheetData | undefined} sheet @param {number} page @param {{ replace?: boolean }} [options] */
  const to = (sheet, page, options) => sheet && cardgen.go("sheet", [sheet.name, String(page)], kept(), options);

  /** @param {number} by */
  function step(by) {
    const sheet = sheets && sheetNow();
    if (!sheet) return;
    const pages = pagesOfLeaf(sheet, pageNow(sheet));
    const next = by > 0 ? pages[pages.length - 1] + 1 : pagesOfLeaf(sheet, pages[0] - 1)[0];
    if (next >= 1 && next <= sheet.pages) to(sheet, next, { replace: true });
  }

  // ---------------------------------------------------------------- the tools

  /** @param {number} mm */
  const short = (mm) => String(Math.round(mm * 100) / 100);
  /** @param {SheetData} about */
  const paperName = ({ paper }) => PAPERS[paper.join("x")] ?? "";

  /** @param {string} name @param {Attributes} attributes @param {...Child} children */
  const button = (name, attributes, ...children) => h("button", { type: "button", dataset: { hold: name }, ...attributes }, children);

  /** The files, in groups if they are of several kinds.
      @param {SheetData} sheet */
  function options(sheet) {
    const sections = [...new Set(sheets.map((file) => file.section))];
    /** @param {string} section */
    const of = (section) => sheets.filter((file) => file.section === section).map((file) =>
      h("option", { value: file.name, selected: file === sheet }, `${file.name} (${file.pages})`));
    return sections.map((section) => (sections.length > 1 ? h("optgroup", { label: t(`sheet.in-${section}`) }, of(section)) : of(section)));
  }

  /** @param {SheetData} sheet @param {number[]} pages */
  function tools(sheet, pages) {
    const last = pages[pages.length - 1] >= sheet.pages;
    return h("div", { class: "row tools-of-sheet" },
      h("label", { class: "above grow" }, t("sheet.which"),
        h("select", { dataset: { hold: "which" }, onchange: (event) => to(sheets.find((file) => file.name === event.target.value), 1) },
          options(sheet))),
      h("span", { class: "group" },
        button("previous", { disabled: pages[0] <= 1, "aria-label": t("sheet.previous"), onclick: () => step(-1) }, "‹"),
        button("next", { disabled: last, "aria-label": t("sheet.next"), onclick: () => step(1) }, "›")),
      h("label", { class: "above" }, t("sheet.page", { n: sheet.pages }),
        h("input", { type: "number", min: 1, max: sheet.pages, value: pageNow(sheet), dataset: { hold: "page" },
          onchange: (event) => to(sheet, clamp(Math.trunc(Number(event.target.value)) || 1, 1, sheet.pages), { replace: true }) })),
      h("span", { class: "group", role: "group", "aria-label": t("sheet.zoom") }, Object.keys(ZOOMS).map((zoom) =>
        button(zoom, { "aria-pressed": String(zoomNow() === zoom), onclick: () => setZoom(zoom) }, t(`sheet.${zoom}`)))),
      h("a", { class: "button", href: sheet.pdf, dataset: { hold: "pdf" } }, t("sheet.pdf")));
  }

  const zoomNow = () => (route.state.zoom in ZOOMS ? route.state.zoom : "fit");
  /** @param {string} zoom */
  const setZoom = (zoom) => cardgen.alter({ zoom: zoom === "fit" ? "" : zoom });

  /** @param {SheetData} sheet @param {number[]} pages */
  function about(sheet, pages) {
    const [width, height] = sheet.paper;
    const name = paperName(sheet);
    return h("p", { class: "sheet-about quiet" },
      h("strong", {}, t(`sheet.in-${sheet.section}`),
        cardgen.pick(sheet.title) ? [t("sheet.colon"), cardgen.say(sheet.title)] : null),
      h("span", {}, `${name ? `${name}, ` : ""}${short(width)} × ${short(height)} mm`),
      h("span", {}, isLeaved(sheet)
        ? t("sheet.leaf", { n: (pages[0] + 1) / 2, of: Math.ceil(sheet.pages / 2), pages: pages.join(t("sheet.and")) })
        : t("sheet.pages", { n: pages[0], of: sheet.pages })),
      sheet.mm ? h("span", {}, t(sheet.tiles ? "sheet.together" : "sheet.cut", { size: sheet.mm.map(short).join(" × ") })) : null,
      sheet.cell ? h("span", {}, t("sheet.cell", { mm: short(sheet.cell) })) : null);
  }

  /** @param {SheetData} sheet */
  function flipNote(sheet) {
    if (!isLeaved(sheet)) return sideOf(sheet, 1) === "fold" ? h("p", { class: "flip-note" }, t("sheet.fold")) : null;
    return h("p", { class: "flip-note" }, h("span", { class: "flip-mark", "aria-hidden": "true" }),
      h("span", {}, cardgen.joinSentences([t(`sheet.${sheet.flip}`), t(isSideways(sheet) ? "sheet.sideways" : "sheet.upwards")])));
  }

  // ---------------------------------------------------------------- a page with its rulers

  /** A ruler as wide or high as the paper: a stroke a millimetre, fewer where they would run together.
      @param {number} length @param {number} scale @param {boolean} upright */
  function ruler(length, scale, upright) {
    const every = scale >= 3 ? 1 : scale >= 1.2 ? 5 : 10;
    const numbered = scale >= 2 ? 10 : scale >= 0.9 ? 20 : 50;
    const numbers = [];
    let strokes = "";
    for (let at = 0; at <= length; at += every) {
      const long = at % 10 === 0 ? 9 : at % 5 === 0 ? 6 : 3;
      const along = (at * scale).toFixed(2);
      strokes += upright ? `M${RULER} ${along}h-${long}` : `M${along} ${RULER}v-${long}`;
      if (at % numbered || at + numbered / 4 > length) continue;
      const after = at * scale + 2;
      const turned = { transform: `translate(9 ${after}) rotate(-90)`, "text-anchor": "end" };
      numbers.push(s("text", upright ? turned : { x: after, y: 9 }, String(at)));
    }
    const size = [length * scale, RULER];
    const [width, height] = upright ? size.toReversed() : size;
    const which = upright ? "upright" : "level";
    return s("svg", { class: `sheet-ruler ${which}`, viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      s("path", { d: strokes }), numbers);
  }

  /** @param {number} part @param {number} whole */
  const percent = (part, whole) => `${((part / whole) * 100).toFixed(4)}%`;

  /** @param {SheetData} sheet @param {number} page @param {PlacedCard} about2 */
  function slotLink(sheet, page, { key, copy, copies, side, slot, rect: [x, y, width, height] }) {
    const [wide, high] = sheet.paper;
    const card = state.cards.get(key);
    const named = Object.keys(card?.names ?? {}).length > 0;
    const values = { side: side === "back" ? "back" : "" };
    const name = [named ? [cardgen.say(card?.names), " "] : null, card?.id ?? key,
      t("sheet.card", { side: t(`sheet.${side}`), copy, copies })];
    return h("li", {}, h("a", {
      href: cardgen.address("card", key.split("/"), values), dataset: { slot: String(slot), hold: `${page}-${slot}-${side}` },
      class: route.state.card === key ? "wanted" : null,
      style: { left: percent(x, wide), top: percent(y, high), width: percent(width, wide), height: percent(height, high) },
      onpointerenter: together, onpointerleave: together, onfocus: together, onblur: together,
    }, h("span", { class: "hidden-text" }, name)));
  }

  /** A card's face and its back are shown as belonging together.
      @param {Event} event */
  function together(event) {
    const on = event.type === "pointerenter" || event.type === "focus";
    const link_ = /** @type {HTMLElement} */ (event.currentTarget);
    const { slot } = link_.dataset;
    const stage = link_.closest(".sheet-stage");
    for (const copy of stage?.querySelectorAll(`.sheet-page a[data-slot="${slot}"]`) ?? []) copy.classList.toggle("same", on);
  }

  /** The edge that the paper is turned about, where this page has it.
      @param {SheetData} sheet @param {number} page */
  function flipEdge(sheet, page) {
    if (!isLeaved(sheet)) return null;
    const front = sideOf(sheet, page) === "front";
    return isSideways(sheet) ? (front ? "right" : "left") : front ? "bottom" : "top";
  }

  /** The caption of a page: its side, its place in a board on several pages, or its number alone.
      @param {SheetData} about @param {number} page */
  function caption({ sides, tiles }, page) {
    const side = sides[(page - 1) % sides.length];
    const [columns] = tiles ?? [1];
    const tile = { page, row: Math.floor((page - 1) / columns) + 1, column: ((page - 1) % columns) + 1 };
    return side === "page" ? t(tiles ? "sheet.tile" : "sheet.only", tile) : t("sheet.caption", { page, side: t(`sheet.of-${side}`) });
  }

  /** The page as something to decide on, once it is loaded.
      @param {SheetData} sheet @param {number} page */
  const subject = (sheet, page) => state.cards.get(`${sheet.pdf}/${page}`);

  /** The status of a page, its open comments, and the link to the page by itself.
      @param {SheetData} sheet @param {number} page */
  function marks(sheet, page) {
    const card = subject(sheet, page);
    if (!card) return [];
    const values = { deck: card.deck };
    return [cardgen.statusMark(card.key), cardgen.openMark(card.key),
      h("a", { href: cardgen.cardAddress(card.key, values), dataset: { hold: `review-${page}` } }, t("sheet.review")),
      cardgen.decisions.lastJudged(card.key)
        ? h("a", { href: cardgen.cardAddress(card.key, values, "compare"), dataset: { hold: `compare-${page}` } }, t("card.compare")) : null];
  }

  /** Draws what is decided about the pages that are shown, without the pictures. */
  function drawMarks() {
    const sheet = sheets && sheetNow();
    if (!sheet || !root) return;
    for (const row of root.querySelectorAll(".sheet-marks")) cardgen.fill(row, marks(sheet, Number(row.dataset.page)));
    for (const pins of root.querySelectorAll(".sheet-pins")) cardgen.fill(pins, pinsOn(sheet, Number(pins.dataset.page)));
  }

  /** The pins of open comments, as small marks that lead to the page.
      @param {SheetData} sheet @param {number} page */
  function pinsOn(sheet, page) {
    const card = subject(sheet, page);
    if (!card) return [];
    const [wide, high] = sheet.paper;
    return cardgen.openPins(card.key).map((event) => {
      const [x, y] = event.at_mm ?? [0, 0];
      return h("li", {}, h("a", { class: "pin-number", href: cardgen.cardAddress(card.key, { deck: card.deck, comment: event.id }), title: event.text,
        dataset: { hold: `pin-${event.id}` }, style: { left: percent(x, wide), top: percent(y, high) } }, cardgen.pinNumber(event)));
    });
  }

  /** @param {SheetData} sheet @param {number} page */
  function pageFigure(sheet, page) {
    const side = sideOf(sheet, page);
    const [wide, high] = sheet.paper;
    const alt = t("sheet.alt", { sheet: sheet.name, caption: caption(sheet, page) });
    const missing = () => image.closest(".sheet-page")?.classList.add("missing");
    const image = h("img", { class: "sight", src: picture(sheet, page), alt, decoding: "async", dataset: { page }, onerror: missing });
    const flip = flipEdge(sheet, page) ?? "";
    return h("figure", { class: "sheet-side", dataset: { side } },
      h("figcaption", {}, caption(sheet, page)),
      h("p", { class: "sheet-marks", dataset: { page } }, marks(sheet, page)),
      h("div", { class: "sheet-measured" },
        h("div", { class: "sheet-page", dataset: { flip }, style: { "--wide": String(wide), "--high": String(high) } },
          image,
          h("p", { class: "no-picture" }, t("sheet.missing")),
          sheet.cards.length
            ? h("ul", { class: "sheet-slots" }, placed(sheet, page).map((place) => slotLink(sheet, page, place))) : null,
          h("ul", { class: "sheet-pins", dataset: { page } }, pinsOn(sheet, page)))));
  }

  /** Sets the millimetre, and draws the rulers for it. */
  function measure() {
    const stage = root?.querySelector(".sheet-stage");
    if (!stage) return;
    const sheet = sheetNow();
    const pages = stage.querySelectorAll(".sheet-side");
    const narrow = stage.clientWidth < NARROW;
    const beside = pages.length === 2 && isSideways(sheet) && !narrow;
    stage.dataset.beside = String(beside);
    const room = (stage.clientWidth - MARGIN - (beside ? 2 * RULER + 28 : RULER)) / (beside ? 2 : 1);
    const fit = Math.min(room / sheet.paper[0], 8);
    const zoom = ZOOMS[zoomNow()];
    const scale = zoom ? zoom * (cardgen.settings.millimetre ?? PIXELS_A_MM) : fit;
    stage.style.setProperty("--mm", `${scale}px`);
    for (const measured of stage.querySelectorAll(".sheet-measured")) {
      for (const old of measured.querySelectorAll(".sheet-ruler")) old.remove();
      measured.prepend(ruler(sheet.paper[0], scale, false), ruler(sheet.paper[1], scale, true));
    }
  }

  // ---------------------------------------------------------------- the strip

  /** @param {SheetData} sheet @param {number} page @param {number[]} pages */
  function thumbnail(sheet, page, pages) {
    return h("li", {}, h("a", { href: link(sheet, page), dataset: { hold: `thumbnail-${page}`, shown: String(pages.includes(page)) },
      "aria-current": page === pageNow(sheet) ? "page" : null, "aria-label": caption(sheet, page) },
    h("img", { alt: "", dataset: { src: picture(sheet, page) }, style: { "--ratio": String(sheet.paper[0] / sheet.paper[1]) } }),
    h("span", {}, String(page))));
  }

  /** @param {SheetData} sheet @param {number[]} pages */
  function strip(sheet, pages) {
    const from = Math.max(1, pages[0] - NEAR);
    const until = Math.min(sheet.pages, pages[pages.length - 1] + NEAR);
    const numbers = Array.from({ length: until - from + 1 }, (_, index) => from + index);
    return h("nav", { class: "sheet-strip", "aria-label": t("sheet.strip") },
      h("ol", {}, numbers.map((page) => thumbnail(sheet, page, pages))));
  }

  /** Loads the thumbnails that are in sight, once the pages themselves are there. */
  function fillStrip() {
    const list = /** @type {HTMLElement} */ (root.querySelector(".sheet-strip ol"));
    const current = /** @type {HTMLElement} */ (list.querySelector('[data-shown="true"]'));
    list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
    list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
    seen?.disconnect();
    seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target: element } of entries) {
        const target = /** @type {HTMLImageElement} */ (element);
        if (!isIntersecting || !target.dataset.src) continue;
        target.src = target.dataset.src;
        delete target.dataset.src;
      }
    }, { root: list, rootMargin: "200px" });
    const watch = seen;
    const settled = /** @type {HTMLImageElement[]} */ ([...root.querySelectorAll(".sheet-page img")]).map((image) => image.decode().catch(() => {}));
    Promise.all(settled).then(() => list.querySelectorAll("img").forEach((image) => watch.observe(image)));
  }

  // ---------------------------------------------------------------- the whole

  /** @param {string} text */
  function nothing(text) {
    return h("p", { class: "panel" }, text);
  }

  function body() {
    if (!sheets) return [nothing(t(failed ? "sheet.failed" : "sheet.loading"))];
    const sheet = sheetNow();
    if (!sheet) return [nothing(t(state.catalog.fault ? "sheet.faulty" : "sheet.none"))];
    if (sheet.name !== route.path[0] && route.path[0] && !state.catalog.checked) return [nothing(t("sheet.loading"))];
    const pages = pagesOfLeaf(sheet, pageNow(sheet));
    const begun = [tools(sheet, pages), about(sheet, pages), cardgen.printerLine(sheet, sheets)];
    if (!sheet.drawn) return [...begun, nothing(t("sheet.undrawn"))];
    return [
      ...begun, flipNote(sheet),
      h("div", { class: "sheet-layout" },
        h("div", { class: "sheet-stage", tabindex: "0", role: "region", "aria-label": t("sheet.stage"),
          dataset: { hold: "stage", zoom: zoomNow() } },
          pages.map((page) => pageFigure(sheet, page))),
        sheet.pages > pages.length ? strip(sheet, pages) : null),
    ];
  }

  function draw() {
    if (!root) return;
    const held = root.contains(cardgen.focused()) ? cardgen.focused()?.dataset.hold : null;
    const stage = root.querySelector(".sheet-stage");
    const scrolled = stage ? [stage.scrollLeft, stage.scrollTop] : [0, 0];
    root.replaceChildren(...[h("h1", {}, t("view.sheet")), ...body()].flatMap((part) => part ?? []));
    const renewed = root.querySelector(".sheet-stage");
    resized?.disconnect();
    if (renewed) {
      resized = new ResizeObserver(measure);
      measure();
      resized.observe(renewed);
      [renewed.scrollLeft, renewed.scrollTop] = scrolled;
      if (root.querySelector(".sheet-strip")) fillStrip();
    }
    const again = held ? root.querySelector(`[data-hold="${CSS.escape(held)}"]`) : null;
    (again?.matches(":disabled") ? again.parentElement?.querySelector("button:enabled") : again)?.focus({ preventScroll: true });
  }

  async function ask(first = false) {
    try {
      sheets = await cardgen.load("sheets");
      failed = false;
    } catch {
      failed = true;
    }
    draw();
    if (first) root?.querySelector("a.wanted")?.scrollIntoView({ block: "nearest" });
  }

  cardgen.view("sheet", {
    tab: 3,
    mount(main, newRoute) {
      root = main;
      route = newRoute;
      draw();
      ask(true);
    },
    update(newRoute) {
      route = newRoute;
      draw();
    },
    changed(kind) {
      if (kind === "catalog" || kind === "checked" || kind === "printer") ask();
      else if (kind === "review") drawMarks();
      if (kind === "fault") draw();
    },
    current() {
      const sheet = sheets && sheetNow();
      return (sheet && subject(sheet, pageNow(sheet))?.key) ?? null;
    },
    title: (newRoute) => [newRoute.path[0] ?? sheets?.[0]?.name, newRoute.path[1] && t("sheet.only", { page: newRoute.path[1] }), t("view.sheet")].filter(Boolean),
    unmount() {
      resized?.disconnect();
      seen?.disconnect();
      root = /** @type {HTMLElement} */ (/** @type {unknown} */ (null));
    },
  });

  cardgen.key("sheet-next", { keys: ["j"], views: ["sheet"], words: "sheet.next", run: () => step(1) });
  cardgen.key("sheet-previous", { keys: ["k"], views: ["sheet"], words: "sheet.previous", run: () => step(-1) });
  cardgen.key("sheet-zoom", { keys: ["f"], views: ["sheet"], words: "sheet.size-key",
    run: () => setZoom(zoomNow() === "fit" ? "true" : "fit") });

  cardgen.words({
    en: {
      "view.sheet": message("Sheets"),
      "sheet.which": message("File"),
      "sheet.previous": message("Previous sheet"),
      "sheet.next": message("Next sheet"),
      "sheet.page": message("Page of {n}"),
      "sheet.zoom": message("Size"),
      "sheet.fit": message("Fit"),
      "sheet.true": message("True size"),
      "sheet.double": message("200%"),
      "sheet.size-key": message("Fit, or true size"),
      "sheet.pdf": message("Open the PDF"),
      "sheet.leaf": message("sheet {n} of {of}: pages {pages}"),
      "sheet.and": message(" and "),
      "sheet.pages": message("page {n} of {of}"),
      "sheet.fold": message("Fold along the dashed line: faces and backs are on one side of the paper."),
      "sheet.long": message("Print double-sided, flip on long edge."),
      "sheet.short": message("Print double-sided, flip on short edge."),
      "sheet.sideways": message("The dashed line is the flip edge: the back lies beside the front."),
      "sheet.upwards": message("The dashed line is the flip edge: the back lies below the front."),
      "sheet.card": message(", {side}, copy {copy} of {copies}"),
      "sheet.face": message("face"),
      "sheet.back": message("back"),
      "sheet.of-front": message("fronts"),
      "sheet.of-back": message("backs"),
      "sheet.of-fold": message("fronts and backs"),
      "sheet.alt": message("{sheet}: {caption}"),
      "sheet.caption": message("Page {page}: {side}"),
      "sheet.only": message("Page {page}"),
      "sheet.tile": message("Page {page}: row {row}, column {column}"),
      "sheet.colon": message(": "),
      "sheet.together": message("{size} mm assembled"),
      "sheet.cut": message("{size} mm after cutting"),
      "sheet.cell": message("cells of {mm} mm"),
      "sheet.in-sheets": message("Cards"),
      "sheet.in-diecuts": message("Die-cut pieces"),
      "sheet.in-boards": message("Boards"),
      "sheet.in-cutouts": message("Cut-outs"),
      "sheet.in-pages": message("Single pages"),
      "sheet.in-tuckboxes": message("Boxes"),
      "sheet.in-calibration": message("Calibration"),
      "sheet.in-rulebook": message("Rulebook"),
      "sheet.review": message("Open page"),
      "sheet.missing": message("The picture of this page could not be made."),
      "sheet.strip": message("Pages"),
      "sheet.stage": message("The pages as they are printed"),
      "sheet.loading": message("Loading the sheets…"),
      "sheet.failed": message("The sheets could not be loaded."),
      "sheet.faulty": message("The sheets cannot be made from the files as they are (see the faults above)."),
      "sheet.none": message("This game has no sheets."),
      "sheet.undrawn": message("This copy has no pictures of the sheets. Open the PDF."),
    },
  });
})();
