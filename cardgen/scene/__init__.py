"""What every picture is made of: scenes and their items, colours, fonts, set text, shapes of squares."""
