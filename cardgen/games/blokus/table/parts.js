/* The parts of the table. */

import "./words.js";
import "./cards.js";
import "./engine.js";
import "./clock.js";
import "./pieces.js";
import "./board.js";
import "./prompt.js";
import "./players.js";
import "./log.js";
