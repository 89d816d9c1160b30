"""The command line: read arguments, call the library, print, exit."""
