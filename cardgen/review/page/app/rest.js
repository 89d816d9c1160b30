/* The modes that the first card does without. They are loaded after it, or for an address of theirs. */

import "../print/press.js";
import "../print/sheet.js";
import "../print/exports.js";
import "../print/printers.js";
import "../make/table.js";
import "../make/canvas.js";
import "../make/game.js";
import "../make/text.js";
import "../make/open-text.js";
import "../play/public.js";
import "../play/free/free.js";
