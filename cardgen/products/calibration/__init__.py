"""The calibration sheet: it measures the offset of the backs that a printer prints."""
