"""Looking cards over in a browser: what is shown, what was decided, and the page that does it."""
