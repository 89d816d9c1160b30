"""The campaigns, one module each. They take a seeded random generator, the number of trials, and an empty folder."""
