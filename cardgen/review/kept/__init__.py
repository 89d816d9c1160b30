"""The pictures of cards that decisions are about, kept as long as they are needed: small, and without conflicts."""
