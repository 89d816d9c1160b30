"""Template files: `extends`, boxes and their places, icons, marks in texts."""
