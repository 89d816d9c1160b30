"""What all other rooms use: errors, units, words, plug-ins, files, locks, processes."""
