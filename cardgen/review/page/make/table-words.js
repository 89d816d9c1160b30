/* The words of the spreadsheet. */

import { words } from "../app/words.js";
import { message, plural } from "../shared/messages.js";

words({
  en: {
    "make.inherited": message("As for all cards of the deck: this row does not say it"),
    "view.make": message("Grid"),
    "make.picture": message("Picture"),
    "make.counts": plural("{count} card", "{count} cards"),
    "make.outdated": message("outdated"),
    "make.fault": message("Refused"),
    "make.finding": message("Finding"),
    "make.duplicate": message("Duplicate the card"),
    "make.delete": message("Delete the cards"),
    "make.fill": message("Fill down"),
    "make.tools": message("Tools"),
    "make.cells": plural("{count} cell", "{count} cells"),
    "make.sum": message("Sum {value}"),
    "make.mean": message("Mean {value}"),
    "make.least": message("Least {value}"),
    "make.most": message("Most {value}"),
    "make.undo": message("Undo"),
    "make.redo": message("Redo"),
    "make.saved": plural("Saved: {count} change in {file}", "Saved: {count} changes in {file}"),
    "make.refused": message("Not saved"),
    "make.none": message("The rows of this deck cannot be read: correct its file."),
    "make.no-card": message("{row} is in {file}, but no card is made of it: see “where” in game.yaml."),
    "make.shared": plural("shared with {count} other card", "shared with {count} other cards"),
    "make.no-rows": message("Paste from the first column on to add cards: each needs its id."),
    "make.label.cell": message("{field} of {card}"),
    "make.label.cells": plural("{count} change in {deck}", "{count} changes in {deck}"),
    "make.key.edit": message("Edit the cell"),
  },
});
