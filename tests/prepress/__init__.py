"""Files compared by programs that nobody here wrote. `make test` installs them; docs/exports.md lists them."""
