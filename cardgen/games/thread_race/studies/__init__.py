"""Studies of the balance: `simulate` plays whole games between policies, `stats` tries orders of a deck alone."""
