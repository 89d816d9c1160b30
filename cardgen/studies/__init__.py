"""Studies of a game's balance: their trials run on all cores or on a cluster, kept, resumed and reported."""
