/* The parts of the table. */

import "./words.js";
import "./words-play.js";
import "./cards.js";
import "./steps.js";
import "./engine.js";
import "./drawing.js";
import "./placing.js";
import "./keys.js";
import "./sounds.js";
import "./field.js";
import "./tools.js";
import "./rows.js";
import "./score.js";
import "./analysis.js";
import "./puzzles.js";
import "./share.js";
import "./game-words.js";
import "./game.js";
