/* Whole games in words. */

import { message, plural, words } from "../../play/public.js";

words({
  en: {
    "bk.player": message("Player {n}"),
    "bk.policy.patient": message("Patient"),
    "bk.game.count": message("Players"),
    "bk.game.players": message("Players"),
    "bk.game.head.garbage": message("Garbage"),
    "bk.game.goal": message("Bury the others in garbage: whoever holds more than {count} garbage cards is out."),
    "bk.game.blocks": message("{count} of {most} blocks"),
    "bk.game.aimed": message("attacked: {n}"),
    "bk.game.attacked": message("Points of attacks, turn by turn"),
    "bk.game.is-out": message("out"),
    "bk.game.piles": message("In the decks: {blocks} block cards, {garbage} garbage cards."),
    "bk.game.draw-each": message("Draw a block and a garbage card"),
    "bk.game.draw-blocks": message("Draw two block cards"),
    "bk.game.pass": message("Pass"),
    "bk.game.no-answer": message("Do not answer"),
    "bk.game.least": plural("Place at least {count} block this turn.", "Place at least {count} blocks this turn."),
    "bk.game.attack": message("Attack {player} with {n}"),
    "bk.game.answer": message("Answer with attack {attack}, block {block}"),
    "bk.game.winner": message("The game is over: {player} wins."),
    "bk.game.ask.draw": message("{player}: draw."),
    "bk.game.ask.play": message("{player}: lay garbage, place blocks and attack, or pass."),
    "bk.game.ask.answer": message("{player}: {other} attacks with {n}. Answer, or draw garbage cards."),
    "bk.game.turn.draw": message("{player} draws"),
    "bk.game.turn.draw-blocks": message("{player} draws two block cards"),
    "bk.game.turn.pass": message("{player} passes"),
    "bk.game.turn.no-answer": message("{player} does not answer"),
    "bk.game.turn.answer": message("{player} answers"),
    "bk.game.turn.attack": message("{player} attacks {other} with {n}"),
    "bk.game.drawn": plural("{player} draws {count} garbage card.", "{player} draws {count} garbage cards."),
    "bk.game.out": message("{player} is out."),
    "bk.game.look": message("Look at it on the table"),
  },
});
