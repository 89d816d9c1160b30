"""The calibration sheet: it measures how far a printer sets the back off."""
