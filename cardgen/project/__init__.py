"""Work on a project: new games and additions, files for translators, versions compared, figures of cards."""
