"""The campaigns: a module each. They take a seeded source of chance, how many trials to make, and an empty folder."""
