/* What the view of a card says. */

import { words } from "../app/words.js";
import { message } from "../shared/messages.js";

words({
  en: {
    "view.card": message("Card"),
    "card.all": message("All cards"),
    "card.none": message("There is no such card."),
    "card.compare": message("Compare"),
    "card.at": message("{n} of {all}"),
    "card.beside": message("not among the {all} listed"),
    "card.sides": message("Sides"),
    "card.side.both": message("Both"),
    "card.side.face": message("Face"),
    "card.side.back": message("Back"),
    "card.over": message("Turn over"),
    "card.zoom": message("Size"),
    "card.fit": message("Fit"),
    "card.true": message("True size"),
    "card.steps": message("Zoom"),
    "card.smaller": message("Smaller"),
    "card.larger": message("Larger"),
    "card.lines": message("Lines"),
    "card.more": message("More ways to look at it"),
    "card.turned": message("Upside down"),
    "card.bleed": message("Bleed"),
    "card.trim": message("Trim"),
    "card.safe": message("Safe area"),
    "card.sight": message("Colour vision"),
    "card.stage": message("Picture of the card"),
    "card.aside": message("About the card"),
    "card.loading": message("Loading …"),
    "card.lost": message("The details of this card could not be loaded."),
    "card.again": message("Try again"),
    "key.over": message("Turn the card over"),
    "key.fit": message("Fit, or true size"),
    "walk.last": message("This is the last card of the list."),
    "walk.first": message("This is the first card of the list."),
  },
});
