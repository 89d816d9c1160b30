"""The bundled games: rules as code, and whatever else only one game has."""
