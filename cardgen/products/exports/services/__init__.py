"""Print services that take pictures of cards. A service is a file of figures; all of them are one export."""
