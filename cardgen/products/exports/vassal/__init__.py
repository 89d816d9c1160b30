"""The export `vassal`: a module of VASSAL with a table, a pile for each deck, and a hand for each player."""
