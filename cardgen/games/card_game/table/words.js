/* The table of card games that are data in words. */

import { message, plural, words } from "../../play/public.js";

words({
  en: {
    "cg.setting.players": message("Players"),
    "cg.player": message("Player {n}"),
    "cg.and": message(", "),
    "cg.goal.rounds": message("Whoever has the most {score} after {rounds} rounds wins."),
    "cg.goal.points": message("Whoever has the most {score} wins, after {rounds} rounds or when somebody has {points}."),
    "cg.middle": message("In the middle"),
    "cg.count": plural("{count} card", "{count} cards"),
    "cg.empty": message("no cards"),
    "cg.hidden-card": message("a hidden card"),
    "cg.card-of": message("{card} of {player}"),
    "cg.attribute": message("{name}: {value}"),
    "cg.word.end": message("End"),
    "cg.word.yes": message("Yes"),
    "cg.word.no": message("No"),
    "cg.word.none": message("Nothing"),
    "cg.word.use": message("Use"),
    "cg.word.hand": message("Hand"),
    "cg.round": message("Round {round}."),
    "cg.ask.window": message("{player}: {about}"),
    "cg.ask.use": message("{player}: use {about}?"),
    "cg.ask.pick": message("{player}: {about}. Choose."),
    "cg.ask.pick-many": message("{player}: {about}. Choose {count}."),
    "cg.ask.order": message("{player}: {about}. Put the cards in order, the top one first."),
    "cg.ask.choose": message("Choose"),
    "cg.ask.turn": message("choose what to do"),
    "cg.ask.by-hand": message("{player}: do this by hand: {about}"),
    "cg.word.done": message("Done"),
    "cg.turn.hand": message("{player}, by hand: {verb}, {thing}: {to}"),
    "cg.turn": message("{player}: {answer}"),
    "cg.wins": message("{players} won the game."),
    "cg.nobody": message("Nobody won the game."),
  },
});
