/* The clocks of the players: the time of a turn first, and then what the player has left for the whole game. */

import { current, t } from "../../play/public.js";
import { bl } from "./state.js";

const TICK = 200;
/** The position whose turn is being timed, and when it began. */
let timed = null;
let began = 0;
let ticking = 0;

/** A clock in words: "none", or "10+120" as the seconds of a turn and of the game. */
bl.clockName = (clock) => {
  const [step, total] = clock.split("+").map(Number);
  if (clock === "none") return t("bl.clock.none");
  if (!total) return t("bl.clock.step", { step });
  return step ? t("bl.clock.both", { step, minutes: total / 60 }) : t("bl.clock.total", { minutes: total / 60 });
};

/** Time as minutes and seconds: 4:05. */
bl.timeText = (milliseconds) => {
  const seconds = Math.ceil(Math.max(0, milliseconds) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The milliseconds that the player to move has used in this turn. */
bl.spent = () => (timed && timed === bl.game.facts ? Math.round(performance.now() - began) : 0);

/** What a player has left, in milliseconds: of the turn, and of the game. */
bl.timeLeft = (player) => {
  const { facts } = bl.game;
  const step = facts.to_move === null ? 0 : facts.milliseconds - facts.time_left[facts.to_move];
  const spent = player === facts.to_move ? bl.spent() : 0;
  return { step: Math.max(0, step - spent), total: facts.time_left[player] - Math.max(0, spent - step) };
};

/** Start the clock of a person whose turn has come; stop it for bots, and for positions of the past. */
bl.runClock = () => {
  const { game } = bl;
  const { facts } = game;
  const runs = facts?.time_left && facts.to_move !== null && game.at === game.turns.length && !game.isBot(facts.to_move);
  if (!runs) timed = null;
  else if (timed !== facts) {
    timed = facts;
    began = performance.now();
  }
  clearInterval(ticking);
  if (timed) ticking = setInterval(tick, TICK);
};

function tick() {
  const { game } = bl;
  if (timed !== game.facts || current.route.view !== "table") return clearInterval(ticking);
  bl.drawTimes?.();
  if (bl.spent() < game.facts.milliseconds) return undefined;
  clearInterval(ticking);
  bl.putBack();
  return game.take({ automatic: true, milliseconds: game.facts.milliseconds });
}

/** A turn with the time that it took. */
bl.withTime = (turn) => (timed ? { ...turn, milliseconds: bl.spent() } : turn);
