"""The main paths of the review page in other browsers than Chromium: `make browsers`."""
